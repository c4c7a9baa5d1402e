"""The TCP connections under the server, so that faults can break them the way networks do.

Owns which transport belongs to which peer, and the protocol classes given to uvicorn that keep
track of it. ASGI itself has no way to reset a connection or to stop listening to it.
"""

import asyncio
import socket
import struct

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Peer = tuple[str, int]


class OpenConnections:
    """Open transports by the address of the peer (`scope["client"]`)."""

    def __init__(self) -> None:
        self._transports: dict[Peer, asyncio.Transport] = {}
        self._deaf: set[Peer] = set()

    def _opened(self, peer: Peer | None, transport: asyncio.Transport) -> None:
        if peer is not None:
            self._transports[peer] = transport

    def _lost(self, peer: Peer | None) -> None:
        if peer is not None:
            self._transports.pop(peer, None)
            self._deaf.discard(peer)

    def http_protocol(self) -> type[H11Protocol]:
        """The class for uvicorn's `http=`: its own, and every connection is known here."""
        opened, lost = self._opened, self._lost

        class WatchedHttp(H11Protocol):
            """HTTP/1.1 whose transport can be found by address."""

            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
                super().connection_made(transport)
                opened(self.client, transport)

            def connection_lost(self, exc: Exception | None) -> None:
                lost(self.client)
                super().connection_lost(exc)

        return WatchedHttp

    def socket_protocol(self) -> type[WebSocketsSansIOProtocol]:
        """The class for uvicorn's `ws=`: its own, and it can be made deaf."""
        deaf, lost = self._deaf, self._lost

        class WatchedSocket(WebSocketsSansIOProtocol):
            """A WebSocket that drops what it receives while it is deaf, pings included."""

            def data_received(self, data: bytes) -> None:
                if self.client not in deaf:
                    super().data_received(data)

            def connection_lost(self, exc: Exception | None) -> None:
                lost(self.client)
                super().connection_lost(exc)

        return WatchedSocket

    def abort(self, peer: Peer) -> None:
        """Reset the connection: the peer sees "connection reset by peer"."""
        transport = self._transports.pop(peer, None)
        if transport is None:
            return
        raw = transport.get_extra_info("socket")
        if raw is not None:
            # Linger 0 makes the kernel send RST in place of FIN.
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        transport.abort()

    def deafen(self, peer: Peer) -> None:
        """Answer nothing any more and leave the connection open until the peer ends it."""
        self._deaf.add(peer)
