"""The Details modal: everything a case has, in pages where it is long.

Owns the order and the paging. What a responder can act on comes first; the story follows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from corpus import ActionItem, Case, Check, Doc, SimilarCase, Source, Text, Vocabulary
from handlers.locale import LANGUAGES, Words
from handlers.views import blocks
from handlers.views.around import Around, item_digest, thread_line
from handlers.views.case_lines import (
    SHORT_TITLE,
    Prose,
    day_label,
    headline,
    is_own,
    joined,
    origin,
    say,
    span_label,
    standing,
)
from handlers.views.case_manage import history_lines, manage_blocks
from handlers.views.limits import (
    SECTION_TEXT,
    clip,
    json_size,
    length,
    split_text,
)
from handlers.views.message import Block, View
from handlers.views.modal import modal
from handlers.views.mrkdwn import bold, clean, code, code_block, escape, link, person
from handlers.views.similar_lines import why_similar

_PAGE_BLOCKS = 60
_PAGE_BYTES = 60_000
"""What one page holds: well below Slack's 100 blocks and 250 KB, so that a phone still scrolls."""

_COMMAND_PIECE = 550
"""A command too long for one block is cut into pieces that fit even if all of it is "&"."""

_ADDRESS = 100
"""What is shown of an address; the link has all of it."""

_FACETS = (
    ("details-symptoms", "symptoms"),
    ("details-components", "components"),
    ("details-domain", "domain"),
    ("details-trigger", "trigger"),
)


def build_loading_view(words: Words) -> View:
    """The modal as it opens, before the case was read: Slack allows three seconds for that."""
    loading = blocks.context("loading", escape(words("details-loading")))
    return _view(words("details-title"), [loading], words)


def build_problem_view(sentence: str, words: Words) -> View:
    """The modal when there is no case to show: one plain sentence."""
    return _view(words("details-title"), [blocks.section("problem", escape(sentence))], words)


def build_details_view(
    case: Case,
    words: Words,
    vocabulary: Vocabulary,
    page: int = 0,
    *,
    around: Around | None = None,
) -> View:
    """One page of a case, counted from 0; a page that does not exist gives the nearest one."""
    around = around or Around()
    pages = _paged(_content(case, words, vocabulary, around))
    page = max(0, min(_page_of_item(pages, around.at_item, page), len(pages) - 1))
    content = list(pages[page])
    if around.back:
        back = blocks.button(
            "case.page", words("details-back", case=around.back), f"{around.back} 0"
        )
        content.insert(0, blocks.actions("back", [back]))
    if page > 0:
        content.insert(0, _turn("previous", case, page - 1, words))
    if len(pages) > 1:
        place = words("details-page", page=page + 1, pages=len(pages))
        content.append(blocks.context("page", escape(place)))
    if page < len(pages) - 1:
        content.append(_turn("next", case, page + 1, words))
    return _view(case.id, content, words)


def _view(title: str, content: list[Block], words: Words) -> View:
    return modal("case.view", title, content, close=words("details-close"))


def _turn(role: str, case: Case, page: int, words: Words) -> Block:
    # A row of its own for each direction: an action id may not appear twice in one block.
    label = words("details-next" if role == "next" else "details-previous")
    return blocks.actions(role, [blocks.button("case.page", label, f"{case.id} {page}")])


def _paged(content: Iterable[Block]) -> list[list[Block]]:
    pages: list[list[Block]] = [[]]
    size = 0
    for block in content:
        added = json_size(block)
        if pages[-1] and (len(pages[-1]) == _PAGE_BLOCKS or size + added > _PAGE_BYTES):
            pages.append([])
            size = 0
        pages[-1].append(block)
        size += added
    return pages


def _page_of_item(pages: Sequence[Sequence[Block]], number: int | None, page: int) -> int:
    """The page with the button of an action item, else the page that was asked for."""
    role = f"action-{number}."
    found = (
        at
        for at, blocks_there in enumerate(pages)
        if any(block["block_id"].startswith(role) for block in blocks_there)
    )
    return page if number is None else next(found, page)


