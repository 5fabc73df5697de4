"""Values with a syntax of their own around URLs: srcset, refresh, Link."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_MAX_REPORT = 16_384
_WS = "\t\n\f\r "
_CANDIDATE = re.compile(
    rf"[{_WS},]*+([^{_WS}]++)((?:[^,(]|\([^)]*+(?:\)|\Z))*+),?", re.DOTALL
)
_REFRESH = re.compile(
    rf"[{_WS}]*+(?:[0-9]++|(?=\.))[0-9.]*+(?=[;,{_WS}])[{_WS}]*+[;,]?[{_WS}]*+(.*)",
    re.DOTALL,
)
_REFRESH_URL = re.compile(rf"url[{_WS}]*+=[{_WS}]*+", re.IGNORECASE)
_LINK = re.compile(r"""<([^<>]*+)>((?:[^,"]|"(?:[^"\\]|\\.)*+"?)*+)""", re.DOTALL)
_REPORT = re.compile(
    r"""report-uri\s{1,9}([^;]++)|\breport-uri\s{0,9}=\s{0,9}"([^"]*+)"
    |"url"\s{0,9}:\s{0,9}"([^"]*+)"|^\s{0,9}[\w.*-]++\s{0,9}=\s{0,9}"([^"]*+)"
    |,\s{0,9}[\w.*-]++\s{0,9}=\s{0,9}"([^"]*+)\"""",
    re.IGNORECASE | re.VERBOSE,
)
_REL = re.compile(r""";\s*+rel\s*+=\s*+(?:"([^"]*+)"|([^\s;,"]++))""", re.IGNORECASE)


def srcset_urls(value: str) -> Iterator[str]:
    """URLs of the image candidates (HTML 4.8.4.2.1).

    >>> list(srcset_urls("a.png, b,c.png 2x, d.png 1x,e.png"))
    ['a.png', 'b,c.png', 'd.png', 'e.png']
    """
    at = 0
    while match := _CANDIDATE.match(value, at):
        url = match[1]
        if url.endswith(","):
            # A comma ends a URL that has no descriptor.
            at = match.end(1)
            url = url.rstrip(",")
        else:
            at = match.end()
        if url:
            yield url


def refresh_target(value: str) -> str | None:
    """The URL of a refresh (HTML 4.2.5.3, "shared declarative refresh steps").

    None when there is none: the page reloads itself, or the value is no refresh.

    >>> refresh_target("5; URL='/n'x"), refresh_target("0 /n"), refresh_target("1800")
    ('/n', '/n', None)
    """
    match = _REFRESH.match(value)
    if match is None:
        return None
    target = match[1]
    prefix = _REFRESH_URL.match(target)
    if prefix is not None:
        target = target[prefix.end() :]
    elif target[:1] in {"u", "U"}:
        return target
    if target[:1] in {'"', "'"}:
        target = target[1:].partition(target[0])[0]
    return target.strip(_WS) or None


def report_targets(value: str) -> Iterator[str]:
    """Where browsers report to: CSP (``report-uri``), Report-To, Reporting-Endpoints.

    >>> list(report_targets("script-src 'self'; report-uri /csp https://r.test/c"))
    ['/csp', 'https://r.test/c']
    >>> list(report_targets('{"group": "a", "endpoints": [{"url": "/r"}]}'))
    ['/r']
    >>> list(report_targets('default="/r", csp="https://h.test/c"'))
    ['/r', 'https://h.test/c']
    """
    for match in _REPORT.finditer(value[:_MAX_REPORT]):
        found = next((group for group in match.groups() if group), "")
        yield from found.replace("\\/", "/").split()


class LinkValue(NamedTuple):
    """One link of a Link header."""

    url: str
    rels: frozenset[str]


def link_values(value: str) -> Iterator[LinkValue]:
    """Links of a Link header (RFC 8288).

    >>> [v.url for v in link_values('</a,b>; rel="x y"; title="c, <d>", <e>')]
    ['/a,b', 'e']
    """
    for match in _LINK.finditer(value):
        rel = _REL.search(match[2])
        names = (rel[1] or rel[2] or "") if rel else ""
        yield LinkValue(match[1].strip(), frozenset(names.lower().split()))
