"""The card: what a person on call reads, whole, in both languages, and what its buttons send."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from view_samples import (
    EN,
    HOSTILE,
    KO,
    REASONS,
    VOCABULARY,
    findings,
    hostile_texts,
    match,
    matches_snapshot,
    own_case,
    quick,
    sample_case,
    three_suspects,
)

from bot.local_slack.blockkit import blocks_too_long, check_message
from bot.local_slack.mrkdwn import message_tokens
from corpus import Band, Case, Findings, Match, Reason, Visibility
from handlers.locale import Words
from handlers.views.card import CardContent, Purpose, build_card
from handlers.views.case_lines import cause_line, quotation
from handlers.views.limits import length
from handlers.views.message import Message

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


def card(found: Findings, words: Words = EN, **content: Any) -> Message:
    """The living card of some findings, unless `content` says otherwise."""
    values = {"purpose": "card", "lookup_id": "L1", **content}
    return build_card(CardContent(found, **values), words, VOCABULARY)


def as_json(message: Message) -> dict[str, Any]:
    """What a snapshot holds of a message."""
    return {"text": message.text, "blocks": list(message.blocks)}


def shown(message: Message) -> str:
    """Every text of the message's sections and context lines."""
    texts = []
    for block in message.blocks:
        parts = [block.get("text"), *block.get("elements", [])]
        texts += [part["text"] for part in parts if part and isinstance(part["text"], str)]
    return "\n".join(texts)


def buttons(message: Message) -> list[tuple[str, str]]:
    """The action id and the value of every button, in order."""
    found: list[tuple[str, str]] = []
    for block in message.blocks:
        parts = [block.get("accessory"), *block.get("elements", [])]
        found += [(p["action_id"], p["value"]) for p in parts if p and p["type"] == "button"]
    return found


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("card", {"message_count": 3, "changed": "now first: PUB-0001, because “a *b*” was added"}),
        ("answer", {"purpose": "answer", "verdicts": {"PUB-0025": "confirmed"}}),
        ("private", {"purpose": "private"}),
        ("shared", {"purpose": "shared", "verdicts": {"PUB-0001": "dismissed"}}),
    ],
)
def test_card_of_three_suspects(name: str, content: dict[str, Any], words: Words) -> None:
    """The whole message for each purpose; snapshots are read by people before they are kept."""
    message = card(three_suspects(), words, **content)

    assert matches_snapshot(f"card_{name}.{words.lang}", as_json(message))


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_card_of_an_own_case_that_has_everything(words: Words) -> None:
    """Checks with their command, dead ends, what it applies to, and that it is old and a draft."""
    message = card(findings(match(own_case(), Band.POSSIBLE, REASONS)), words)

    assert matches_snapshot(f"card_own.{words.lang}", as_json(message))


@pytest.mark.parametrize("words", [EN, KO], ids=["en", "ko"])
def test_card_of_nothing_close(words: Words) -> None:
    """It says so, says what would help, and lists the nearest, without claiming a match."""
    nearest = findings(match(sample_case("PUB-0001"), Band.NONE), match(own_case(), Band.NONE))

    message = card(nearest, words, purpose="private")

    assert matches_snapshot(f"card_none.{words.lang}", as_json(message))


def test_what_is_only_near_is_not_counted_as_a_match() -> None:
    """One match and two nearest cases are one match, and the rest stand apart."""
    found = findings(
        match(sample_case("PUB-0001")),
        match(sample_case("PUB-0025"), Band.NONE),
        match(sample_case("PUB-0030"), Band.NONE),
    )

    message = card(found)

    roles = [block["block_id"].split(".")[0] for block in message.blocks]
    assert "This past incident may be similar" in shown(message)
    assert roles[3:7] == ["others", "weaker", "match-2", "match-3"]
    assert "PUB-0025" not in message.text


def test_commands_that_do_not_fit_are_left_to_details() -> None:
    """Half a command would be copied and run."""
    check = {"text": {"en": "Any left?"}, "command": "kubectl get pods | " * 20}

    text = shown(card(findings(match(own_case(checks=[check])))))

    assert "*Check now* Any left?" in text
    assert "kubectl" not in text


def test_card_of_an_empty_library_says_what_would_help() -> None:
    """Without any case there is still a plain answer, and no button."""
    message = card(findings(), purpose="answer")

    assert "Nothing close" in message.text
    assert buttons(message) == []
    assert "nearest" not in shown(message).lower()


def test_buttons_carry_lookup_and_case() -> None:
    """Each button says which lookup and which case it is about."""
    assert buttons(card(three_suspects())) == [
        ("match.confirm", "L1 PUB-0001"),
        ("match.dismiss", "L1 PUB-0001"),
        ("case.open", "L1 PUB-0001"),
        ("case.open", "L1 PUB-0025"),
        ("case.open", "L1 PUB-0030"),
        ("channel.mute", "L1"),
        ("case.save", "L1"),
    ]