def _content(case: Case, words: Words, vocabulary: Vocabulary, around: Around) -> Iterator[Block]:
    """All blocks of a case, in order of use."""
    yield from _part("note", "", bold(around.note))
    yield from _part("title", "", _title(case, words))
    yield from _action(case, words, vocabulary)
    yield from _story(case, words, may_edit=around.may_edit)
    yield from _part("facets", "", _facets(case, words, vocabulary))
    yield from _part(
        "threads",
        words("details-threads"),
        _bullets(thread_line(each, words) for each in around.threads),
    )
    yield from _similar(around.similar, words, vocabulary)
    shown = {each.case.id for each in around.similar}
    yield from _record(case, words, [each for each in case.related if each not in shown])
    if around.may_edit:
        trace = history_lines(around.history, words)
        yield from _part("history", words("details-history"), trace)
        yield from manage_blocks(case, words)


def _title(case: Case, words: Words) -> str:
    warning = standing(case, words)
    return _lines(
        headline(case, words.lang),
        escape(origin(case, words)),
        f"⚠ {bold(warning)}" if warning else "",
        escape(_only_language(case, words)),
    )


def _only_language(case: Case, words: Words) -> str:
    """That the case exists in the other language only, where that is so."""
    if getattr(case.title, words.lang) is not None:
        return ""
    return words("details-only-ko" if LANGUAGES[0] == words.lang else "details-only-en")


def _action(case: Case, words: Words, vocabulary: Vocabulary) -> Iterator[Block]:
    """Cause, fix, checks and dead ends."""
    lang = words.lang
    cause = vocabulary.label("root_cause", case.root_cause, lang) if case.root_cause else ""
    yield from _part("cause", words("case-cause"), escape(cause))
    labels = [vocabulary.label("contributing", slug, lang) for slug in case.contributing]
    yield from _part("contributing", words("details-contributing"), _bullets(map(escape, labels)))
    yield from _part(
        "fix", words("case-fixed-by"), _texts((s.text for s in case.remediation), lang)
    )
    for number, check in enumerate(case.checks, start=1):
        label = words("case-check-now") if number == 1 else ""
        yield from _check(f"check-{number}", label, check, lang)
    yield from _part(
        "dead-ends", words("case-dead-ends"), _texts((s.text for s in case.dead_ends), lang)
    )


def _check(role: str, label: str, check: Check, lang: str) -> Iterator[Block]:
    yield from _part(role, label, _body(check.text, lang))
    command = check.command or ""
    block = code_block(command)
    whole = length(block) <= SECTION_TEXT
    pieces = [block] if whole else map(code_block, split_text(clean(command), _COMMAND_PIECE))
    for number, piece in enumerate(pieces, start=1):
        yield from _part(f"{role}-command-{number}", "", piece)
    confirms = _body(check.confirms, lang)
    yield from _part(f"{role}-confirms", "", f"→ {confirms}" if confirms else "")


def _story(case: Case, words: Words, *, may_edit: bool) -> Iterator[Block]:
    """What was seen, what happened, how bad it was, and what was learnt."""
    lang = words.lang
    yield from _part("seen", words("details-seen"), _body(case.symptoms_text, lang))
    yield from _part("summary", words("details-summary"), _body(case.summary, lang))
    impact = _lines(
        _named(words("details-scope"), case.impact.scope or ""),
        _named(words("details-users"), case.impact.users or ""),
        _named(words("details-region"), case.impact.region or ""),
        _named(words("details-severity"), case.severity or ""),
    )
    yield from _part("impact", words("details-impact"), impact)
    yield from _part("timeline", words("details-timeline"), escape(_timeline(case, words)))
    yield from _part("detection", words("details-detection"), _body(case.detection, lang))
    if may_edit:
        yield from _items_with_buttons(case, words)
    else:
        yield from _part("actions", words("details-action-items"), _action_items(case, words))
    yield from _part("lessons", words("details-lessons"), _body(case.lessons, lang))


def _similar(
    similar: Sequence[SimilarCase], words: Words, vocabulary: Vocabulary
) -> Iterator[Block]:
    """What else is worth reading, each with why and the button that opens it."""
    for place, each in enumerate(similar, start=1):
        case = each.case
        warning = standing(case, words)
        text = _lines(
            bold(words("details-similar")) if place == 1 else "",
            headline(case, words.lang, SHORT_TITLE),
            escape(origin(case, words)),
            f"⚠ {bold(warning)}" if warning else "",
            escape(f"{words('case-why')} {why_similar(each, words, vocabulary)}"),
        )
        opens = blocks.button("case.open", words("button-details"), case.id)
        yield blocks.section(f"similar-{place}", text, accessory=opens)


