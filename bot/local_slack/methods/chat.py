"""chat.*: the bot posts, edits, deletes and whispers.

Owns what is refused and in which words. Storing and telling is `posting`'s.
"""

import json
from typing import Any

from bot.local_slack import config, posting
from bot.local_slack.block_ids import with_block_ids
from bot.local_slack.blockkit import blocks_too_long, check_attachments, check_message
from bot.local_slack.call import Call, refusal
from bot.local_slack.errors import SlackError
from bot.local_slack.workspace import Channel

_LONGEST_POST = 40_000  # Slack: over 40,000 characters `text` is cut
_LONGEST_UPDATE = 4_000  # Slack: chat.update refuses more (`msg_too_long`)
_LONGEST_MARKDOWN = 12_000
_MOST_ATTACHMENTS = 100
_METADATA_BYTES = 8_000
_CUSTOM = ("username", "icon_url", "icon_emoji")


def post_message(call: Call) -> dict[str, Any]:
    """chat.postMessage."""
    channel = _target(call)
    if channel.is_archived:
        raise SlackError("is_archived")
    fields = _content(call)
    thread_ts = _thread(call, channel)
    author = _author(call)
    call.world.limits.check_post(channel.id)
    cut = len(fields.get("text", "")) > _LONGEST_POST
    fields["text"] = fields.get("text", "")[:_LONGEST_POST]
    if thread_ts:
        fields["thread_ts"] = thread_ts
        if call.flag("reply_broadcast"):
            fields["subtype"] = "thread_broadcast"
    message = posting.post(call.world, channel, author | fields)
    answer = {"channel": channel.id, "ts": message["ts"], "message": message}
    if cut:
        warning = "message_truncated"
        answer |= {"warning": warning, "response_metadata": {"warnings": [warning]}}
    return answer


def _target(call: Call) -> Channel:
    """Where to post: a channel by id or name, or a person, which is their direct conversation."""
    given = call.required("channel")
    user = call.world.workspace.users.get(given)
    if user is not None and not user.is_bot:
        return call.world.workspace.open_im(user.id)
    channel = call.channel(by_name=True)
    public = channel.kind == "channel" and "chat:write.public" in call.world.config.scopes
    if not channel.is_member(config.BOT_USER_ID) and not public:
        raise SlackError("not_in_channel")
    return channel


def _thread(call: Call, channel: Channel) -> str:
    """The thread to reply in. A reply is no parent; an unknown `ts` is taken, as in Slack."""
    thread_ts = call.text("thread_ts")
    parent = channel.find(thread_ts) if thread_ts else None
    if parent is not None and parent.get("thread_ts", thread_ts) != thread_ts:
        raise SlackError("cannot_reply_to_message")
    return thread_ts


def _author(call: Call) -> dict[str, Any]:
    """Who the message is by; a name or icon of its own makes it a `bot_message` with no user."""
    custom = {key: call.text(key) for key in _CUSTOM if call.text(key)}
    if not custom:
        return posting.by_bot()
    call.need_scope("chat:write.customize")
    icons = {key.removeprefix("icon_"): custom[key] for key in _CUSTOM[1:] if key in custom}
    return {
        "subtype": "bot_message",
        "bot_id": config.BOT_ID,
        "app_id": config.APP_ID,
        "username": custom.get("username", config.APP_NAME),
        "icons": icons,
    }


def _content(call: Call) -> dict[str, Any]:
    """The checked members of a message: `text`, `blocks`, `attachments`, `metadata`.

    Only what was given is there, so that an update can tell "not given" from "empty".
    """
    fields: dict[str, Any] = {}
    blocks = call.structure("blocks", "invalid_blocks_format")
    attachments = call.structure("attachments", "invalid_attachments")
    markdown = call.text("markdown_text")
    if markdown and (call.text("text") or blocks):
        raise SlackError("markdown_text_conflict")
    if len(markdown) > _LONGEST_MARKDOWN:
        raise SlackError("msg_too_long")
    if call.text("text") or markdown:
        fields["text"] = call.text("text") or markdown
    if blocks is not None:
        _check_blocks(blocks)
        fields["blocks"] = with_block_ids(blocks)
    if attachments is not None:
        _check_attachments(attachments)
        fields["attachments"] = attachments
    if not any(fields.get(key) for key in ("text", "blocks", "attachments")):
        raise SlackError("no_text")
    metadata = call.structure("metadata", "invalid_metadata_format")
    if metadata is not None:
        fields["metadata"] = _check_metadata(metadata)
    return fields


