"""The modals of the weekly digest: its settings in a channel, and the list of new cases."""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus import Term, Vocabulary
from handlers.ledger import DigestSettings, Pause
from handlers.locale import Words
from handlers.views import blocks
from handlers.views.digest import COMMAND, DigestLine, case_block, week_label
from handlers.views.limits import VIEW_BLOCKS
from handlers.views.message import Block, Message, View
from handlers.views.modal import field, modal, option
from handlers.views.mrkdwn import bold, code, escape, one_line, plain_text
from handlers.views.notices import build_sentence
from handlers.weeks import WEEKDAYS, Slot, Week

CALLBACK = "digest.view"
ZONE_MENU = "digest.zone"
FACET_MENU = "digest.facets"
STOP_ACTION = "digest.stop"

WEEKDAY = ("digest.weekday-block", "digest.weekday")
TIME = ("digest.time-block", "digest.time")
ZONE = ("digest.zone-block", ZONE_MENU)
LANGUAGE = ("digest.language-block", "digest.language")
SIDE = ("digest.side-block", "digest.side")
FACETS = ("digest.facets-block", FACET_MENU)
"""Block id and action id of each field; they stay the same, since what was entered is read by
them."""

SIDES = ("all", "own", "public")
MOST_FACETS = 20

_FACET_LABELS = {
    "components": "details-components",
    "symptoms": "details-symptoms",
    "domain": "details-domain",
    "trigger": "details-trigger",
    "root_cause": "case-cause",
}
FACET_FIELDS = tuple(_FACET_LABELS)
"""The facets that a digest can be narrowed to, in the order of the menu."""

_LANGUAGES = (("en", "English"), ("ko", "한국어"))
_CASES = VIEW_BLOCKS - 10


@dataclass(frozen=True, slots=True)
class DigestForm:
    """What the settings modal shows.

    Attributes:
        settings: what is chosen now, or what would be saved as it stands.
        upcoming: when the next digest comes by them.
        is_saved: whether the channel has a digest.
        pause: why it is paused.
    """

    channel_id: str
    settings: DigestSettings
    upcoming: Slot
    is_saved: bool
    pause: Pause | None = None


def build_digest_loading(words: Words) -> View:
    """The modal as it opens, before the channel was looked up."""
    return _view([blocks.context("loading", escape(words("details-loading")))], words)


def build_digest_problem(sentence: str, words: Words) -> View:
    """The modal where there can be no digest, or is none any more: one plain sentence."""
    return _view([blocks.section("problem", escape(one_line(sentence)))], words)


def build_digest_form(form: DigestForm, words: Words, vocabulary: Vocabulary, carried: str) -> View:
    """The settings. `carried` comes back with the submission; at most 3,000 characters."""
    settings = form.settings
    days = [(day, words("weekday", day=day)) for day in WEEKDAYS]
    sides = [(side, words("digest-side", side=side)) for side in SIDES]
    time = {
        "type": "timepicker",
        "action_id": TIME[1],
        "initial_time": f"{settings.schedule.time:%H:%M}",
    }
    zone = {
        "type": "external_select",
        "action_id": ZONE[1],
        "min_query_length": 2,
        "initial_option": option(settings.schedule.zone, settings.schedule.zone),
    }
    content = [
        blocks.section("digest-status", _status(form, words)),
        field(WEEKDAY, words("digest-weekday"), _menu(WEEKDAY, days, settings.schedule.weekday)),
        field(TIME, words("digest-time"), time),
        field(ZONE, words("digest-zone"), zone, hint=words("digest-zone-hint")),
        field(LANGUAGE, words("digest-language"), _menu(LANGUAGE, _LANGUAGES, settings.lang)),
        field(SIDE, words("digest-cases"), _menu(SIDE, sides, settings.side)),
        field(
            FACETS,
            words("digest-facets"),
            _facet_menu(settings, words, vocabulary),
            hint=words("digest-facets-hint"),
            optional=True,
        ),
    ]
    if form.is_saved:
        stop = blocks.button(STOP_ACTION, words("button-stop-digest"), form.channel_id, "danger")
        content.append(blocks.actions("digest-stop", [stop]))
    return _view(content, words, submit=words("digest-save"), carried=carried)


def build_zone_options(names: Sequence[str]) -> list[Block]:
    """Time zones to choose from."""
    return [option(name, name) for name in names]


def build_facet_options(terms: Sequence[Term], words: Words) -> list[Block]:
    """Terms of the vocabulary to choose from, each with its facet below it."""
    return [_facet_option(term, words) for term in terms]


def build_case_list(
    week: Week, lines: Sequence[DigestLine], words: Words, vocabulary: Vocabulary, channel_id: str
) -> View:
    """Every new case of a week; of very many as many as a modal holds."""
    heading = f"{bold(words('digest-new'))}  {escape(week_label(week, words))}"
    content = [blocks.section("list-head", heading)]
    content += [
        case_block(f"case-{place}", line, words, vocabulary)
        for place, line in enumerate(lines[:_CASES], start=1)
    ]
    more = len(lines) - _CASES
    if more > 0:
        content.append(blocks.context("list-more", escape(words("digest-more", count=more))))
    if not lines:
        nothing = words("digest-nothing", week=str(week.number))
        content.append(blocks.section("list-empty", escape(nothing)))
    return _view(content, words, carried=channel_id)


def build_digest_saved(settings: DigestSettings, upcoming: Slot, words: Words) -> Message:
    """What was saved, and when the next digest comes."""
    return build_sentence(f"{words('digest-saved')} {_next(settings, upcoming, words)}")


def _status(form: DigestForm, words: Words) -> str:
    """Mrkdwn: whether there is a digest, and when the next one comes."""
    if form.pause is not None:
        return f"⏸ {bold(words('digest-is-paused', reason=form.pause))}"
    lines = [escape(_next(form.settings, form.upcoming, words)) if form.is_saved else ""]
    lines.append(words("digest-preview-hint", command=code(f"{COMMAND} preview")))
    return "\n".join(filter(None, lines))


def _next(settings: DigestSettings, upcoming: Slot, words: Words) -> str:
    schedule = settings.schedule
    day = schedule.day_of(upcoming)
    return words(
        "digest-next",
        weekday=words("weekday", day=schedule.weekday),
        date=words("date-short", day=day.day, month=day.month),
        time=f"{schedule.time:%H:%M}",
        zone=schedule.zone,
        week=str(upcoming.week.number),
    )


def _facet_menu(settings: DigestSettings, words: Words, vocabulary: Vocabulary) -> Block:
    chosen = [
        _facet_option(term, words)
        for facet, slugs in settings.facets.items()
        for slug in slugs
        if (term := vocabulary.term(facet, slug)) is not None
    ]
    menu: Block = {
        "type": "multi_external_select",
        "action_id": FACETS[1],
        "placeholder": plain_text(words("digest-facets-all")),
        "min_query_length": 1,
        "max_selected_items": MOST_FACETS,
    }
    return {**menu, "initial_options": chosen} if chosen else menu


def _facet_option(term: Term, words: Words) -> Block:
    about = words(_FACET_LABELS[term.facet])
    return option(f"{term.facet}:{term.slug}", term.label_in(words.lang), about)


def _menu(names: tuple[str, str], options: Sequence[tuple[str, str]], chosen: str) -> Block:
    return blocks.menu(names[1], "…", options, chosen)


def _view(content: list[Block], words: Words, *, submit: str = "", carried: str = "") -> View:
    title, close = words("digest-title"), words("details-close")
    return modal(CALLBACK, title, content, close=close, submit=submit, carried=carried)
