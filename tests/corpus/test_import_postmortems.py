"""Whole postmortems in the shapes people write them: what becomes a field, and what is kept."""

from pathlib import Path
from typing import Any

import pytest

from corpus.front_matter import split_front_matter
from corpus.importers.html_page import read_html
from corpus.importers.markdown_page import read_markdown
from corpus.importers.pages import PageReader
from corpus.mask import Masker
from corpus.vocabulary import Vocabulary

SAMPLES = Path(__file__).resolve().parents[1] / "postmortems"
TODAY = "2026-01-01"


@pytest.fixture(scope="module")
def reader() -> PageReader:
    """Reads pages on a day that stands still."""
    return PageReader(Masker(), Vocabulary.load(), TODAY)


def read(reader: PageReader, name: str) -> dict[str, Any]:
    """The case of a sample, without where it came from."""
    file = SAMPLES / name
    document = reader.read(file.read_bytes(), file, SAMPLES, mask_cases=False).document
    return {key: value for key, value in document.items() if key != "imported_from"}


def texts(entries: list[dict[str, Any]]) -> list[str]:
    """The texts of steps, in the one language they have."""
    return [text for entry in entries for text in entry["text"].values()]


VALUES: dict[str, dict[str, Any]] = {
    "google-sre.md": {
        "title": {"en": "Catalogue search postmortem (incident #465)"},
        "date": "2024-10-21",
        "timeline": {"detected_after": "PT1M", "resolved_after": "PT1H6M"},
        "detection": {"en": "Monitoring detected a high level of HTTP 500s and paged on-call."},
    },
    "atlassian.md": {
        "title": {"en": "Checkout returned errors after a certificate was renewed"},
        "date": "2025-03-04",
        "severity": "SEV-2",
        "timeline": {"detected_after": "PT12M", "resolved_after": "PT50M"},
        "impact": {
            "scope": "About 4,100 orders could not be paid for.",
            "users": "4,100",
            "region": "eu-west-1",
        },
    },
    "pagerduty.md": {
        "title": {"en": "Notifications delayed by a full queue"},
        "date": "2025-05-13",
        "timeline": {"detected_after": "PT11M", "resolved_after": "PT46M"},
    },
    "gitlab.md": {
        "title": {"en": "Elevated 5xx on the API because of connection pool saturation"},
        "date": "2025-02-18",
        "severity": "severity::2",
        "timeline": {"resolved_after": "PT1H30M"},
        "impact": {"users": "2,300"},
    },
    "etsy-narrative.md": {
        "title": {"en": "The night the search box went quiet"},
        "date": None,
        "severity": None,
        "timeline": None,
        "lessons": {
            "en": "Health checks that do not do the work of the service say nothing about it."
        },
    },
    "narrative-no-headings.md": {"title": {"en": "Narrative no headings"}, "date": None},
    "confluence.html": {
        "title": {"en": "Sessions lost after a Redis failover"},
        "date": "2025-04-09",
        "severity": "SEV1",
        "timeline": {"detected_after": "PT4M", "resolved_after": "PT1H10M"},
        "symptoms_text": {
            "en": "- Everybody was logged out\n- Login latency above 8 s\n  - only in Seoul"
        },
    },
    "korean-report.md": {
        "title": {"ko": "결제 승인 지연"},
        "date": "2025-03-02",
        "severity": "2등급",
        "timeline": {"detected_after": "PT7M", "resolved_after": "PT1H30M"},
        "impact": {"scope": "주문 12,400건이 실패했다."},
    },
    "korean-retro.md": {
        "title": {"ko": "이미지 서버 디스크가 가득 차 업로드가 실패한 장애"},
        "date": "2025-07-14",
        "timeline": {"detected_after": "PT4M", "resolved_after": "PT45M"},
    },
    "korean-table.html": {
        "title": {"ko": "로그인 불가 장애 보고서"},
        "date": "2024-12-03",
        "severity": "S1",
        "timeline": {"resolved_after": "PT1H20M"},
        "symptoms_text": {"ko": "로그인 페이지에서 인증서 오류가 났다."},
    },
    "setext-metadata.md": {
        "title": {"en": "DNS resolution failed in one zone"},
        "date": "2025-01-15",
        "org": "Example Shop",
        "severity": "P1",
        "timeline": {"detected_after": "PT8M", "resolved_after": "PT45M"},
    },
    "ambiguous.md": {"date": None, "severity": None, "timeline": None, "symptoms": None},
    "github-wiki.md": {
        "title": {"en": "Kafka consumers rebalanced for an hour"},
        "date": "2025-08-01",
        "timeline": {"detected_after": "PT7M", "resolved_after": "PT1H2M"},
    },
}


