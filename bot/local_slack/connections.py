"""The TCP connections under the server, so that faults can break them the way networks do.

Owns one dictionary, filled by the HTTP protocol class given to uvicorn. ASGI itself has no way to
reset a connection or to stop reading from it.
"""

import asyncio
import socket
import struct

from uvicorn.protocols.http.h11_impl import H11Protocol


class OpenConnections:
    """Open transports by the address of the peer (`scope["client"]`)."""

    def __init__(self) -> None:
        self._transports: dict[tuple[str, int], asyncio.Transport] = {}

    def protocol(self) -> type[H11Protocol]:
        """The class for uvicorn's `http=`: its own, and every connection is remembered here."""
        transports = self._transports

        class WatchedProtocol(H11Protocol):
            """HTTP/1.1 whose transport can be found by address."""

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
                super().connection_made(transport)
                if self.client is not None:
                    transports[self.client] = transport

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client is not None:
                    transports.pop(self.client, None)
                super().connection_lost(exc)

        return WatchedProtocol

    def abort(self, peer: tuple[str, int]) -> None:
        """Reset the connection: the peer sees "connection reset by peer"."""
        transport = self._transports.pop(peer, None)
        if transport is None:
            return
        raw = transport.get_extra_info("socket")
        if raw is not None:
            # Linger 0 makes the kernel send RST in place of FIN.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()

    def forget(self, peer: tuple[str, int]) -> None:
        """Drop what is known of a connection that ended as a WebSocket."""
        self._transports.pop(peer, None)

    def deafen(self, peer: tuple[str, int]) -> None:
        """Stop reading from the connection and leave it open."""
        transport = self._transports.get(peer)
        if transport is not None and not transport.is_closing():
            transport.pause_reading()
