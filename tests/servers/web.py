"""A web site of a few answers, on a port of its own or behind it as an HTTP proxy."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

HANG_UP = 0
"""In place of a status: the connection is closed without an answer."""

_CHUNK = b"\0" * 65_536


@dataclass(frozen=True)
class Reply:
    """What a path answers; ``{cookie}`` and ``{agent}`` echo the request."""

    body: str | bytes = ""
    status: int = 200
    type: str | None = "text/html"
    headers: tuple[tuple[str, str], ...] = ()
    charset: str = "utf-8"
    seconds: float = 0.0
    zeros: int = 0
    """So many bytes of them instead of the body; see :attr:`Web.sent`."""


Replies = Mapping[str, Reply | Callable[[Mapping[str, str]], Reply]]
"""By path, or by whole URL for requests to a proxy; a function is given headers."""


@dataclass
class Web:
    """The running site and what it was asked for."""

    url: str
    replies: Replies
    asked: list[str] = field(default_factory=list)
    """``GET /path``; ``GET http://host/path`` when asked as a proxy."""
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of the last request for a path."""
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes of zeros that went out for a path before the client had enough."""
    ended: threading.Event = field(default_factory=threading.Event)

    def count(self, path: str) -> int:
        """How often a path was asked for by GET."""
        return self.asked.count(f"GET {path}")


@contextmanager
def web(replies: Replies, host: str = "127.0.0.1") -> Iterator[Web]:
    """Serve *replies* until the block ends."""
    site = Web("", replies)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            _answer(self, site)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            _answer(self, site)

        def do_PUT(self) -> None:
            self.do_POST()

        def log_message(self, *parts: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *parts: Any) -> None:
            """A client that went away is no news."""

    with Server((host, 0), Handler) as server:
        site.url = f"http://{host}:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield site
        finally:
            site.ended.set()
            server.shutdown()
            thread.join()


def _answer(handler: BaseHTTPRequestHandler, site: Web) -> None:
    target = handler.path
    site.asked.append(f"{handler.command} {target}")
    path = target if "://" in target else urlsplit(target).path
    headers = site.headers[path] = dict(handler.headers.items())
    reply = site.replies.get(path, Reply("<p>no such page", 404))
    if callable(reply):
        reply = reply(headers)
    if reply.seconds:
        site.ended.wait(reply.seconds)
    if reply.status == HANG_UP:
        handler.close_connection = True
        return
    data = _body(reply, headers)
    handler.send_response(reply.status)
    if reply.type is not None:
        handler.send_header("Content-Type", reply.type)
    for name, value in reply.headers:
        handler.send_header(name, value)
    if reply.status not in {204, 304}:
        handler.send_header("Content-Length", str(reply.zeros or len(data)))
        handler.end_headers()
        handler.wfile.write(data)
    else:
        handler.end_headers()
    while site.sent.get(path, 0) < reply.zeros:
        handler.wfile.write(_CHUNK)
        site.sent[path] = site.sent.get(path, 0) + len(_CHUNK)


def _body(reply: Reply, headers: Mapping[str, str]) -> bytes:
    if isinstance(reply.body, bytes):
        return reply.body
    body = reply.body.replace("{cookie}", str(headers.get("Cookie")))
    return body.replace("{agent}", str(headers.get("User-Agent"))).encode(reply.charset)
