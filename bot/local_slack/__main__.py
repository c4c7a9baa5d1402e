"""`python -m bot.local_slack [PORT]`: the stand-in alone, for a bot started by hand."""

import argparse
import signal
import sys
import threading

from bot.local_slack.server import LocalSlack


def main() -> None:
    """Serve until interrupted; prints the page's address and the bot's environment."""
    parser = argparse.ArgumentParser(description="A local stand-in of Slack.")
    parser.add_argument("port", type=int, nargs="?", default=0, help="0 (the default) is any free")
    parser.add_argument("--http", metavar="URL", help="deliver to this request URL, signed")
    arguments = parser.parse_args()
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    with LocalSlack(port=arguments.port, http_target=arguments.http) as slack:
        environment = [f"export {name}={value}" for name, value in slack.environment().items()]
        sys.stdout.write("\n".join([f"# {slack.url}", *environment]) + "\n")
        sys.stdout.flush()
        stopping.wait()


main()
