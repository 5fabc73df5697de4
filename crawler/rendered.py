"""What rendering found besides the DOM: as plain data, and as links of the page.

The DOM is what a page shows once it is loaded. What its scripts asked for, which
addresses they gave it, and what events added to it stands apart, so that the structure
of a page does not hang on which events were fired.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from crawler.dom import extract_links, parse
from crawler.forms import extract
from crawler.items import Link
from crawler.urls import name_shape, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crawler.items import Form

MOST: Final = 500
"""Requests, addresses and names that are kept of a page, of each kind."""
MAX_URL: Final = 8_192
_MAX_BODY: Final = 100_000
# Kinds of requests (Fetch, "destination") that load a part of the page.
_PARTS: Final = frozenset({"script", "stylesheet"})
_ASKED: Final = frozenset({"GET", "HEAD"})
_LATER: Final = "text/html; charset=utf-8"


@dataclass
class Found:
    """What a page did while it was rendered; goes through a response's meta."""

    requests: list[tuple[str, str]] = field(default_factory=list)
    """Method and URL of what scripts asked for."""
    parts: list[str] = field(default_factory=list)
    """Scripts and styles that the page loaded."""
    routes: list[str] = field(default_factory=list)
    """Addresses that scripts gave the page, and windows that they opened."""
    sockets: list[str] = field(default_factory=list)
    """``ws:`` URLs."""
    names: list[str] = field(default_factory=list)
    """Names in the bodies that scripts sent."""
    later: list[str] = field(default_factory=list)
    """Markup that events added to the page."""
    fired: int = 0
    """Events that were fired."""
    scripted: list[int] = field(default_factory=list)
    """Forms that a script sends, by their place in the DOM."""
    source: bytes = b""
    """The answer as it came: what scripts took away stood there all the same."""
    source_type: str = ""

    def plain(self) -> dict[str, Any]:
        """For a response's meta."""
        return asdict(self)

    def ask(self, method: str, url: str, kind: str, body: bytes | None = None) -> None:
        """Note a request."""
        if len(url) > MAX_URL:
            return
        if kind in _PARTS:
            _note(self.parts, [url])
        elif (method, url) not in self.requests and len(self.requests) < MOST:
            self.requests.append((method, url))
        if body:
            _note(self.names, body_names(body[:_MAX_BODY]))

    def go(self, urls: Iterable[object]) -> None:
        """Note addresses."""
        _note(self.routes, (url for url in urls if isinstance(url, str)))


def _note(known: list[str], more: Iterable[str]) -> None:
    for one in more:
        if len(known) >= MOST:
            return
        if one not in known and len(one) <= MAX_URL:
            known.append(one)


def body_names(body: bytes) -> list[str]:
    """Names of what a script sends: of a form, or the keys of a JSON object.

    >>> body_names(b"q=1&page=2"), body_names(b'{"query": "x", "variables": {}}')
    (['q', 'page'], ['query', 'variables'])
    """
    text = body.decode("utf-8", "replace").strip()
    if text.startswith(("{", "[")):
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return []
        data = data[0] if isinstance(data, list) and data else data
        return list(data)[:MOST] if isinstance(data, dict) else []
    if "\n" in text or "=" not in text:
        return []
    pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=None)
    return [name for name, _ in pairs[:MOST] if name]


@dataclass(frozen=True)
class Beyond:
    """What a page has, its DOM and :class:`Found` together."""

    links: tuple[Link, ...] = ()
    forms: tuple[Form, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    parameters: tuple[str, ...] = ()
    """Of what scripts sent; those of the forms are not among them."""

    def and_found(self, meta: Mapping[str, Any], url: str) -> Beyond:
        """With what rendering the page at *url* found besides its DOM."""
        told = meta.get("rendered")
        return _with(self, Found(**told), url) if told else self


def _with(shown: Beyond, found: Found, url: str) -> Beyond:
    links = [*shown.links, *_asked(found)]
    forms = {form.signature: form for form in reversed(shown.forms)}
    more: dict[str, Form] = {}
    refused = dict(shown.refused)
    for body, kind, event in (
        (found.source, found.source_type, False),
        ("\n".join(found.later).encode("utf-8", "replace"), _LATER, True),
    ):
        if not body:
            continue
        document = parse(body, url=url, content_type=kind or None)
        met = extract_links(document)
        links += map(_of_event, met) if event else met
        for form in extract(document):
            if form.signature not in forms:
                more.setdefault(form.signature, form)
        refused |= dict(document.refused)
    refused |= {socket: socket.partition(":")[0] for socket in found.sockets}
    once = {(link.url, link.origin): link for link in reversed(links)}
    return Beyond(
        tuple(link for link in reversed(once.values()) if split(link.url) is not None),
        (*shown.forms, *more.values()),
        tuple(refused.items()),
        tuple(sorted({f"body:{name_shape(name)}" for name in found.names})),
    )


def _asked(found: Found) -> list[Link]:
    links = [Link(address, "route") for address in found.routes]
    links += [Link(part, "request", embedded=True) for part in found.parts]
    links += [
        Link(asked, "request" if method in _ASKED else f"request:{method.lower()}")
        for method, asked in found.requests
    ]
    return links


def _of_event(link: Link) -> Link:
    """Where a form is sent stays told; of the rest, that an event brought it."""
    acts = link.origin.startswith(("form@", "button@", "input@"))
    return link if acts or link.guessed else replace(link, origin="event")