@pytest.mark.parametrize("purpose", PURPOSES)
def test_only_a_private_answer_can_be_shared(purpose: Purpose) -> None:
    """Everything else is in the channel already."""
    sent = buttons(card(three_suspects(), purpose=purpose))

    assert (("lookup.share", "L1") in sent) == (purpose == "private")


@pytest.mark.parametrize("verdict", ["confirmed", "dismissed"])
@pytest.mark.parametrize("case_id", ["PUB-0001", "PUB-0025"])
def test_a_verdict_is_shown_and_can_be_undone(verdict: str, case_id: str) -> None:
    """What was said of a match stands in the place of the buttons that say it."""
    message = card(three_suspects(), verdicts={case_id: verdict})

    sent = buttons(message)
    assert ("match.undo", f"L1 {case_id}") in sent
    assert ("match.confirm", f"L1 {case_id}") not in sent
    assert ("match.dismiss", f"L1 {case_id}") not in sent
    assert ("case.open", f"L1 {case_id}") in sent
    assert EN(f"verdict-{verdict}") in shown(message)


def test_own_and_public_are_counted_and_told_apart() -> None:
    """A reader sees whose story it is, and how many there are of each kind."""
    found = findings(match(own_case()), match(sample_case("PUB-0001")))

    text = shown(card(found, message_count=1))

    assert "matched on 1 message · own 1 / public 1" in text
    assert text.count("your team's incident") == 1
    assert text.count("other company's incident") == 1


def test_a_case_of_one_channel_says_so() -> None:
    """Its reader should know that nobody elsewhere sees it."""
    case = own_case(visibility="channel", channel_id="C0INC")

    assert "shown only in this channel" in shown(card(findings(match(case))))


@pytest.mark.parametrize(
    ("date", "kind", "expected"),
    [
        ("2017", None, "GitLab · 2017 ·"),
        ("2017-01", None, "GitLab · Jan 2017 ·"),
        ("2017-12-31", "published", "GitLab · published Dec 2017 ·"),
        (None, None, "GitLab · other"),
    ],
)
def test_dates_are_told_as_far_as_they_are_known(
    date: str | None, kind: str | None, expected: str
) -> None:
    """A year is a year, a month a month, and a date of publication is no date of the incident."""
    case = sample_case("PUB-0001", date=date, date_kind=kind)

    assert expected in shown(card(findings(match(case))))


def test_blank_fields_are_left_out() -> None:
    """A case with next to nothing gives a short card without empty labels."""
    case = Case.from_document(
        {"id": "PUB-9001", "title": {"en": "It broke"}, "summary": {"en": "It did."}}
    )

    text = shown(card(findings(match(case))))

    assert "Cause" not in text
    assert "Fixed by" not in text
    assert "Why" not in text
    assert "Check now" not in text


def test_an_id_in_the_question_is_a_reason() -> None:
    """Naming the case is why it is there."""
    named = match(
        sample_case("PUB-0001"), Band.STRONG, (Reason("id", "x", "PUB-0001", "PUB-0001"),)
    )

    assert "Why: you named it" in shown(card(findings(named)))


def test_text_in_the_other_language_is_shown_when_there_is_no_other() -> None:
    """A reader of Korean gets the English title of a case that has no Korean one."""
    case = sample_case("PUB-0001", title={"en": "Only English"})

    assert "Only English" in shown(card(findings(match(case)), KO))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"root_cause": "human-error", "contributing": []}, "Human error"),
        (
            {"contributing": ["single-point-of-failure", "a-b", "c", "d"]},
            "Human error (Single point of failure, a b, c)",
        ),
        ({"root_cause": None}, ""),
        ({"root_cause": "unknown"}, ""),
    ],
)
def test_cause_line_says_only_what_the_case_says(changes: dict[str, Any], expected: str) -> None:
    """The labels that the case chose; nothing where it leaves the cause open."""
    assert cause_line(sample_case("PUB-0001", **changes), "en", VOCABULARY) == expected


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://[", "ftp://e.com/x", "https://e.com/|<x>"]
)
def test_title_is_linked_to_web_addresses_only(url: str) -> None:
    """Anything else is no link, and nothing ends a link early."""
    case = sample_case("PUB-0001", url=url, sources=[])

    tokens = message_tokens(as_json(card(findings(match(case)))))

    assert [token.target for token in tokens] in ([], ["https://e.com/%7C%3Cx%3E"])


def test_block_ids_follow_the_content() -> None:
    """Equal content keeps its ids, other content has others: Slack redraws by them."""
    first, again = card(three_suspects()), card(three_suspects())
    other = card(three_suspects(), changed="now first: PUB-0001")

    ids = [block["block_id"] for block in first.blocks]
    assert ids == [block["block_id"] for block in again.blocks]
    assert ids[0] != other.blocks[0]["block_id"]
    assert ids[1:] == [block["block_id"] for block in other.blocks[1:]]
    assert len(set(ids)) == len(ids)


