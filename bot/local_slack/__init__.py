"""A local stand-in of Slack: Web API, Socket Mode, Events API over HTTP, strict limits, a page.

>>> from bot.local_slack import LocalSlack
>>> with LocalSlack() as slack:
...     slack.api_url.endswith("/api/")
True
"""

from bot.local_slack.server import LocalSlack

__all__ = ["LocalSlack"]
