"""What people do: write, edit, delete, react, run commands, press buttons, fill in modals."""

from typing import Any
from uuid import uuid4

from bot.local_slack import channels, config, interactions, posting
from bot.local_slack.control.body import Body
from bot.local_slack.errors import BadRequestError
from bot.local_slack.payloads import Place
from bot.local_slack.text import rich_text

Answer = dict[str, Any]


async def message(body: Body) -> Answer:
    """Somebody writes. `extra` replaces or joins members of the message, `without` drops some."""
    channel, user = body.channel(), body.user()
    if channel.is_archived:
        raise BadRequestError(f"{channel.id} is archived")
    text = body.world.workspace.typed(body.text("text", ""))
    extra = body.mapping("extra")
    fields: dict[str, Any] = {"user": user.id, "text": text, "team": config.TEAM_ID}
    if extra.get("subtype") == "bot_message":
        del fields["user"]
    elif "bot_id" not in extra:
        fields["client_msg_id"] = str(uuid4())
    if text and not {"blocks", "attachments", "bot_id", "subtype"} & extra.keys():
        fields["blocks"] = [rich_text(text)]
    if body.get("thread_ts"):
        fields["thread_ts"] = body.text("thread_ts")
    fields |= extra
    for name in body.get("without", ()):
        fields.pop(name, None)
    return {"ok": True, "ts": posting.post(body.world, channel, fields)["ts"]}


async def edit(body: Body) -> Answer:
    """Somebody edits a message. Equal text is an edit too, as Slack's language detection is."""
    channel, found = body.message()
    text = body.world.workspace.typed(body.text("text"))
    ts = f"{body.world.clock.now():.6f}"
    fields: dict[str, Any] = {"text": text, "edited": {"user": body.user().id, "ts": ts}}
    if "client_msg_id" in found:
        fields["blocks"] = [rich_text(text)]
    posting.change(body.world, channel, found, fields | body.mapping("extra"))
    return {"ok": True}


async def change(body: Body) -> Answer:
    """Slack changes a message by itself: `fields` join it (attachments of an unfurl, or nothing).

    The event says `message_changed` and shows no `edited`, as with unfurls and language detection.
    """
    channel, found = body.message()
    posting.change(body.world, channel, found, body.mapping("fields"))
    return {"ok": True}


async def delete(body: Body) -> Answer:
    """Somebody deletes a message."""
    channel, found = body.message()
    posting.remove(body.world, channel, found)
    return {"ok": True}


async def react(body: Body) -> Answer:
    """Somebody adds an emoji to a message."""
    channel, found = body.message()
    name = body.text("reaction").strip(":")
    added = channels.react(body.world, channel, found["ts"], (name, body.user().id))
    return {"ok": True, "added": added}


async def unreact(body: Body) -> Answer:
    """Somebody takes their emoji away from a message."""
    channel, found = body.message()
    name = body.text("reaction").strip(":")
    removed = channels.unreact(body.world, channel, found["ts"], (name, body.user().id))
    return {"ok": True, "removed": removed}


async def command(body: Body) -> Answer:
    """Somebody runs a slash command; answers once it is acknowledged, or was not in time."""
    channel, user = body.channel(), body.user()
    name = body.text("command")
    if body.get("thread_ts"):
        words = f"{name} is not supported in threads. Sorry!"
        body.world.fail(words, error="not_in_threads", user=user.id, target=name)
        return {"ok": False, "error": "not_in_threads", "acked": False, "ack_ms": None}
    text = body.text("text", "")
    return await interactions.run_command(body.world, channel, user, name, text)


async def action(body: Body) -> Answer:
    """Somebody presses a button or chooses from a menu, in a message or a view."""
    place, user = body.place()
    given = body.mapping("action") | {"block_id": body.text("block_id")}
    return await interactions.click(body.world, place, user, given, body.mapping("state"))


async def submit(body: Body) -> Answer:
    """Somebody submits a modal."""
    user, view = body.view()
    return await interactions.submit(body.world, user, view, body.mapping("values"))


async def close(body: Body) -> Answer:
    """Somebody closes a modal; with `clear` the whole stack."""
    user, view = body.view()
    everything = bool(body.get("clear"))
    return await interactions.dismiss(body.world, user, view, everything=everything)


async def suggest(body: Body) -> Answer:
    """Somebody types into an external menu."""
    place, user = body.place()
    wanted = (body.text("block_id"), body.text("action_id"))
    return await interactions.suggest(body.world, place, user, wanted, body.text("value", ""))


async def shortcut(body: Body) -> Answer:
    """Somebody runs a shortcut: on a message with `channel` and `ts`, else a global one."""
    place = None
    if body.get("ts"):
        channel, found = body.message()
        place = Place(found, channel)
    callback_id = body.text("callback_id")
    return await interactions.shortcut(body.world, body.user(), callback_id, place)


async def home(body: Body) -> Answer:
    """Somebody opens the bot's Home or Messages tab (`app_home_opened`)."""
    world, user = body.world, body.user()
    channel = world.workspace.open_im(user.id)
    event: dict[str, Any] = {
        "type": "app_home_opened",
        "user": user.id,
        "channel": channel.id,
        "tab": body.text("tab", "home"),
        "event_ts": f"{world.clock.now():.6f}",
    }
    view = world.views.homes.get(user.id)
    if view is not None:
        event["view"] = view
    world.emit(event)
    return {"ok": True, "channel": channel.id, "view": view}
