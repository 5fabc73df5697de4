"""``hidden`` behind text boxes that are the ends of a range."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from tests.harvest.served import frame
from tests.harvest.spanned import Spanned
from tests.spiders.crawling import crawl
from tests.spiders.harvested import harvested, titles

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def served(db: Spanned) -> Iterator[str]:
    """Serve *db*, one page an answer, until the block ends; yields the URL."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path)
            inner = _answer(db, dict(parse_qsl(path.query))) if path.query else ""
            body = frame(_form(db) + inner).encode()
            self.send_response(404 if path.path == "/robots.txt" else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *parts: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def _form(db: Spanned) -> str:
    boxes = "".join(
        f'<label>{name} <input type="text" name="{name}"></label>'
        for name in (db.low, db.high)
    )
    return f'<form action="/">{boxes}<button>Search</button></form>'


def _answer(db: Spanned, sent: dict[str, str]) -> str:
    found = db.matching(sent)[: db.top]
    if not found:
        return "<p>Sorry, nothing was found.</p>"
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{escape(text)}</td>" for text in db.fields(record).values())
        + "</tr>"
        for record in found
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in db.fields(found[0]))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def test_all_records_between_two_ends(tmp_path: Path) -> None:
    """Nothing is shown without both ends, and no answer says that it is cut off."""
    survey = tmp_path / "s.sqlite"
    values = [float(10 + i * i % 9973) for i in range(150)]
    db = Spanned(values, "min", "max", needed=True)
    with served(db) as url:
        done = crawl("hidden", survey, start=url, form=1)
    assert done.status == 0, done.err
    found = titles(survey)
    assert len(found) == len(set(found)) == len(values)
    (row,) = harvested(survey)
    assert row.verdict == "done"
    assert row.queries < 60
