"""Answers to what somebody did: by response_url, or in the acknowledgement of a command.

Owns `response_type`, `replace_original`, `delete_original` and `thread_ts` of such answers.
"""

from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bot.local_slack import config, posting
from bot.local_slack.block_ids import with_block_ids
from bot.local_slack.blockkit import blocks_too_long, check_attachments, check_message
from bot.local_slack.breaking import broken_answer, does_work, hold_up
from bot.local_slack.errors import SlackError
from bot.local_slack.reading_json import read_json
from bot.local_slack.response_urls import ResponseUrl
from bot.local_slack.workspace import Channel
from bot.local_slack.world import World

_STATUS = {"expired_url": 404, "used_url": 404, "channel_is_archived": 403, "rate_limited": 429}
_MAX_TEXT = 40_000


async def respond(request: Request) -> Response:
    """The endpoint of a response_url: `ok`, or an error as a bare word with a 4xx status."""
    world: World = request.app.state.world
    url_id = request.path_params["url_id"]
    raw = await request.body()
    url = world.response_urls.find(url_id)
    fault = world.faults.take("response_url")
    await hold_up(world, fault, after_work=False)
    error = "expired_url"
    retry_after: int | None = None
    body: dict[str, Any] = {}
    try:
        body = _read(raw, request.headers.get("content-type", ""))
        if url is not None and does_work(fault):
            _use(world, url, body)
            error = ""
    except SlackError as refused:
        error, retry_after = refused.code, refused.retry_after
    await hold_up(world, fault, after_work=True)
    says_error = fault is not None and fault.kind == "error"
    if fault is not None and says_error:
        error = fault.error  # a response_url refuses in a bare word, never in JSON
    _keep(world, url_id, body, error)
    broken = None if says_error else broken_answer(request, fault)
    if broken is not None:
        return broken
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return PlainTextResponse(error or "ok", _STATUS.get(error, 400 if error else 200), headers)


def _keep(world: World, url_id: str, body: dict[str, Any], error: str) -> None:
    """Enter the answer in the record of calls."""
    url = world.response_urls.find(url_id)
    world.record.calls.append(
        {
            "method": "response_url",
            "args": body,
            "ok": not error,
            "error": error or None,
            "at": world.clock.now(),
            "channel": url.channel_id if url else None,
            "response_url_id": url_id,
        }
    )


def _read(raw: bytes, content_type: str) -> dict[str, Any]:
    text: str | bytes = raw
    if content_type.startswith("application/x-www-form-urlencoded"):
        text = dict(parse_qsl(raw.decode("utf-8", "replace"))).get("payload", "")
    try:
        body = read_json(text)
    except ValueError:
        raise SlackError("invalid_payload") from None
    if not isinstance(body, dict):
        raise SlackError("invalid_payload")
    return body


def _use(world: World, url: ResponseUrl, body: dict[str, Any]) -> None:
    refusal = world.response_urls.refusal(url)
    if refusal:
        raise SlackError(refusal)
    channel = world.workspace.channels[url.channel_id]
    world.limits.check_response(channel.id)
    answer(world, url, channel, body)
    url.uses += 1


def answer(world: World, url: ResponseUrl, channel: Channel, body: dict[str, Any]) -> None:
    """Do what an answer asks for.

    Raises:
        SlackError: the answer is not valid, or the channel takes none.
    """
    if channel.is_archived:
        raise SlackError("channel_is_archived")
    original = _original(url, channel)
    if body.get("delete_original"):
        if original is not None:
            (posting.unwhisper if url.is_ephemeral else posting.remove)(world, channel, original)
        return
    fields = content(body)
    if body.get("replace_original") and original is not None:
        blank = dict.fromkeys(("blocks", "attachments")) | fields
        if url.is_ephemeral:
            posting.rewrite_whisper(world, channel, original, blank)
        else:
            posting.change(world, channel, original, blank)
        return
    if isinstance(body.get("thread_ts"), str):
        fields["thread_ts"] = body["thread_ts"]
    if body.get("response_type") == "in_channel":
        _post(world, channel, fields)
    else:
        posting.whisper(world, channel, url.user_id, fields | {"response_url_id": url.id})


def _original(url: ResponseUrl, channel: Channel) -> dict[str, Any] | None:
    if url.original_ts is None:
        return None
    find = channel.find_ephemeral if url.is_ephemeral else channel.find
    return find(url.original_ts)


def _post(world: World, channel: Channel, fields: dict[str, Any]) -> None:
    """Post for the app: Slack shows these as `bot_message`, with no user."""
    author = {"bot_id": config.BOT_ID, "app_id": config.APP_ID, "username": config.APP_NAME}
    posting.post(world, channel, {"subtype": "bot_message"} | author | fields)


def content(body: dict[str, Any]) -> dict[str, Any]:
    """The members of the message that an answer describes.

    Raises:
        SlackError: `no_text`, `invalid_blocks`, `invalid_attachments`, `msg_blocks_too_long`.
    """
    text, blocks, attachments = body.get("text"), body.get("blocks"), body.get("attachments")
    if not text and not blocks and not attachments:
        raise SlackError("no_text")
    if text is not None and not isinstance(text, str):
        raise SlackError("invalid_payload")
    fields: dict[str, Any] = {"text": (text or "")[:_MAX_TEXT]}
    if blocks:
        if check_message(blocks):
            raise SlackError("invalid_blocks")
        if blocks_too_long(blocks):
            raise SlackError("msg_blocks_too_long")
        fields["blocks"] = with_block_ids(blocks)
    if attachments:
        if check_attachments(attachments):
            raise SlackError("invalid_attachments")
        fields["attachments"] = attachments
    return fields
