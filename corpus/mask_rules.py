"""The rules of masking: where in a text secrets and personal data stand, one finder a kind.

How they are written is `corpus.mask_patterns`, what a secret looks like beside its name
`corpus.mask_values`. A match that ends at its bound goes on over the same signs, and what was found
is not read again, so that a finder reads any text in linear time.
"""

import base64
import bisect
import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from corpus import mask_patterns as patterns
from corpus.mask_values import (
    has_mark,
    is_password,
    is_random,
    is_stand_in,
    is_token,
    is_wordy,
)

MaskKind: TypeAlias = Literal[
    "private-key",
    "jwt",
    "token",
    "key",
    "password",
    "email",
    "card",
    "resident-number",
    "phone",
    "customer-id",
]

MASK_KINDS: tuple[MaskKind, ...] = get_args(MaskKind)
"""What can be masked; where two overlap, the earlier name is told."""

Place: TypeAlias = tuple[int, int]
Finder: TypeAlias = Callable[[str], Iterator[Place]]

_TOKEN_SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~")
_KEY_LINES = 400
"""Lines that still belong to a private key whose end was cut off; a big one has a hundred."""

_SIGNED = re.compile(r"[=:→>]")
_SIGN = re.compile(r"[!#$%^&*?]")
_FLAG = re.compile(r"(?:^|[\s\"'`])--?[A-Za-z0-9-]{0,40}$")
_VALUE = re.compile(r"[^\s\"'`<>]{1,400}")
_NEXT_FIELD = re.compile(r"[&;,](?=\s?[A-Za-z_][\w. -]{0,30}[=:]|$)|\\n|[|]")
_ASCII_RUN = re.compile(r"[!-~]{1,400}")
_VALUE_BOUND = 400
_QUOTED_AT_MOST = 1000
_FLAG_LENGTH = 45
_LONG_TOKEN = 20
_LONG_MATCH = 60
_LONGEST_SCHEME = 12
_TELLING = 5
"""Letters from which a name counts inside a longer word: `token` does, `pass` and `key` do not."""

_TRAILING = ".,;:)]}|"

_NO_DOMAIN_WORDS = """
    service timer socket target mount slice scope device path local localhost internal localdomain
    lan svc cluster home arpa py js ts go rb sh sql json yaml yml toml png jpg jpeg gif svg zip gz
    tar jar
"""
_NO_DOMAIN = frozenset(_NO_DOMAIN_WORDS.split())
"""What ends like a domain and is none: units of systemd, hosts of a cluster, names of files."""

_AUTHORITY = re.compile(r"://[^\s/\"'<>]{0,200}$")
_AUTHORITY_LENGTH = 200
_NO_MAILBOX = frozenset({"git", "svn", "hg"})
_PHONE_DIGITS = range(8, 16)
_ISSUERS = re.compile(r"[4569]|2[2-7]|3[4-9]|81")
_LABELLED = re.compile(
    r"(?:trace|span|request|req|order|event|message|job|tx|txn|offset|build|seq|correlation"
    r"|snowflake)[_ -]?(?:id|no|number)?[\"'`]{0,2}\s{0,2}[:=#]?\s{0,2}[\"'`]?$",
    re.IGNORECASE,
)
_LABEL_LENGTH = 40


def private_keys(text: str) -> Iterator[Place]:
    """Blocks of PEM; one whose end was cut off goes as far as its lines do."""
    ends = [found.end() for found in patterns.KEY_END.finditer(text)]
    at = 0
    while (begin := patterns.KEY_BEGIN.search(text, at)) is not None:
        place = bisect.bisect_left(ends, begin.end())
        following = patterns.KEY_BEGIN.search(text, begin.end())
        at = ends[place] if place < len(ends) else len(text) + 1
        if at > len(text) or (following is not None and following.start() < at):
            at = _end_of_lines(text, begin.end())
        yield begin.start(), at


def _end_of_lines(text: str, at: int) -> int:
    for _ in range(_KEY_LINES):
        line = patterns.KEY_LINE.match(text, at)
        if line is None:
            break
        at = line.end()
    return at


def jwts(text: str) -> Iterator[Place]:
    """Signed and encrypted JSON tokens."""
    yield from _whole(text, patterns.JWT)


def prefixed_tokens(text: str) -> Iterator[Place]:
    """Tokens known by their first letters, and addresses that let anybody post."""
    yield from _whole(text, patterns.PREFIXED)
    for found in patterns.HOOK.finditer(text):
        yield found.span(1)


def cloud_keys(text: str) -> Iterator[Place]:
    """Ids of access keys, and keys, known by their first letters."""
    yield from _whole(text, patterns.KEYED)


