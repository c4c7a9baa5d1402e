"""Masking: what is found on labelled lines, what never happens, and that it takes linear time."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.secrets import CUSTOMER_IDS, measure, read_line, read_lines

from corpus import MaskedSpan, Masker
from corpus.mask import MARK
from corpus.mask_patterns import PATTERNS
from corpus.mask_rules import MASK_KINDS

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
MASKER = Masker(CUSTOMER_IDS)
MOST_SEEN = 20_000
"""Characters that one pattern may look at from one place."""

MILLION = 1_000_000

quick = settings(max_examples=200, deadline=None)


@pytest.mark.parametrize(
    ("name", "lines", "recall", "false_masks"),
    [("secrets", 150, 0.98, 0.01), ("secrets-unseen", 60, 0.95, 0.03)],
)
def test_labelled_lines_are_masked(
    name: str, lines: int, recall: float, false_masks: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """The set that the rules were made with, and the one that was written when they were done."""
    labelled = list(read_lines(GOLDEN / f"{name}.jsonl"))

    figures = measure(labelled, MASKER)

    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {figures}\n")
    assert len(labelled) >= lines
    assert figures.recall >= recall, "\n".join(figures.missed)
    assert figures.false_masks <= false_masks, "\n".join(figures.false)
    assert figures.spilt == ()


def test_labelled_lines_have_every_kind() -> None:
    """Both languages, too."""
    labelled = list(read_lines(GOLDEN / "secrets.jsonl"))

    kinds = {kind for line in labelled for kind, _, _ in line.secrets}

    assert kinds == set(MASK_KINDS)
    assert sum(bool(re.search("[가-힣]", line.text)) for line in labelled) > 50


@pytest.mark.parametrize("name", ["secrets", "secrets-unseen"])
def test_labelled_files_look_like_no_leak(name: str) -> None:
    """As they are written in the repository, none of their tokens is whole."""
    written = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8")

    kinds = {span.kind for span in Masker().mask(written).spans}

    assert "private-key" not in kinds
    assert not re.search(
        r"gh[ps]_\w{30}|xox[abp]-\d|AKIA\w{16}|sk_live_\w{10}|eyJ\w+\.eyJ", written
    )


@pytest.mark.parametrize(
    ("marked", "masked"),
    [
        ("my password is «password:hunter2»", f"my password is {MARK}"),
        (
            "postgres://app:«password:s3cret»@db.example.com/x is down",
            f"postgres://app:{MARK}@db.example.com/x is down",
        ),
        ("비번은 «password:qwer1234!»입니다", f"비번은 {MARK}입니다"),
        ("from «email:a@b.example.com», twice", f"from {MARK}, twice"),
        ("?token=«token:4f9c2b7e1a8d3f6c»&page=2", f"?token={MARK}&page=2"),
    ],
)
def test_only_the_secret_goes(marked: str, masked: str) -> None:
    """What says where, which and whose stays readable; places are those of the text as given."""
    line = read_line(marked)

    found = MASKER.mask(line.text)

    assert found.text == masked
    assert found.spans == tuple(MaskedSpan(*secret) for secret in line.secrets)  # type: ignore[arg-type]  # kinds are known


def test_customer_ids_are_masked_by_their_patterns() -> None:
    """`#` is a digit, `*` any letters and digits; without a pattern none is known."""
    text = "CUST-004211 and CUST-00421 of acct_Zk81 wait"

    assert Masker(CUSTOMER_IDS)(text) == f"{MARK} and CUST-00421 of {MARK} wait"
    assert Masker()(text) == text


@pytest.mark.parametrize("pattern", ["*", "##", "a*b*c", "*x", "#" * 70, ""])
def test_patterns_that_are_too_wide_are_refused(pattern: str) -> None:
    """One that would mask every word, or take forever, is none of ids."""
    with pytest.raises(ValueError, match="at least two letters"):
        Masker([pattern])


_PIECES = (
    "password=",
    "a@b.com",
    "eyJ",
    ":",
    "1",
    " ",
    '"',
    "\n",
    "토큰은 ",
    "//",
    "key ",
    "-----",
)


@quick
@given(st.text() | st.lists(st.sampled_from(_PIECES)).map("".join))
def test_any_text_is_masked_in_place(text: str) -> None:
    """Spans are in order and apart; what is between them is as it was; masked once is masked."""
    found = MASKER.mask(text)

    ends = [0, *(end for span in found.spans for end in (span.start, span.end)), len(text)]
    assert ends == sorted(ends)
    assert all(span.start < span.end for span in found.spans)
    between = zip(ends[::2], ends[1::2], strict=True)
    assert found.text == MARK.join(text[start:end] for start, end in between)


@quick
@given(
    st.sampled_from(["password: {}", "비밀번호는 {} 입니다", "DB_PASSWORD={}", "x {} y", "<{}>"]),
    st.sampled_from(
        [
            "gh" + "p_" + "a1B2" * 9,
            "xo" + "xb-" + "1234567890-" * 3 + "abc",
            "AK" + "IA" + "ABCDEFGH12345678",
            "jane.doe@example.com",
            "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxIn0.c2ln",
            "4111 1111 1111 1111",
            "010-1234-5678",
            "900101-1234567",
        ]
    ),
)
def test_secrets_go_wherever_they_stand(sentence: str, secret: str) -> None:
    """In prose, assignments and brackets alike."""
    assert secret not in MASKER(sentence.format(secret))


@quick
@given(st.sampled_from(list(read_lines(GOLDEN / "secrets.jsonl"))))
def test_masked_lines_have_nothing_more_to_mask(line: object) -> None:
    """Masking what is masked changes nothing: cases are masked when captured and when edited."""
    once = MASKER(line.text)  # type: ignore[attr-defined]  # sampled lines are Labelled

    assert MASKER(once) == once


def test_no_pattern_looks_far() -> None:
    """Every repetition is bounded, so that each place costs a bounded look and all of it is linear.

    Python's own parser says how wide a pattern can be.
    """
    parse = re._parser.parse  # type: ignore[attr-defined]  # noqa: SLF001  # nobody else knows

    widths = [parse(each.pattern, each.flags).getwidth()[1] for each in PATTERNS]

    assert max(widths) < MOST_SEEN


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        'password="',
        "a.b@c.",
        "eyJaaaaaaaaaa.",
        "http://a:b",
        "-----BEGIN PRIVATE KEY-----",
        "authorization: creds a/mysql ",
        "+1 2 3 4 5 6 토큰은 ",
    ],
)
def test_a_million_signs_are_masked(piece: str) -> None:
    """Work that grew with the square of the length would not end within the test's own limit."""
    text = (piece * (MILLION // len(piece) + 1))[:MILLION]

    assert MASKER.mask(text).text


def test_long_secrets_are_masked_whole() -> None:
    """Also where they go on after what a pattern looks at."""
    key = "gh" + "p_" + "aB3" * 2_000
    block = "-----BEGIN " + "PRIVATE KEY-----\n" + "QUJD" * 900 + "\n-----END " + "PRIVATE KEY-----"

    assert MASKER(f"token {key} end") == f"token {MARK} end"
    assert MASKER(f"secret={'x9' * 2_000}; rest") == f"secret={MARK}; rest"
    assert MASKER(f"a {block} b") == f"a {MARK} b"


def test_cut_off_key_ends_with_its_lines() -> None:
    """What people write below half a pasted key stays."""
    cut = "-----BEGIN " + "RSA PRIVATE KEY-----\n" + "QUJDRUZHSElKS0xN\n" * 3
    text = f"{cut}then we restarted the pod"

    assert MASKER(text) == f"{MARK}\nthen we restarted the pod"
