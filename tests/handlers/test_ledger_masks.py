"""People's words are masked where they are written, whoever writes them."""

import json
from pathlib import Path

from support.quiet_services import TEAM, quiet_services, source, thread_at

from handlers.ledger import Lookup, TestQuery

SECRET = "hunter2" + "!x"
SAID = f"db password is {SECRET}"
MASKED = "db password is •••"


def test_questions_evidence_notes_and_pairs_are_masked(tmp_path: Path) -> None:
    """Nothing of them is in the file."""
    thread = thread_at(1)
    with quiet_services(tmp_path, []) as services:
        ledger = services.ledger
        ledger.conversation.save_lookup(
            Lookup("L1", "answer", TEAM, "C0", None, None, "U0", SAID, "en", ())
        )
        ledger.conversation.add_evidence(TEAM, "C0", "1.1", SAID)
        ledger.links.add(source(thread), "PUB-0001", "reference", SAID)
        ledger.captures.keep_query("L1", "PUB-0001", SAID, "U0")

        lookup = ledger.conversation.lookup("L1")
        link = ledger.links.get(thread, "PUB-0001")
        evidence = ledger.conversation.evidence(TEAM, "C0")
        pairs = ledger.captures.test_queries()

    assert lookup is not None
    assert link is not None
    assert (lookup.query, link.note, evidence) == (MASKED, MASKED, (MASKED,))
    assert pairs == (TestQuery("PUB-0001", MASKED),)
    assert SECRET not in json.dumps(
        [path.read_bytes().decode("latin-1") for path in tmp_path.iterdir()]
    )


def test_pair_is_taken_back_with_the_word(tmp_path: Path) -> None:
    """*Undo* leaves no test query."""
    with quiet_services(tmp_path, []) as services:
        captures = services.ledger.captures
        captures.keep_query("L1", "PUB-0001", "a", "U0")
        captures.keep_query("L1", "PUB-0002", "a", "U0")
        captures.drop_query("L1", "PUB-0001")

        assert [pair.case_id for pair in captures.test_queries()] == ["PUB-0002"]


def test_question_is_asked_answered_and_asked_again(tmp_path: Path) -> None:
    """Once, until it is taken back; an answer stays when a symptom comes late."""
    with quiet_services(tmp_path, []) as services:
        captures = services.ledger.captures
        asked = [captures.ask(TEAM, "C0", "1.1"), captures.ask(TEAM, "C0", "2.2")]
        captures.withdraw(TEAM, "C0")
        again = captures.ask(TEAM, "C0", "3.3")
        captures.answer(TEAM, "C0", "CASE-0001", "U0", linked=True)
        captures.withdraw(TEAM, "C0")
        answered = captures.resolution(TEAM, "C0")
        captures.answer(TEAM, "C0", None, "U0")
        open_again = captures.resolution(TEAM, "C0")

    assert (asked, again) == ([True, False], True)
    assert answered is not None
    assert (answered.said_ts, answered.case_id, answered.linked) == ("3.3", "CASE-0001", True)
    assert open_again is not None
    assert (open_again.case_id, open_again.linked) == (None, False)
