"""Pairs of evidence and case: whose they are, the newest word, and what stays without words."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.quiet_services import NOW, TEAM, quiet_services
from support.suspects import LOCK, POOL, SYMPTOM

from corpus import sketch_text
from handlers.answering import find
from handlers.audience import audience_on_home
from handlers.directory import Person
from handlers.ledger import Lookup, Verdict
from handlers.services import Services
from handlers.weighing import remember_evidence

SAID = SYMPTOM
MEMBER = audience_on_home(Person("U0ALICE", "en", is_guest=False))


OTHERS = [
    {
        "id": f"ZZ-{n}",
        "title": {"en": f"{thing} broke"},
        "summary": {"en": f"The {thing} of team {n} was {how} for an hour."},
    }
    for n, (thing, how) in enumerate(
        (thing, how)
        for thing in ("gateway", "mailer", "cache", "crawler", "scheduler", "billing", "proxy")
        for how in ("slow", "down", "wrong", "full", "stale")
    )
]
"""What makes the words of the others rare."""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """Services with two own cases that look alike, among others."""
    with quiet_services(tmp_path, [LOCK, POOL, *OTHERS]) as quiet:
        yield quiet


def asked(lookup_id: str, team_id: str = TEAM, query: str | None = SAID) -> Lookup:
    """A private lookup."""
    return Lookup(
        id=lookup_id,
        purpose="private",
        team_id=team_id,
        channel_id="",
        thread_ts=None,
        post_key=None,
        user_id="U0ALICE",
        query=query,
        lang="en",
        case_ids=(),
    )


def judge(services: Services, lookup: Lookup, case_id: str, verdict: Verdict) -> None:
    """Somebody says something of a match."""
    services.ledger.conversation.save_lookup(lookup)
    services.ledger.conversation.set_verdict(lookup.id, case_id, "U0ALICE", verdict)
    remember_evidence(services, lookup, lookup.query or "")


def order(services: Services, lookup: Lookup) -> list[str]:
    """The own cases that a lookup finds, in their order."""
    matches = find(services, lookup, MEMBER).matches
    return [match.case.id for match in matches if match.case.id.startswith("CASE")]


def test_verdict_shapes_later_lookups_of_its_workspace_alone(services: Services) -> None:
    """Another workspace finds what it found before."""
    plain = order(services, asked("L1"))
    judge(services, asked("L2"), plain[1], "confirmed")
    judge(services, asked("L3"), plain[0], "dismissed")

    assert order(services, asked("L4")) == plain[::-1]
    assert order(services, asked("L5", team_id="T0OTHER")) == plain


def test_verdict_moves_nothing_on_its_own_card(services: Services) -> None:
    """What somebody reads does not move under the finger."""
    plain = order(services, asked("L1"))
    judge(services, asked("L1"), plain[1], "confirmed")

    assert order(services, asked("L1")) == plain


def test_newest_word_counts(services: Services) -> None:
    """Who changes their mind is heard once."""
    plain = order(services, asked("L1"))
    judge(services, asked("L2"), plain[1], "confirmed")
    judge(services, asked("L2"), plain[1], "dismissed")

    [experience] = services.ledger.pairs.experiences(TEAM, plain, "L9")

    assert not experience.confirmed


def test_words_go_and_the_sketch_stays(services: Services) -> None:
    """After EVIDENCE_DAYS the pair still teaches, and nothing of its words is in the database."""
    plain = order(services, asked("L1"))
    judge(services, asked("L2"), plain[1], "confirmed")
    judge(services, asked("L3"), plain[0], "dismissed")
    services.ledger.conversation.forget_words(-1.0)

    kept = "\n".join(services.ledger.database.connection.iterdump())
    lookups = [line for line in kept.splitlines() if "INSERT INTO" in line and "sketches" in line]

    assert order(services, asked("L4")) == plain[::-1]
    assert [pair.query for pair in services.ledger.pairs.confirmed()] == [None]
    assert len(lookups) == 2
    assert not any("flamingo" in line for line in lookups)
    assert sketch_text(SAID, services.vocabulary).hex() in kept.lower()


def test_test_query_outlives_the_words_of_its_lookup(services: Services) -> None:
    """What was kept of a confirmed lookup is measured on once the lookup has no words left."""
    judge(services, asked("L1"), "CASE-0101", "confirmed")
    services.ledger.captures.keep_query("L1", "CASE-0101", SAID, "U0ALICE")
    services.ledger.conversation.forget_words(-1.0)

    [pair] = services.ledger.pairs.confirmed()

    assert (pair.case_ids, pair.query) == (("CASE-0101",), SAID)


def test_confirmed_pairs_hold_every_case_of_a_lookup(services: Services) -> None:
    """Two cases may both be right; a dismissed one is not."""
    judge(services, asked("L1"), "CASE-0101", "confirmed")
    judge(services, asked("L1"), "CASE-0103", "confirmed")
    judge(services, asked("L2"), "CASE-0103", "dismissed")

    [pair] = services.ledger.pairs.confirmed()

    assert (pair.case_ids, pair.query, pair.reads_filters) == (
        ("CASE-0101", "CASE-0103"),
        SAID,
        True,
    )


def test_numbers_count_what_was_said(services: Services) -> None:
    """Lookups, cards, matches, and answers that had the right case among those judged."""
    judge(services, asked("L1"), "CASE-0101", "confirmed")
    judge(services, asked("L1"), "CASE-0103", "dismissed")
    judge(services, asked("L2"), "CASE-0103", "dismissed")
    services.ledger.conversation.save_lookup(asked("L3"))
    now = NOW.timestamp()

    numbers = services.ledger.activity.numbers(TEAM, now - 60)

    assert (numbers.lookups, numbers.cards, numbers.confirmed) == (3, 0, 1)
    assert (numbers.judged, numbers.hits) == (2, 1)
    assert services.ledger.activity.numbers(TEAM, now + 60).lookups == 0
    assert services.ledger.activity.numbers("T0OTHER", now - 60).judged == 0
