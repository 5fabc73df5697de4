"""Requests that a script makes, read from the calls that make them.

Calls are found by a pattern, and what stands in their brackets is parsed (tree-sitter,
which reads on over what it does not understand): a bundle costs no more than the few
places in it that ask for something. Strings that are joined are joined, a name that has
one value in the script has it; what is not known is left out of a query and ends a
path.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote_plus

from crawler.dom.links_looks import CHARACTERS, is_part, plausible
from crawler.dom.script_expressions import (
    HOLE,
    MAX_NAMES,
    Reading,
    arguments_of,
    names_of,
    pairs_of,
)
from crawler.urls import name_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from crawler.dom.links_sink import Sink

MAX_CALLS: Final = 200
"""Calls of a script that are read."""
_SLICE: Final = 1_500
"""Characters of a call that are read."""

# With a word that says "request" anything may be in the brackets; "get" and "post" are
# methods of many things, so a path has to be there.
_SITE = re.compile(
    r"(?<![\w$.])fetch\s{0,3}\((?=\s{0,9}[\w$\"'`(])"
    r"|\.open\s{0,3}\(\s{0,9}[\"'](?:GET|POST|PUT|PATCH|DELETE|HEAD)[\"']"
    r"|\.sendBeacon\s{0,3}\((?=\s{0,9}[\w$\"'`])"
    r"|\.(?:ajax|getJSON|getScript)\s{0,3}\((?=\s{0,9}[{\w$\"'`])"
    r"|(?<![\w$.])axios(?:\.request)?\s{0,3}\((?=\s{0,9}[{\w$\"'`])"
    r"|\.(?:get|post|put|patch|delete|request)(?:<\w{1,40}>)?\s{0,3}\("
    r"(?=\s{0,9}(?:[\w$.]{1,60}\s{0,3}\+\s{0,3})?[\"'`][^\"'`\s]{0,100}/)"
)
_WORDS: Final = (
    *("fetch", "axios", ".open", ".sendBeacon", ".ajax", ".getJSON", ".getScript"),
    *(".get", ".post", ".put", ".patch", ".delete", ".request"),
)
"""How the pattern begins."""
_MAX_LOOKS: Final = 20_000
_CALLED = re.compile(r"([\w$]+)\s{0,3}(?:<\w+>)?\($")
_METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"})
_CONFIG: Final = frozenset({"data", "headers", "params"})
_BODIES: Final = frozenset({"body", "data", "json", "form"})
_REFERENCE = re.compile(rf"{CHARACTERS}++")
_CONSTANT = re.compile(
    r"(?<![\w$.])([A-Za-z_$][\w$]{0,40})\s{0,3}[=:]\s{0,3}"
    rf"""(["'`])((?:https?:)?/?{CHARACTERS}{{1,200}}?)\2(?!\s{{0,3}}\+)"""
)


class Call(NamedTuple):
    """A request that a script makes."""

    url: str
    """As a reference, relative to the page."""
    method: str
    names: tuple[str, ...]
    """Of what it sends in its body, as far as the script tells."""


def script_calls(source: str) -> Iterator[Call]:
    """The requests that a script makes, as far as they are written in it.

    >>> code = '''const API = "/api/v2"; fetch(API + "/users?sort=" + by + "&page=1");
    ... axios.post(`${API}/save/`, {name, price: 3}); x.open("DELETE", "/item/" + id)'''
    >>> for call in script_calls(code):
    ...     print(*call)
    /api/v2/users?sort=&page=1 GET ()
    /api/v2/save/ POST ('name', 'price')
    /item/ DELETE ()
    """
    known: Callable[[], dict[str, str]] | None = None
    for site in _sites(source):
        if known is None:
            known = lru_cache(maxsize=1)(lambda: _constants(source))
        start = source.rindex("(", site.start(), site.end())
        name = _CALLED.search(source, max(0, start - 60), start + 1)
        arguments = arguments_of(source[start : start + _SLICE])
        if name is not None and arguments:
            call = _read(name[1], arguments, known())
            if call is not None and _is_reference(call.url):
                yield call


def add_calls(source: str, sink: Sink) -> tuple[str, ...]:
    """Add the requests of a script as guesses; ``body:NAME`` of what it sends."""
    names: dict[str, None] = {}
    for call in script_calls(source):
        reads = call.method in {"GET", "HEAD"}
        origin = "script" if reads else f"script:{call.method.lower()}"
        sink.add(call.url, origin, guessed=True, embedded=is_part(call.url))
        names.update(dict.fromkeys(f"body:{name_shape(name)}" for name in call.names))
    return tuple(names)


def _sites(source: str) -> list[re.Match[str]]:
    """Where something is asked for. (To search for a literal is the fastest way.)"""
    found: dict[int, re.Match[str]] = {}
    for word in _WORDS:
        at, left = source.find(word), _MAX_LOOKS
        while at >= 0 and left > 0 and len(found) < MAX_CALLS:
            left -= 1
            match = _SITE.match(source, at)
            if match is not None:
                found[at] = match
            at = source.find(word, at + len(word))
    return [found[at] for at in sorted(found)]


def _is_reference(url: str) -> bool:
    whole = _REFERENCE.fullmatch(url) is not None
    return whole and (plausible(url) or (url.startswith("/") and "?" in url))


def _constants(source: str) -> dict[str, str]:
    """Names that are given one text in all of a script."""
    found: dict[str, str] = {}
    for match in islice(_CONSTANT.finditer(source), 20_000):
        if found.setdefault(match[1], match[3]) != match[3]:
            found[match[1]] = HOLE
    return found


def _read(name: str, arguments: list[Node], known: dict[str, str]) -> Call | None:
    """A call by the name of what is called and its arguments."""
    reading = Reading(known)
    method, first, options = "GET", arguments[0], arguments[1:]
    verb = name.upper()
    if name == "open":
        method = reading.text(first).upper()
        first, options = (arguments[1], []) if len(arguments) > 1 else (first, [])
    elif name == "sendBeacon":
        method = "POST"
    elif verb in _METHODS:
        method = verb
    body: list[str] = []
    query: list[str] = []
    if first.type == "object":
        options, url = [first], HOLE
    else:
        url = reading.text(first)
    config = pairs_of(options[0]) if options and options[0].type == "object" else {}
    # What axios.post, $.post and $.get are given second is what they send.
    sends = verb in {"POST", "PUT", "PATCH"} or name in {"get", "getJSON"}
    if sends and config and not _CONFIG & config.keys():
        body = list(config)
    else:
        url = reading.text(config["url"]) if "url" in config else url
        told = config.get("method") or config.get("type")
        method = reading.text(told).upper() if told else method
        for key in _BODIES & config.keys():
            body += names_of(config[key])
        query = names_of(config["params"]) if "params" in config else []
    if method not in _METHODS:
        return None
    if method in {"GET", "HEAD"}:
        query, body = query + body, []
    url = _closed(url)
    if query and url and "?" not in url:
        url += "?" + "&".join(f"{quote_plus(one)}=" for one in query[:MAX_NAMES])
    return Call(url, method, tuple(body[:MAX_NAMES])) if url else None


def _closed(url: str) -> str:
    r"""Without what is not known; empty when nothing that can be asked for is left.

    >>> [_closed(url) for url in ("/a?x=\0&y=1", "/item/\0/edit", "\0/users", "\0")]
    ['/a?x=&y=1', '/item/', '/users', '']
    """
    path, mark, query = url.partition("?")
    path = path.removeprefix(HOLE) if path[1:2] == "/" else path
    if HOLE in path:
        path, mark, query = path[: path.index(HOLE)], "", ""
        path = path if path.endswith("/") else ""
    path = "" if path in {"/", "./", "http://", "https://"} else path
    return path + mark + query.replace(HOLE, "") if path else ""
