"""Owners of rows: who is surely gone, and who is only elsewhere."""

import os
import socket
import subprocess
import sys
import threading

from bot.worker import Pump, is_dead, new_owner


def test_owner_is_never_the_same_twice() -> None:
    """Two owners of one process differ."""
    assert new_owner() != new_owner()


def test_owner_that_is_oneself_is_alive() -> None:
    """One's own rows are not taken from oneself."""
    own = new_owner()

    assert not is_dead(own, own)


def test_owner_with_ones_own_process_id_is_gone() -> None:
    """In a container every process has id 1: the same id with another name is the predecessor."""
    assert is_dead(new_owner(), new_owner())


def test_owner_whose_process_ended_is_gone() -> None:
    """An id that no process has any more is a dead owner."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()

    assert is_dead(f"{socket.gethostname()}:{ended.pid}:x", new_owner())


def test_owner_whose_process_runs_is_alive() -> None:
    """Another process on this machine keeps its rows."""
    parent = f"{socket.gethostname()}:{os.getppid()}:x"

    assert not is_dead(parent, new_owner())


def test_owner_on_another_machine_is_not_judged() -> None:
    """What cannot be known is left to the lease."""
    assert not is_dead("elsewhere:1:x", new_owner())


def test_owner_with_an_odd_name_is_not_judged() -> None:
    """A name of another form is nobody's on this machine."""
    assert not is_dead("odd", new_owner())


class Rows:
    """A queue that gives each row once."""

    def __init__(self, *rows: str) -> None:
        self._rows = list(rows)

    def take(self, owner: str, limit: int) -> list[str]:
        """The next rows, at most `limit`."""
        assert owner == "me"
        taken, self._rows = self._rows[:limit], self._rows[limit:]
        return taken


def test_pump_puts_back_what_failed_and_goes_on() -> None:
    """One bad row neither ends the pump nor keeps its lane."""
    ran: list[str] = []
    given_back: list[str] = []
    finished = threading.Event()

    def run(row: str) -> None:
        if row == "bad":
            raise KeyError(row)
        ran.append(row)
        finished.set()

    pump = Pump("test", Rows("bad", "good"), run, given_back.append, owner="me")
    pump.start()
    pump.wake()
    finished.wait(10)
    pump.stop()

    assert (ran, given_back) == (["good"], ["bad"])
