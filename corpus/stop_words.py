"""The words that carry no information about an incident, and the endings of Korean words.

Plain data, written as words of a page. What is done with them is `corpus.text`'s.
"""

_ENGLISH = """
a an the this that these those there here it its they them their we us our you your he she his her
i me my im ive id thats theres whats lets and or but nor if then else so than too very of to in on
at by for from with without into onto over under about as per via is are was were be been being am
do does did doing done dont doesnt didnt have has had having havent hasnt hadnt can could cant
couldnt will would wont wouldnt shall should shouldnt may might must isnt arent wasnt werent no
not all any some each every both few more most other another such own same only just also again
even yet already still now once ever never always up out off while during before after because
until since between through what which who whom when where why how get gets got getting go goes
going gone went come comes came see seen seeing sees seem seems look looks looking like think know
make makes made making thing things something anything everything nothing someone anyone everyone
nobody one two lot much many really quite maybe probably please thanks hi hey hello ok okay yes
yeah um uh hmm fyi btw guys folks team anybody ago today yesterday tomorrow morning back keep
keeps kept way well around near everywhere anywhere somewhere nowhere others ones else
"""

_KOREAN = """
은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 부터 까지 만 나 이나 및 등 그 저 이런 그런 저런 것
거 수 때 중 더 안 못 좀 잘 다 또 왜 뭐 지금 현재 계속 갑자기 방금 아까 오늘 어제 있습니다 있어요
있음 있는 있다 있나요 있고 있는데 없습니다 없어요 없음 없는 없다 없고 없는데 합니다 됩니다
했습니다 됐습니다 되었습니다 그리고 그런데 하지만 그래서 아니 아닌 같습니다 같아요 같은데 같은
한다 했다 된다 됐다 되었다 하는 되는 하고 되고 했는데 되는데 는데 에는 에서는 우리 저희 제가 혹시
누가 어떤 이거 그거 여기 거기 모두 전부 다시 일단 아직 이제 바로 너무 조금 많이 정도 밖에
"""

_KOREAN_ENDINGS = """
은 는 이 가 을 를 에 의 와 과 도 로 으로 에서 부터 까지 만 이나 나 들 들이 들은 들을 에게 에는
에서는 에도 에서도 으로는 로는 까지도 만에 이고 이며 이라 라고 인데 입니다 이다 하고 되고 하며
되며 해서 돼서 하는 되는 하면서 되면서 면서 하는데 되는데 했는데 됐는데 는데 지만 합니다 됩니다
됩니까 했습니다 됐습니다 되었습니다 습니다 니다 한다 했다 된다 됐다 되었다 었다 았다 였다 해요
돼요 했어요 됐어요 나요 어요 아요 네요 해 돼 한 된 할 될 함 됨 고
"""

STOP_WORDS = frozenset(_ENGLISH.split()) | frozenset(_KOREAN.split())
"""Words of both languages that a query and a case may share without having anything in common."""

ENDINGS = frozenset(_KOREAN_ENDINGS.split())
"""Particles and verb endings that are cut off a Korean word of three syllables or more."""
