"""The shipped vocabulary: complete for the shipped cases, unambiguous, and quiet on plain words."""

import json
import re
from importlib import resources
from statistics import mean

import pytest

from corpus.case import FACETS, Case
from corpus.facets import find_facets
from corpus.vocabulary import Lookalikes, Term, Vocabulary
from corpus.vocabulary.alias_index import key

COMMON_WORDS = """
    a about after again all also an and any are as ask at away back bad be because been before
    being big but by call can change check close code come could data day did do does doing
    done down each else end error even ever every fail few file find first fix for from full
    get give go going good got great had has have he help her here high him his hold hour how
    i if in into is issue it its just keep kind know last late leave less let like line list
    little load long look lot low made make many may me mean meet message might min minute
    more most move much must my name need never new next no not note now of off ok old on once
    one only open or other our out over own page part people place plan please point post
    problem put question quick read really report request result right run said same say see
    seem send service set she short should show side since small so some soon sorry start
    state status step still stop such sure system take talk team tell test than thank thanks
    that the their them then there these they thing think this those thread time to today too
    try turn two type under until up update us use user very wait want was watch way we week
    well went were what when where which while who why will with work would write wrong year
    yes yet you your server log release fire alert join cool named race link host switch 가능
    감사 결과 고객 공유 그냥 기능 내용 다시 담당 대응 문의 방법 변경 부탁 사람 상태 서버 설정
    시간 시작 안녕 어제 오늘 완료 요청 우리 응답 이슈 일단 작업 장애 정상 조치 종료 지금 진행
    참고 처리 추가 코드 파악 페이지 필요 현재 확인 회의 해결 복구 에러 오류 문제 알림 사용자
"""

PRODUCTS = """
    postgres postgresql mysql mariadb mongodb redis memcached kafka rabbitmq cassandra
    clickhouse elasticsearch opensearch nginx haproxy envoy istio linkerd consul vault
    kubernetes k8s docker containerd etcd coredns calico cilium prometheus grafana datadog
    sentry jenkins github gitlab terraform aws gcp azure cloudflare fastly akamai stripe okta
    s3 rds eks gke lambda airflow spark 카프카 레디스 쿠버네티스 도커 젠킨스 그라파나
"""


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    """The shipped vocabulary; it never changes."""
    return Vocabulary.load()


@pytest.fixture(scope="module")
def terms(vocabulary: Vocabulary) -> list[Term]:
    """All terms of all facets."""
    return [term for facet in FACETS for term in vocabulary.terms(facet)]


