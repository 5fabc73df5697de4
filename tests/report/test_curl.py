"""curl lines, run by a shell and curl for real, and judged by what arrives."""

from __future__ import annotations

import shutil
import subprocess
import threading
from dataclasses import replace
from email import message_from_bytes
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crawler.report import curl
from crawler.store.rows import FieldRow, FormRow, SubmitterRow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

needs_curl = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not there")


class Echo:
    """A server that keeps what it was asked."""

    def __init__(self) -> None:
        self.got: list[tuple[str, str, str, bytes]] = []
        echo = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                kind = self.headers.get("Content-Type") or ""
                echo.got.append((self.command, self.path, kind, self.rfile.read(size)))
                self.send_response(204)
                self.end_headers()

            do_POST = do_GET  # noqa: N815 - named by the method

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def run(self, line: str, folder: Path) -> tuple[str, str, str, bytes]:
        """The one request that a command line makes, run in an empty folder."""
        assert "\n" not in line
        self.got.clear()
        done = subprocess.run(
            ["sh", "-c", line], cwd=folder, capture_output=True, timeout=20, check=False
        )
        assert done.returncode == 0, (line, done.stderr)
        assert list(folder.iterdir()) == []
        (request,) = self.got
        return request


@pytest.fixture(scope="module")
def echo() -> Iterator[Echo]:
    server = Echo()
    yield server
    server.server.shutdown()
    server.server.server_close()


def field(name: str, value: str = "", kind: str = "text", **more: Any) -> FieldRow:
    values: dict[str, Any] = {
        "options": [],
        "label": "",
        "required": False,
        "disabled": False,
    }
    return FieldRow(name, kind, value, **(values | {"checked": False} | more))


def form(action: str, fields: list[FieldRow], **more: Any) -> FormRow:
    values: dict[str, Any] = {
        "signature": "s",
        "method": "POST",
        "action_shape": "",
        "enctype": "application/x-www-form-urlencoded",
        "name": "",
        "page": "",
        "pages": 1,
        "kind": "",
        "probability": 0.0,
        "submitters": [],
    }
    return FormRow(action=action, fields=fields, **(values | more))


def entries_of(kind: str, body: bytes) -> list[tuple[str, str]]:
    """Names and values of a body, by parsers that are not ours."""
    if kind == "application/x-www-form-urlencoded":
        return parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=False)
    assert kind.startswith("multipart/form-data")
    message = message_from_bytes(
        b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body, policy=HTTP
    )
    found = []
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        assert isinstance(payload, bytes)
        found.append((str(name), payload.decode()))
    return found


AWKWARD = [
    "plain",
    "two words",
    "it's",
    '"quoted"',
    "$(touch hacked)",
    "`touch hacked`",
    "; touch hacked #",
    "a&b=c+d%20e",
    "@/etc/passwd",
    "</etc/passwd",
    "-o hacked",
    "--output=hacked",
    "!!",
    "\\n\\0101\\c",
    "中文 é",
    "{a,b}[1-3]",
    "*",
    "~",
    "",
    " ",
    "50%",
    ";type=text/html",
    "line 1\nline 2\n",
    "tab\tbell\x07 esc\x1b[31m",
]


@needs_curl
@pytest.mark.parametrize("value", AWKWARD)
@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_any_value_arrives(
    echo: Echo, tmp_path: Path, enctype: str, value: str
) -> None:
    sent = form(
        f"{echo.base}/in?x=1", [field("v", value), field("w", "1")], enctype=enctype
    )
    (line,) = curl.submit(sent)
    method, path, kind, body = echo.run(line, tmp_path)
    assert (method, path) == ("POST", "/in?x=1")
    expected = "\r\n".join(value.split("\n"))
    assert entries_of(kind, body) == [("v", expected), ("w", "1")]


@needs_curl
@pytest.mark.parametrize(
    "name", ["a", "a[b]", "a b", "a'b", "$(touch hacked)", "é", "@a"]
)
@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_any_name_arrives(echo: Echo, tmp_path: Path, enctype: str, name: str) -> None:
    (line,) = curl.submit(form(f"{echo.base}/in", [field(name, "1")], enctype=enctype))
    _, _, kind, body = echo.run(line, tmp_path)
    if enctype == "multipart/form-data":
        assert f'name="{name}"'.encode() in body
    else:
        assert entries_of(kind, body) == [(name, "1")]


