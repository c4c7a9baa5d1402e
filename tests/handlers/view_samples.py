"""What the tests of the views share: cases, a small vocabulary, hostile texts, and snapshots."""

import json
import os
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st

from corpus import (
    Band,
    Case,
    Findings,
    Likeness,
    LikenessKind,
    Match,
    Reason,
    SimilarCase,
    Term,
    Vocabulary,
)
from handlers.locale import Catalogue

CATALOGUE = Catalogue.load()
EN, KO = CATALOGUE.words("en"), CATALOGUE.words("ko")

HOSTILE = (
    "<!channel> <@U0ALICE> <https://evil.example|runbook> @here @channel #general "
    '& "q" *b* _i_ ~s~ `c` ```f``` &amp; > quote'
)

_PIECES = (
    "&",
    "<",
    ">",
    "|",
    "*",
    "_",
    "~",
    "`",
    "```",
    "&amp;",
    "<!channel>",
    "<@U0ALICE>",
    "<!subteam^S0SRE>",
    "<https://e.com/?a=1&b=2|x>",
    "@here",
    "@Everyone",
    "#general",
    "👩🏽‍💻",
    "🇰🇷",
    "e\u0301",
    "\u1112\u1161\u11ab",
    "한글",
    "\u202e",
    "\x00",
    "\ud83d",
    "\u2028",
    "\n",
    " ",
    "a",
)

hostile_texts = st.lists(st.sampled_from(_PIECES) | st.characters(), min_size=1, max_size=40).map(
    "".join
)
"""Texts made of what breaks Slack messages, glued together at random."""

quick = settings(max_examples=60, deadline=None)
"""Enough examples to find a broken rule, few enough for a test that is run all day."""


def _term(facet: str, slug: str, en: str, ko: str) -> Term:
    return Term(facet, slug, {"en": en, "ko": ko}, {"en": en}, {})


VOCABULARY = Vocabulary(
    (
        _term("root_cause", "human-error", "Human error", "사람의 실수"),
        _term("root_cause", "software-bug", "Software bug", "소프트웨어 버그"),
        _term("contributing", "single-point-of-failure", "Single point of failure", "단일 장애점"),
        _term("contributing", "cpu-limits-set", "CPU limits set", "CPU limit 설정"),
        _term("symptoms", "replication-lag", "Replication lag", "복제 지연"),
        _term("components", "database", "Relational database", "관계형 데이터베이스"),
        _term("trigger", "maintenance", "Maintenance", "점검 작업"),
    )
)
"""Fixed, so that a change of the shipped labels changes no snapshot."""

REASONS = (
    Reason("phrase", "x", "replication lag is growing", "the standby fell so far behind"),
    Reason("facet", "Relational database", "postgres", "database"),
)


def sample_case(case_id: str, **changes: object) -> Case:
    """A case as it was shipped once (`samples/`), with some of its fields replaced.

    Copies, so that a better wording of a shipped case changes no snapshot.
    """
    path = Path(__file__).with_name("samples") / f"{case_id}.json"
    return Case.from_document({**json.loads(path.read_text(encoding="utf-8")), **changes})


def own_case(**changes: object) -> Case:
    """A draft of the team's own that has every field, and is outdated."""
    return Case.from_document(
        {
            "id": "CASE-0007",
            "title": {"en": "Checkout froze on every deploy", "ko": "배포 때마다 결제가 멈췄다"},
            "org": "Shop",
            "date": "2024-03-18",
            "symptoms_text": {"en": "Checkout hung for a minute after each deploy."},
            "symptoms": ["replication-lag"],
            "components": ["database"],
            "root_cause": "software-bug",
            "contributing": ["single-point-of-failure"],
            "severity": "SEV2",
            "trigger": "deployment",
            "impact": {"scope": "checkout", "users": "3 % of orders", "region": "eu-west-1"},
            "timeline": {"detected_after": "PT90S", "resolved_after": "P1DT2H30M"},
            "remediation": [{"text": {"en": "Drained the pool.", "ko": "풀을 비웠다."}}],
            "checks": [
                {
                    "text": {"en": "more than 90 waiting?", "ko": "대기 수가 90을 넘는가?"},
                    "command": "psql -c 'select count(*) from pg_stat_activity'",
                    "confirms": {"en": "yes: same cause", "ko": "넘으면 같은 원인"},
                },
                {"text": {"en": "Does it end when the deploy ends?"}},
            ],
            "dead_ends": [
                {"text": {"en": "bigger instances", "ko": "인스턴스 키우기"}},
                {"text": {"en": "restarting the pods", "ko": "파드 재시작"}},
            ],
            "action_items": [
                {"text": {"en": "Cap the pool"}, "done_at": "2024-04-02"},
                {"text": {"en": "Alert on waiters"}},
            ],
            "lessons": {"en": "A pool without a cap is a queue."},
            "applies_to": "PgBouncer before 1.21",
            "outdated": {"at": "2025-01-10", "reason": "the pool is gone"},
            "docs": [
                {"title": "Runbook", "url": "https://wiki.example/run?a=1&b=2"},
                {"title": {"en": "Notes"}, "text": "first line\nsecond line"},
            ],
            "sources": [
                {
                    "url": "https://www.example.com/postmortem/",
                    "kind": "blog",
                    "archived": "https://archive.example/1",
                }
            ],
            "related": ["PUB-0001"],
            "recurrence_of": "CASE-0003",
            "review": {"written_by": "U0BOB"},
            "visibility": "team",
            "draft": True,
            **changes,
        }
    )


def match(case: Case, band: Band = Band.POSSIBLE, reasons: tuple[Reason, ...] = ()) -> Match:
    """A match of a case."""
    return Match(case, 0.5, band, reasons)


def findings(*matches: Match, query: str = "replication lag is growing") -> Findings:
    """Findings of these matches, in the band of the first."""
    return Findings(query, matches[0].band if matches else Band.NONE, matches, 1.0)


def three_suspects() -> Findings:
    """A strong match and two possible ones, of other companies."""
    return findings(
        match(sample_case("PUB-0001"), Band.STRONG, REASONS),
        match(sample_case("PUB-0025"), reasons=REASONS[:1]),
        match(sample_case("PUB-0030")),
    )


def similar_cases() -> tuple[SimilarCase, ...]:
    """A case that was named as related, one that was found, and an own one with a phrase."""
    bug = (("root_cause", "software-bug"),)
    both = (("symptoms", "replication-lag"), ("components", "database"))
    return (
        SimilarCase(
            sample_case("PUB-0030"),
            1.0,
            (Likeness(LikenessKind.RELATED, "PUB-0030", "PUB-0030"),),
        ),
        SimilarCase(
            sample_case("PUB-0025"),
            0.4,
            (
                Likeness(LikenessKind.CAUSE, "software-bug", "software-bug", bug),
                Likeness(
                    LikenessKind.SHARED,
                    "replication-lag, database",
                    "replication-lag, database",
                    both,
                ),
            ),
        ),
        SimilarCase(
            own_case(),
            0.2,
            (Likeness(LikenessKind.PHRASE, "the standby fell behind", "the replica fell behind"),),
        ),
    )


def matches_snapshot(name: str, value: object) -> bool:
    """Whether a value is, as JSON, what `snapshots/NAME.json` holds.

    With UPDATE_SNAPSHOTS=1 in the environment the file is written instead; look at its diff.
    """
    path = Path(__file__).with_name("snapshots") / f"{name}.json"
    actual = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(actual, encoding="utf-8")
    return path.read_text(encoding="utf-8") == actual
