"""Action items of a postmortem: from lists with check boxes, and from tables with a status."""

import re
from collections.abc import Iterable, Iterator

from corpus.case import Document
from corpus.importers.page import Line, steps
from corpus.importers.values import find_date

_DONE = re.compile(
    r"(?:\[?(?:done|completed?|closed|fixed|resolved|finished|merged"
    r"|shipped|완료|처리 ?완료|종료|해결)\]?"
    r"|[✅✔☑]️?|yes|x)[.!]?(?:\s*[\u2013\u2014:(/-]?\s*[0-9(].*)?",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s*(?:[\[(\uff08](?:done|completed?|closed|fixed|완료)[^\])\uff09]{0,40}[\])\uff09]|[\u2013\u2014:-]\s*(?:done|completed?|완료)|[✅☑✔]\ufe0f?)[\s.]*$",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"action|item|task|description|follow|todo|what|summary|조치|항목|내용|작업|과제|할 ?일",
    re.IGNORECASE,
)
_STATE = re.compile(r"status|state|done|complete|progress|상태|진행|완료|여부", re.IGNORECASE)
_OTHER = re.compile(r"owner|assignee|type|priority|due|ticket|bug|담당|기한|우선", re.IGNORECASE)


def action_items(lines: Iterable[Line], *, lang: str, today: str) -> Iterator[Document]:
    """The items of a section, each with when it was done.

    Args:
        lines: those of the section.
        lang: the language they are written in.
        today: the day by which one without a date is known to be done, `YYYY-MM-DD`.
    """
    for line in steps(lines):
        text, state = _read_row(line) if line.kind == "row" else _read_item(line)
        if not text.strip():
            continue
        item: Document = {"text": {lang: text}}
        if state is not None:
            item["done_at"] = find_date(state) or today
        yield item


def _read_item(line: Line) -> tuple[str, str | None]:
    tail = _TAIL.search(line.text)
    if tail is not None:
        return line.text[: tail.start()], tail.group()
    return line.text, line.text if line.done else None


def _read_row(line: Line) -> tuple[str, str | None]:
    """The words of a row and, where it is done, what its state says."""
    if not line.heads:
        is_head = any(map(_STATE.search, line.cells)) or any(map(_OTHER.search, line.cells))
        return ("", None) if is_head and _WHAT.search(line.text) else (" | ".join(line.cells), None)
    named = list(zip(line.heads, line.cells, strict=False))
    what = next((place for place, (head, _) in enumerate(named) if _is_what(head)), 0)
    said, state = named[what][1] if named else "", None
    others: list[str] = []
    for place, (head, cell) in enumerate(named):
        if place == what or not cell:
            continue
        if _STATE.search(head):
            state = cell if _DONE.fullmatch(cell.strip()) else None
        others.append(f"{head}: {cell}" if head else cell)
    return (f"{said} ({'; '.join(others)})" if others else said), state


def _is_what(head: str) -> bool:
    return _WHAT.search(head) is not None and not _STATE.search(head) and not _OTHER.search(head)
