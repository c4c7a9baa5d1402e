"""What a digest tells, and what it must not: news of the week for those who read the channel."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.digest_bench import MONDAY, TEAM, DigestBench, case

from bot.local_slack import LocalSlack
from corpus import Audience
from handlers.audience import EVERYONE
from handlers.digest_content import Readers, gather
from handlers.ledger import DigestSettings
from handlers.views.digest import DigestContent, build_digest
from handlers.weeks import Period, Week

TUESDAY = "2026-11-24T12:00:00+00:00"
AFTER = "2026-11-30T08:00:00+00:00"
TEAM_READS = Readers("C0INC", Audience(own=True, channel_id="C0INC"))
OTHERS_READ = Readers("C0INC", EVERYONE)


@pytest.fixture
def bench(slack: LocalSlack, tmp_path: Path) -> Iterator[DigestBench]:
    """A process on a Tuesday of week 48."""
    process = DigestBench(slack, tmp_path / "bot.sqlite", TUESDAY)
    yield process
    process.database.close()


def digest(bench: DigestBench, readers: Readers = TEAM_READS, **chosen: Any) -> DigestContent:
    """What the digest of week 48 tells. `chosen`: side, facets, lang."""
    settings = DigestSettings(MONDAY, chosen.pop("lang", "en"), **chosen)
    return gather(bench.services, settings, Period.of(Week(2026, 48), MONDAY.zone), readers)


def ids(content: DigestContent, section: str = "new") -> list[str]:
    """The cases of a section."""
    return [line.case.id for line in content.lines(section)]


def test_new_are_the_cases_of_the_week_own_first(bench: DigestBench) -> None:
    """Not those of the days before and after."""
    bench.at("2026-11-22T12:00:00+00:00").add(case("CASE-0001"))
    bench.at(TUESDAY).add(case("CASE-0002"))
    bench.store.load_shipped([case("PUB-0001")])
    bench.at(AFTER).add(case("CASE-0003"))

    assert ids(digest(bench)) == ["CASE-0002", "PUB-0001"]


def test_a_reviewed_case_is_news_and_says_so(bench: DigestBench) -> None:
    """Draft of last month, reviewed in the week; in the reader's language."""
    bench.at("2026-10-01T12:00:00+00:00").add(case("CASE-0001", draft=True))
    review = {"reviewed_by": "U0BOB", "reviewed_at": TUESDAY}
    bench.at(TUESDAY).store.save(case("CASE-0001", review=review), actor="U0BOB", action="review")
    [line] = digest(bench, lang="ko").new

    assert (line.case.id, line.why) == ("CASE-0001", "검토 완료")


@pytest.mark.parametrize(("count", "lines", "library"), [(5, 5, 0), (40, 0, 40)])
def test_a_library_update_is_one_line(
    bench: DigestBench, count: int, lines: int, library: int
) -> None:
    """A handful of public cases are told one by one, forty are a number; own ones stay lines."""
    bench.store.load_shipped([case(f"PUB-{number:04}") for number in range(1, count + 1)])
    bench.add(case("CASE-0001"))
    content = digest(bench)

    assert (len(content.new), content.library) == (lines + 1, library)
    assert ids(content)[0] == "CASE-0001"


def test_each_case_is_told_once(bench: DigestBench) -> None:
    """A draft of this week is new, marked as what it is; older ones wait."""
    bench.at("2026-11-10T12:00:00+00:00").add(case("CASE-0001", draft=True))
    bench.at(TUESDAY).add(case("CASE-0002", draft=True))
    content = digest(bench)

    assert (ids(content), ids(content, "drafts")) == (["CASE-0002"], ["CASE-0001"])


def test_confirmed_cases_are_those_that_helped(bench: DigestBench) -> None:
    """The most useful first, with how often."""
    bench.at("2026-10-01T12:00:00+00:00").add(case("CASE-0001"), case("CASE-0002"))
    bench.at(TUESDAY)
    for lookup_id, case_id in (("a", "CASE-0001"), ("b", "CASE-0002"), ("c", "CASE-0002")):
        bench.look_up(lookup_id, "zebra", band="strong")
        bench.ledger.conversation.set_verdict(lookup_id, case_id, "U0BOB", "confirmed")
    told = [(line.case.id, line.why) for line in digest(bench).helped]

    assert told == [("CASE-0002", "“This is it” twice"), ("CASE-0001", "“This is it” once")]


def test_what_came_back_comes_with_its_alarm(bench: DigestBench) -> None:
    """How often in 90 days, and what was promised and is open; once for each incident."""
    items = [{"text": {"en": "a"}}, {"text": {"en": "b"}, "done_at": "2026-10-10"}]
    bench.at("2026-10-01T12:00:00+00:00").add(
        case("CASE-0001", date="2026-10-01", action_items=items)
    )
    bench.at(TUESDAY)
    for channel in ("C0PM", "C0GENERAL"):
        bench.recur(channel, "CASE-0001")
    [line] = digest(bench).recurrences

    assert line.case.id == "CASE-0001"
    assert line.alarm == "Third time in 90 days; 1 of 2 action items is still open"


