"""A server that shows one page and then writes down what comes in, whatever it is."""

from __future__ import annotations

import queue
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Recorded:
    """A request as it came over the wire."""

    method: str
    url: str
    content_type: str
    body: bytes


@dataclass
class Recorder:
    """The running server."""

    port: int = 0
    _page: tuple[str, bytes] | None = None
    _came: queue.SimpleQueue[Recorded] = field(default_factory=queue.SimpleQueue)

    def show(self, html: bytes, content_type: str = "text/html;charset=utf-8") -> None:
        """Answer the next request with this page; what was recorded is forgotten."""
        while not self._came.empty():
            self._came.get()
        self._page = (content_type, html)

    def next(self, seconds: float) -> Recorded | None:
        """The next request after the page, or None when none comes."""
        try:
            return self._came.get(timeout=seconds)
        except queue.Empty:
            return None

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """The page, once; then nothing new, so that a browser stays on its page."""
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        page = self._page
        host = handler.headers.get("Host", "").partition(":")[0]
        # Parts of a page; and a browser also asks its maker for news.
        part = "Upgrade-Insecure-Requests" not in handler.headers
        if part or not host.endswith(".test"):
            handler.send_response(204)
            handler.end_headers()
        elif page is not None:
            self._page = None
            handler.send_response(200)
            handler.send_header("Content-Type", page[0])
            handler.send_header("Content-Length", str(len(page[1])))
            handler.end_headers()
            handler.wfile.write(page[1])
        else:
            url = f"http://{handler.headers['Host']}{handler.path}"
            kind = handler.headers.get("Content-Type", "")
            self._came.put(Recorded(str(handler.command), url, kind, body))
            handler.send_response(204)
            handler.end_headers()


@contextmanager
def recorder() -> Iterator[Recorder]:
    """Listen on a free port until the block ends."""
    found = Recorder()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found.answer(self)

        def do_POST(self) -> None:
            found.answer(self)

        def log_message(self, *parts: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *parts: Any) -> None:
            """A browser that went away is no news."""

    with Server(("127.0.0.1", 0), Handler) as server:
        found.port = int(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()
