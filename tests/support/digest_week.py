"""A week of an invented team, told in the digests that scenarios and pictures show."""

from typing import Any

from support.digest_bench import DigestBench

from corpus import Case, load_shipped_cases

DOUBLE_CHARGE: dict[str, Any] = {
    "id": "CASE-0012",
    "title": {
        "en": "Retries charged some cards twice during a payment gateway brown-out",
        "ko": "결제 게이트웨이가 느려진 동안 재시도로 일부 카드가 두 번 결제됨",
    },
    "summary": {
        "en": "Clients retried without an idempotency key.",
        "ko": "멱등 키 없이 재시도함.",
    },
    "root_cause": "overload-feedback",
    "remediation": [
        {
            "text": {
                "en": "Switched retries off and refunded 214 orders",
                "ko": "재시도를 끄고 주문 214건을 환불함",
            }
        }
    ],
    "action_items": [
        {"text": {"en": "Send an idempotency key", "ko": "멱등 키 보내기"}},
        {"text": {"en": "Cap retries", "ko": "재시도 제한"}, "done_at": "2026-10-20"},
    ],
    "date": "2026-10-08",
    "visibility": "team",
}
REVIEWED: dict[str, Any] = {
    "id": "CASE-0014",
    "title": {
        "en": "Search returned stale prices after the cache was moved",
        "ko": "캐시를 옮긴 뒤 검색에 예전 가격이 나옴",
    },
    "summary": {"en": "Old nodes stayed in the ring.", "ko": "예전 노드가 링에 남아 있었음."},
    "root_cause": "misconfiguration",
    "remediation": [
        {
            "text": {
                "en": "Took the old nodes out of the ring and flushed the price keys",
                "ko": "예전 노드를 링에서 빼고 가격 키를 비움",
            }
        }
    ],
    "date": "2026-11-19",
    "visibility": "team",
    "review": {"reviewed_by": "U0BOB", "reviewed_at": "2026-11-26T15:00:00+00:00"},
}
DRAFT: dict[str, Any] = {
    "id": "CASE-0015",
    "title": {
        "en": "Nightly export hung on a lock for four hours",
        "ko": "야간 내보내기가 잠금 때문에 네 시간 멈춤",
    },
    "summary": {"en": "It hung.", "ko": "멈췄다."},
    "visibility": "team",
    "draft": True,
}


def fill_week(bench: DigestBench) -> None:
    """Let that week happen, in 2026-W48; the clock of the bench is moved.

    Most of the shipped cases come with an update of the library in that week.
    """
    shipped = load_shipped_cases()
    helped = [case for case in shipped if case.id == "PUB-0041"]
    bench.at("2026-09-01T12:00:00+00:00").store.load_shipped(helped)
    bench.at("2026-10-08T12:00:00+00:00").add(Case.from_document(DOUBLE_CHARGE))
    bench.at("2026-11-10T12:00:00+00:00").add(Case.from_document(DRAFT))
    bench.at("2026-11-26T15:00:00+00:00").add(Case.from_document(REVIEWED))
    bench.store.load_shipped(shipped)
    bench.recur("C0PM", "CASE-0012")
    for lookup_id in ("first", "second"):
        bench.look_up(lookup_id, "max latency spikes", band="strong", case_ids=("PUB-0041",))
        bench.ledger.conversation.set_verdict(lookup_id, "PUB-0041", "U0BOB", "confirmed")
    for number, query in enumerate(
        (
            "kafka consumer lag after the broker upgrade",
            "dns timeouts in one zone",
            "redis evictions",
        )
    ):
        bench.look_up(f"gap-{number}", query, channel_id="C0OTHER")
    bench.look_up("asked", "zebra ledger reconciler is stuck", purpose="answer")
