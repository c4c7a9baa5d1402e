"""What control requests have in common: a JSON body that names users, channels and messages."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from bot.local_slack import config
from bot.local_slack.errors import BadRequestError
from bot.local_slack.payloads import Place
from bot.local_slack.reading_json import read_json
from bot.local_slack.workspace import Channel, User
from bot.local_slack.world import World


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON object of a control request, with what it refers to.

    Every getter raises BadRequestError when something named is not there.
    """

    world: World
    fields: dict[str, Any]

    @classmethod
    async def read(cls, request: Request) -> "Body":
        """Read a request; an empty body counts as `{}`."""
        try:
            fields = read_json(await request.body() or b"{}")
        except ValueError:
            raise BadRequestError("the body is not JSON") from None
        if not isinstance(fields, dict):
            raise BadRequestError("the body is not a JSON object")
        return cls(request.app.state.world, fields)

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - any JSON
        """A member as it is."""
        return self.fields.get(name, default)

    def text(self, name: str, default: str | None = None) -> str:
        """A string member; without `default` it has to be there."""
        value = self.fields.get(name, default)
        if not isinstance(value, str):
            raise BadRequestError(f"{name} must be a string")
        return value

    def number(self, name: str, default: float) -> float:
        """A number member."""
        value = self.fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise BadRequestError(f"{name} must be a number")
        return value

    def mapping(self, name: str) -> dict[str, Any]:
        """An object member, `{}` when it is absent."""
        value = self.fields.get(name) or {}
        if not isinstance(value, dict):
            raise BadRequestError(f"{name} must be an object")
        return value

    def user(self, name: str = "user") -> User:
        """The user a member names; the seeded `me` when it is absent."""
        user_id = self.text(name, config.ME)
        user = self.world.workspace.users.get(user_id)
        if user is None:
            raise BadRequestError(f"there is no user {user_id}")
        return user

    def channel(self, name: str = "channel") -> Channel:
        """The channel a member names, by id or name; the bot's user id is the direct one."""
        given = self.text(name)
        if given == config.BOT_USER_ID:
            return self.world.workspace.open_im(self.user().id)
        return find_channel(self.world, given)

    def message(self) -> tuple[Channel, dict[str, Any]]:
        """The message that `channel` and `ts` name."""
        channel = self.channel()
        return channel, _message(channel, self.text("ts"))

    def view(self) -> tuple[User, dict[str, Any]]:
        """The open view that `view_id` names, and who has it open."""
        view_id = self.text("view_id")
        found = self.world.views.find(view_id)
        if found is None:
            raise BadRequestError(f"no view {view_id} is open")
        return self.world.workspace.users[found[0]], found[1]

    def place(self) -> tuple[Place, User]:
        """Where `container` says that somebody acts, and who does."""
        container = self.mapping("container")
        inner = Body(self.world, container | {"user": self.get("user", config.ME)})
        if container.get("type") == "view":
            owner, view = inner.view()
            return Place(view), owner
        channel = inner.channel()
        message = _message(channel, inner.text("ts"), whispers=True)
        return Place(message, channel), self.user()


def find_channel(world: World, given: str) -> Channel:
    """The channel with this id or name, private ones too."""
    channels = world.workspace.channels
    name = given.removeprefix("#")
    found = channels.get(given) or next((c for c in channels.values() if c.name == name), None)
    if found is None or not name:
        raise BadRequestError(f"there is no channel {given}")
    return found


def _message(channel: Channel, ts: str, *, whispers: bool = False) -> dict[str, Any]:
    found = channel.find(ts)
    if found is None and whispers:
        found = channel.find_ephemeral(ts)
    if found is None:
        raise BadRequestError(f"there is no message {ts} in {channel.id}")
    return found
