"""Facets found in texts: what people on call really type, in both languages."""

import itertools
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.facets import TEXT_LIMIT, find_facets
from corpus.vocabulary import Term, Vocabulary

VOCABULARY = Vocabulary.load()


def find(text: str) -> dict[tuple[str, str], str]:
    """The phrase that gave each found term away."""
    return {(hit.facet, hit.slug): hit.phrase for hit in find_facets(text, VOCABULARY)}


def small_vocabulary(**aliases: str) -> Vocabulary:
    """A vocabulary of symptoms, each with one alias."""
    return Vocabulary(
        Term("symptoms", slug, {"en": alias, "ko": alias}, {"en": alias}, {})
        for slug, alias in aliases.items()
    )


@pytest.mark.parametrize(
    ("text", "slug", "phrase"),
    [
        ("replica lag is at 40s", "replication-lag", "replica lag"),
        ("pg_replication_lag_seconds > 300", "replication-lag", "pg_replication_lag_seconds"),
        ("alert KubePodCrashLooping (web)", "crash-loop", "KubePodCrashLooping"),
        ("CrashLoopBackOff again", "crash-loop", "CrashLoopBackOff"),
        ("pods in crash-loop back-off", "crash-loop", "crash-loop back-off"),
        ("worker OOMKilled", "oom-kill", "OOMKilled"),
        ("got oomkilled twice", "oom-kill", "oomkilled"),
        ("write: ENOSPC", "disk-full", "ENOSPC"),
        ("No space left on device", "disk-full", "No space left on device"),
        (
            "FATAL: sorry, too many clients already",
            "connection-pool-exhaustion",
            "too many clients",
        ),
        ("rpc: context deadline exceeded", "intermittent-timeouts", "context deadline exceeded"),
        ("dial tcp 10.0.0.1:80: connection refused", "connection-refused", "connection refused"),
        ("resolver says NXDOMAIN", "dns-failures", "NXDOMAIN"),
        ("x509: certificate has expired", "tls-errors", "certificate has expired"),
        ("nodes went NotReady", "node-not-ready", "nodes went NotReady"),
        ("everyone gets 429s", "api-throttling", "429s"),
        ("p99 is through the roof", "high-latency", "p99"),
        ("응답이 너무 느려요", "high-latency", "느려요"),
        ("디스크가 꽉 찼어요", "disk-full", "디스크가 꽉"),
        ("커넥션풀이 고갈됐습니다", "connection-pool-exhaustion", "커넥션풀이 고갈됐습니다"),
        ("복제가 밀리고 있어요", "replication-lag", "복제가 밀리고"),
        ("사이트가 먹통입니다", "total-outage", "먹통입니다"),
        ("로그인이 안돼요", "auth-failures", "로그인이 안돼요"),
        ("결제 오류가 늘고 있어요", "payment-failures", "결제 오류"),
    ],
)
def test_symptoms_are_found_as_people_write_them(text: str, slug: str, phrase: str) -> None:
    """Prose, alert names, metric names and error texts name their symptom."""
    assert find(text).get(("symptoms", slug)) == phrase


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("out of conns on the replica", "connection-pool-exhaustion"),
        ("mem maxed on cache-2", "memory-exhaustion"),
        ("standby fell behind again", "replication-lag"),
        ("one pod taking all the traffic", "uneven-load"),
        ("dashboards are blank", "monitoring-blind"),
        ("failover didn't kick in", "failover-failed"),
        ("KubeJobNotCompleted", "job-failures"),
        ("etcdHighFsyncDurations", "high-io-wait"),
        ("RabbitmqTooManyUnackMessages", "queue-backlog"),
        ("kafka_consumergroup_lag > 5000", "queue-backlog"),
        ("HTTPCode_Target_5XX_Count", "elevated-errors"),
        ("세션 끊김", "connection-resets"),
        ("테이블 날림", "data-loss"),
        ("데이터 꼬임", "wrong-data"),
        ("카프카 랙 쌓임", "queue-backlog"),
        ("메모리 계속 올라감", "memory-growth"),
        ("푸시 안 옴", "notification-delays"),
        ("크론 안 돌아요", "job-failures"),
        ("리더 계속 바뀜", "leader-flapping"),
        ("AZ 하나가 죽었어요", "regional-outage"),
        ("장애 조치가 동작하지 않았다", "failover-failed"),
        ("배포가 중단되었다", "deploy-failure"),
        ("파드가 스케줄되지 못했다", "pods-pending"),
        ("다른 사용자의 데이터가 노출되었다", "data-exposure"),
        ("로그인하지 못했다", "auth-failures"),
    ],
)
def test_symptoms_are_found_on_call_and_in_write_ups(text: str, slug: str) -> None:
    """Shorthand, nominal endings without particles, and the plain style of reports."""
    assert ("symptoms", slug) in find(text)


