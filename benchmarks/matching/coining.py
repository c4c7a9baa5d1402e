"""Made-up words: the names of services, hosts and errors that every company has its own of.

Owns how many of them a library of a size has. A word depends on its number alone, so that a case
can be made without making those before it.
"""

from collections.abc import Sequence
from random import Random

_GROWTH = 496.0
_EXPONENT = 0.58
"""Distinct words of n cases are about 496 · n^0.58: fitted on samples of 5 to 60 shipped cases, in
both languages together, stems counted, stop words left out."""

_COINED = 45
"""Made-up words of a case, new ones and ones that earlier cases had."""

_LATIN_SYLLABLES = """
ar bel cor dra el fin gra hul ist jor kel lum mer nov orb pel quin ros sta tor ulm ver wick
xen yar zep ash bril chan dusk ect frem glo harn ick jund kest loft mirth nax oth prell quay
rusk shor tamp und vint whel yond zarn aim birk clo dwen ebb flint grov hest irk jasp knot
lark
"""
_HANGUL_SYLLABLES = """
가 나 다 라 마 바 사 아 자 차 카 타 파 하 거 너 더 러 머 버 서 어 저 처 고 노 도 로 모 보 소
오 조 초 구 누 두 루 무 부 수 우 주 추 그 느 드 르 므 브 스 으 즈 기 니 디 리 미 비 시 이 지 치
키
"""
_LATIN = _LATIN_SYLLABLES.split()
_HANGUL = _HANGUL_SYLLABLES.split()
_ROLES = ("api", "worker", "gateway", "store", "proxy", "sync")
_FAULTS = ("Timeout", "Refused", "Overflow", "Mismatch", "Stale", "Denied")
_SCATTER = 7_919
"""Prime, so that neighbouring numbers give words that do not begin alike."""


def count_words(cases: int) -> int:
    """How many distinct words a library of so many cases has, real and made-up."""
    return int(_GROWTH * max(cases, 1) ** _EXPONENT)


def coin_latin(number: int) -> str:
    """The Latin word of a number: a service, a worker of it, one of its hosts, or an error."""
    name = _join(number, _LATIN)
    match number % 5:
        case 0:
            return f"{name}-{_ROLES[number % 6]}"
        case 1:
            return f"{name}-{_ROLES[number % 7 % 6]}-{number % 90 + 10}"
        case 2:
            return f"{name.capitalize()}{_FAULTS[number % 6]}Error"
        case _:
            return name


def coin_hangul(number: int) -> str:
    """The Korean word of a number, without an ending."""
    return _join(number, _HANGUL)


def _join(number: int, syllables: Sequence[str]) -> str:
    """Three syllables, different for each number below the cube of their count."""
    base = len(syllables)
    left = number * _SCATTER % base**3
    first, rest = divmod(left, base * base)
    second, third = divmod(rest, base)
    return syllables[first] + syllables[second] + syllables[third]


class Coinage:
    """The made-up words of one case, handed out in turn; it begins again when all were used.

    Args:
        cases: how many cases the library has with this one; later ones bring fewer new words.
        real: how many of them are real and brought the words they had.
        rng: the case's own chance.
    """

    def __init__(self, cases: int, real: int, rng: Random) -> None:
        known = count_words(real)
        pool = max(count_words(cases) - known, 0)
        new = range(max(count_words(cases - 1) - known, 0), pool)
        old = max(_COINED - len(new), 0) if pool else 0
        # The cube: a few names are said by many cases, most by very few.
        numbers = [*new, *(int(pool * rng.random() ** 3) for _ in range(old))]
        self._latin = [coin_latin(number // 2) for number in numbers if number % 2 == 0]
        self._hangul = [coin_hangul(number // 2) for number in numbers if number % 2]
        self._said = 0

    def latin(self) -> str | None:
        """The next Latin one, None where the case has none."""
        self._said += 1
        return self._latin[self._said % len(self._latin)] if self._latin else None

    def hangul(self) -> str | None:
        """The next Korean one, None where the case has none."""
        self._said += 1
        return self._hangul[self._said % len(self._hangul)] if self._hangul else None