def _record(case: Case, words: Words, related: Sequence[str]) -> Iterator[Block]:
    """Where the facts come from, what belongs to the case, and who vouches for it."""
    lang = words.lang
    yield from _part("applies-to", words("case-applies-to"), _body(case.applies_to, lang))
    sources = _bullets(_source(source, words) for source in case.sources)
    yield from _part("sources", words("details-sources"), sources)
    for number, doc in enumerate(case.docs, start=1):
        label = words("details-documents") if number == 1 else ""
        yield from _part(f"document-{number}", label, _document(doc, lang))
    before = code(case.recurrence_of or "")
    yield from _part("recurrence", words("details-recurrence-of"), before)
    yield from _part("related", words("details-related"), " ".join(map(code, related)))
    yield from _part("review", words("details-review"), _review(case, words))


def _part(role: str, label: str, body: str) -> Iterator[Block]:
    """A labelled text in as many sections as it needs; nothing for a blank one."""
    if not body.strip():
        return
    text = f"{bold(label)}\n{body}" if label else body
    if length(text) <= SECTION_TEXT:
        yield blocks.section(role, text)
        return
    for number, piece in enumerate(split_text(text, SECTION_TEXT), start=1):
        yield blocks.section(f"{role}-{number}", piece)


def _body(text: Prose, lang: str) -> str:
    """Mrkdwn: a text with its paragraphs."""
    return escape(say(text, lang)).strip()


def _texts(texts: Iterable[Text], lang: str) -> str:
    return _bullets(_body(text, lang) for text in texts)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"• {item}" for item in items if item)


def _lines(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def _named(name: str, text: str) -> str:
    return f"{escape(name)}: {escape(text)}" if text else ""


def _timeline(case: Case, words: Words) -> str:
    spans = (
        ("details-detected-after", case.timeline.detected_after),
        ("details-resolved-after", case.timeline.resolved_after),
    )
    return joined(words(name, span=span_label(span, words)) for name, span in spans if span)


def _action_items(case: Case, words: Words) -> str:
    return _bullets(_action_item(case, item, words) for item in case.action_items)


def _action_item(case: Case, item: ActionItem, words: Words) -> str:
    text, state = _body(item.text, words.lang), ""
    if item.done_at:
        state = words("details-done", date=day_label(item.done_at, words))
    elif is_own(case):  # nobody tells us what became of another company's
        state = words("details-open")
    return f"{text} ({escape(state)})" if state else text


def _items_with_buttons(case: Case, words: Words) -> Iterator[Block]:
    """Each action item in a section of its own, with the button that closes or opens it."""
    for number, item in enumerate(case.action_items):
        label = "" if number else bold(words("details-action-items"))
        text = _lines(label, f"• {_action_item(case, item, words)}")
        name = "button-reopen" if item.done_at else "button-mark-done"
        action_id = "item.reopen" if item.done_at else "item.done"
        value = f"{case.id} {number} {item_digest(item)}"
        press = blocks.button(action_id, words(name), value)
        yield blocks.section(f"action-{number}", clip(text, SECTION_TEXT), accessory=press)


def _facets(case: Case, words: Words, vocabulary: Vocabulary) -> str:
    found = case.facets
    lines = []
    for name, facet in _FACETS:
        labels = [vocabulary.label(facet, slug, words.lang) for slug in found.get(facet, ())]
        if labels:
            lines.append(f"{bold(words(name))} {escape(', '.join(labels))}")
    return _lines(*lines)


def _source(source: Source, words: Words) -> str:
    kind = f" ({escape(source.kind)})" if source.kind else ""
    copy = link(source.archived, words("details-archived")) if source.archived else ""
    shown = re.sub(r"^https?://(www\.)?|/$", "", source.url)
    return joined((link(source.url, clip(shown, _ADDRESS)) + kind, copy))


def _document(doc: Doc, lang: str) -> str:
    title = say(doc.title, lang) or doc.url or ""
    heading = link(doc.url, title) if doc.url else escape(title)
    return _lines(heading, _body(doc.text, lang))


def _review(case: Case, words: Words) -> str:
    """Mrkdwn: who wrote the case and who vouches for it."""
    review = case.review
    written = (
        words("details-written-by", who=person(review.written_by)) if review.written_by else ""
    )
    if review.reviewed_by is None and review.reviewed_at is None:
        return joined((written, words("details-not-reviewed")))
    who = review.reviewed_by
    reviewed = words("details-reviewed-by", who=person(who)) if who else words("details-reviewed")
    when = review.reviewed_at
    day = words("details-reviewed-on", date=day_label(when, words)) if when else ""
    return joined((written, " ".join(filter(None, (reviewed, day)))))