@pytest.mark.parametrize(
    "text",
    [
        "set in the sidebar",
        "an unbounded list",
        "for instance this one",
        "three failures in a row",
        "catch up later",
        "배포판을 골랐다",
        "전원 참석했습니다만",
        "출시 시간 대부분",
    ],
)
def test_everyday_words_are_no_symptoms(text: str) -> None:
    """What only resembles a name of the field says nothing about what is wrong."""
    assert not any(facet == "symptoms" for facet, _ in find(text))


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("psql hangs", "database"),
        ("pg is slow", "database"),
        ("디비가 이상해요", "database"),
        ("move to k8s", "kubernetes-cluster"),
        ("the ALB returns errors", "load-balancer"),
        ("Redis down", "cache"),
        ("카프카 브로커 재시작", "message-queue"),
        ("es cluster yellow", "search-engine"),
        ("etcd가 느립니다", "etcd"),
        ("인증서버 점검", "auth-service"),
        ("인증서를 바꿨어요", "tls-certificate"),
        ("로그인 페이지", "auth-service"),
    ],
)
def test_components_are_found_by_product_and_shorthand(text: str, slug: str) -> None:
    """What people call a system names the component it is."""
    assert ("components", slug) in find(text)


@pytest.mark.parametrize(
    ("text", "slug", "phrase"),
    [
        ("replicaton lag on standby", "replication-lag", "replicaton lag"),
        ("too many conections", "connection-pool-exhaustion", "too many conections"),
        ("conection refused", "connection-refused", "conection refused"),
        ("pods stuck penidng", "pods-pending", "pods stuck penidng"),
        ("latncy is up", "high-latency", "latncy"),
        ("cpu throtling", "cpu-throttling", "cpu throtling"),
    ],
)
def test_typos_are_forgiven(text: str, slug: str, phrase: str) -> None:
    """One or two wrong letters in a longer word still name the term, with a lower score."""
    hits = [hit for hit in find_facets(text, VOCABULARY) if hit.slug == slug]

    assert [hit.phrase for hit in hits] == [phrase]
    assert 0.5 < hits[0].score < 1.0


@pytest.mark.parametrize(
    "text",
    ["lab results", "feedback form", "tube station", "oon", "podium", "5033", "50x", "I am here"],
)
def test_short_words_are_never_bent(text: str) -> None:
    """A short alias matches only as a whole word, and digits are never corrected."""
    assert find(text) == {}


@pytest.mark.parametrize(
    "text",
    ["took 502 ms", "503ms", "see #502", "PR #429 is up", "429 users", "502%", "0.502", "429개"],
)
def test_numbers_that_count_are_no_status_codes(text: str) -> None:
    """A quantity, a ticket number or a fraction is not an HTTP status."""
    assert not any(facet == "symptoms" for facet, _ in find(text))


@pytest.mark.parametrize("text", ["502s everywhere", "HTTP 502", "502 from nginx", "502만 나와요"])
def test_status_codes_are_found(text: str) -> None:
    """A bare status code, its plural, and one with a Korean particle name the error."""
    assert "502" in find(text)["symptoms", "elevated-errors"]


@pytest.mark.parametrize("ending", ["", "이", "가", "을", "도", "에서", "들이", "까지", "부터"])
def test_korean_particles_stay_outside_the_phrase(ending: str) -> None:
    """A particle after a noun neither hides the noun nor is quoted with it."""
    assert find(f"지금 커넥션{ending} 이상해요")["components", "connection-pool"] == "커넥션"


@pytest.mark.parametrize("word", ["느려요", "느려졌어요", "느려진", "느려서"])
def test_korean_verbs_are_quoted_whole(word: str) -> None:
    """An ending of a verb is part of the word that is quoted."""
    assert find(f"페이지가 {word} 확인 부탁")["symptoms", "high-latency"] == word


@pytest.mark.parametrize("text", ["디비전 리그", "캐시백 이벤트", "로그아웃 버튼", "장애인 주차"])
def test_korean_words_that_only_begin_alike_are_left_alone(text: str) -> None:
    """A word that happens to begin with an alias is not that alias."""
    components = {slug for facet, slug in find(text) if facet == "components"}

    assert components.isdisjoint({"database", "cache", "logging-system"})


@pytest.mark.parametrize("text", ["hang on, checking", "hang tight"])
def test_english_phrases_that_only_sound_alike_are_left_alone(text: str) -> None:
    """A figure of speech is no symptom."""
    assert find(text) == {}


