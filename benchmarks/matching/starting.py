"""How long the real bot takes from its start to being ready, on the stand-in of Slack."""

import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from statistics import median

from bot.local_slack import LocalSlack

_TRIES = 3


def measure_start(root: Path) -> tuple[float, float]:
    """Medians in seconds with the shipped library: the first start, and one that finds its files.

    Args:
        root: the checkout; its tests know how to start the bot.
    """
    sys.path.append(str(root / "tests"))
    processes = import_module("support.bot_process")

    first: list[float] = []
    later: list[float] = []
    with LocalSlack() as slack:
        for _ in range(_TRIES):
            with tempfile.TemporaryDirectory() as folder:
                bot = processes.BotProcess(Path(folder), slack.environment())
                for took in (first, later):
                    began = time.perf_counter()
                    try:
                        bot.start()
                        took.append(time.perf_counter() - began)
                    finally:
                        bot.kill()
    return median(first), median(later)
