"""Posting the weekly digests: what is due, what became of it, and when a digest has to pause.

Woken by the schedule and by events; decides by the ledger and by what Slack says of the channel at
that moment. Everything here may run twice, or in two processes at once.
"""

import datetime as dt
import logging
from collections.abc import Mapping
from typing import Any

from handlers.audience import audience_in
from handlers.digest_content import Readers, gather
from handlers.directory import Channel
from handlers.ledger import EXPIRED, FailedPost, Pause, Subscription
from handlers.ledger.digests import Outcome, post_key
from handlers.posting import Place, post_message, tell
from handlers.services import Services
from handlers.slack_errors import is_refusal
from handlers.views.digest import DigestContent, build_digest
from handlers.views.notices import build_digest_paused
from handlers.weeks import GRACE, Period, Schedule, Slot

_logger = logging.getLogger(__name__)

_ARCHIVED = frozenset({"is_archived", "is_inactive"})
_REMOVED = frozenset({"channel_not_found", "not_in_channel"})


def post_due(subscription: Subscription, services: Services) -> None:
    """Post the digest of a week whose slot has come; note the weeks for which it is too late.

    Raises:
        NotDescribedError: Slack does not say what the channel is; nothing is decided.
        DatabaseError: nothing is decided.
    """
    now = services.clock()
    services.ledger.digests.reopen(subscription)
    decided = services.ledger.digests.decided(subscription)
    for slot in subscription.settings.schedule.slots_since(subscription.since, now):
        if slot.week in decided:
            continue
        if slot.is_over(now):
            services.ledger.digests.decide(subscription, slot, "missed")
            _logger.warning("digest_missed week=%s", slot.week)
        elif _may_post(subscription, services):
            _decide(subscription, slot, services)


def post_before_change(subscription: Subscription, schedule: Schedule, services: Services) -> None:
    """Post what another schedule would leave out, before it takes the place of this one.

    That is a digest whose slot has just come, and the week that this schedule would tell next where
    its slot by the other one is over already.

    Raises:
        NotDescribedError: Slack does not say what the channel is; nothing is decided.
        DatabaseError: nothing is decided.
    """
    post_due(subscription, services)
    now = services.clock()
    decided = services.ledger.digests.decided(subscription)
    week = subscription.settings.schedule.next_slot(now, decided).week
    if schedule.next_slot(now, decided).week > week and _may_post(subscription, services):
        _decide(subscription, Slot(week, now), services)


def settle_failure(failed: FailedPost, services: Services) -> None:
    """Settle a digest that the outbox gave up.

    Slack's final no pauses it. What was only trouble on the way, or with the bot's token, is put
    again while its time lasts, as soon as Slack says what the channel is.
    """
    subscription, slot = failed.subscription, failed.slot
    digests = services.ledger.digests
    if failed.error == EXPIRED or slot.is_over(services.clock()):
        digests.settle(subscription, slot.week, "missed")
        _logger.warning("digest_missed week=%s error=%s", slot.week, failed.error)
    elif is_refusal(failed.error):
        if slot.at > subscription.since:  # else somebody has mended it and saved since
            _pause(subscription, _reason(failed.error), services)
        digests.settle(subscription, slot.week, "failed")
    elif _may_post(subscription, services):
        content = _content(subscription, slot, services)
        if content.is_empty:  # what it told of was deleted meanwhile
            digests.settle(subscription, slot.week, "empty")
        else:
            _put(subscription, slot, content, services)


def handle_loss(event: Mapping[str, Any], services: Services) -> None:
    """Look at a channel that was archived or made private, or that the bot has left."""
    subscription = services.ledger.digests.of(str(event["channel"]))
    if subscription is not None and subscription.pause is None:
        _may_post(subscription, services)


def why_paused(subscription: Subscription | None, channel: Channel) -> Pause | None:
    """Why a channel, as Slack describes it now, gets no digest; None where it does or could.

    A channel goes by its id, so that another name changes nothing. One that was made private has
    readers whom somebody else chooses from then on: who set the digest up is asked once more.
    """
    if not channel.name or not channel.is_member:
        return "removed"
    if channel.is_archived:
        return "archived"
    was_public = subscription is not None and not subscription.is_private
    return "private" if channel.is_private and was_public else None


def _may_post(subscription: Subscription, services: Services) -> bool:
    """Whether the channel still gets a digest; else it is paused."""
    services.directory.forget_channel(subscription.channel_id)
    channel = services.directory.channel(subscription.channel_id, must_know=True)
    reason = why_paused(subscription, channel)
    if reason is not None:
        _pause(subscription, reason, services)
    return reason is None


def _decide(subscription: Subscription, slot: Slot, services: Services) -> None:
    """Decide the week together with what follows from it: a post, or silence."""
    content = _content(subscription, slot, services)
    outcome: Outcome = "empty" if content.is_empty else "posted"
    with services.ledger.database.transaction():
        if services.ledger.digests.decide(subscription, slot, outcome) and not content.is_empty:
            _put(subscription, slot, content, services)


def _content(subscription: Subscription, slot: Slot, services: Services) -> DigestContent:
    channel = services.directory.channel(subscription.channel_id)
    period = Period.of(slot.week, subscription.settings.schedule.zone)
    readers = Readers(channel.id, audience_in(services, channel))
    is_late = slot.is_late(services.clock())
    return gather(services, subscription.settings, period, readers, is_late=is_late)


def _put(
    subscription: Subscription, slot: Slot, content: DigestContent, services: Services
) -> None:
    message = build_digest(content, services.words(subscription.settings.lang), services.vocabulary)
    post_message(
        services.ledger,
        post_key(subscription.channel_id, slot.week),
        message,
        Place(subscription.team_id, subscription.channel_id),
        expires_at=(slot.at + GRACE).timestamp(),
    )


def _pause(subscription: Subscription, reason: Pause, services: Services) -> None:
    """Pause a digest, and tell its subscriber; whoever comes second does neither."""
    words = services.words(services.directory.person(subscription.user_id).lang)
    message = build_digest_paused(words, subscription.channel_id, reason)
    with services.ledger.database.transaction():
        if services.ledger.digests.pause(subscription, reason):
            key = f"digest-paused:{subscription.channel_id}:{_stamp(subscription.since)}"
            if subscription.user_id:  # else that person had themselves forgotten
                tell(services.ledger, key, message, subscription.team_id, subscription.user_id)
            _logger.warning("digest_paused reason=%s", reason)


def _reason(error: str) -> Pause:
    if error in _ARCHIVED:
        return "archived"
    return "removed" if error in _REMOVED else "refused"


def _stamp(moment: dt.datetime) -> int:
    return round(moment.timestamp())