def shipped_slugs() -> set[tuple[str, str]]:
    """Every facet and slug that a shipped case uses."""
    folder = resources.files("corpus").joinpath("cases")
    documents = [
        json.loads(entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(".json")
    ]
    return {
        (facet, slug)
        for document in documents
        for facet, slugs in Case.from_document(document).facets.items()
        for slug in slugs
    }


def test_every_slug_of_a_shipped_case_is_a_term(vocabulary: Vocabulary) -> None:
    """A reader never sees a bare slug on a shipped case."""
    used = shipped_slugs()

    missing = sorted(slot for slot in used if vocabulary.term(*slot) is None)

    assert used
    assert missing == []


def test_both_languages_of_a_case_name_the_same_terms(vocabulary: Vocabulary) -> None:
    """What one language calls by a term is called by it in the other: matching stands on that."""
    folder = resources.files("corpus").joinpath("cases")
    shares: list[float] = []
    for entry in folder.iterdir():
        if not entry.name.endswith(".json"):
            continue
        case = Case.from_document(json.loads(entry.read_text(encoding="utf-8")))
        for text in (case.title, case.symptoms_text):
            if text is None or text.en is None or text.ko is None:
                continue
            english = {hit.slug for hit in find_facets(text.en, vocabulary)}
            korean = {hit.slug for hit in find_facets(text.ko, vocabulary)}
            if english or korean:
                shares.append(2 * len(english & korean) / (len(english) + len(korean)))

    assert mean(shares) >= 0.75


@pytest.mark.parametrize(
    ("facet", "least"),
    [
        ("symptoms", 130),
        ("components", 165),
        ("domain", 35),
        ("trigger", 25),
        ("root_cause", 15),
        ("contributing", 110),
    ],
)
def test_each_facet_has_a_real_vocabulary(vocabulary: Vocabulary, facet: str, least: int) -> None:
    """The vocabulary reaches far beyond the cases that are shipped."""
    assert len(vocabulary.terms(facet)) >= least


def test_terms_are_labelled_and_explained(terms: list[Term]) -> None:
    """Each term has a label in both languages and a one-line meaning that fits an option."""
    broken = [
        term.slug
        for term in terms
        if set(term.label) != {"en", "ko"}
        or not all(0 < len(label) <= 75 for label in term.label.values())
        or not 0 < len(term.meaning["en"]) <= 120
        or any("\n" in meaning for meaning in term.meaning.values())
        or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", term.slug)
    ]

    assert broken == []


def test_every_symptom_is_said_in_both_languages(vocabulary: Vocabulary) -> None:
    """English and Korean are equally at home: no symptom lacks aliases in either."""
    poor = [
        term.slug
        for term in vocabulary.terms("symptoms")
        if min(len(term.aliases.get("en", ())), len(term.aliases.get("ko", ()))) < 3
    ]

    assert poor == []


@pytest.mark.parametrize("facet", FACETS)
def test_no_spelling_has_two_meanings(vocabulary: Vocabulary, facet: str) -> None:
    """Two terms of one facet never share a label or alias, endings and spaces aside."""
    owners: dict[str, set[str]] = {}
    for term in vocabulary.terms(facet):
        for spelling in term.spellings:
            owners.setdefault(key(spelling), set()).add(term.slug)

    shared = {spelling: slugs for spelling, slugs in owners.items() if len(slugs) > 1}

    assert shared == {}


def test_no_spelling_is_a_common_word(vocabulary: Vocabulary) -> None:
    """Plain words of a chat name no term."""
    found = {
        word: [hit.slug for hit in find_facets(word, vocabulary)]
        for word in COMMON_WORDS.split()
        if find_facets(word, vocabulary)
    }

    assert found == {}


def test_no_product_is_a_symptom(vocabulary: Vocabulary) -> None:
    """Naming a product says where, never what is wrong; it names a component or a domain."""
    by_product = {
        product: {hit.facet for hit in find_facets(product, vocabulary)}
        for product in PRODUCTS.split()
    }

    silent = [product for product, facets in by_product.items() if not facets]
    wrong = [product for product, facets in by_product.items() if "symptoms" in facets]

    assert silent == []
    assert wrong == []


def test_every_spelling_is_found_in_a_text(vocabulary: Vocabulary, terms: list[Term]) -> None:
    """Each label and alias, written on its own, names its term."""
    unheard = [
        (term.facet, term.slug, spelling)
        for term in terms
        for spelling in term.spellings
        if (term.facet, term.slug)
        not in {(hit.facet, hit.slug) for hit in find_facets(spelling, vocabulary)}
    ]

    assert unheard == []


@pytest.mark.parametrize(
    ("facet", "value", "slug"),
    [
        ("symptoms", "replication-lag", "replication-lag"),
        ("symptoms", "Replication Lag", "replication-lag"),
        ("symptoms", "repl_lag", "replication-lag"),
        ("symptoms", "복제 지연", "replication-lag"),
        ("symptoms", "복제지연", "replication-lag"),
        ("components", "PG", "database"),
        ("components", "k8s", "kubernetes-cluster"),
        ("domain", "쿠버네티스", "kubernetes"),
        ("root_cause", "misconfig", "misconfiguration"),
    ],
)
def test_resolve_takes_slug_label_and_alias(
    vocabulary: Vocabulary, facet: str, value: str, slug: str
) -> None:
    """A value is understood as slug, label or alias, in either language, however it is cased."""
    term = vocabulary.resolve(facet, value)

    assert term is not None
    assert term.slug == slug


@pytest.mark.parametrize("value", ["", " ", "nonsense-value", "x" * 40_000, "🔥", "\x00", "'; --"])
def test_resolve_knows_nothing_of_strangers(vocabulary: Vocabulary, value: str) -> None:
    """What is no term is None, whatever it is made of."""
    assert vocabulary.resolve("symptoms", value) is None


@pytest.mark.parametrize(
    ("facet", "value", "lang", "slug"),
    [
        ("symptoms", "replicaton lag", "en", "replication-lag"),
        ("symptoms", "replag", "en", "replication-lag"),
        ("symptoms", "latensy", "en", "high-latency"),
        ("symptoms", "oom", "ko", "oom-kill"),
        ("symptoms", "복제 지현", "ko", "replication-lag"),
        ("symptoms", "커넥션 풀 고걸", "en", "connection-pool-exhaustion"),
        ("components", "postgers", "en", "database"),
        ("components", "kafak", "ko", "message-queue"),
        ("components", "load balancr", "en", "load-balancer"),
        ("domain", "kuberntes", "en", "kubernetes"),
        ("domain", "네트웍", "ko", "network"),
        ("trigger", "depoly", "en", "deploy"),
        ("root_cause", "missconfiguration", "en", "misconfiguration"),
        ("contributing", "no canry", "en", "no-staged-rollout"),
    ],
)
def test_suggest_guesses_what_was_meant(
    vocabulary: Vocabulary, facet: str, value: str, lang: str, slug: str
) -> None:
    """A misspelt value brings the term that was meant, first."""
    suggested = vocabulary.suggest(facet, value, lang)

    assert suggested[0].slug == slug
    assert len(suggested) <= 3


def test_suggest_completes_a_beginning(vocabulary: Vocabulary) -> None:
    """The first letters of a label are enough."""
    suggested = vocabulary.suggest("symptoms", "replica", "en", limit=5)

    assert {"replication-lag", "replication-stopped"} <= {term.slug for term in suggested}


def test_suggest_never_looks_inside_words(vocabulary: Vocabulary) -> None:
    """A short value is not found in the middle of a longer word ("db" in "feedback")."""
    terms = [
        Term("symptoms", slug, {"en": label, "ko": label}, {"en": label}, {})
        for slug, label in [("feedback-loop", "Feedback loop"), ("db-overload", "DB overload")]
    ]

    suggested = Vocabulary(terms).suggest("symptoms", "db", "en")

    assert [term.slug for term in suggested] == ["db-overload"]
    assert vocabulary.term("symptoms", "db-overload") is not None


@pytest.mark.parametrize("value", ["", "   ", "zqxjkv wvut", "🔥🔥", "x" * 40_000, "\x00\x07"])
def test_suggest_stays_silent_when_nothing_is_near(vocabulary: Vocabulary, value: str) -> None:
    """No guess is better than a random one."""
    assert vocabulary.suggest("symptoms", value, "en") == ()


def test_suggest_prefers_the_readers_language() -> None:
    """Of two equally near terms, the one that is near in the reader's language comes first."""
    terms = [
        Term("symptoms", "b", {"en": "Bravo", "ko": "나"}, {"en": "b"}, {"en": ("tango",)}),
        Term("symptoms", "a", {"en": "Alpha", "ko": "가"}, {"en": "a"}, {"ko": ("tango x",)}),
    ]
    vocabulary = Vocabulary(terms)

    english = vocabulary.suggest("symptoms", "tang", "en")
    korean = vocabulary.suggest("symptoms", "tang", "ko")

    assert [term.slug for term in english] == ["b", "a"]
    assert [term.slug for term in korean] == ["a", "b"]


def test_label_speaks_the_readers_language(vocabulary: Vocabulary) -> None:
    """A term is shown by its label in the reader's language."""
    assert vocabulary.label("symptoms", "replication-lag", "en") == "Replication lag"
    assert vocabulary.label("symptoms", "replication-lag", "ko") == "복제 지연"
    assert vocabulary.label("symptoms", "replication-lag", "de") == "Replication lag"


@pytest.mark.parametrize("facet", ["symptoms", "no-such-facet"])
def test_label_of_an_unknown_slug_is_its_words(vocabulary: Vocabulary, facet: str) -> None:
    """A slug that a team made up is shown as words."""
    assert vocabulary.label(facet, "tape-robot-jammed", "ko") == "tape robot jammed"


def test_unknown_facet_is_empty(vocabulary: Vocabulary) -> None:
    """A facet that does not exist has no terms and raises nothing."""
    assert vocabulary.terms("severity") == ()
    assert vocabulary.term("severity", "sev1") is None
    assert vocabulary.resolve("severity", "sev1") is None
    assert vocabulary.suggest("severity", "sev1", "en") == ()


def test_terms_are_sorted_and_hashable(vocabulary: Vocabulary) -> None:
    """Order is by slug, and terms can be kept in sets."""
    found = vocabulary.terms("symptoms")

    assert [term.slug for term in found] == sorted(term.slug for term in found)
    assert len(set(found)) == len(found)


def test_first_claim_of_a_spelling_wins() -> None:
    """Where terms do share a spelling, the one with the earlier slug keeps it."""
    terms = [
        Term("symptoms", slug, {"en": slug, "ko": slug}, {"en": slug}, {"en": ("same words",)})
        for slug in ("zulu", "alfa")
    ]

    found = Vocabulary(terms).resolve("symptoms", "same words")

    assert found is not None
    assert found.slug == "alfa"


def test_meaning_falls_back_to_english() -> None:
    """A term without a Korean meaning is explained in English."""
    term = Term("symptoms", "x", {"en": "X", "ko": "엑스"}, {"en": "An x"}, {})

    assert term.meaning_in("ko") == "An x"


def test_lookalikes_name_nothing() -> None:
    """A covering phrase hides the alias inside it, and only inside it."""
    term = Term("symptoms", "hang", {"en": "Hang", "ko": "행"}, {"en": "Hang"}, {})
    vocabulary = Vocabulary([term], Lookalikes(covering=("hang on",)))

    covered = find_facets("hang on, looking", vocabulary)
    plain = find_facets("the requests hang", vocabulary)

    assert covered == ()
    assert [hit.slug for hit in plain] == ["hang"]
