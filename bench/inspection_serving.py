"""The site with seeded flaws on a port of 127.0.0.1, counting what it is asked."""

from __future__ import annotations

import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from bench.inspection_pages import Answer, Asked
from bench.inspection_site import Site


class Serving:
    """The site on a free port of 127.0.0.1, counting what it is asked."""

    def __init__(self, scale: float = 1.0) -> None:
        self.requests: Counter[str] = Counter()
        """By method."""
        site, counts = Site(scale), self.requests

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Else the head waits for an acknowledgement before the body is sent.
            disable_nagle_algorithm = True

            def do_GET(self) -> None:
                counts[self.command] += 1
                parts = urlsplit(self.path)
                size = int(self.headers.get("Content-Length") or 0)
                values = dict(parse_qsl(parts.query, keep_blank_values=True))
                body = self.rfile.read(size).decode(errors="replace")
                values |= dict(parse_qsl(body, keep_blank_values=True))
                posted = self.command == "POST"
                found = site.answer(Asked(parts.path, values, posted))
                self._send(found)

            do_POST = do_GET  # noqa: N815 - named by the method

            def _send(self, found: Answer) -> None:
                data = found.body.encode(errors="replace")
                self.send_response(found.status)
                for name, value in found.headers:
                    self.send_header(name, value)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
