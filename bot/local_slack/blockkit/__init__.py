"""A strict Block Kit validator: what Slack would refuse, said in Slack's own words.

Owns the shape and size rules of blocks, views, attachments and the answers an app acks with.
It does not own the transport (which API error wraps the problems, HTTP status, who may post) nor
anything about how blocks look. Where Slack's sources disagree the strictest reading is enforced,
so that passing here means passing there; lengths are counted in UTF-16 units for the same reason.

    >>> check_message([{"type": "header", "text": {"type": "plain_text", "text": "Hello"}}])
    []
    >>> print(check_message([{"type": "divider", "text": "no"}])[0])
    [ERROR] invalid additional property: text [json-pointer:/blocks/0]
"""

from bot.local_slack.blockkit.acks import check_options_ack, check_submission_ack
from bot.local_slack.blockkit.rules import Problem
from bot.local_slack.blockkit.surfaces import (
    blocks_too_long,
    check_attachments,
    check_message,
    check_view,
    view_too_large,
)

__all__ = [
    "Problem",
    "blocks_too_long",
    "check_attachments",
    "check_message",
    "check_options_ack",
    "check_submission_ack",
    "check_view",
    "view_too_large",
]