def url_passwords(text: str) -> Iterator[Place]:
    """The password in an address such as `postgres://app:…@db/prod`; the rest says where."""
    for found in patterns.URL_USER.finditer(text):
        user, password = found[1], found[2]
        if password is not None and not is_stand_in(password):
            yield found.span(2)
        elif password is None and len(user) >= 20 and is_token(user):
            yield found.span(1)


def named_secrets(text: str) -> Iterator[tuple[MaskKind, int, int]]:
    """What follows a name like `password` or `api_key`, with the kind that the name says."""
    at = 0
    while (found := patterns.NAMED.search(text, at)) is not None:
        at = found.end()
        if not _is_name(text, found):
            continue
        start, end, is_quoted = _value_at(text, found.end())
        value = text[start:end]
        is_signed = _SIGNED.search(found["after"]) is not None
        before = text[max(0, found.start() - _FLAG_LENGTH) : found.start()]
        is_given = is_signed or _FLAG.search(before) is not None
        name = _name_of(found).casefold()
        kind: MaskKind | None = None
        if found["password"]:
            is_said = not (is_given and (is_quoted or _is_assigned(text, found, end)))
            is_count = name == "pass" and value.isdigit()
            kind = "password" if not is_count and is_password(value, is_said=is_said) else None
        elif found["token"]:
            is_plain = is_given or is_random(value) or len(value) >= _LONG_TOKEN
            kind = _kind_of(name) if is_plain and is_token(value) else None
        elif is_signed and is_random(value):
            kind = _kind_of(name)
        if kind is not None:
            at = end if is_quoted else _onward(text, end, from_bound=end - start >= _VALUE_BOUND)
            yield kind, start, at


def _kind_of(name: str) -> MaskKind:
    return "key" if name.endswith(("key", "키", "key_id", "key-id", "key id")) else "token"


def _is_name(text: str, found: re.Match[str]) -> bool:
    """Whether the name stands for itself: `dbPassword`, `PGPASSWORD`, not `bypass` or `monkey`."""
    before = text[max(0, found.start() - 1) : found.start()]
    name = _name_of(found)
    if before == ":" and found["after"].startswith(":"):
        return False  # a part of an ARN: "…:secret:prod/orders"
    if not (before.isascii() and before.isalpha()) or not name.isascii():
        return True
    return len(name) >= _TELLING or (name[0].isupper() and before.islower())


def _name_of(found: re.Match[str]) -> str:
    return found["password"] or found["token"] or found["weak"]


def _is_assigned(text: str, found: re.Match[str], end: int) -> bool:
    """Whether a value is all there is on its line, or comes after `=`; else it may be prose."""
    if "=" in found["after"]:
        return True
    rest = text[end : end + 20].split("\n", 1)[0].strip(" \t\"'`.,;)}]*")
    return not rest


def _value_at(text: str, at: int) -> tuple[int, int, bool]:
    """Where the value that begins at a place ends, and whether it was in quotes."""
    if text.startswith("\\", at):  # JSON in JSON
        at += 1
    quote = text[at : at + 1]
    if quote and quote in "\"'`":
        opened = at + (3 if text.startswith(quote * 3, at) else 1)
        closed = text.find(quote, opened, opened + _QUOTED_AT_MOST)
        if closed > opened and "\n" not in text[opened:closed]:
            return opened, closed - text.endswith("\\", opened, closed), True
        at = opened
    run = (_VALUE if text[at : at + 1].isascii() else _ASCII_RUN).match(text, at)
    if run is None:
        return at, at, False
    end = run.end()
    ascii_run = _ASCII_RUN.match(text, at)
    if ascii_run is not None:  # a Korean particle may follow without a space
        end = min(end, ascii_run.end())
    following = _NEXT_FIELD.search(text, at + 1, end)
    if following is not None:
        end = following.start()
    while end > at and text[end - 1] in _TRAILING:
        end -= 1
    return at, end, False


def headers(text: str) -> Iterator[Place]:
    """What follows `Authorization: Bearer` and its like."""
    for found in patterns.HEADER.finditer(text):
        group = found.lastindex or 0
        value = found[group].rstrip(".")
        is_scheme = value.isalpha() and len(value) <= _LONGEST_SCHEME
        if (group == 2 and not is_token(value)) or is_scheme:
            continue
        if not is_stand_in(value):
            yield found.start(group), found.start(group) + len(value)


def basic_pairs(text: str) -> Iterator[Place]:
    """What follows `Basic` where it is a user and a password in base64."""
    for found in patterns.BASIC.finditer(text):
        try:
            pair = base64.b64decode(found[1], validate=True).decode()
        except ValueError:
            continue
        if ":" in pair and pair.isprintable():
            yield found.span(1)


