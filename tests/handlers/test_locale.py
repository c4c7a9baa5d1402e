"""The catalogues: both languages say the same things, and the program uses all of them."""

import ast
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from handlers.locale import LANGUAGES, Catalogue, MissingWordsError

PACKAGES = ("handlers", "bot")
ROOT = Path(__file__).resolve().parents[2]


class _Names(Visitor):
    """Collects what a message refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802  by name
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802  by name
        self.messages.add(node.id.name)


def read(lang: str) -> ftl.Resource:
    """A catalogue, parsed."""
    source = resources.files("handlers.locale").joinpath(f"{lang}.ftl").read_text(encoding="utf-8")
    return FluentParser().parse(source)


def messages(lang: str) -> dict[str, _Names]:
    """The messages of a catalogue, with what each of them refers to."""
    found = {}
    for entry in read(lang).body:
        if isinstance(entry, ftl.Message):
            names = _Names()
            names.visit(entry)
            found[entry.id.name] = names
    return found


def variables(lang: str) -> dict[str, set[str]]:
    """The variables each message needs, its references to other messages followed."""
    every = messages(lang)

    def needed(message_id: str) -> set[str]:
        names = every[message_id]
        return names.variables.union(*(needed(other) for other in names.messages))

    return {message_id: needed(message_id) for message_id in every}


def calls() -> Iterator[tuple[str, set[str]]]:
    """Every `words("id", name=…)` of the program: the id, and the names that are given."""
    for node in _nodes():
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called, first = node.func, node.args[0]
        name = getattr(called, "id", getattr(getattr(called, "func", None), "attr", None))
        if name == "words" and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value, {keyword.arg or "**" for keyword in node.keywords}


def _nodes() -> Iterator[ast.AST]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def test_catalogues_have_the_same_messages_with_the_same_variables() -> None:
    """A sentence that exists in one language only would fail in the other, at 3 a.m."""
    assert variables("en") == variables("ko")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogues_are_well_formed(lang: str) -> None:
    """Fluent skips what it cannot read; here that is an error, and so is a repeated id."""
    body = read(lang).body
    ids = [entry.id.name for entry in body if isinstance(entry, ftl.Message)]

    assert [entry.content for entry in body if isinstance(entry, ftl.Junk)] == []
    assert sorted(ids) == sorted(set(ids))


def test_every_call_finds_its_message_and_gives_its_variables() -> None:
    """No id is missing, and no variable either."""
    needed = variables("en")

    assert [(each, given) for each, given in calls() if needed.get(each) != given] == []


def test_no_message_is_unused() -> None:
    """Every id stands in the program, as an argument or in a table, or in another message."""
    said = {
        node.value
        for node in _nodes()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    referred = {other for names in messages("en").values() for other in names.messages}

    assert set(messages("en")) - said - referred == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_messages_hold_no_mark_up(lang: str) -> None:
    """The views add it, so that words are escaped like everything else."""
    texts = [
        node.value
        for entry in read(lang).body
        if isinstance(entry, ftl.Message)
        for node in _text_elements(entry)
    ]

    assert [text for text in texts if set(text) & set("*_~`<>&")] == []


def _text_elements(entry: ftl.Message) -> list[ftl.TextElement]:
    found: list[ftl.TextElement] = []

    class Texts(Visitor):
        def visit_TextElement(self, node: ftl.TextElement) -> None:  # noqa: N802  by name
            found.append(node)

    Texts().visit(entry)
    return found


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("en", "en"),
        ("ko", "ko"),
        ("ko-KR", "ko"),
        ("ko_KR", "ko"),
        ("KO", "ko"),
        ("en-GB", "en"),
        ("pt-BR", "en"),
        ("korean", "en"),
        ("", "en"),
    ],
)
def test_locales_find_their_language(asked: str, expected: str) -> None:
    """Slack's locales and plain codes both work; an unknown language is English."""
    assert Catalogue.load().words(asked).lang == expected


@pytest.mark.parametrize(
    ("lang", "count", "expected"),
    [
        ("en", 1, "matched on 1 message · own 0 / public 1"),
        ("en", 2, "matched on 2 messages · own 0 / public 1"),
        ("ko", 1, "메시지 1건으로 찾음 · 우리 팀 0 / 공개 1"),
        ("ko", 2, "메시지 2건으로 찾음 · 우리 팀 0 / 공개 1"),
    ],
)
def test_counts_choose_the_plural_form(lang: str, count: int, expected: str) -> None:
    """English has two forms, Korean one."""
    words = Catalogue.load().words(lang)

    assert words("card-matched-on", count=count, own=0, public=1) == expected


@pytest.mark.parametrize("size", [1_000, 1_001, 40_000])
def test_any_length_of_text_is_worded(size: int) -> None:
    """People type ids and kinds of any length; a long one is cut."""
    told = Catalogue.load().words("en")("link-kind-unknown", kind="#" * size)

    assert told.count("#") == (1_000 if size == 1_000 else 999)
    assert ("…”" in told) == (size > 1_000)
    assert told.endswith("or reference.")


def test_texts_are_put_in_as_they_are() -> None:
    """Braces of a text are no placeables, and no invisible marks are added around it."""
    words = Catalogue.load().words("en")

    assert words("card-query", query="{ $x } <b>") == "for “{ $x } <b>”"


@pytest.mark.parametrize(
    ("message_id", "args"), [("no-such-message", {}), ("card-query", {"wrong": "x"})]
)
def test_mistakes_are_told_with_the_message_id(message_id: str, args: dict[str, str]) -> None:
    """A missing message or variable names itself instead of showing half a sentence."""
    words = Catalogue.load().words("ko")

    with pytest.raises(MissingWordsError, match=f"ko.ftl: {message_id}"):
        words(message_id, **args)
