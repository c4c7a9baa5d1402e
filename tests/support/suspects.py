"""Own cases that look alike from outside and differ in what a responder can tell apart."""

from typing import Any

Json = dict[str, Any]

SYMPTOM = (
    "flamingo ledger writes hang and time out since 14:05, checkout answers 503, "
    "the zebra queue keeps growing"
)
"""What is seen; each of the cases below looks like it."""

_SEEN = (
    "Flamingo ledger writes hung and timed out, checkout answered 503 and the zebra queue kept "
    "growing."
)


def suspect(case_id: str, title: dict[str, str], summary: str, **more: Any) -> Json:
    """An own case with the symptoms that all of them share."""
    return {
        "id": case_id,
        "title": title,
        "symptoms_text": {"en": _SEEN, "ko": "플라밍고 원장 쓰기가 멈추고 얼룩말 큐가 늘었다."},
        "summary": {"en": summary},
        "visibility": "team",
        "date": "2026-03-01",
        **more,
    }


POOL = suspect(
    "CASE-0101",
    {
        "en": "Flamingo ledger ran out of database connections",
        "ko": "플라밍고 원장이 데이터베이스 연결을 다 써 버렸다",
    },
    "A deploy doubled the workers of the flamingo ledger until the database refused connections.",
    symptoms=["writes-blocked"],
    components=["database"],
    root_cause="resource-exhaustion",
    remediation=[
        {"text": {"en": "Capped the pool of the ledger", "ko": "원장의 풀에 상한을 뒀다"}}
    ],
    checks=[
        {
            "text": {"en": "Count open connections", "ko": "열린 연결을 센다"},
            "command": "select count(*) from pg_stat_activity",
            "confirms": {"en": "At the limit: same cause", "ko": "한도에 닿았으면 같은 원인"},
        }
    ],
)
DISK = suspect(
    "CASE-0102",
    {
        "en": "Flamingo ledger waited for a full disk",
        "ko": "플라밍고 원장이 꽉 찬 디스크를 기다렸다",
    },
    "The volume under the message broker filled up because old segments were never removed.",
    symptoms=["writes-blocked"],
    components=["message-queue"],
    root_cause="misconfiguration",
    remediation=[{"text": {"en": "Grew the volume", "ko": "볼륨을 키웠다"}}],
    checks=[
        {
            "text": {"en": "Read the free space of the broker", "ko": "브로커의 남은 공간을 본다"},
            "confirms": {"en": "Below five percent: same cause", "ko": "5% 미만이면 같은 원인"},
        }
    ],
)
LOCK = suspect(
    "CASE-0103",
    {
        "en": "Flamingo ledger writes were blocked by a migration",
        "ko": "마이그레이션이 플라밍고 원장의 쓰기를 막았다",
    },
    "A schema change took a lock that every write of the ledger then had to wait for, hanging.",
    symptoms=["writes-blocked"],
    components=["database"],
    root_cause="software-bug",
    remediation=[{"text": {"en": "Cancelled the migration", "ko": "마이그레이션을 취소했다"}}],
)
