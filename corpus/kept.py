"""A few values kept for when they are asked for again; any thread may ask."""

import threading
from collections.abc import Callable, Container, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by key; the oldest are forgotten when there are too many.

    Args:
        limit: values at most.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: dict[Key, Value] = {}
        self._forgotten = 0
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Value]) -> Value:
        """The value of a key, made where it is not kept.

        Two threads may make it side by side. One that was being made while something was forgotten
        is given, but not kept: it may be what should have been forgotten.
        """
        with self._lock:
            if key in self._values:
                return self._values[key]
            forgotten = self._forgotten
        value = make()
        with self._lock:
            if forgotten == self._forgotten:
                self._values[key] = value
                while len(self._values) > self._limit:
                    del self._values[next(iter(self._values))]
        return value

    def peek(self, key: Key) -> Value | None:
        """The value of a key, None where it is not kept."""
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value that was made elsewhere; returns the one that is kept."""
        return self.get(key, lambda: value)

    def forget(self, keys: Container[Key]) -> None:
        """The values of these keys are not what they were."""
        with self._lock:
            self._forgotten += 1
            self._values = {key: each for key, each in self._values.items() if key not in keys}

    def __len__(self) -> int:
        return len(self._values)
