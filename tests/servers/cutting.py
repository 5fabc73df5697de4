"""A way to a server on which answers can be lost."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Way:
    """Listens on *port* and passes everything on to *to*, as long as it may."""

    port: int
    to: int
    lose: int = 0
    """Answers to lose: the connection is cut in their place."""
    lost: int = 0

    def carry(self, client: socket.socket) -> None:
        """One connection, until either side ends it."""
        with client, socket.create_connection(("127.0.0.1", self.to)) as server:
            back = threading.Thread(target=self._back, args=(client, server))
            back.start()
            with suppress(OSError):
                while data := client.recv(65_536):
                    server.sendall(data)
            _end(server)
            back.join()

    def _back(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65_536):
                if self.lose:
                    self.lose -= 1
                    self.lost += 1
                    break
                client.sendall(data)
        _end(client)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def way_to(port: int) -> Iterator[Way]:
    """A way to a port of this machine."""
    way = Way(free_port(), port)
    threads: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", way.port)) as listening:

        def listen() -> None:
            while True:
                try:
                    client, _ = listening.accept()
                except OSError:
                    return
                thread = threading.Thread(target=way.carry, args=(client,))
                thread.start()
                threads.append(thread)

        accepting = threading.Thread(target=listen)
        accepting.start()
        try:
            yield way
        finally:
            _end(listening)
            accepting.join()
            for thread in threads:
                thread.join(10)
