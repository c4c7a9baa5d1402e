"""What a message says that bears on the gate: named features, and the words that made them.

Cuts a message into sentences, looks for the lexicon's words in each, and lets symptoms count only
where nothing in their sentence says that they are planned, over or explained. What each feature is
worth is not known here.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.gate_lexicon import Feature, Lexicon, load_features

HEAD_LIMIT = 5_000
TAIL_LIMIT = 1_000
"""A longer message is read at its start, where people say what is wrong, and at its end, where a
stack trace does."""

DERIVED = {
    "closed_symptom": "free",
    "quoted_symptom": "free",
    "symptom_kinds": "symptom",
    "live_symptom": "symptom",
    "plain_symptom": "symptom",
    "narrated": "quiet",
    "no_symptom": "quiet",
    "resolved_last": "quiet",
    "status_open": "symptom",
    "status_over": "quiet",
    "short": "quiet",
    "question_mark": "free",
}
"""Features that come from the shape of a message, each with the side it speaks for:

closed_symptom, quoted_symptom: symptoms in a closed or a quoted sentence; symptom_kinds: how many
different symptoms; live_symptom: a symptom and a word of now; plain_symptom: one in a sentence in
which nothing speaks against it; narrated: a sentence tells what was; no_symptom: none open, with
what closed those there are; resolved_last: the last thing said about state is that it is over;
status_open, status_over: the newest update of a status post; short: fewer than three words;
question_mark: it ends with one."""

_RESOLVED = "resolved"
_DRILL = "drill"
_EXPLAINED = "told_ko"
_HERE_AND_NOW = frozenset({"present_verb", "this_moment", "accident"})
"""What no story of the past says: it is so at this moment, or has just been done by mistake."""
_MILD = frozenset({"past_verb", "past_tense", "tooling", "normal", "we_did", "action", "deploy"})
"""Quiet features that say too little about the sentence to make its symptom less plain."""

_MOST_SYMPTOMS = 40
"""Different words for symptoms that are compared with each other; more say no more."""

_MOST_SENTENCES = 200
"""Sentences that are read at either end of a text that is all line breaks."""

_AMOUNTS = (0.0, 1.0, 1.5, 1.75)
"""How much of a feature so many different words are: the second adds less than the first."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NAME = re.compile(
    r"\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b"
    r"|\b[A-Z]?[a-z0-9]+(?:[A-Z]+[a-z0-9]*)+\b|\b[A-Z]+[a-z]+[A-Z]\w*\b|\b[A-Z]{2,}[a-z]{3,}\b"
)
_URL = re.compile(
    r"<?(?:https?|mailto|slack)://?[^\s<>|]+(?:\|([^<>\n]*))?>?|<[@#!][^<>\n]*>", re.IGNORECASE
)
_SENTENCE_END = re.compile(
    r"(?<=[.!?。])[\"')\]]*\s+|\n+|;\s+|\s[\u2013\u2014]\s|\s-\s(?=[a-z가-힣])|(?<=。)"
    r"|(?<=니다|어요|아요|네요|해요|예요|에요|워요|려요|져요|와요|돼요)\s+(?=[가-힣a-z0-9])"
    r"|,?\s(?:but|however|yet|except that)\s(?!also\b)|(?<=지만)[,\s]\s*"
)
_SHORTCODE = re.compile(r"(?<!\w):([a-z][a-z0-9_+-]*):(?!\w)")
_ALARMS = frozenset({"rotating_light", "fire", "warning", "red_circle", "alert", "sos", "boom"})
"""Emoji as Slack writes them; those of alert bots say something, the rest are decoration."""

_PUNCTUATION = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "`": " ", "*": " ", "\r": "\n"}
)
_INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")

_LONG_RUN = re.compile(r"([!-~]{120})[!-~]+")
"""A key, a hash, a line drawn of signs: nothing in it is a word after so many characters."""

_STATUS = re.compile(
    r"(?:(?P<when>[A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2}) \w{2,5}\s*)?"
    r"\b(?P<state>Investigating|Identified|Update|Monitoring|Resolved|Completed|Scheduled"
    r"|In progress|Verifying|Postmortem|Maintenance)\s+[-\u2013\u2014]\s"
)
"""An update of a Statuspage incident, as its feed writes it."""

