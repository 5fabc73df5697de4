"""A simulated database behind a real form: a web site on a port of its own.

with served(make(3)) as site:
    ... site.url, site.asked, site.titles
"""

from __future__ import annotations

import secrets
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.harvest.factors import Combination
    from crawler.items import Field
    from tests.harvest.database import Database

MISSING = "Please fill in the field marked with a star."
_NOUNS = ("Lamp", "Chair", "Kettle", "Basket", "Mirror", "Ladder", "Candle", "Hammer")


@dataclass(frozen=True)
class Look:
    """How a site shows what it has."""

    layout: str = "table"
    pager: str = "next"
    """``next``, ``rel`` or ``numbers``."""
    token: bool = False
    """The form has a token that is good for one submission, by a cookie."""
    robots: str = ""
    forms: int = 1
    """The same form, so often, each with a field of its own."""
    elsewhere: bool = False
    """The form is one click away from the first page, beside ones that only act."""


@dataclass
class Site:
    """A running site."""

    db: Database
    look: Look
    url: str = ""
    asked: list[str] = field(default_factory=list)
    """``GET /path?query``, ``POST /search body``."""
    on_ask: Callable[[int], None] = lambda _: None
    tokens: set[str] = field(default_factory=set)

    @property
    def titles(self) -> set[str]:
        """Of all records that some query shows."""
        return {title(record) for record in self.db.reachable}

    def queries(self) -> list[str]:
        """What was asked of the database."""
        return [line for line in self.asked if " /search" in line]


def title(record: int) -> str:
    """The name of a record; no two are alike."""
    return f"{_NOUNS[record % len(_NOUNS)]} No {record:04d}"


@contextmanager
def served(db: Database, look: Look | None = None) -> Iterator[Site]:
    """Serve *db* until the block ends."""
    site = Site(db, look or Look())

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(dict(parse_qsl(urlsplit(self.path).query)), "")

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            self._answer({k: v[-1] for k, v in parse_qs(data).items()}, f" {data}")

        def _answer(self, sent: dict[str, str], data: str) -> None:
            site.asked.append(f"{self.command} {self.path}{data}")
            site.on_ask(len(site.asked))
            cookie = (self.headers.get("Cookie") or "").partition("token=")[2]
            status, body, set_cookie = page_of(
                site, self.command, urlsplit(self.path).path, sent, cookie
            )
            encoded = body.encode()
            self.send_response(status)
            kind = "text/plain" if self.path == "/robots.txt" else "text/html"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            if set_cookie:
                self.send_header("Set-Cookie", f"token={set_cookie}; Path=/")
            self.send_header("Content-Length", str(len(encoded)))
            self.end_headers()
            self.wfile.write(encoded)

        def log_message(self, *parts: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *parts: Any) -> None:
            """A client that was killed is no news."""

    with Server(("127.0.0.1", 0), Handler) as server:
        site.url = f"http://127.0.0.1:{server.server_address[1]}/"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()


def page_of(
    site: Site, method: str, path: str, sent: dict[str, str], cookie: str
) -> tuple[int, str, str]:
    """Status, body, and the token to set as a cookie."""
    if path == "/robots.txt":
        return (200, site.look.robots, "") if site.look.robots else (404, "none", "")
    if path == "/" and site.look.elsewhere:
        return 200, _home(), ""
    if path in {"/", "/find"}:
        return (200, *_with_form(site, "<p>Everything for the house, since 1911.</p>"))
    if path == "/search" and (method == site.db.method or "page" in sent):
        if site.look.token and "page" not in sent:
            token = sent.get("token", "")
            if token not in site.tokens or token != cookie:
                return 403, frame("<h1>Forbidden</h1><p>The token is wrong.</p>"), ""
            site.tokens.discard(token)
        return answer(site, sent)
    return 404, frame("<h1>Not found</h1><p>There is no such page.</p>"), ""


