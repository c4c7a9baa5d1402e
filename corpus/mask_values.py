"""What a secret looks like beside a key that names it, and what only stands where one would.

Pure questions about one value, such as the right side of `password=…`. Where values are found is
known in `corpus.mask_rules`.
"""

import re

_SAYS_NOTHING_WORDS = """
    a access admin all always an and any are bad blank bytes cache changed check configured correct
    default denied disabled does empty enabled error example expired failed failing false field file
    for forgotten found from here hidden if in incorrect int invalid is it key leaked length
    manager masked mismatch missing must n/a needed never new nil no none not null number of ok
    old on or please policy provided redacted refresh rejected removed required reset revoked
    rotated rotation same secret should str string tbd test the there to todo token too true type
    undefined unknown unset update used user valid value vault was we when which will with wrong yes
    password passwd pass pwd 없음 만료 오류 변경 초기화 필요
"""
_SAYS_NOTHING = frozenset(_SAYS_NOTHING_WORDS.split())
"""Words that are written after `password:` or `token=` without being one."""

_STAND_IN = re.compile(
    r"[$%<{\[(*•…]|\.\.\.|x{3,}$|y{3,}$|-+$|_+$|#+$|your[-_ ]|my[-_]|change[-_]?me|redacted|masked",
    re.IGNORECASE,
)
"""How a value begins that is filled in elsewhere: `${DB_PASSWORD}`, `<password>`, `****`."""

_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:[(\[].*)?$|[A-Za-z_]\w*\(.*$", re.ASCII)
_PATH = re.compile(r"~?\.{0,2}/|[A-Za-z]:\\|[a-z][a-z0-9+.-]*://")
_PIECES = re.compile(r"[-_./:]+")
_WORDY_PIECE = re.compile(
    r"[a-z]+|[A-Z][a-z]+|[A-Z]+|[0-9]{1,4}|[a-z]{1,5}[0-9]{1,3}|[a-z]?[0-9]{1,3}[a-z]{1,2}"
    r"|(?:[A-Z]?[a-z]+){1,6}"
)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)

_LONG = 16
_DIGEST = 32
_SHORTEST_PASSWORD = 3
_CODE = 6
_SHORTEST_TOKEN = 8


def is_stand_in(value: str) -> bool:
    """Whether a value says only that there is, was or should be a secret."""
    return (
        value.casefold().strip(".!?,;:") in _SAYS_NOTHING
        or _STAND_IN.match(value) is not None
        or _NAME.match(value) is not None
        or not any(char.isalnum() for char in value)
    )


def is_code(value: str) -> bool:
    """Whether a value is a path, an address, or an expression that fetches the secret."""
    if _PATH.match(value):
        return True
    return _DOTTED.match(value) is not None and not any(map(str.isdigit, value.partition("(")[0]))


def is_wordy(value: str) -> bool:
    """Whether a value is made of words and small numbers, as names of resources are.

    >>> is_wordy("payments-db-credentials-v2"), is_wordy("9fK2-x81Qm")
    (True, False)
    """
    return all(_WORDY_PIECE.fullmatch(piece) for piece in _PIECES.split(value) if piece)


def has_mark(value: str) -> bool:
    """Whether a value mixes letters with digits or signs, as hardly any word of a sentence does."""
    said = value.rstrip(".,!?")
    is_mixed = any(char.isdigit() or char in "!@#$%^&*+=?" for char in said)
    return (is_mixed and any(map(str.isalpha, said))) or (said.isdigit() and len(said) >= _CODE)


def is_password(value: str, *, is_said: bool) -> bool:
    """Whether a value beside a name like `password` is one.

    Args:
        value: what stands there.
        is_said: it stands in a sentence, where most words are none.
    """
    if len(value) < _SHORTEST_PASSWORD or is_stand_in(value) or is_code(value):
        return False
    return has_mark(value) if is_said else True


def is_token(value: str) -> bool:
    """Whether a value beside a name like `token` or `api_key` is one, not a name or a count."""
    if len(value) < _SHORTEST_TOKEN or is_stand_in(value) or is_code(value):
        return False
    if _UUID.fullmatch(value):
        return True
    if value.isdigit() or is_wordy(value):
        return False
    return any(map(str.isdigit, value)) or len(value) >= _DIGEST


def is_random(value: str) -> bool:
    """Whether a value looks drawn by lot: long, and of small letters, capitals and digits."""
    if len(value) < _LONG or is_stand_in(value) or is_wordy(value):
        return False
    kinds = (str.islower, str.isupper, str.isdigit)
    return all(any(map(kind, value)) for kind in kinds)
