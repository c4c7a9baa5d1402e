"""Markdown → `Page`: CommonMark with tables and task lists, HTML blocks included."""

import re
from collections.abc import Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from corpus.documents import DOCUMENT_LIMIT
from corpus.errors import InvalidCaseError
from corpus.importers.html_page import html_lines, strip_tags
from corpus.importers.page import LABELLED, TOO_LONG, Line, Page, Section

_NESTING = 100
"""Blocks inside each other that are read; nobody's postmortem has a tenth."""

_INLINE_LIMIT = 20_000
"""Characters of one paragraph whose marks are read; a longer one is a log and stays as it is."""

_TASK = re.compile(r"\[([ xX✓✔])\]\s+")
_DONE = re.compile(r"^(?:✅|☑️?|✔️?)\s*")
_OPEN = re.compile(r"^(?:⬜|☐|🔲)\s*")


def read_markdown(text: str) -> Page:
    """Read a page; the title is its first heading of the first level, empty where it has none.

    Raises:
        InvalidCaseError: it is nested too deeply, or longer than a case may be.
    """
    if len(text) > DOCUMENT_LIMIT:
        raise InvalidCaseError("", TOO_LONG)
    reader = _Reader()
    reader.read(_blocks().parse(text))
    return Page(reader.title, tuple(reader.sections))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING})
    return parser.enable(["table", "strikethrough"])


@lru_cache(maxsize=1)
def _blocks() -> MarkdownIt:
    """The same without inline marks: they are read one by one, so that a giant can be left out."""
    parser = MarkdownIt("commonmark", {"maxNesting": _NESTING})
    return parser.enable(["table", "strikethrough"]).disable("inline")


class _Reader:
    """One pass over the blocks of a page."""

    def __init__(self) -> None:
        self.title = ""
        self.sections: list[Section] = []
        self._heading, self._level = "", 0
        self._lines: list[Line] = []
        self._lists: list[int | None] = []
        self._is_first = False
        self._cells: list[str] | None = None
        self._heads: tuple[str, ...] = ()
        self._in_head = False

    def read(self, tokens: Sequence[Token]) -> None:
        """Take the blocks in order."""
        for place, token in enumerate(tokens):
            if token.level >= _NESTING - 1:
                raise InvalidCaseError("", "is nested too deeply")
            if token.type == "heading_open":
                self._end_section()
                self._level = int(token.tag[1])
            elif token.type == "inline":
                self._take_inline(token, tokens[place - 1].type)
            else:
                self._take_block(token)
        self._end_section()

    def _end_section(self) -> None:
        if self._heading or self._lines:
            self.sections.append(Section(self._heading, self._level, tuple(self._lines)))
        self._heading, self._lines = "", []

    def _take_inline(self, token: Token, inside: str) -> None:
        if inside == "heading_open":
            heading = " ".join(text for text, _ in _spans(token.content))
            if self._level == 1 and not self.title and not self._told():
                self.title, self._level = heading, 0
            else:
                self._heading = heading
        elif self._cells is not None:
            self._cells.append(" ".join(text for text, _ in _spans(token.content)))
        else:
            for text, bold in _spans(token.content):
                self._add(text, bold)

    def _told(self) -> bool:
        return any(section.level for section in self.sections)

    def _take_block(self, token: Token) -> None:  # noqa: C901 - one line a block
        match token.type:
            case "ordered_list_open":
                self._lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_open":
                self._lists.append(None)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._is_first = True
            case "list_item_close":
                number = self._lists[-1]
                self._lists[-1] = None if number is None else number + 1
            case "fence" | "code_block":
                self._lines.append(Line("code", token.content.rstrip("\n")))
            case "html_block":
                self._lines += html_lines(token.content)
            case "thead_open" | "thead_close":
                self._in_head = token.type == "thead_open"
            case "tr_open":
                self._cells = []
            case "tr_close":
                self._end_row()
            case "table_close":
                self._heads = ()

    def _end_row(self) -> None:
        cells, self._cells = tuple(self._cells or ()), None
        if self._in_head:
            self._heads = cells
        if any(cells):
            heads = () if self._in_head else self._heads
            self._lines.append(Line("row", " | ".join(cells), cells=cells, heads=heads))

    def _add(self, text: str, bold: str) -> None:
        if not text:
            return
        if not self._lists or not self._is_first:
            self._lines.append(Line("text", text, bold))
            return
        self._is_first = False
        text, done = task_of(text)
        depth, number = len(self._lists) - 1, self._lists[-1]
        self._lines.append(Line("item", text, bold, depth, number, done))


def task_of(text: str) -> tuple[str, bool | None]:
    """The words of an entry without its check box, and whether that is ticked; None without one."""
    box = _TASK.match(text)
    if box is not None:
        return text[box.end() :], box[1] != " "
    for mark, done in ((_DONE, True), (_OPEN, False)):
        found = mark.match(text)
        if found is not None:
            return text[found.end() :], done
    return text, None


def _spans(content: str) -> list[tuple[str, str]]:
    """The words of a paragraph, without marks, and the bold ones that they begin with.

    A paragraph is one, unless a line of it begins in bold or each is a label with its value: those
    stand below each other.
    """
    if len(content) > _INLINE_LIMIT:
        return [(content, "")]
    [inline] = _parser().parseInline(content)
    rows: list[list[Token]] = [[]]
    for token in inline.children or ():
        if token.type in ("softbreak", "hardbreak"):
            rows.append([token])
        else:
            rows[-1].append(token)
    spans: list[tuple[str, str]] = []
    said = [_words(row) for row in rows]
    are_labels = len(said) > 1 and all(LABELLED.fullmatch(text) for text, _ in said)
    for row, (text, bold) in zip(rows, said, strict=True):
        broken = bool(row) and row[0].type == "hardbreak"
        if spans and not bold and not are_labels:
            sign = "\n" if broken else " "
            spans[-1] = (f"{spans[-1][0]}{sign}{text}".strip(), spans[-1][1])
        else:
            spans.append((text, bold))
    return [span for span in spans if span[0]]


def _words(tokens: Sequence[Token]) -> tuple[str, str]:
    """The words of a line, and the bold ones at its beginning."""
    parts: list[str] = []
    bold_parts: list[str] = []
    depth, leading, href, link_at = 0, True, "", 0
    for token in tokens:
        if token.type == "strong_open":
            depth += 1
        elif token.type == "strong_close":
            depth -= 1
            leading = False
        elif token.type == "link_open":
            href, link_at = str(token.attrGet("href") or ""), len(parts)
        elif token.type == "link_close":
            said = "".join(parts[link_at:])
            if href.startswith(("http:", "https:")) and href != said:
                parts.append(f" ({href})")
        else:
            word = _word(token)
            if leading and depth:
                bold_parts.append(word)
            elif word.strip():
                leading = False
            parts.append(word)
    return "".join(parts).strip(), "".join(bold_parts).strip()


def _word(token: Token) -> str:
    if token.type == "image":
        return token.content
    if token.type == "html_inline":
        return strip_tags(token.content)
    return token.content if token.type in ("text", "code_inline") else ""
