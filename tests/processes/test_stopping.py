"""The bot stops when it is told to, whichever of its threads the signal reaches."""

import subprocess
import sys

WAIT_SECONDS = 20

UNINTERRUPTED = """
import os, signal, threading
from bot.run import stop_on_signals

stopping = stop_on_signals()
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])  # from here on another thread gets it
print("stopped" if stopping.wait(10) else "deaf")
"""


def test_a_signal_is_heard_while_the_main_thread_waits() -> None:
    """A wait that the signal does not interrupt ends all the same: nobody has to send it twice."""
    done = subprocess.run(
        [sys.executable, "-c", UNINTERRUPTED],
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=False,
    )

    assert (done.stdout, done.stderr) == ("stopped\n", "")
