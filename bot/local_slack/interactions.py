"""What people do with the app, and what becomes of the app's answer.

Owns commands, clicks, submissions, suggestions and shortcuts: the payload goes out once, the
acknowledgement is judged as strictly as Slack does, and a failure is noted in the user's words.
"""

from typing import Any

from bot.local_slack import payloads
from bot.local_slack.blockkit import check_options_ack, check_submission_ack
from bot.local_slack.envelope import Answer, Kind, Outcome
from bot.local_slack.errors import BadRequestError, SlackError
from bot.local_slack.payloads import Place
from bot.local_slack.responding import answer as give_answer
from bot.local_slack.state_values import (
    chosen,
    find_element,
    holds_value,
    initial_values,
    merge,
    missing,
)
from bot.local_slack.workspace import Channel, User
from bot.local_slack.world import World

_TROUBLE = "We had some trouble connecting. Try again?"


def error_code(answer: Answer) -> str:
    """What Slack calls this failure to a user."""
    return "operation_timeout" if answer.outcome is Outcome.TIMEOUT else "dispatch_failed"


async def run_command(
    world: World, channel: Channel, user: User, command: str, text: str
) -> dict[str, Any]:
    """A slash command; its acknowledgement may carry an answer to show."""
    if command not in world.config.commands:
        words = f"{command} is not a valid command. In Slack, all messages that start with the "
        words += '"/" character are interpreted as slash commands.'
        world.fail(words, error="unknown_command", user=user.id, target=command)
        return {"ok": False, "error": "unknown_command", "acked": False, "ack_ms": None}
    trigger_id = world.triggers.issue(user.id)
    payload = payloads.command(world, channel, user, (command, text), trigger_id)
    answer = await world.delivery.request(Kind.COMMAND, payload)
    error = "" if answer.acked else error_code(answer)
    if answer.acked and answer.body not in (None, "", {}):
        url = world.response_urls.find(payload["response_url"].rpartition("/")[2])
        body = answer.body if isinstance(answer.body, dict) else {"text": str(answer.body)}
        try:
            if url is not None:
                give_answer(world, url, channel, body)
        except SlackError as refused:
            error = refused.code
    if error:
        words = f'{command} failed with the error "{error}"'
        world.fail(words, error=error, user=user.id, target=command)
    return {
        "ok": True,
        "acked": answer.acked,
        "ack_ms": answer.took_ms if answer.acked else None,
        "error": error or None,
        "trigger_id": trigger_id,
        "response_url": payload["response_url"],
    }


async def click(
    world: World, place: Place, user: User, action: dict[str, Any], state: dict[str, Any]
) -> dict[str, Any]:
    """A press on a button or a choice in a menu (`block_actions`).

    `action` holds `block_id`, `action_id` and what was chosen; `state` what is entered elsewhere
    in the same message or view, in any form that `merge` reads.
    """
    blocks = _blocks(place)
    block_id, action_id = action.get("block_id"), action.get("action_id")
    element = find_element(blocks, block_id, action_id)
    entry = payloads.action_entry(element, str(block_id), action)
    values = _entered(place, blocks, state)
    chosen_now = chosen(element, action)
    if holds_value(element) and chosen_now:
        values = merge(blocks, values, {str(block_id): {str(action_id): chosen_now}})
    payload = payloads.interaction(world, "block_actions", user)
    view_id = place.holder["id"] if place.channel is None else None
    trigger_id = world.triggers.issue(user.id, view_id)
    if place.channel is None:
        place.holder["state"]["values"] = values
    payload |= place.members() | {"trigger_id": trigger_id, "state": {"values": values}}
    if place.channel is None:
        payload["hash"] = place.holder["hash"]
    else:
        payload["response_url"] = _response_url(world, place, place.channel, user)
    payload["actions"] = [entry | {"action_ts": f"{world.clock.now():.6f}"}]
    answer = await world.delivery.request(Kind.INTERACTIVE, payload)
    if not answer.acked:
        words = _TROUBLE if place.channel is None else "This app did not respond. Try again."
        world.fail(words, error=error_code(answer), user=user.id, target=str(action_id))
    return _outcome(answer, trigger_id)


def _blocks(place: Place) -> list[dict[str, Any]]:
    blocks = list(place.holder.get("blocks") or [])
    for attachment in place.holder.get("attachments") or []:
        blocks += attachment.get("blocks", [])
    return blocks


def _entered(place: Place, blocks: list[dict[str, Any]], state: dict[str, Any]) -> dict[str, Any]:
    known = place.holder["state"]["values"] if place.channel is None else initial_values(blocks)
    return merge(blocks, known, state.get("values", state))


def _response_url(world: World, place: Place, channel: Channel, user: User) -> str:
    ts, is_ephemeral = place.holder["ts"], place.is_ephemeral
    url = world.response_urls.issue(channel.id, user.id, ts, is_ephemeral=is_ephemeral)
    return payloads.response_address(world, url.id)


def _outcome(answer: Answer, trigger_id: str | None = None) -> dict[str, Any]:
    return {
        "ok": answer.acked,
        "acked": answer.acked,
        "ack_ms": answer.took_ms if answer.acked else None,
        "error": None if answer.acked else error_code(answer),
        "trigger_id": trigger_id,
    }


