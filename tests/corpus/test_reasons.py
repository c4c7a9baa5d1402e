"""Reasons: they quote both sides, in the reader's language, and say something."""

import pytest
from support.matching import Answers, Bench, Padded, find, make_case_of

from corpus.case import Case
from corpus.match import Band, Reason
from corpus.matcher import Matcher
from corpus.phrases import QUOTE_LIMIT


def test_every_banded_match_says_why(
    answers: Answers,
) -> None:
    """One to three reasons, with quotes that stand in both texts as written."""
    for line, found in answers:
        for match in found:
            assert match.band is Band.NONE or match.reasons
            assert len(match.reasons) <= 3
            for reason in match.reasons:
                assert reason.query_text in line["text"]
                if reason.kind == "phrase":
                    assert _stands_in(match.case, reason.case_text)
                    assert len(reason.query_text) <= QUOTE_LIMIT
                    assert len(reason.case_text) <= QUOTE_LIMIT


def _stands_in(case: Case, quote: str) -> bool:
    texts = (case.title, case.symptoms_text, case.detection, case.summary)
    return any(quote in (said or "") for text in texts if text for said in (text.en, text.ko))


def test_korean_queries_quote_the_korean_text(
    answers: Answers,
) -> None:
    """A Korean query gets its reasons from the Korean text of a bilingual case."""
    quotes = [
        reason.case_text
        for line, found in answers
        if line["kind"] == "ko"
        for match in found
        for reason in match.reasons
        if reason.kind == "phrase"
    ]

    assert quotes
    assert all(any("가" <= char <= "힣" for char in quote) for quote in quotes)


@pytest.mark.parametrize("text", ["database", "db", "error", "데이터베이스", "service", "서비스"])
def test_lone_common_word_is_no_reason(matcher: Matcher, text: str) -> None:
    """What half of the library says is not worth saying."""
    found = find(matcher, text)

    assert found
    assert all(match.band is Band.NONE and not match.reasons for match in found)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_facet_reason_is_labelled_in_the_readers_language(
    bench: Bench, padded: Padded, lang: str
) -> None:
    """A facet that the query names in other words than the case is a reason with its label."""
    label = bench.vocabulary.label("symptoms", "replication-lag", lang)
    case = make_case_of(
        "AA-1",
        "Followers stayed minutes behind after the backfill",
        symptoms=["replication-lag"],
    )
    text = "repl lag since the backfill, followers minutes behind"

    found = find(padded(case), text, lang=lang)

    [reason] = [reason for reason in found[0].reasons if reason.kind == "facet"]
    assert reason == Reason("facet", label, "repl lag", "replication-lag")


def test_reason_quotes_both_languages(padded: Padded) -> None:
    """A case written in English alone says why it answers a Korean question, and in its words."""
    case = make_case_of("AA-1", "Payments failed at the gateway when the certificate expired")

    found = find(padded(case), "인증서가 만료돼서 결제가 전부 실패해요", lang="ko", limit=10)

    [match] = [match for match in found if match.case.id == "AA-1"]
    [reason] = [reason for reason in match.reasons if reason.kind == "phrase"]
    assert "결제" in reason.query_text
    assert "certificate expired" in reason.case_text


def test_one_phrase_names_one_facet(padded: Padded) -> None:
    """What files a word under several facets is one reason, not three."""
    case = make_case_of(
        "AA-1",
        "Deliveries stopped when the brokers of the parcel service fell behind",
        components=["message-queue"],
        domain=["messaging"],
        symptoms=["queue-backlog"],
    )

    found = find(padded(case), "kafka lag grows, deliveries of parcels stopped")

    [match] = [match for match in found if match.case.id == "AA-1"]
    phrases = [reason.query_text for reason in match.reasons if reason.kind == "facet"]
    assert phrases
    assert len(set(phrases)) == len(phrases)