def test_every_sample_is_expected() -> None:
    """None lies about unread."""
    assert sorted(VALUES) == sorted(file.name for file in SAMPLES.iterdir())
    assert len(VALUES) >= 12


@pytest.mark.parametrize("name", VALUES)
def test_postmortem_gives_the_values_it_tells(reader: PageReader, name: str) -> None:
    """Title, date, severity and spans are read where they are clear, and absent where not."""
    document = read(reader, name)

    assert {key: document.get(key) for key in VALUES[name]} == VALUES[name]


COMMANDS = "redis-cli replicaof no one\nredis-cli info replication"

STEPS: dict[str, tuple[list[str], list[str], list[str | None]]] = {
    "google-sre.md": (
        [
            (
                "Directed traffic to a sacrificial cluster and added ten times the capacity. "
                "The updated index was deployed."
            )
        ],
        [
            (
                "Update playbook with instructions for cascading failures "
                "(Type: mitigate; Owner: search; Bug: n/a; Status: DONE)"
            ),
            (
                "Use flux capacitor to balance load between clusters "
                "(Type: prevent; Owner: capacity; Bug: 5554823; Status: TODO)"
            ),
            (
                "Plug the leak in the search ranking subsystem "
                "(Type: prevent; Owner: search; Bug: 5554825; Status: Done 2024-10-25)"
            ),
        ],
        [TODAY, None, "2024-10-25"],
    ),
    "atlassian.md": (
        [
            "Rolled the gateway back to the certificate of last year",
            "Restarted the checkout pods so that their connection pools were empty",
            "Traffic returned to normal at once.",
        ],
        [
            "Verify the chain before a certificate is deployed",
            "Renew internal certificates automatically",
        ],
        ["2025-03-10", None],
    ),
    "gitlab.md": (
        [],
        ["Add a statement timeout to migrations", "Alert on client wait time in PgBouncer"],
        [TODAY, None],
    ),
    "confluence.html": (
        [
            "Promoted the old primary again",
            f"Replayed sessions from the log\n{COMMANDS}",
        ],
        [
            "Alert on replication lag",
            "Test a failover each quarter, see the page (https://wiki.example.com/failover)",
        ],
        [TODAY, None],
    ),
    "korean-report.md": (
        ["배포를 이전 버전으로 되돌렸다.", "대기 중인 세션을 종료했다."],
        [
            "슬로우 쿼리 검출을 배포 전에 자동화 (담당: 결제팀; 상태: 완료)",
            "커넥션 풀 고갈 알림 추가 (담당: SRE; 상태: 진행 중)",
        ],
        [TODAY, None],
    ),
    "korean-retro.md": (
        ["오래된 썸네일을 지우고 디스크를 늘렸습니다."],
        ["배치 실패 알림", "디스크 80% 경고"],
        [TODAY, None],
    ),
    "setext-metadata.md": (
        [],
        ["Give CoreDNS a priority class", "Spread its pods over zones"],
        [TODAY, None],
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_postmortem_gives_what_was_done_and_is_to_do(reader: PageReader, name: str) -> None:
    """Steps one by one; action items with whether, and since when, they are done."""
    document = read(reader, name)

    fixed, agreed, done = STEPS[name]
    assert texts(document.get("remediation", [])) == fixed
    assert texts(document["action_items"]) == agreed
    assert [item.get("done_at") for item in document["action_items"]] == done


SUMMARIES = {
    "google-sre.md": ["was down for 66 minutes", "Trigger: A latent bug", "Root Causes: Cascading"],
    "atlassian.md": ["12% of users saw HTTP 502", "Root cause: Certificates of internal gateways"],
    "pagerduty.md": ["late by up to 22 minutes", "prefetch count to zero", "Contributing Factors:"],
    "gitlab.md": ["PgBouncer ran out", "Root Cause Analysis: The migration", "5 Whys:\n- Why"],
    "etsy-narrative.md": ["It was a Tuesday evening", "answered health checks in two milliseconds"],
    "narrative-no-headings.md": ["No space left on device", "moved the export"],
    "confluence.html": ["six hours behind", "Root cause: Replication had stopped"],
    "korean-report.md": ["30초 이상 지연", "장애 원인: 배포된 쿼리에"],
    "korean-retro.md": ["디스크 사용률이 100%", "왜 일어났나: 임시 파일"],
    "korean-table.html": ["원인: 인증서가 만료됐다."],
    "setext-metadata.md": ["evicted at the same moment", "Root cause(s): The pods had no priority"],
    "ambiguous.md": ["Metrics were late."],
    "github-wiki.md": ["longer than the poll interval"],
}


@pytest.mark.parametrize("name", SUMMARIES)
def test_postmortem_tells_its_story_in_the_summary(reader: PageReader, name: str) -> None:
    """With the cause, which the case format has no text for, under its own heading."""
    [summary] = read(reader, name)["summary"].values()

    assert [part for part in SUMMARIES[name] if part not in summary] == []


@pytest.mark.parametrize("name", VALUES)
def test_postmortem_loses_no_word(reader: PageReader, name: str) -> None:
    """Every word of the page is somewhere in the case."""
    text = (SAMPLES / name).read_text(encoding="utf-8")
    is_html = name.endswith(".html")
    page = read_html(text) if is_html else read_markdown(split_front_matter(text)[1])
    told = str(read(reader, name)).replace("\\n", " ")

    lost = [
        word
        for section in page.sections
        for line in section.lines
        for word in (line.label[1] if line.label else line.text).replace("|", " ").split()
        if word.strip(".:") not in told
    ]
    assert [word for word in lost if word not in REWRITTEN] == []


REWRITTEN = {"\u2014", "done", "(done", "2025-03-10)", "✅", "Action", "Item", "항목"}
"""How action items say that they are done, for which the case has a date, and the heading of the
column that they stand in."""


@pytest.mark.parametrize("name", VALUES)
def test_postmortem_is_a_draft_of_the_team(reader: PageReader, name: str) -> None:
    """Nobody reviewed it, and nobody else may read it; inferred facets say that they are."""
    document = read(reader, name)

    assert (document["draft"], document["visibility"]) == (True, "team")
    assert set(document["inferred"]) == {"symptoms", "components", "domain"} & set(document)
    assert not {"root_cause", "trigger", "contributing"} & set(document)


def test_postmortem_names_what_was_seen(reader: PageReader) -> None:
    """Facets come of the title and the symptoms, those that are denied do not."""
    document = read(reader, "atlassian.md")

    assert {"tls-errors", "elevated-errors"} <= set(document["symptoms"])
    assert {"payment-gateway", "tls-certificate"} <= set(document["components"])


def test_postmortem_keeps_what_did_not_help_and_what_to_check(reader: PageReader) -> None:
    """Dead ends and checks have headings of their own in both languages."""
    assert texts(read(reader, "setext-metadata.md")["dead_ends"]) == [
        "Restarting kubelet",
        "Raising the ndots option",
    ]
    assert texts(read(reader, "korean-retro.md")["dead_ends"]) == ["업로드 서버 재시작"]
    [check] = texts(read(reader, "github-wiki.md")["checks"])
    assert check.startswith("kafka-consumer-groups.sh --describe")


def test_wiki_pages_lose_menus_and_footers(reader: PageReader) -> None:
    """What is around a page is none of it."""
    told = str(read(reader, "confluence.html"))

    assert "Glossary" in told
    assert [
        word for word in ("Operations", "Created by", "generated", "color") if word in told
    ] == []
