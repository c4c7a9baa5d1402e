"""Kept values: made once, forgotten when told to, never too many."""

import threading
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from corpus.kept import Kept


def say(value: str) -> Callable[[], str]:
    """Makes a value."""
    return lambda: value


def test_value_is_made_once() -> None:
    """What is kept is given again, also None."""
    kept: Kept[str, str | None] = Kept(2)

    assert kept.get("a", say("first")) == "first"
    assert kept.get("a", say("second")) == "first"
    assert kept.get("b", lambda: None) is None
    assert kept.get("b", say("late")) is None


def test_oldest_is_forgotten_first() -> None:
    """Room is made by letting the oldest go."""
    kept: Kept[str, str] = Kept(2)
    for key in "abc":
        kept.get(key, say(key))

    assert kept.get("c", say("new")) == "c"
    assert kept.get("a", say("new")) == "new"


def test_value_under_way_while_something_is_forgotten_is_not_kept() -> None:
    """It was read before the change, and would hide the change for ever."""
    kept: Kept[str, str] = Kept(2)

    def make() -> str:
        kept.forget({"a"})
        return "old"

    assert kept.get("a", make) == "old"
    assert kept.get("a", say("new")) == "new"


@given(st.lists(st.integers(0, 9)), st.integers(1, 4))
def test_there_are_never_more_than_the_limit(keys: list[int], limit: int) -> None:
    """However many are asked for, each gets its own."""
    kept: Kept[int, int] = Kept(limit)

    for key in keys:
        assert kept.get(key, lambda key=key: key * 2) == key * 2
        assert len(kept) <= limit


def test_threads_share_without_failing() -> None:
    """Asked by many at once, with room for few, everybody gets the right value."""
    kept: Kept[int, int] = Kept(3)
    wrong: list[int] = []

    def ask(first: int) -> None:
        for step in range(2_000):
            key = (first + step) % 7
            if kept.get(key, lambda key=key: key) != key:
                wrong.append(key)
            if step % 50 == 0:
                kept.forget({key})

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert not wrong