def test_questions_without_an_answer_are_counted_by_what_they_are_about(
    bench: DigestBench,
) -> None:
    """In labels, each question once however often it was typed."""
    bench.look_up("a", "redis in zebra", channel_id="C0OTHER")
    bench.look_up("b", "Redis in  zebra", channel_id="D0BOB")
    bench.look_up("c", "redis is odd")
    gaps = digest(bench).gaps

    assert gaps.count == 2
    assert gaps.here == ()
    assert max(number for _, number in gaps.facets) == 2


def test_a_watched_channel_whose_symptoms_found_nothing_is_a_gap(bench: DigestBench) -> None:
    """Once, whatever was written; not where it got its card, nor when it began another week."""
    conversation = bench.ledger.conversation
    conversation.add_evidence(TEAM, "C0INC", "1.0", "redis evictions")
    conversation.add_evidence(TEAM, "C0INC", "2.0", "zebra ledger stuck")
    conversation.add_evidence(TEAM, "C0PRIV", "1.0", "walrus merger plans")
    conversation.add_evidence(TEAM, "C0CARD", "1.0", "kafka lag")
    bench.look_up("card", "kafka lag", purpose="card", channel_id="C0CARD", band="strong")
    gaps = digest(bench).gaps
    bench.at("2026-12-02T12:00:00+00:00")
    conversation.add_evidence(TEAM, "C0NEXT", "1.0", "etcd is slow")

    assert gaps.count == 2
    assert gaps.here == ("redis evictions\nzebra ledger stuck",)
    assert digest(bench).gaps == gaps
    assert "walrus" not in str(gaps)


def test_words_of_other_places_do_not_leak(bench: DigestBench) -> None:
    """Only what everybody in the channel could read is quoted; all the rest is counted."""
    bench.look_up("private", "giraffe payroll secret")
    bench.look_up("other", "walrus merger plans", purpose="answer", channel_id="C0PRIV")
    bench.look_up("direct", "otter layoffs", purpose="answer", channel_id="D0ALICE")
    bench.look_up("here", "zebra ledger stuck", purpose="answer")
    bench.look_up("forgotten", None, purpose="answer")
    content = digest(bench)

    assert content.gaps.here == ("zebra ledger stuck",)
    assert content.gaps.count == 5
    assert not {"giraffe", "walrus", "otter"} & set(str(content).lower().split())


def test_people_of_other_companies_hear_of_this_channel_alone(bench: DigestBench) -> None:
    """No own case, no draft, no recurrence; nothing that was asked or said elsewhere."""
    bench.at("2026-10-01T12:00:00+00:00").add(case("CASE-0001", draft=True))
    bench.at(TUESDAY).add(case("CASE-0002"))
    bench.store.load_shipped([case("PUB-0001"), case("PUB-0002")])
    for lookup_id, channel, case_id in (
        ("here", "C0INC", "PUB-0001"),
        ("there", "C0OTHER", "PUB-0002"),
        ("own", "C0INC", "CASE-0002"),
    ):
        bench.look_up(lookup_id, f"zebra {lookup_id}", channel_id=channel)
        bench.ledger.conversation.set_verdict(lookup_id, case_id, "U0BOB", "confirmed")
    content = digest(bench, OTHERS_READ)

    assert ids(content) == ["PUB-0001", "PUB-0002"]
    assert ids(content, "helped") == ["PUB-0001"]
    assert content.gaps.count == 2
    assert (content.drafts, content.recurrences) == ((), ())


def test_cases_of_a_private_channel_are_told_there_alone(bench: DigestBench) -> None:
    """In new, helped and drafts alike."""
    bench.add(
        case("CASE-0001", visibility="channel", channel_id="C0INC"),
        case("CASE-0002", visibility="channel", channel_id="C0PRIV"),
        case("CASE-0003", visibility="channel", channel_id="C0PRIV", draft=True),
    )

    assert ids(digest(bench)) == ["CASE-0001"]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({"side": "own"}, ["CASE-0001", "CASE-0002"]),
        ({"side": "public"}, ["PUB-0001"]),
        ({"facets": {"components": ("dns",)}}, ["CASE-0002"]),
        ({"facets": {"components": ("dns", "redis")}}, ["CASE-0001", "CASE-0002", "PUB-0001"]),
    ],
)
def test_a_channel_gets_what_it_chose(
    bench: DigestBench, chosen: dict[str, Any], expected: list[str]
) -> None:
    """Own, public, or what is about certain facets."""
    bench.add(case("CASE-0001"), case("CASE-0002", components=["dns"]))
    bench.store.load_shipped([case("PUB-0001")])

    assert ids(digest(bench, **chosen)) == expected


def test_gaps_follow_the_facets_that_a_channel_chose(bench: DigestBench) -> None:
    """Questions about other things are not its business."""
    bench.look_up("a", "redis is odd")
    bench.look_up("b", "certificate expired")
    [term] = bench.services.vocabulary.suggest("components", "redis", "en", 1)

    assert digest(bench, facets={"components": (term.slug,)}).gaps.count == 1


def test_a_case_in_one_language_is_told_in_that(bench: DigestBench) -> None:
    """The original where there is no translation, in a digest of the other language."""
    bench.add(case("CASE-0001", title={"ko": "결제가 멈췄다"}))
    content, words = digest(bench), bench.services.words("en")
    message = build_digest(content, words, bench.services.vocabulary)

    assert message.blocks[2]["text"]["text"].startswith("결제가 멈췄다")