def answer(site: Site, sent: dict[str, str]) -> tuple[int, str, str]:
    """The answer to a query."""
    db = site.db
    values = combination(db, sent)
    text = sent.get(db.box.name, "") if db.box is not None else ""
    number = int(sent.get("page", "1"))
    outcome = db.answer(values, text, number)
    if outcome.error == "missing field":
        return (200, *_with_form(site, f'<p class="error">{MISSING}</p>', marked=True))
    if outcome.error.startswith("status"):
        return 500, frame("<h1>Internal Server Error</h1><p>Try again later.</p>"), ""
    if outcome.error:
        told = "<h2>Error</h2><p>An error occurred: this choice is not possible.</p>"
        return (200, *_with_form(site, told))
    shown = [int(record[1:]) for record in outcome.records]
    if not shown:
        return (200, *_with_form(site, "<p>Sorry, nothing was found.</p>"))
    parts = [f"<h2>Results</h2>{LAYOUTS[site.look.layout](db, shown)}"]
    if outcome.total is not None:
        parts.insert(0, f"<p>{outcome.total} results</p>")
    if outcome.more:
        parts.append("<p>There are more results. Please narrow your search.</p>")
    last = -(-len(db.shown(values, text)) // (db.page_size(values) or 10**9))
    if last > 1:
        parts.append(_pager(site, sent, number, last))
    return (200, *_with_form(site, "".join(parts)))


def combination(db: Database, sent: dict[str, str]) -> Combination:
    """The places of the values that were sent; a value nobody knows is the first."""
    found = []
    for factor in db.space.factors:
        value = sent.get(factor.name)
        if value is None and None not in factor.values:
            value = ""
        known = value in factor.values
        found.append(factor.values.index(value) if known else 0)
    return tuple(found)


def _pager(site: Site, sent: dict[str, str], number: int, last: int) -> str:
    def link(page: int, text: str, extra: str = "") -> str:
        query = urlencode({**sent, "page": page})
        return f'<a href="/search?{escape(query)}"{extra}>{text}</a>'

    if site.look.pager == "numbers":
        near = [p for p in range(1, last + 1) if abs(p - number) < 4 or p in {1, last}]
        inner = " ".join(
            f"<b>{p}</b>" if p == number else link(p, str(p)) for p in near
        )
    else:
        extra = ' rel="next"' if site.look.pager == "rel" else ""
        inner = link(number + 1, "Next", extra) if number < last else ""
        inner = (link(number - 1, "Previous") if number > 1 else "") + " " + inner
    return f'<div class="pagination">{inner}</div>'


def _fields(db: Database, record: int) -> dict[str, str]:
    """What a record says of itself: its value in each menu, and a price."""
    found = {"Title": title(record)}
    for factor, control in zip(db.space.factors, db.controls, strict=True):
        held = [
            str(value)
            for value, mask in zip(factor.values, control.masks, strict=False)
            if mask >> record & 1 and value and mask.bit_count() < db.number
        ]
        if held:
            found[factor.name] = held[-1]
    usual = f"{(record * 7919) % 900 + 10}.00"
    found["Price"] = db.prices.get(record, usual)
    if db.texts:
        found["About"] = db.texts[record]
    return found


def _table(db: Database, shown: list[int]) -> str:
    rows = [_fields(db, record) for record in shown]
    names = list(dict.fromkeys(name for row in rows for name in row))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escape(row.get(name, ''))}</td>" for name in names)
        + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cards(db: Database, shown: list[int]) -> str:
    parts = []
    for record in shown:
        fields = _fields(db, record)
        name = fields.pop("Title")
        inner = "".join(
            f"<p><b>{escape(k)}:</b> {escape(v)}</p>" for k, v in fields.items()
        )
        parts.append(
            f'<div class="card"><h3><a href="/item/{record}">{name}</a></h3>'
            f"{inner}</div>"
        )
    return f'<div class="cards">{"".join(parts)}</div>'


def _list(db: Database, shown: list[int]) -> str:
    parts = []
    for record in shown:
        fields = _fields(db, record)
        name = fields.pop("Title")
        inner = "".join(
            f'<span class="{escape(k)}">{escape(v)}</span> ' for k, v in fields.items()
        )
        parts.append(f'<li><a href="/item/{record}">{name}</a> {inner}</li>')
    return f"<ul>{''.join(parts)}</ul>"


LAYOUTS: dict[str, Callable[[Database, list[int]], str]] = {
    "table": _table,
    "cards": _cards,
    "list": _list,
}


def frame(inner: str) -> str:
    """The page around it."""
    return (
        "<!DOCTYPE html><html><head><title>House</title></head><body>"
        '<div id="top"><a href="/">Home</a> <a href="/terms">Terms</a></div>'
        f'<div id="content">{inner}</div>'
        "<div id=foot><p>The House, 12 Main Street. All rights reserved.</p></div>"
        "</body></html>"
    )


def _with_form(site: Site, inner: str, *, marked: bool = False) -> tuple[str, str]:
    """A page with the form, and the token that goes with it."""
    token = ""
    hidden = ""
    if site.look.token:
        token = secrets.token_hex(8)
        site.tokens.add(token)
        hidden = f'<input type="hidden" name="token" value="{token}">'
    db = site.db
    fields = [*(control.field for control in db.controls)]
    if db.box is not None:
        fields.append(db.box)
    wrong = ' class="invalid"' if marked else ""
    controls = "".join(f"<p{wrong}>{control_html(field)}</p>" for field in fields)
    seeds = " ".join(f"<i>{escape(word)}</i>" for word in db.seeds)
    forms = "".join(
        f'<form action="/search" method="{db.method.lower()}">{hidden}{controls}'
        f"{f'<input type=checkbox name=part value={i}>' if i else ''}"
        "<button>Search</button></form>"
        for i in range(site.look.forms)
    )
    html = f"<h1>Search the house</h1>{forms}{inner}<p>{seeds}</p>"
    return frame(html), token


def control_html(field: Field) -> str:
    """A control with its label."""
    name = escape(field.name)
    label = f"<label>{name} "
    if field.type in {"select-one", "select-multiple"}:
        several = " multiple" if field.type == "select-multiple" else ""
        options = "".join(
            f'<option value="{escape(value)}"'
            f"{' selected' if value == field.value and not several else ''}>"
            f"{escape(value) or 'Any'}</option>"
            for value in field.options
        )
        return f'{label}<select name="{name}"{several}>{options}</select></label>'
    if field.type == "radio":
        return "".join(
            f'<label><input type="radio" name="{name}" value="{escape(value)}"'
            f"{' checked' if value == field.value and field.checked else ''}>"
            f"{escape(value)}</label>"
            for value in field.options
        )
    if field.type == "checkbox":
        value = escape(field.value)
        return f'{label}<input type="checkbox" name="{name}" value="{value}"></label>'
    required = " required" if field.required else ""
    return f'{label}<input type="{field.type}" name="{name}"{required}></label>'


def _home() -> str:
    """A first page: the query form is elsewhere, those that act are here."""
    return frame(
        "<h1>The House</h1><p>Welcome.</p><p><a href='/find'>Find things</a></p>"
        "<form action='/login' method='post'><input name='user'>"
        "<input type='password' name='password'><button>Log in</button></form>"
        "<form action='/delete-account'><select name='why'><option>a<option>b</select>"
        "<button>Delete my account</button></form>"
        "<form action='/contact' method='post'><input name='name'><input name='email'>"
        "<textarea name='message'></textarea><button>Send message</button></form>"
        "<form action='/newsletter'><input type='email' name='email'>"
        "<button>Subscribe to our newsletter</button></form>"
    )
