"""`python -m bot.local_slack [PORT]`: the stand-in alone, for a bot started by hand."""

import signal
import sys
import threading

from bot.local_slack.server import LocalSlack


def main() -> None:
    """Serve until interrupted; prints the page's address and the bot's environment."""
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with LocalSlack(port=port) as slack:
        lines = [f"# {slack.url}", *(f"export {k}={v}" for k, v in slack.environment().items())]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        stopping.wait()


main()