def hostile_case(text: str, case_id: str) -> Case:
    """A case with the same text in every field that takes one; cases hold no half characters."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    said = {"en": text, "ko": text}
    return Case.from_document(
        {
            "id": case_id,
            "title": {"en": f"x{text}", "ko": f"x{text}"},
            "org": f"x{text}",
            "date": "2024",
            "summary": {"en": f"x{text}"},
            "url": f"https://e.com/{text}",
            "root_cause": "x" + text[:50],
            "contributing": ["x" + text[:50]],
            "remediation": [{"text": said}] * 2 if text.strip() else [],
            "checks": [
                {"text": {"en": f"x{text}"}, "command": text, "confirms": {"en": "y" + text}}
            ],
            "dead_ends": [{"text": {"en": f"x{text}"}}] * 3,
            "applies_to": text,
            "outdated": {"reason": text},
            "visibility": Visibility.TEAM.value,
            "draft": True,
        }
    )


def hostile_match(text: str, case_id: str) -> Match:
    """A strong match of a hostile case, for hostile reasons."""
    reasons = tuple(Reason(kind, text, text, text) for kind in ("phrase", "facet", "id"))
    return match(hostile_case(text, case_id), Band.STRONG, reasons)


@quick
@given(hostile_texts, st.sampled_from(PURPOSES), st.sampled_from([EN, KO]), st.integers(1, 100))
def test_any_text_gives_a_card_that_slack_takes_and_that_pings_nobody(
    text: str, purpose: Purpose, words: Words, times: int
) -> None:
    """The strict validator is content, and the only links are the titles'."""
    long = text * times
    found = findings(*(hostile_match(long, f"CASE-{n}") for n in range(1, 4)), query=long)

    message = card(found, words, purpose=purpose, changed=long, verdicts={"CASE-2": "confirmed"})

    tokens = message_tokens(as_json(message))
    assert check_message(list(message.blocks)) == []
    assert not blocks_too_long(list(message.blocks))
    assert 0 < length(message.text) <= 3900
    assert {token.kind for token in tokens} <= {"link"}
    assert all(token.target.startswith("https://e.com/") for token in tokens)


def test_hostile_title_stays_readable() -> None:
    """What looks like mark-up is shown, not obeyed and not thrown away."""
    message = card(findings(match(sample_case("PUB-0001", title={"en": HOSTILE}, url=None))))

    assert "&lt;!channel&gt; &lt;@U0ALICE&gt;" in shown(message)
    assert "@here" not in shown(message)
    assert '&amp; "q" \u2217b\u2217' in shown(message)


def test_own_words_are_said_once() -> None:
    """Two quotes for the same words of the reader stand behind those words, said once."""
    said = "writes fail"
    why = tuple(Reason("phrase", said, said, told) for told in ("writes were refused", "no writes"))

    message = card(findings(match(sample_case("PUB-0001"), Band.STRONG, why)))

    assert shown(message).count(said) == 1
    assert "“writes were refused”, “no writes”" in shown(message)


def test_long_words_of_the_reader_are_shortened_and_not_bold() -> None:
    """The reader knows their own long sentence; it does not shout from the card."""
    said = "since the deploy this morning every second write to the orders table is refused"
    why = (Reason("phrase", said, said, "writes were refused"),)

    text = shown(card(findings(match(sample_case("PUB-0001"), Band.STRONG, why))))

    assert f"*{said[:10]}" not in text
    assert said not in text
    assert "“since the deploy" in text


def test_what_is_only_near_shows_neither_fix_nor_reason() -> None:
    """Nobody should try the fix of something else; the near case is named, no more."""
    why = (Reason("phrase", "writes fail", "writes fail", "writes were refused"),)
    best = match(sample_case("PUB-0001"), Band.STRONG)
    near = match(sample_case("PUB-0025"), Band.NONE, why)

    blocks = card(findings(best, near), purpose="answer").blocks
    text = next(b["text"]["text"] for b in blocks if str(b["block_id"]).startswith("match-2"))

    assert "PUB-0025" in text
    assert "Fixed by" not in text
    assert "writes" not in text


@pytest.mark.parametrize(
    ("told", "shown_as"),
    [
        ("Writes were refused for an hour", "Writes were refused for an hour"),
        ("Writes were refused", "Writes were refused…"),
        ("refused for an hour", "…refused for an hour"),
        ("were refused", "…were refused…"),
        ("Then they came back", "Then they came back"),
        ("not in the case at all", "not in the case at all"),
        ("", ""),
    ],
)
def test_quotation_says_where_it_was_cut(told: str, shown_as: str) -> None:
    """A quote that begins or ends inside a sentence of the case says so."""
    text = {"en": "Writes were refused for an hour. Then they came back."}
    case = sample_case("PUB-0001", symptoms_text=text)

    assert quotation(case, told, "en") == shown_as
