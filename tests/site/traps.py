"""Families of URLs without end, each under its own prefix."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, urlencode

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Redirect:
    location: str


Answer = str | Redirect
"""HTML of the main part, or a redirect."""


@dataclass(frozen=True, slots=True)
class Trap:
    name: str
    prefix: str
    start: str
    why: str
    answer: Callable[[str, str], Answer]
    """Of the raw path and the raw query."""


def _numbers(text: str) -> list[int]:
    return [int(number[:9]) for number in re.findall(r"[0-9]+", text)]


def _page(heading: str, *links: tuple[str, str]) -> str:
    items = "".join(
        f'<li><a href="{href.replace("&", "&amp;")}">{text}</a></li>'
        for href, text in links
    )
    return f"<h1>{heading}</h1><p>Nothing here.</p><ul>{items}</ul>"


def _calendar(path: str, _: str) -> Answer:
    year, month = (*_numbers(path), 2024, 1)[:2]
    count = year * 12 + month - 1
    near = [(count + step, text) for step, text in ((-1, "previous"), (1, "next"))]
    links = "".join(
        f'<a rel="{text}" href="/trap/cal/{n // 12}/{n % 12 + 1:02}">{text}</a> '
        for n, text in near
    )
    days = "".join(
        f"<tr>{''.join(f'<td>{week * 7 + day + 1}</td>' for day in range(7))}</tr>"
        for week in range(4)
    )
    heading = f"Events {year}-{month:02}"
    return f"<h1>{heading}</h1>{links}<table>{days}</table><p>No events.</p>"


def _view(path: str, query: str) -> Answer:
    last = (_numbers(query) or [0])[-1]
    return _page("View", (f"{path}?{query}&v={last + 1}", "another view"))


def _list(path: str, query: str) -> Answer:
    position = query.partition("pos=")[2] or "120"
    return _page("List", (f"{path}?pos={position}%2F", "next"))


def _directory(_: str, __: str) -> Answer:
    # Relative: the path grows by one directory with every hop.
    return _page("Directory", ("dir/a.html", "a"))


def _session(path: str, _: str) -> Answer:
    fresh = secrets.token_hex(12)
    links = [(f"/trap/session/(S({fresh}))/page-{n}", f"page {n}") for n in range(1, 6)]
    return _page(f"Session page {path[-1:]}", *links)


def _next(path: str, query: str) -> Answer:
    here = f"{path}?{query}" if query else path
    return _page("Sign in first", (f"{path}?next={quote(here, safe='')}", "sign in"))


FACETS = ("colour", "size", "make", "year", "shop", "sort", "view", "unit")


def _facets(path: str, query: str) -> Answer:
    """Each facet of eight can be set to ten values, in the order of clicking."""
    chosen = dict(parse_qsl(query))
    links = []
    for facet in FACETS:
        value = (_numbers(chosen.get(facet, "")) or [0])[0] % 10
        rest = {name: v for name, v in chosen.items() if name != facet}
        links.append((f"{path}?{urlencode({**rest, facet: value + 1})}", facet))
    return _page("Filter", *links)


def _hops(path: str, _: str) -> Answer:
    return Redirect(f"/trap/hop/{(_numbers(path) or [0])[-1] + 1}")


def _anything(path: str, _: str) -> Answer:
    """Any path answers 200 with one body and links to two paths nobody saw."""
    words = [f"/trap/app/{secrets.token_hex(4)}" for _ in range(2)]
    return _page("App", *((word, "open") for word in words))


TRAPS = (
    Trap("calendar", "/trap/cal/", "/trap/cal/2024/01", "month by month", _calendar),
    Trap("growing-query", "/trap/view", "/trap/view?v=1", "one more parameter", _view),
    Trap("growing-encoding", "/trap/list", "/trap/list?pos=120", "one more %2F", _list),
    Trap(
        "growing-path",
        "/trap/dir/",
        "/trap/dir/a.html",
        "one level more",
        _directory,
    ),
    Trap(
        "session-in-path",
        "/trap/session/",
        "/trap/session/(S(start))/page-1",
        "five pages, a new session id in each answer",
        _session,
    ),
    Trap("next", "/trap/signin", "/trap/signin", "the page in its own ?next=", _next),
    Trap("facets", "/trap/filter", "/trap/filter?colour=1", "all settings", _facets),
    Trap("redirects", "/trap/hop/", "/trap/hop/1", "always one hop more", _hops),
    Trap("any-path", "/trap/app/", "/trap/app/start", "200 for anything", _anything),
)


def find(path: str) -> Trap | None:
    """The trap that a path belongs to.

    >>> find("/trap/cal/2031/07").name, find("/list")
    ('calendar', None)
    """
    return next((trap for trap in TRAPS if path.startswith(trap.prefix)), None)