def test_addresses_name_nothing() -> None:
    """A link to a dashboard or runbook does not say that its host is in trouble."""
    assert find("see https://grafana.example.com/d/kafka-redis?timeout=502") == {}


def test_the_longest_spelling_wins_within_a_facet() -> None:
    """Of overlapping spellings of one facet, only the longest is reported."""
    vocabulary = small_vocabulary(lag="lag", replication="replication lag")

    hits = find_facets("replication lag", vocabulary)

    assert [hit.slug for hit in hits] == ["replication"]


def test_facets_do_not_compete() -> None:
    """The same words may name a symptom and the component it is about."""
    found = find("디비 커넥션이 부족합니다")

    assert ("symptoms", "connection-pool-exhaustion") in found
    assert ("components", "connection-pool") in found


def test_a_term_is_reported_once_where_it_is_said_best() -> None:
    """Of several mentions, a well-spelt one is quoted."""
    vocabulary = small_vocabulary(lag="replication lag")

    hits = find_facets("replicaton lag, I mean replication lag, Replication Lag!", vocabulary)

    assert [(hit.phrase, hit.score) for hit in hits] == [("replication lag", 1.0)]


def test_sentences_are_not_glued() -> None:
    """A phrase never spans two sentences or lines."""
    vocabulary = small_vocabulary(down="db down")

    assert find_facets("we lost the db. Down the road", vocabulary) == ()
    assert find_facets("db\ndown", vocabulary) == ()
    assert len(find_facets("db: down", vocabulary)) == 1


@pytest.mark.parametrize(
    "text",
    [
        unicodedata.normalize("NFD", "지금 커넥션이 고갈됐어요"),
        "".join(chr(ord(char) + 0xFEE0) for char in "OOMKilled"),
        "".join(chr(ord(char) - ord("a") + 0x1D5EE) for char in "oomkilled"),
        "ﬁle descriptors exhausted",
    ],
)
def test_other_encodings_of_the_same_letters_are_read(text: str) -> None:
    """Decomposed, full-width and styled letters are read, and quoted as they were written."""
    hits = find_facets(text, VOCABULARY)

    assert hits
    assert all(hit.phrase == text[hit.start : hit.end] for hit in hits)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "🔥🔥🔥",
        "\x00\x01\x1b[31m",
        "שלום עולם",
        "' OR 1=1; --",
        "<!channel> *bold* `code`",
        "\ud800 broken",
        "a" * 40_000,
        "🔥" * 40_000,
        "aB" * 20_000,
    ],
)
def test_odd_texts_name_nothing_and_raise_nothing(text: str) -> None:
    """Nothing in it, nothing found."""
    assert not any(facet == "symptoms" for facet, _ in find(text))


def test_what_comes_after_the_limit_is_not_read() -> None:
    """A very long text is read from its beginning up to the limit."""
    filler = "- " * (TEXT_LIMIT // 2)

    assert find("replication lag " + filler)
    assert find(filler + " replication lag") == {}


def test_the_answer_is_the_same_each_time() -> None:
    """Equal text, equal answer, in text order, also from a vocabulary loaded anew."""
    text = "pg replica lag, redis OOM, 커넥션 고갈, 502s after the deploy"

    first = find_facets(text, VOCABULARY)
    again = find_facets(text, Vocabulary.load())

    assert first == again
    assert [hit.start for hit in first] == sorted(hit.start for hit in first)


WORDS = st.sampled_from(
    [
        "replication",
        "lag",
        "replicaton",
        "OOMKilled",
        "p99",
        "502",
        "ms",
        "커넥션이",
        "고갈",
        "느려요",
        "pg",
        "DB가",
        "복제",
        "지연",
        ".",
        ",",
        "\n",
        "x509",
        "no",
        "space",
        "left",
        "on",
        "device",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=30).map(" ".join)))
def test_every_phrase_is_an_exact_part_of_the_text(text: str) -> None:
    """Whatever is written, phrases are quoted from it, scores lie in 0..1, terms are known."""
    for hit in find_facets(text, VOCABULARY):
        assert hit.phrase == text[hit.start : hit.end]
        assert hit.phrase
        assert 0 < hit.score <= 1
        assert VOCABULARY.term(hit.facet, hit.slug) is not None


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=30).map(" ".join))
def test_phrases_of_one_facet_never_overlap(text: str) -> None:
    """Each place of a text speaks at most once for a facet, and each term once."""
    hits = find_facets(text, VOCABULARY)

    for facet in {hit.facet for hit in hits}:
        spans = sorted((hit.start, hit.end) for hit in hits if hit.facet == facet)
        assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))
    assert len({(hit.facet, hit.slug) for hit in hits}) == len(hits)