def command_passwords(text: str) -> Iterator[Place]:
    """Passwords given to `curl -u`, `mysql -p` and the like, and after a user's name."""
    for found in patterns.COMMAND.finditer(text):
        group = found.lastindex or 0
        if not is_stand_in(found[group]):
            yield found.span(group)
    for found in patterns.PLAIN_PAIR.finditer(text):
        if is_password(found[1], is_said=True) and not is_wordy(found[1]):
            yield found.span(1)
    for found in patterns.SLASH_PAIR.finditer(text):
        if _SIGN.search(found[1]) and has_mark(found[1]) and any(map(str.isdigit, found[1])):
            yield found.span(1)
    for found in patterns.PAIR.finditer(text):
        value = found[1].rstrip(_TRAILING + "\"'`")
        if is_password(value, is_said=True) and any(map(str.isalpha, value)) and "." not in value:
            yield found.start(1), found.start(1) + len(value)


def emails(text: str) -> Iterator[Place]:
    """Addresses of mailboxes; units of systemd, remotes of git and hosts in addresses are none."""
    for found in patterns.EMAIL.finditer(text):
        mailbox = found[0].partition("@")[0]
        before = text[max(0, found.start() - _AUTHORITY_LENGTH) : found.start()]
        if found[1].casefold() in _NO_DOMAIN or mailbox in _NO_MAILBOX or _AUTHORITY.search(before):
            continue
        yield found.span()


def phones(text: str) -> Iterator[Place]:
    """Numbers to call: international, Korean, American, and those called so."""
    for pattern in patterns.PHONES:
        for found in pattern.finditer(text):
            group = "number" if "number" in pattern.groupindex else 0
            if sum(map(str.isdigit, found[group])) in _PHONE_DIGITS:
                yield found.span(group)


def cards(text: str) -> Iterator[Place]:
    """Numbers of payment cards: the issuer's first digits, and Luhn's sum."""
    for found in patterns.CARD.finditer(text):
        digits = [int(char) for char in found[0] if char.isdigit()]
        if not _ISSUERS.match(found[0]) or not _passes_luhn(digits):
            continue
        if _LABELLED.search(text[max(0, found.start() - _LABEL_LENGTH) : found.start()]):
            continue
        yield found.span()
    for found in patterns.CARD_CODE.finditer(text):
        yield found.span(1)


def _passes_luhn(digits: Sequence[int]) -> bool:
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return (sum(digits[-1::-2]) + sum(doubled)) % 10 == 0


def resident_numbers(text: str) -> Iterator[Place]:
    """Korean resident registration numbers; since 2020 only the date in them can be checked."""
    for found in patterns.RESIDENT.finditer(text):
        if _is_birthday(found[1], found[2]):
            yield found.span()
    for found in patterns.RESIDENT_NAMED.finditer(text):
        if _is_birthday(found[2], found[3]):
            yield found.span(1)


def _is_birthday(date: str, century: str) -> bool:
    year = (1900 if century in "1256" else 2000) + int(date[:2])
    try:
        dt.date(year, int(date[2:4]), int(date[4:]))
    except ValueError:
        return False
    return True


def _whole(text: str, pattern: re.Pattern[str]) -> Iterator[Place]:
    """Every match, with the signs that go on where it ended at its bound."""
    at = 0
    while (found := pattern.search(text, at)) is not None:
        at = _onward(text, found.end(), from_bound=len(found[0]) >= _LONG_MATCH)
        yield found.start(), at


def _onward(text: str, at: int, *, from_bound: bool) -> int:
    """Where the signs of a token end that go on after a match that may have been cut off."""
    while from_bound and at < len(text) and text[at] in _TOKEN_SIGNS:
        at += 1
    return at


def compile_id(pattern: str) -> re.Pattern[str]:
    """A pattern of customer ids: `*` is letters and digits, `#` one digit, the rest itself.

    >>> bool(compile_id("CUST-####").search("refund for CUST-0042"))
    True

    Raises:
        ValueError: it has more than one `*`, or nothing that tells it from a word.
    """
    fixed = [char for char in pattern if char not in "*#"]
    if pattern.count("*") > 1 or len(pattern) > 60 or len(fixed) < 2:
        raise ValueError("should have at least two letters of its own and at most one *")
    marks: Mapping[str, str] = {"*": r"[A-Za-z0-9]{1,64}", "#": r"\d"}
    body = "".join(marks.get(char, re.escape(char)) for char in pattern)
    return re.compile(rf"(?<![A-Za-z0-9]){body}(?![A-Za-z0-9])", re.ASCII)


def customer_ids(wanted: Iterable[re.Pattern[str]]) -> Finder:
    """A finder of ids by these patterns."""
    compiled = tuple(wanted)

    def find(text: str) -> Iterator[Place]:
        for pattern in compiled:
            for found in pattern.finditer(text):
                yield found.span()

    return find
