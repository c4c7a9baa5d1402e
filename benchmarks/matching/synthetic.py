"""The synthetic library: any number of made-up incidents, recombined from real ones, by a seed.

Owns what a synthetic case is made of. It is a fair distractor: of a topic that the library has, as
long as a real case and written in both languages, and no copy of any case:

- Each sentence of what was seen (title, symptoms, detection) is another case's; so is each of what
  was told later. No case gives more than one to either.
- A share of the words of each sentence is exchanged for words of other cases of the same topic, or
  for made-up names, which keep growing in number as a library of real incidents would have it.

A case depends on the seed and its number alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from random import Random
from typing import Any

from matching.coining import Coinage
from matching.sources import (
    LANGUAGES,
    Bilingual,
    Document,
    Sentence,
    Source,
    cut_sources,
)

PREFIX = "SYN"

EXCHANGED = 0.7
"""Share of a sentence's content words that are exchanged. Chosen so that a synthetic case is as
hard to tell from the right answer as a real one is; benchmarks/README.md has the measure."""

_MADE_UP = 0.3
"""Share of the exchanged words that give way to made-up ones."""

_REPEATED = 0.65
"""Share of the exchanged words that the case has used before: a text keeps to its words."""

_NEAREST = 8
_TOPIC_PULL = 6.0
"""How much likelier a case with one facet of the topic is taken than one without any."""

_PARTICLES = "이가은는을를의에로도"
"""Syllables that a made-up Korean word takes over from the end of the word it stands for."""

_SEVERITIES = ("SEV1", "SEV2", "SEV3", "unknown")


@dataclass(frozen=True, slots=True)
class _Draft:
    """What one case is being made with.

    Attributes:
        rng: its chance.
        skeleton: the case whose form it has.
        topic: the cases whose words it takes.
        coinage: its made-up words.
        used: shape → words that were put in so far.
    """

    rng: Random
    skeleton: Source
    topic: Sequence[Source]
    coinage: Coinage
    used: dict[str, list[str]] = field(default_factory=dict)


class SyntheticLibrary:
    """Makes cases from real ones.

    Args:
        real: documents of the real cases.
        seed: the same seed and the same real cases make the same library.
        exchanged: share of the content words to exchange.
    """

    def __init__(
        self, real: Sequence[Document], *, seed: int = 1, exchanged: float = EXCHANGED
    ) -> None:
        self._real = list(real)
        self._sources = cut_sources(real)
        self._pulls = [_pulls(source, self._sources) for source in self._sources]
        self._seed = seed
        self._exchanged = exchanged
        self._stride = 1 / log(1 - exchanged) if exchanged else 0.0

    def make(self, number: int) -> Document:
        """The synthetic case of a number, from 1."""
        rng = Random(f"{self._seed}:{number}")  # noqa: S311  # a benchmark has no secrets
        skeleton = self._sources[int(rng.random() * len(self._sources))]
        coinage = Coinage(len(self._real) + number, len(self._real), rng)
        topic = self._near(skeleton, rng)
        draft = _Draft(rng, skeleton, topic[:_NEAREST], coinage)
        seen = self._takers(draft, topic)
        told = self._takers(draft, self._near(skeleton, rng))
        case_id = f"{PREFIX}-{number:06}"
        url = f"https://postmortems.example/{case_id}"
        return {
            "id": case_id,
            **_frame(draft),
            "title": seen("title", 1),
            "symptoms_text": seen("symptoms_text", _length(skeleton, "symptoms_text")),
            "detection": seen("detection", _length(skeleton, "detection")) or None,
            "summary": told("summary", _length(skeleton, "summary")),
            "lessons": told("lessons", _length(skeleton, "lessons")) or None,
            **{
                name: [{"text": told(name, 1)} for _ in range(_length(skeleton, name))]
                for name in ("remediation", "action_items", "dead_ends")
            },
            "sources": [{"url": url, "kind": "blog", "archived": None}],
            "url": url,
        }

    def _near(self, skeleton: Source, rng: Random) -> list[Source]:
        """All cases, in an order of chance that prefers those of the skeleton's topic."""
        pulls = self._pulls[skeleton.place]
        keyed = sorted((-(rng.random() ** pull), place) for place, pull in enumerate(pulls))
        return [self._sources[place] for _, place in keyed]

    def _takers(self, draft: _Draft, order: Sequence[Source]) -> Callable[[str, int], Document]:
        """A function that writes a field of so many sentences, each from the next case."""
        left = list(order)

        def take(name: str, count: int) -> Document:
            taken: list[Bilingual] = []
            for source in [source for source in left if source.parts[name]][:count]:
                left.remove(source)
                sentences = source.parts[name]
                taken.append(sentences[int(draft.rng.random() * len(sentences))])
            return self._write(draft, taken)

        return take

    def _write(self, draft: _Draft, sentences: Sequence[Bilingual]) -> dict[str, str]:
        written = {}
        for lang in LANGUAGES:
            said = [self._exchange(draft, one[lang]) for one in sentences if lang in one]
            if said:
                written[lang] = " ".join(said)
        return written

    def _exchange(self, draft: _Draft, sentence: Sentence) -> str:
        """The sentence with a share of its words exchanged."""
        if not self._exchanged:
            return "".join(sentence.pieces)
        pieces = list(sentence.pieces)
        chance, shapes = draft.rng.random, sentence.shapes
        # How many words stay before the next one goes: one draw for each that goes, not for each.
        place = int(log(1 - chance()) * self._stride)
        while place < len(shapes):
            pieces[2 * place + 1] = _other(draft, shapes[place], pieces[2 * place + 1])
            place += 1 + int(log(1 - chance()) * self._stride)
        return "".join(pieces)


