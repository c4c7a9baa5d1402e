"""HTML → `Page`: pages as browsers save them and wikis export them.

Walks without recursion. What is no text of the page (menus, footers, scripts) is left out.
"""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from corpus.documents import DOCUMENT_LIMIT
from corpus.errors import InvalidCaseError
from corpus.importers.page import TOO_LONG, Line, Page, Section

_NESTING = 400
"""Elements inside each other that are read. The parser takes quadratic time in them."""

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:-]*)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*(/?)>")
_NO_CONTENT = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "p",
        "li",
        "td",
        "th",
        "tr",
        "dt",
        "dd",
        "option",
        "thead",
        "tbody",
        "tfoot",
        "colgroup",
    ]
)
"""Elements that hold nothing, or that end where the next one begins."""

_UNREAD = frozenset(
    [
        "script",
        "style",
        "nav",
        "noscript",
        "template",
        "svg",
        "button",
        "select",
        "iframe",
        "ac:parameter",
        "ri:user",
    ]
)
_PLACED = frozenset({"div", "section", "footer", "header", "ol", "ul"})
_UNREAD_PLACES = frozenset({"breadcrumb-section", "footer", "page-metadata", "toc-macro"})
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "section",
        "article",
        "main",
        "header",
        "footer",
        "aside",
        "blockquote",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "thead",
        "tbody",
        "tr",
        "td",
        "th",
        "pre",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "figure",
        "details",
        "summary",
        "body",
        "ac:task",
        "ac:task-body",
    ]
)
_HEADING = re.compile(r"h[1-6]")
_SPACES = re.compile(r"[ \t\n\f\xa0]+")
_MARKS = re.compile(r"<!--.*?(?:-->|$)|<[^>]*>?", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def strip_tags(text: str) -> str:
    """What tags inside a Markdown paragraph leave: a line end for `<br>`, nothing for others."""
    return "\n" if _BREAK.fullmatch(text) else _MARKS.sub("", text)


def read_html(text: str) -> Page:
    """Read a page; the title is its first `h1`, else its `title`.

    Raises:
        InvalidCaseError: it is nested too deeply.
    """
    tree = _parse(text)
    walk = _Walk()
    walk.run(tree.body)
    sections = walk.sections
    titled = tree.css_first("title")
    title = _SPACES.sub(" ", titled.text()).strip() if titled else ""
    for place, section in enumerate(sections):
        if section.level == 1:
            title = section.heading
            sections[place] = Section("", 0, section.lines)
            break
    return Page(title, tuple(each for each in sections if each.heading or each.lines))


def html_lines(text: str) -> list[Line]:
    """The lines of a piece of HTML, headings as lines of their own."""
    walk = _Walk()
    walk.run(_parse(text).body)
    lines: list[Line] = []
    for section in walk.sections:
        lines += [Line("text", section.heading, section.heading)] if section.heading else []
        lines += section.lines
    return lines


def _parse(text: str) -> LexborHTMLParser:
    depth = 0
    for tag in _TAG.finditer(text):
        if tag[2].lower() in _NO_CONTENT or tag[3]:
            continue
        depth = max(0, depth - 1) if tag[1] else depth + 1
        if depth > _NESTING:
            raise InvalidCaseError("", "is nested too deeply")
    return LexborHTMLParser(text)


class _Walk:
    """One pass over the elements, in the order of the text."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self._heading, self._level = "", 0
        self._lines: list[Line] = []
        self._words: list[str] = []
        self._bold: list[str] = []
        self._bold_depth = 0
        self._is_leading = True
        self._lists: list[int | None] = []
        self._item: tuple[int | None, bool | None] | None = None
        self._cells: list[str] | None = None
        self._heads: tuple[str, ...] = ()
        self._are_heads = False
        self._pre = 0
        self._size = 0

    def run(self, root: LexborNode | None) -> None:
        """Read all that is below an element."""
        for node, is_end in _events(root):
            if is_end:
                self._leave(node)
            else:
                self._enter(node)
        self._flush()
        self._end_section()

    def _enter(self, node: LexborNode) -> None:  # noqa: C901 - one line an element
        tag = str(node.tag)
        if tag == "-text":
            self._say(str(node.text_content or ""))
            return
        if tag in _BLOCKS:
            self._flush()
        match tag:
            case "br":
                self._words.append("\n")
            case "b" | "strong":
                self._bold_depth += 1
            case "pre" | "ac:plain-text-body":
                self._pre += 1
            case "ul" | "ol" | "ac:task-list":
                self._lists.append(1 if tag == "ol" else None)
            case "li" | "ac:task":
                self._begin_item(node)
            case "input" if node.attributes.get("type") == "checkbox" and self._item:
                self._item = (self._item[0], "checked" in node.attributes)
            case "tr":
                self._cells, self._are_heads = [], True
            case "td":
                self._are_heads = False
            case "time" if not node.text().strip():
                self._say(str(node.attributes.get("datetime") or ""))

    def _leave(self, node: LexborNode) -> None:  # noqa: C901 - one line an element
        tag = str(node.tag)
        if tag in ("b", "strong"):
            self._bold_depth -= 1
            self._is_leading = self._is_leading and not "".join(self._words).strip()
        elif tag == "a":
            self._end_link(node)
        elif tag in ("td", "th") and self._cells is not None:
            self._cells.append(self._take_words()[0])
        elif tag == "tr":
            self._end_row()
        elif _HEADING.fullmatch(tag):
            self._begin_section(tag)
        elif tag in _BLOCKS:
            if tag == "summary":
                self._bold = [*self._words]
            self._flush()
        if tag in ("pre", "ac:plain-text-body"):
            self._pre -= 1
        elif tag == "table":
            self._heads = ()
        elif tag in ("ul", "ol", "ac:task-list") and self._lists:
            self._lists.pop()
            self._item = None
        elif tag in ("li", "ac:task"):
            self._item = None

    def _begin_item(self, node: LexborNode) -> None:
        number = self._lists[-1] if self._lists else None
        if number is not None:
            self._lists[-1] = number + 1
        done: bool | None = None
        if "inline-task-list" in str(_attribute(node.parent, "class")):
            done = "checked" in str(_attribute(node, "class")).split()
        status = node.css_first("ac\\:task-status") if node.tag == "ac:task" else None
        if status is not None:
            done = status.text().strip() == "complete"
            status.decompose()
        self._item = (number, done)

    def _say(self, text: str) -> None:
        self._size += len(text)
        if self._size > DOCUMENT_LIMIT:
            raise InvalidCaseError("", TOO_LONG)
        said = text if self._pre else _SPACES.sub(" ", text)
        if self._is_leading and self._bold_depth:
            self._bold.append(said)
        elif said.strip():
            self._is_leading = False
        self._words.append(said)

    def _take_words(self) -> tuple[str, str]:
        text, bold = "".join(self._words), "".join(self._bold).strip()
        self._words, self._bold, self._is_leading = [], [], True
        if self._pre:
            return text.strip("\n"), ""
        lines = (_SPACES.sub(" ", line).strip() for line in text.split("\n"))
        return "\n".join(filter(None, lines)), bold

    def _flush(self) -> None:
        """End the paragraph that is being read; inside a cell it goes on."""
        if self._cells is not None:
            if self._words and "".join(self._words).strip():
                self._words.append(" ")
            return
        is_code = self._pre > 0
        text, bold = self._take_words()
        if not text.strip():
            return
        if is_code:
            self._lines.append(Line("code", text))
        elif self._lists and self._item is not None:
            number, done = self._item
            depth = max(0, len(self._lists) - 1)
            self._lines.append(Line("item", text, bold, depth, number, done))
            self._item = None
        else:
            self._lines.append(Line("text", text, bold))

    def _end_row(self) -> None:
        cells, self._cells = tuple(self._cells or ()), None
        if self._are_heads and cells:
            self._heads = cells
        if any(cells):
            heads = () if self._are_heads else self._heads
            self._lines.append(Line("row", " | ".join(cells), cells=cells, heads=heads))

    def _end_link(self, node: LexborNode) -> None:
        href = str(_attribute(node, "href"))
        said = node.text().strip()
        if href.startswith(("http:", "https:")) and said and href != said:
            self._say(f" ({href})")

    def _begin_section(self, tag: str) -> None:
        heading = self._take_words()[0].replace("\n", " ")
        self._end_section()
        self._heading, self._level = heading, int(tag[1])

    def _end_section(self) -> None:
        if self._heading or self._lines:
            self.sections.append(Section(self._heading, self._level, tuple(self._lines)))
        self._heading, self._lines = "", []


def _events(root: LexborNode | None) -> Iterator[tuple[LexborNode, bool]]:
    """Every node below the root as it begins, elements also as they end."""
    pending = [(root, False)] if root is not None else []
    while pending:
        node, is_end = pending.pop()
        if not is_end and _is_unread(node):
            continue
        yield node, is_end
        if is_end or node.tag == "-text":
            continue
        pending.append((node, True))
        children = list(node.iter(include_text=True))
        pending.extend((child, False) for child in reversed(children))


def _is_unread(node: LexborNode) -> bool:
    if node.tag in _UNREAD:
        return True
    if node.tag not in _PLACED:
        return False
    places = {str(_attribute(node, "id")), *str(_attribute(node, "class")).split()}
    return not places.isdisjoint(_UNREAD_PLACES)


def _attribute(node: LexborNode | None, name: str) -> str:
    if node is None or node.tag == "-text":
        return ""
    return node.attributes.get(name) or ""