_OPEN_STATES = frozenset({"Investigating", "Identified", "Update"})
_OVER_MARK = re.compile(
    r"^[^\w\n]*\[(?:resolved|ok|recovered|closed|normal|복구|해제|정상)(?::\d+)?\]"
    r"|\A\W*(?:resolved|recovered|recovery|ok|closed|cleared)\b ?[:\u2013\u2014-]"
    r"|^[^\w\n]*(?:status|state|상태|状態)\s*:\s*(?:resolved|recovered|closed|ok|fixed|해결|복구|종료|解決|復旧)",
    re.IGNORECASE | re.MULTILINE,
)
_OPEN_MARK = re.compile(
    r"^[^\w\n]*\[(?:firing|alert|triggered|problem|critical|down)(?::\d+)?\]|^[^\w\n]*(?:firing|triggered)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""How alert and incident bots mark a post as a whole."""

_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"


@dataclass(frozen=True, slots=True)
class Reading:
    """A message's features: how much there is of each (above 0), and the words that fired."""

    values: Mapping[str, float]
    words: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What one sentence says.

    Attributes:
        words: the words found for each feature.
        closed_by: the features for which its symptoms do not count.
        is_quote: whether it is quoted from somewhere else.
        is_now: whether its verb or another word says that it is so at this moment.
        goes_on: whether it says that something goes on all the same.
    """

    words: Mapping[str, tuple[str, ...]]
    closed_by: tuple[str, ...]
    is_quote: bool
    is_now: bool
    goes_on: bool


class FeatureReader:
    """Finds the features of messages; immutable, safe to share between threads."""

    def __init__(self, features: Sequence[Feature]) -> None:
        read = [feature for feature in features if feature.side != "ignored"]
        weighed = [feature for feature in read if feature.side != "grammar"]
        self._masks = Lexicon([feature for feature in features if feature.masks])
        self._lexicon = Lexicon([feature for feature in read if not feature.masks])
        self._closers = {feature.name: feature.yields for feature in read if feature.closes}
        self._closers["narrated"] = True
        self._frames = {feature.name for feature in read if feature.frames}
        self.sides = {feature.name: feature.side for feature in weighed} | DERIVED
        """Every feature's name with the side it speaks for."""

    @classmethod
    def load(cls) -> "FeatureReader":
        """A reader with the lexicon that ships with the package."""
        return cls(load_features())

    def read(self, text: str) -> Reading:
        """Find the features of a message; the same text always gives the same reading."""
        text = bound(text)
        newest, state = _newest_update(text)
        sentences = self._read_sentences(newest, is_over=state == "status_over")
        found = self._collect(sentences)
        found |= self._derive(found, sentences)
        found |= _shape(text) | ({state: ("",)} if state else {})
        values = {name: _AMOUNTS[min(len(words), 3)] for name, words in found.items() if words}
        said = {name: tuple(filter(None, words)) for name, words in found.items() if words}
        return Reading(values, said)

    def _read_sentences(self, text: str, *, is_over: bool) -> list[_Sentence]:
        frame = {"status_over"} if is_over else set()
        sentences: list[_Sentence] = []
        said = list(_split_sentences(text))
        if len(said) > 2 * _MOST_SENTENCES:
            said = [*said[:_MOST_SENTENCES], *said[-_MOST_SENTENCES:]]
        for words, is_quote in said:
            sentences.append(self._read_sentence(words, frame, is_quote=is_quote))
            frame |= self._frames & sentences[-1].words.keys()
        whole = _whole_closed_by(sentences)
        if not whole:
            return sentences
        return [
            replace(sentence, closed_by=sentence.closed_by or (whole,)) for sentence in sentences
        ]

    def _read_sentence(self, sentence: str, frame: Collection[str], *, is_quote: bool) -> _Sentence:
        """Read a sentence that follows others, of which `frame` closes what comes after."""
        rest, taken = self._masks.take_out(sentence)
        words = {**self._lexicon.find(rest), **taken}
        if story := _narration(words):
            words["narrated"] = story
        goes_on = "still" in words
        is_now = "present_verb" in words or "this_moment" in words
        closed_by = [
            name
            for name, yields in self._closers.items()
            if name in words
            if not yields or not goes_on
        ]
        closed_by += [
            name for name in sorted(frame) if not (self._closers.get(name) and (goes_on or is_now))
        ]
        weighed = {name: said for name, said in words.items() if name in self.sides}
        return _Sentence(weighed, tuple(closed_by), is_quote, is_now, goes_on)

    def _collect(self, sentences: Sequence[_Sentence]) -> dict[str, tuple[str, ...]]:
        """The words of each feature over the sentences in which it counts, each once."""
        found: dict[str, tuple[str, ...]] = {}
        for sentence in sentences:
            for name, words in sentence.words.items():
                place = self._place(name, sentence)
                found[place] = tuple(dict.fromkeys((*found.get(place, ()), *words)))
        found.pop("", None)
        return found

    def _place(self, name: str, sentence: _Sentence) -> str:
        """The feature that words found for `name` count towards in this sentence, `""` for none."""
        side = self.sides[name]
        # A quoted log line is evidence; anything else that is quoted is somebody else's report.
        if side == "symptom" and sentence.is_quote and "error_text" not in sentence.words:
            return "quoted_symptom"
        if side == "quiet" or not sentence.closed_by:
            return name
        return "closed_symptom" if side == "symptom" else ""

    def _derive(
        self, found: Mapping[str, tuple[str, ...]], sentences: Sequence[_Sentence]
    ) -> dict[str, tuple[str, ...]]:
        """The features that follow from those found, with the features that made them."""
        symptoms = _distinct(
            words
            for name, said in found.items()
            if self.sides[name] == "symptom" and name not in DERIVED
            for words in said
        )
        live = tuple(name for name in found if self.sides[name] == "live")
        closers = dict.fromkeys(
            name
            for sentence in sentences
            if any(self.sides[name] == "symptom" for name in sentence.words)
            for name in sentence.closed_by
        )
        return {
            "no_symptom": () if symptoms else ("/".join(closers),),
            "symptom_kinds": symptoms[1:],
            "plain_symptom": self._plain_symptoms(sentences)[:1],
            "live_symptom": ("/".join(live),) if symptoms and live else (),
            "resolved_last": self._last_resolution(sentences)[:1],
        }

    def _plain_symptoms(self, sentences: Sequence[_Sentence]) -> tuple[str, ...]:
        """The symptoms of sentences in which nothing at all speaks against them."""
        return tuple(
            name
            for sentence in sentences
            if not sentence.closed_by and not sentence.is_quote
            if all(self.sides[name] != "quiet" or name in _MILD for name in sentence.words)
            for name in sentence.words
            if self.sides[name] == "symptom"
        )

    def _last_resolution(self, sentences: Sequence[_Sentence]) -> tuple[str, ...]:
        """The words that say it is over, when nothing after them says that it is not."""
        for sentence in reversed(sentences):
            is_trouble = any(self.sides[name] == "symptom" for name in sentence.words)
            if is_trouble and (sentence.goes_on or not sentence.closed_by):
                return ()
            if _RESOLVED in sentence.words:
                return sentence.words[_RESOLVED]
        return ()


def _whole_closed_by(sentences: Sequence[_Sentence]) -> str:
    """What closes a message as a whole: a drill, an explanation at its end, a tale of what was."""
    if any(_DRILL in sentence.words for sentence in sentences):
        return _DRILL
    last = sentences[-1] if sentences else None
    if last and not last.goes_on and _EXPLAINED in last.words:
        return _EXPLAINED
    past = sum("past_verb" in sentence.words for sentence in sentences)
    present = sum(sentence.is_now for sentence in sentences)
    return "narrated" if past > 1 and past > 3 * present else ""


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    """Each of the words once, and none that is part of a longer one."""
    said = tuple(dict.fromkeys(words))[:_MOST_SYMPTOMS]
    return tuple(word for word in said if not any(word in other != word for other in said))


def _narration(words: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The words that make a sentence a story of the past, when nothing in it is so now."""
    past = words.get("past_verb", ())
    if not past or not _HERE_AND_NOW.isdisjoint(words):
        return ()
    return words.get("narrator", past if len(past) > 1 else ())


def _shape(text: str) -> dict[str, tuple[str, ...]]:
    """Features of the text as such."""
    is_short = len(re.findall(r"\w+", text[:200])) < 3
    return {
        "short": ("",) if is_short else (),
        "question_mark": ("",) if text.rstrip().endswith("?") else (),
    }


def bound(text: str) -> str:
    """The part of a message that is read, without invisible marks."""
    text = _LONG_RUN.sub(r"\1", text)
    if len(text) > HEAD_LIMIT + TAIL_LIMIT:
        text = f"{text[:HEAD_LIMIT]}\n{text[-TAIL_LIMIT:]}"
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))


def _newest_update(text: str) -> tuple[str, str]:
    """Of a status post that repeats its older updates: the newest one, and what state that is.

    Statuspage and its feeds put the newest first; where the updates carry times, the latest wins.
    Any other text comes back whole, with a state only where a bot's mark says that it is over.
    """
    updates = list(_STATUS.finditer(text))
    if not updates:
        is_over = _OVER_MARK.search(text) and not _OPEN_MARK.search(text)
        return text, "status_over" if is_over else ""
    newest = max(range(len(updates)), key=lambda at: (_when(updates[at]["when"]), -at))
    end = updates[newest + 1].start() if newest + 1 < len(updates) else len(text)
    state = "status_open" if updates[newest]["state"] in _OPEN_STATES else "status_over"
    head = text[: updates[0].start()]
    return f"{head}\n{text[updates[newest].end() : end]}", state


def _when(stamp: str | None) -> tuple[int, int, str]:
    """`Dec 31, 10:12` as something that sorts; no time sorts first."""
    if not stamp:
        return (-1, 0, "")
    return (_MONTHS.find(stamp[:3]), int(stamp[4:].split(",")[0]), stamp[-5:])


def _split_sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Lower-case sentences, each with whether it is quoted from somewhere else."""
    text = _URL.sub(lambda found: f" {found[1] or ''} ", text)
    text = _SHORTCODE.sub(lambda found: "🚨 " if found[1] in _ALARMS else " ", text)
    text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    text = _NAME.sub(_split_name, text.translate(_PUNCTUATION))
    for line in text.split("\n"):
        is_quote = line.lstrip().startswith(">")
        for sentence in _SENTENCE_END.split(line.lower()):
            if sentence.strip():
                yield sentence.strip(), is_quote


def _split_name(found: re.Match[str]) -> str:
    """A camelCase or snake_case name as words; the name of an error stays beside them."""
    words = _CAMEL.sub(" ", found[0]).replace("_", " ")
    return f"{found[0]} {words}" if found[0].endswith(("Error", "Exception")) else words