def _pulls(skeleton: Source, sources: Sequence[Source]) -> list[float]:
    """For each case the power of a weighted draw: the nearer its topic, the smaller."""
    shared = [len(source.facets & skeleton.facets) for source in sources]
    return [1 / (1 + _TOPIC_PULL * count) for count in shared]


def _other(draft: _Draft, shape: str, word: str) -> str:
    """Another word that looks like it would do in this place."""
    chance = draft.rng.random
    if word.isdigit():
        return str(int((0.1 + 0.9 * chance()) * 10 ** len(word)))
    used = draft.used.setdefault(shape, [])
    if used and chance() < _REPEATED:
        return used[int(chance() * len(used))]
    used.append(_fresh(draft, shape, word))
    return used[-1]


def _fresh(draft: _Draft, shape: str, word: str) -> str:
    """A made-up word, or one of a case of the topic."""
    chance = draft.rng.random
    if chance() < _MADE_UP:
        coined = draft.coinage.latin() if word.isascii() else draft.coinage.hangul()
        if coined:
            return coined + word[-1] if word[-1] in _PARTICLES else coined
    source = draft.topic[int(chance() * len(draft.topic))]
    words = source.words.get(shape) or (word,)
    return words[int(chance() * len(words))]


def _length(skeleton: Source, name: str) -> int:
    return len(skeleton.parts[name])


def _frame(draft: _Draft) -> Document:
    """What is not prose: facets as many as the skeleton has, from the topic; a date, an org."""
    rng, like = draft.rng, draft.skeleton.document
    month, day = 1 + int(rng.random() * 12), 1 + int(rng.random() * 28)
    date = f"{2012 + int(rng.random() * 14)}-{month:02}-{day:02}"
    org = draft.coinage.latin() or "Acme"
    return {
        "org": org,
        "org_slug": org.lower(),
        "date": date,
        "date_kind": "published",
        **{
            name: _slugs(draft, name, len(like.get(name) or ()))
            for name in ("domain", "symptoms", "components", "contributing")
        },
        **{name: _slug(draft, name) for name in ("trigger", "root_cause")},
        "severity": _SEVERITIES[int(rng.random() * len(_SEVERITIES))],
        "impact": _impact(draft),
        "timeline": {"detected_after": None, "resolved_after": f"PT{1 + int(rng.random() * 9)}H"},
        "checks": _checks(draft),
        "updated_at": f"{date}T09:00:00Z",
    }


def _slugs(draft: _Draft, name: str, count: int) -> list[str]:
    """Different slugs of the topic's cases, as many as asked for where there are so many."""
    found = [slug for source in draft.topic for slug in source.document.get(name) or ()]
    first = int(draft.rng.random() * len(found))
    return list(dict.fromkeys(found[first:] + found[:first]))[:count]


def _slug(draft: _Draft, name: str) -> str | None:
    source = draft.topic[int(draft.rng.random() * len(draft.topic))]
    slug: str | None = source.document.get(name)
    return slug


def _impact(draft: _Draft) -> Mapping[str, Any]:
    source = draft.topic[int(draft.rng.random() * len(draft.topic))]
    return {**(source.document.get("impact") or {}), "users": "unknown"}


def _checks(draft: _Draft) -> list[Any]:
    source = draft.topic[int(draft.rng.random() * len(draft.topic))]
    return list(source.document.get("checks") or ())
