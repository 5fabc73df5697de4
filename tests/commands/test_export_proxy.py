"""``scrapy export --proxy``: what arrives at a scanner's proxy, for real."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import pytest

from crawler.finalise import finalise
from crawler.store import Survey
from tests.commands.surveys import SITE, survey_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.commands.surveys import Result

FORMS = (
    "<p><form action=/find><input name=q></form>"
    "<form method=post action=/save><input name=name><button>Save</button></form>"
    "<form method=post action=/users/5/delete><button>Delete</button></form>"
)


@dataclass
class Proxy:
    """Keeps what it is asked; answers by itself."""

    url: str = ""
    status: int = 200
    got: list[tuple[str, str, bytes, str]] = field(default_factory=list)


@contextmanager
def proxy(status: int = 200) -> Iterator[Proxy]:
    kept = Proxy(status=status)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            agent = self.headers.get("User-Agent", "")
            kept.got.append((self.command, self.path, self.rfile.read(size), agent))
            self.send_response(kept.status)
            if kept.status == 302:
                self.send_header("Location", "http://h.test/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_POST = do_GET  # noqa: N815 - named by the method

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = SITE | {"http://h.test/forms": f"<main>{FORMS}</main>"}
    path = survey_of(tmp_path_factory.mktemp("proxy") / "s.sqlite", site)
    with Survey.open(path) as opened:
        finalise(opened)
    return path


@pytest.mark.parametrize("status", [200, 302, 404, 500])
def test_representatives_and_get_forms_arrive(
    export: Callable[..., Result],
    survey: Path,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("no_proxy", "*")  # it is not for this
    with proxy(status) as kept:
        done = export("--proxy", kept.url, survey=survey)
    assert (done.status, done.out) == (0, "")
    urls = [url for _, url, _, _ in kept.got]
    listed = export("--as", "urls", survey=survey).lines()
    assert urls[: len(listed)] == listed
    (find,) = urls[len(listed) :]
    assert urlsplit(find).path == "/find"
    assert "q" in parse_qs(urlsplit(find).query, keep_blank_values=True)
    assert {method for method, *_ in kept.got} == {"GET"}
    assert "forms left out: they go by POST (--post sends them)" in done.err
    assert "1 delete" in done.err
    assert done.err.splitlines()[-1].endswith(f"requests sent through {kept.url}")


def test_posts_when_asked_for(export: Callable[..., Result], survey: Path) -> None:
    with proxy() as kept:
        done = export("--proxy", kept.url, "--what", "forms", "--post", survey=survey)
    assert done.status == 0
    posted = {urlsplit(url).path: body for method, url, body, _ in kept.got
              if method == "POST"}  # fmt: skip
    assert "/users/5/delete" not in posted
    assert posted["/save"].startswith(b"name=")


def test_what_did_not_arrive_is_told(
    export: Callable[..., Result], survey: Path
) -> None:
    with proxy(502) as kept:
        done = export("--proxy", kept.url, survey=survey)
    assert done.status == 1
    assert "answered 502" in done.err
    assert "without an answer, 0 sent" in done.err.splitlines()[-1]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{free.getsockname()[1]}"
    done = export("--proxy", nobody, survey=survey)
    assert done.status == 1
    assert f"{nobody} does not answer" in done.err.splitlines()[-1]


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--proxy", "localhost:8080"), "use http://host:port"),
        (("--proxy", "https://h:1"), "use http://host:port"),
        (("--proxy", "socks5://h:1"), "use http://host:port"),
        (("--proxy", "http://h:1", "--as", "har"), "--as or -o"),
        (("--proxy", "http://h:1", "-o", "x"), "--as or -o"),
        (("--proxy", "http://h:1", "--what", "decisions"), "are no requests"),
        (("--post",), "name the proxy"),
    ],
)
def test_wrong_arguments(
    export: Callable[..., Result], flags: tuple[str, ...], told: str
) -> None:
    done = export(*flags)
    assert (done.status, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert told in line