def _check_blocks(blocks: Any) -> None:  # noqa: ANN401 - any JSON
    problems = check_message(blocks)
    if problems:
        raise refusal("invalid_blocks", problems)
    if blocks_too_long(blocks):
        raise SlackError("msg_blocks_too_long")


def _check_attachments(attachments: Any) -> None:  # noqa: ANN401 - any JSON
    if isinstance(attachments, list) and len(attachments) > _MOST_ATTACHMENTS:
        raise SlackError("too_many_attachments")
    problems = check_attachments(attachments)
    if problems:
        raise refusal("invalid_attachments", problems)


def _check_metadata(metadata: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    if not isinstance(metadata, dict) or set(metadata) - {"event_type", "event_payload"}:
        raise SlackError("invalid_metadata_format")
    event_type, payload = metadata.get("event_type"), metadata.get("event_payload")
    if not isinstance(event_type, str) or not event_type or not isinstance(payload, dict):
        raise SlackError("invalid_metadata_format")
    if len(json.dumps(metadata).encode()) > _METADATA_BYTES:
        raise SlackError("metadata_too_large")
    return metadata


def update(call: Call) -> dict[str, Any]:
    """chat.update: by channel id only; attachments and metadata that are not given stay."""
    channel = call.channel()
    message = channel.find(call.required("ts"))
    if message is None:
        raise SlackError("message_not_found")
    if message.get("bot_id") != config.BOT_ID:
        raise SlackError("cant_update_message")
    if channel.is_archived:
        raise SlackError("is_inactive")
    fields = _content(call)
    if len(fields.get("text", "")) > _LONGEST_UPDATE:
        raise SlackError("msg_too_long")
    changed: dict[str, Any] = dict(fields)
    dropped = "blocks" not in fields and not call.world.faults.update_keeps_blocks
    if dropped or fields.get("blocks") == []:
        changed["blocks"] = None
    if changed.get("text", message.get("text")) != message.get("text"):
        ts = f"{call.world.clock.now():.6f}"
        changed["edited"] = {"user": config.BOT_USER_ID, "ts": ts}
    posting.change(call.world, channel, message, changed)
    return {
        "channel": channel.id,
        "ts": message["ts"],
        "text": message.get("text", ""),
        "message": message,
    }


def delete(call: Call) -> dict[str, Any]:
    """chat.delete: the bot's own messages only."""
    channel = call.channel()
    message = channel.find(call.required("ts"))
    if message is None:
        raise SlackError("message_not_found")
    if message.get("bot_id") != config.BOT_ID:
        raise SlackError("cant_delete_message")
    posting.remove(call.world, channel, message)
    return {"channel": channel.id, "ts": message["ts"]}


def post_ephemeral(call: Call) -> dict[str, Any]:
    """chat.postEphemeral: to one member of a channel in which the bot is."""
    channel = call.joined_channel(by_name=True)
    if channel.is_archived:
        raise SlackError("is_archived")
    user_id = call.required("user")
    if not channel.is_member(user_id):
        raise SlackError("user_not_in_channel")
    fields = _content(call)
    if len(fields.get("text", "")) > _LONGEST_UPDATE:
        raise SlackError("msg_too_long")
    if any("blocks" in attachment for attachment in fields.get("attachments", ())):
        raise SlackError("invalid_attachments")
    thread_ts = _thread(call, channel)
    if thread_ts:
        fields["thread_ts"] = thread_ts
    fields.pop("metadata", None)
    message = posting.whisper(call.world, channel, user_id, {"text": "", **fields})
    return {"message_ts": message["ts"]}


def get_permalink(call: Call) -> dict[str, Any]:
    """chat.getPermalink."""
    channel = call.channel()
    ts = call.required("message_ts")
    message = channel.find(ts)
    if message is None:
        raise SlackError("message_not_found")
    link = f"{call.world.base_url}/archives/{channel.id}/p{ts.replace('.', '')}"
    thread_ts = message.get("thread_ts", ts)
    if thread_ts != ts:
        link += f"?thread_ts={thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}
