"""Where an upstream library is: its address as people write it, and as people may read it."""

import base64
from dataclasses import dataclass
from functools import cached_property
from typing import Self
from urllib.parse import unquote, urlsplit, urlunsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_LIMIT = 1_000
_SHOWN_LIMIT = 200


@dataclass(frozen=True)
class Address:
    """Where an upstream library is.

    Attributes:
        base: the address above `/cases`, without user name and password.
        authorization: the header that they make; never shown.
    """

    base: str
    authorization: str | None = None

    @classmethod
    def parse(cls, url: str) -> Self:
        """Read an address as people write it: with or without a final slash or `/cases`.

        Raises:
            ValueError: it is no http or https address, or has a query.
        """
        if not url.isprintable() or len(url) > _LIMIT:
            raise ValueError("should be a plain address")
        parts = urlsplit(url.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("should be an http or https address")
        if parts.query or parts.fragment:
            raise ValueError("should have no query")
        if "@" in parts.path:  # the end of a password that has a slash in it
            raise ValueError("should have a slash in a password as %2F")
        place = parts.hostname if ":" not in parts.hostname else f"[{parts.hostname}]"
        port = "" if parts.port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
        path = parts.path.rstrip("/").removesuffix("/cases")
        base = urlunsplit((parts.scheme, place + port, path, "", ""))
        return cls(base, authorization_of(parts.username, parts.password))

    def __repr__(self) -> str:
        return f"Address({self.base!r})"

    @property
    def is_readable_on_the_way(self) -> bool:
        """Whether what goes over the network goes unencrypted."""
        parts = urlsplit(self.base)
        return parts.scheme == "http" and not is_loopback(parts.hostname)

    @cached_property
    def host(self) -> tuple[str, int]:
        """The host and port that documents are taken from."""
        return host_of(self.base)


def is_loopback(hostname: str | None) -> bool:
    """Whether a host is this machine."""
    return hostname in _LOOPBACK


def host_of(url: str) -> tuple[str, int]:
    """The host and port of an http(s) address.

    Raises:
        ValueError: it has none.
    """
    parts = urlsplit(url)
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ValueError("no http or https address")
    return parts.hostname, parts.port or _DEFAULT_PORTS[parts.scheme]


def shown(url: str) -> str:
    """An address for people: without user name, password and query, and not too long."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "?"
    place = parts.netloc.rpartition("@")[2]
    path = "/…" if "@" in parts.path else parts.path  # it may be the rest of a password
    return urlunsplit((parts.scheme, place, path, "", ""))[:_SHOWN_LIMIT]


def authorization_of(user: str | None, password: str | None) -> str | None:
    """The header that a user name and a password make; None where there is no name."""
    if user is None:
        return None
    pair = f"{unquote(user)}:{unquote(password or '')}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"
