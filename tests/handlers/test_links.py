"""Links of threads and cases: written once, taken back with a trace, renewed only on purpose."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.quiet_services import NOW, source, thread_at

from corpus import Database
from handlers.ledger import LEDGER_MIGRATIONS, LinkPost, Links

THREAD = thread_at(1)
OTHER = thread_at(2)


@pytest.fixture
def now() -> list[float]:
    """The time of day, in a list so that a test can move it."""
    return [NOW.timestamp()]


@pytest.fixture
def links(tmp_path: Path, now: list[float]) -> Iterator[Links]:
    """The links of a fresh database file."""
    opened = Database.open(tmp_path / "ledger.sqlite", [LEDGER_MIGRATIONS])
    yield Links(opened, lambda: now[0])
    opened.close()


def test_link_is_found_both_ways(links: Links) -> None:
    """By its thread and by its case, with all that was said of it."""
    assert links.add(source(THREAD), "PUB-0031", "same-cause", "the page tables again")

    [by_thread] = links.of_thread(THREAD)
    [by_case] = links.of_cases(["PUB-0031", "PUB-0001"])

    assert by_thread == by_case
    assert (by_case.kind, by_case.note, by_case.linked_by, by_case.linked_at) == (
        "same-cause",
        "the page tables again",
        "U0ALICE",
        NOW.timestamp(),
    )
    assert by_case.holds
    assert links.of_thread(OTHER) == ()


def test_id_written_twice_is_linked_once(links: Links) -> None:
    """The second time changes nothing, whoever writes it."""
    written = source(THREAD, on_purpose=False)
    links.add(written, "PUB-0031")

    assert not links.add(replace(written, user_id="U0BOB"), "PUB-0031")
    assert links.of_thread(THREAD)[0].linked_by == "U0ALICE"
    assert links.of_thread(THREAD)[0].kind == "reference"


def test_unlinked_stays_unlinked_until_somebody_asks(links: Links) -> None:
    """What was undone keeps who did it; an id written again does not bring it back."""
    written = source(THREAD, on_purpose=False)
    links.add(written, "PUB-0031")
    assert links.remove(THREAD, "PUB-0031", "U0BOB")

    assert not links.add(written, "PUB-0031")
    trace = links.get(THREAD, "PUB-0031")
    assert links.of_thread(THREAD) == ()
    assert trace is not None
    assert (trace.holds, trace.unlinked_by, trace.unlinked_at) == (False, "U0BOB", NOW.timestamp())

    assert links.add(source(THREAD), "PUB-0031", "same-symptoms")
    assert [link.kind for link in links.of_thread(THREAD)] == ["same-symptoms"]


def test_unlinking_what_is_not_linked_changes_nothing(links: Links) -> None:
    """Neither a link that never was, nor one that is gone already."""
    links.add(source(THREAD), "PUB-0031")

    assert not links.remove(OTHER, "PUB-0031", "U0BOB")
    assert links.remove(THREAD, "PUB-0031", "U0BOB")
    assert not links.remove(THREAD, "PUB-0031", "U0ALICE")


def test_kind_and_note_change_alone(links: Links) -> None:
    """What is not said again stays; the same again is no change."""
    links.add(source(THREAD), "CASE-0001", "reference", "see there")

    assert links.add(source(THREAD), "CASE-0001", "recurrence")
    assert not links.add(source(THREAD), "CASE-0001")
    [link] = links.of_thread(THREAD)
    assert (link.kind, link.note) == ("recurrence", "see there")


def test_recurrences_of_a_period(links: Links, now: list[float]) -> None:
    """From its first moment to before its end; neither other kinds nor what was taken back."""
    began = now[0]
    links.add(source(THREAD), "CASE-0001", "recurrence")
    links.add(source(OTHER), "CASE-0002", "same-cause")
    now[0] += 10
    links.add(source(OTHER), "CASE-0001", "recurrence")
    links.add(source(OTHER), "CASE-0003", "recurrence")
    links.remove(OTHER, "CASE-0003", "U0ALICE")

    assert [link.thread for link in links.recurrences(began, began + 11)] == [THREAD, OTHER]
    assert [link.thread for link in links.recurrences(began, began + 10)] == [THREAD]
    assert links.recurrences(began + 11, began + 99) == ()


def test_post_gains_cases_and_keeps_its_language(links: Links) -> None:
    """An edit that names another case adds it to the same reply."""
    links.save_post(LinkPost("link:1", THREAD, "ko", ("PUB-0031",)))
    links.save_post(LinkPost("link:1", THREAD, "en", ("PUB-0001", "PUB-0031")))

    post = links.post("link:1")

    assert post == LinkPost("link:1", THREAD, "ko", ("PUB-0031", "PUB-0001"))
    assert links.posts_of(THREAD, "PUB-0001") == (post,)
    assert links.posts_of(THREAD, "PUB-0002") == ()
    assert links.posts_of(THREAD) == (post,)
    assert links.posts_of(OTHER) == ()
    assert links.post("link:2") is None