async def submit(
    world: World, user: User, view: dict[str, Any], values: dict[str, Any]
) -> dict[str, Any]:
    """A press on a modal's submit button (`view_submission`)."""
    if view["submit"] is None and not any(b["type"] == "input" for b in view["blocks"]):
        raise BadRequestError("this view has no submit button")
    view["state"]["values"] = merge(view["blocks"], view["state"]["values"], values)
    wrong = missing(view["blocks"], view["state"]["values"])
    if wrong:
        # Slack's own client says so; the app hears nothing.
        return {"ok": True, "acked": None, "response_action": "errors", "errors": wrong}
    trigger_id = world.triggers.issue(user.id, view["id"])
    payload = payloads.interaction(world, "view_submission", user)
    payload |= Place(view).members() | {"trigger_id": trigger_id, "response_urls": []}
    del payload["container"]
    answer = await world.delivery.request(Kind.INTERACTIVE, payload)
    problems = check_submission_ack(answer.body, view) if answer.acked else []
    if problems or not answer.acked:
        error = str(problems[0]) if problems else error_code(answer)
        world.fail(_TROUBLE, error=error, user=user.id, target=view["callback_id"])
        return _outcome(answer, trigger_id) | {"ok": False, "error": error}
    return _outcome(answer, trigger_id) | _obey(world, user, view, answer.body or {})


def _obey(world: World, user: User, view: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """Do what the answer to a submission says; returns what the control API adds for it."""
    action = body.get("response_action")
    if action == "errors":
        return {"response_action": action, "errors": body["errors"]}
    try:
        if action == "update":
            world.views.update(view, body["view"])
            world.feed.publish("view_updated", view=view, user=user.id)
        elif action == "push":
            pushed = world.views.push(user.id, body["view"])
            world.feed.publish("view_pushed", view=pushed, user=user.id)
        else:
            closed = world.views.close(user.id, view["id"], everything=action == "clear")
            for one in closed:
                world.feed.publish("view_closed", view=one, user=user.id)
    except SlackError as refused:
        world.fail(_TROUBLE, error=refused.code, user=user.id, target=view["callback_id"])
        return {"ok": False, "error": refused.code}
    return {"response_action": action} if action else {}


async def dismiss(
    world: World, user: User, view: dict[str, Any], *, everything: bool
) -> dict[str, Any]:
    """A press on a modal's close button, or on the cross that clears the stack."""
    answer: Answer | None = None
    for closed in world.views.close(user.id, view["id"], everything=everything):
        world.feed.publish("view_closed", view=closed, user=user.id)
        if not closed["notify_on_close"]:
            continue
        payload = payloads.interaction(world, "view_closed", user)
        payload |= {"view": closed, "is_cleared": everything}
        answer = await world.delivery.request(Kind.INTERACTIVE, payload)
        if not answer.acked:
            error, target = error_code(answer), closed["callback_id"]
            world.fail(_TROUBLE, error=error, user=user.id, target=target)
    return {"ok": True, "acked": answer.acked if answer else None}


async def suggest(
    world: World, place: Place, user: User, wanted: tuple[str, str], value: str
) -> dict[str, Any]:
    """Typing into an external menu (`block_suggestion`); `wanted` is its block_id, action_id."""
    block_id, action_id = wanted
    element = find_element(_blocks(place), block_id, action_id)
    if element["type"] not in ("external_select", "multi_external_select"):
        raise BadRequestError(f"{action_id} is not an external menu")
    payload = payloads.interaction(world, "block_suggestion", user)
    payload |= {"action_id": action_id, "block_id": block_id, "value": value, **place.members()}
    answer = await world.delivery.request(Kind.INTERACTIVE, payload)
    problems = check_options_ack(answer.body) if answer.acked else []
    if problems or not answer.acked:
        error = str(problems[0]) if problems else error_code(answer)
        world.fail("No results", error=error, user=user.id, target=action_id)
        return _outcome(answer) | {"ok": False, "error": error, "options": []}
    options: dict[str, Any] = answer.body
    return _outcome(answer) | options


async def shortcut(
    world: World, user: User, callback_id: str, place: Place | None
) -> dict[str, Any]:
    """A shortcut: on a message (`message_action`) or anywhere (`shortcut`)."""
    kind = "shortcut" if place is None else "message_action"
    trigger_id = world.triggers.issue(user.id)
    payload = payloads.interaction(world, kind, user)
    payload |= {"callback_id": callback_id, "trigger_id": trigger_id}
    payload["action_ts"] = f"{world.clock.now():.6f}"
    if place is not None and place.channel is not None:
        payload |= {key: value for key, value in place.members().items() if key != "container"}
        payload["message_ts"] = place.holder["ts"]
        payload["response_url"] = _response_url(world, place, place.channel, user)
    answer = await world.delivery.request(Kind.INTERACTIVE, payload)
    if not answer.acked:
        world.fail(_TROUBLE, error=error_code(answer), user=user.id, target=callback_id)
    return _outcome(answer, trigger_id)
