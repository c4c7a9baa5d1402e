"""The matcher on texts of any kind: short, long, odd, and the properties of every lookup."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.matching import Bench, find, ids, load_lines

from corpus.case import Case
from corpus.match import Band
from corpus.matcher import Matcher
from corpus.phrases import QUOTE_LIMIT


@pytest.mark.parametrize(
    "text",
    ["database", "db", "timeout", "kubernetes", "error", "DNS", "CrashLoopBackOff", "지연", "장애"],
)
def test_lone_word_is_not_strong(matcher: Matcher, text: str) -> None:
    """One word alone is never a strong match."""
    assert all(match.band is not Band.STRONG for match in find(matcher, text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "🔥🔥🔥",
        "\x00\x07\ud800",
        "\u202e\u0645\u0631\u062d\u0628\u0627",
        "the of and",
        "!!! ??? ...",
    ],
)
def test_texts_without_words_find_nothing(matcher: Matcher, text: str) -> None:
    """Nothing said, nothing found."""
    assert find(matcher, text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE cases;-- replication lag",
        "<!channel> *replication* `lag` <@U123>",
        "replication lag " * 2500,
        "\n".join(f"  at com.acme.Foo{n}.bar{n * 7}(Foo.java:{n})" for n in range(3000)),
        "x" * 40_000,
        "".join(f"w{n}ord " for n in range(6000)),
    ],
)
def test_long_and_odd_texts_get_an_answer(matcher: Matcher, text: str) -> None:
    """Any text is a query; what is shown of it stays short."""
    found = find(matcher, text)

    assert len(found) <= 3
    assert all(len(reason.query_text) <= QUOTE_LIMIT for m in found for reason in m.reasons)


def test_work_for_a_long_text_is_bounded(matcher: Matcher) -> None:
    """However long a text, only so many terms and phrases of it are looked for."""
    text = "\n".join(f"frame number{n} of thread{n} in class Some{n}Name" for n in range(4000))

    query = matcher.prepare(text)

    assert len(query.rarities) <= 180
    assert len(query.phrases) <= 40
    assert len(query.ids) < 15_000


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(max_size=200))
def test_same_text_same_answer(matcher: Matcher, text: str) -> None:
    """A lookup has no memory: asked again, the answer is the same."""
    assert find(matcher, text) == find(matcher, text)


@pytest.mark.parametrize("text", ["PUB-9999", "XPUB-0031", "PUB-0031-2", "UTF-8"])
def test_text_that_looks_like_an_id_is_text(matcher: Matcher, text: str) -> None:
    """Only the id of an existing case is one."""
    assert all(reason.kind != "id" for match in find(matcher, text) for reason in match.reasons)


ALERT = {
    "receiver": "oncall",
    "status": "firing",
    "alerts": [
        {
            "labels": {"alertname": "KubePodCrashLooping", "namespace": "kube-system"},
            "annotations": {"summary": "CoreDNS pods are OOMKilled, names do not resolve"},
            "startsAt": "2026-03-02T03:04:05Z",
            "fingerprint": "c0ffee0123456789",
        }
    ],
}


def test_pasted_alert_finds_what_its_words_find(matcher: Matcher) -> None:
    """The JSON of an alert is read for its words; its keys and ids do not get in the way."""
    words = "KubePodCrashLooping CoreDNS pods are OOMKilled, names do not resolve"

    pasted = find(matcher, json.dumps(ALERT, indent=2))

    assert ids(pasted)[0] == ids(find(matcher, words))[0] == "PUB-0026"


def test_query_of_facets_alone_is_not_strong(matcher: Matcher) -> None:
    """Terms of the vocabulary and nothing else: an answer, and no certainty."""
    found = find(matcher, "database, kubernetes, dns, cache")

    assert found
    assert all(match.band is not Band.STRONG for match in found)


def test_query_of_ids_alone_finds_those_cases(matcher: Matcher) -> None:
    """In the order in which they are named; what does not exist is passed over."""
    found = find(matcher, "PUB-0031 PUB-9999 PUB-0002, PUB-0031")

    assert ids(found) == ["PUB-0031", "PUB-0002"]


def test_stack_trace_alone_finds_by_its_message(matcher: Matcher) -> None:
    """Of 3,000 lines of frames the one that says something counts."""
    frames = "\n".join(
        f"  at com.acme.shop.Frame{n}.call{n}(Frame{n}.java:{n})" for n in range(3000)
    )
    cause = "database is not accepting commands to avoid wraparound data loss"

    found = find(matcher, f"{frames}\nCaused by: org.postgresql.util.PSQLException: {cause}")

    [match] = [match for match in found if match.case.id == "PUB-0020"]
    assert any("wraparound" in reason.query_text for reason in match.reasons)


def test_two_languages_in_one_line_are_both_read(matcher: Matcher) -> None:
    """Korean Slack is written with English terms in it."""
    found = find(matcher, "CoreDNS 파드가 전부 OOMKilled 로 죽고 resolve 가 안 됩니다")

    assert ids(found)[0] == "PUB-0026"


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_order_of_facets_does_not_matter(
    bench: Bench, shipped: list[Case], data: st.DataObject
) -> None:
    """The same case with its facets in another order is found the same, with the same score."""
    case = data.draw(st.sampled_from(shipped))
    document = case.document
    for name in ("symptoms", "components", "domain", "contributing"):
        document[name] = data.draw(st.permutations(document.get(name) or []))
    other = Case.from_document(document | {"visibility": "public"})
    query = next(line for line in load_lines("queries.jsonl"))["text"]

    answers = [
        find(bench.build([*(each for each in shipped if each.id != case.id), one]), query)
        for one in (case, other)
    ]

    assert [(m.case.id, m.score, m.reasons) for m in answers[0]] == [
        (m.case.id, m.score, m.reasons) for m in answers[1]
    ]