@needs_curl
@pytest.mark.parametrize("name", ["a=b", "a;b", 'a"b', "a\nb", "a\\b"])
def test_name_that_curl_would_misread(echo: Echo, tmp_path: Path, name: str) -> None:
    fields = [field(name, "1"), field("up", kind="file")]
    sent = form(f"{echo.base}/in", fields, enctype="multipart/form-data")
    (line,) = curl.submit(sent)
    _, _, _, body = echo.run(line, tmp_path)
    escaped = name.replace('"', "%22").replace("\n", "%0D%0A")
    assert f'name="{escaped}"\r\n\r\n1\r\n'.encode() in body
    assert b'name="up"; filename=""\r\n' in body  # as browsers send no file


@needs_curl
def test_file_is_sent_empty(echo: Echo, tmp_path: Path) -> None:
    fields = [field("t", "x"), field("up", "ignored", kind="file")]
    sent = form(f"{echo.base}/in", fields, enctype="multipart/form-data")
    (line,) = curl.submit(sent)
    _, _, kind, body = echo.run(line, tmp_path)
    assert entries_of(kind, body) == [("t", "x"), ("up", "")]
    assert b'name="up"; filename="empty.txt"' in body


@needs_curl
def test_text_plain(echo: Echo, tmp_path: Path) -> None:
    sent = form(f"{echo.base}/in", [field("a", "1\\2"), field("b", "x y")])
    (line,) = curl.submit(_replace(sent, enctype="text/plain"))
    _, _, kind, body = echo.run(line, tmp_path)
    assert (kind, body) == ("text/plain", b"a=1\\2\r\nb=x y\r\n")


@needs_curl
@pytest.mark.parametrize(
    "enctype", ["application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_form_without_entries_is_posted(
    echo: Echo, tmp_path: Path, enctype: str
) -> None:
    (line,) = curl.submit(form(f"{echo.base}/go", [], enctype=enctype))
    method, path, _, body = echo.run(line, tmp_path)
    assert (method, path, body) == ("POST", "/go", b"")


@needs_curl
def test_get_form_replaces_the_query(echo: Echo, tmp_path: Path) -> None:
    sent = form(
        f"{echo.base}/find?old=1#part",
        [field("q", "a b&c"), field("l", "é")],
        method="GET",
    )
    (line,) = curl.submit(sent)
    method, path, _, body = echo.run(line, tmp_path)
    assert (method, body) == ("GET", b"")
    assert parse_qsl(path.partition("?")[2]) == [("q", "a b&c"), ("l", "é")]


def _replace(row: FormRow, **changes: Any) -> FormRow:
    return replace(row, **changes)


def test_entries_are_those_a_browser_would_send() -> None:
    """HTML 4.10.22.4: the first button is pressed, nothing was typed."""
    fields = [
        field("text", "t"),
        field("off", "x", "checkbox"),
        field("on", "x", "checkbox", checked=True),
        field("radio0", "", "radio", options=["a", "b"]),
        field("radio1", "b", "radio", options=["a", "b"], checked=True),
        field("one", "a", "select-one", options=["a", "b"]),
        field("none", "", "select-one"),
        field("many", "", "select-multiple", options=["a"]),
        field("disabled", "x", disabled=True),
        field("", "nameless"),
        field("hidden", "h", "hidden"),
        field("pass", "", "password"),
    ]
    buttons = [
        SubmitterRow("save", "Save it", "submit", "", "", ""),
        SubmitterRow("other", "1", "submit", "", "", ""),
        SubmitterRow("drop", "1", "submit", "http://h.test/drop", "", ""),
        SubmitterRow("img", "", "image", "http://h.test/img", "GET", ""),
    ]
    lines = list(curl.submit(form("http://h.test/in", fields, submitters=buttons)))
    common = "text=t&on=x&radio1=b&one=a&hidden=h&pass="
    assert lines == [
        f"curl -g --data-raw '{common}&save=Save+it' http://h.test/in",
        f"curl -g --data-raw '{common}&drop=1' http://h.test/drop",
        f"curl -g 'http://h.test/img?{common}&img.x=0&img.y=0'",
    ]


@pytest.mark.parametrize(
    "changes", [{"action": ""}, {"method": "DIALOG"}, {"method": "PUT"}]
)
def test_form_that_is_not_sent_by_http(changes: dict[str, str]) -> None:
    assert list(curl.submit(_replace(form("http://h.test/", []), **changes))) == []


URLS = st.text(
    alphabet=st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="#"),
    max_size=40,
)


@needs_curl
@given(tail=URLS)
@settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_address_is_fetched_as_it_is(echo: Echo, tmp_path: Path, tail: str) -> None:
    # curl itself removes dot segments, as the parser of URLs has done before.
    path = "/x?" + tail
    method, got, _, _ = echo.run(curl.get(echo.base + path), tmp_path)
    assert method == "GET"
    assert got == path.replace(" ", "%20")
    assert unquote_plus(got) == unquote_plus(path)
