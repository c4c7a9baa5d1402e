"""Who and where: auth.test, apps.connections.open, users.*, bots.info, team.info."""

from typing import Any

from bot.local_slack import config, posting
from bot.local_slack.call import Call
from bot.local_slack.errors import SlackError


def test_auth(call: Call) -> dict[str, Any]:
    """auth.test; its scopes come in a header of every answer."""
    return {
        "url": f"{call.world.base_url}/",
        "team": config.TEAM_NAME,
        "team_id": config.TEAM_ID,
        "user": config.APP_NAME,
        "user_id": config.BOT_USER_ID,
        "bot_id": config.BOT_ID,
        "is_enterprise_install": False,
    }


def open_connection(call: Call) -> dict[str, Any]:
    """apps.connections.open: an address for one WebSocket, good for a single handshake."""
    ticket = call.world.sockets.issue_ticket()
    address = call.world.base_url.replace("http://", "ws://", 1)
    return {"url": f"{address}/socket?ticket={ticket}&app_id={config.APP_ID}"}


def get_user(call: Call) -> dict[str, Any]:
    """users.info."""
    user = call.world.workspace.users.get(call.text("user"))
    if user is None:
        raise SlackError("user_not_found")
    if not user.is_visible:
        raise SlackError("user_not_visible")
    return {"user": user.document(include_locale=call.flag("include_locale"))}


def list_users(call: Call) -> dict[str, Any]:
    """users.list."""
    locale = call.flag("include_locale")
    users = [user for user in call.world.workspace.users.values() if user.is_visible]
    page = call.page(users, "members")
    page["members"] = [user.document(include_locale=locale) for user in page["members"]]
    return page | {"cache_ts": int(call.world.clock.now())}


def get_bot(call: Call) -> dict[str, Any]:
    """bots.info: of this app's bot, the only one there is."""
    if call.text("bot", config.BOT_ID) != config.BOT_ID:
        raise SlackError("bot_not_found")
    return {"bot": posting.bot_profile() | {"user_id": config.BOT_USER_ID}}


def get_team(call: Call) -> dict[str, Any]:
    """team.info."""
    domain = config.TEAM_DOMAIN
    team = {"id": config.TEAM_ID, "name": config.TEAM_NAME, "domain": domain, "icon": {}}
    return {"team": team | {"url": f"{call.world.base_url}/"}}
