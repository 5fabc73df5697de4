"""Requests as a plan of ZAP's Automation Framework: ``zap.sh -cmd -autorun FILE``.

ZAP asks for each of them once, which makes its tree of the site, and scans that. Its
variables are ``${NAME}``: what has that in a body cannot be said, see
:func:`speakable`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from crawler.report.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.report.requests import Asked

_CONTEXT = "leadline"
_MAX_EXCLUDED = 1_000
# RFC 2396 2, without the brackets that RFC 2732 allows in hosts.
_NOT_URIC = re.compile(r"%(?![0-9A-Fa-f]{2})|[^%;/?:@&=+$,A-Za-z0-9_.!~*'()-]")


def speakable(asked: Asked) -> bool:
    """Whether a plan can hold it as it is."""
    return b"${" not in asked.body


def zap(requests: Iterable[Asked], left_alone: Iterable[str]) -> Iterator[str]:
    """The lines of the plan; addresses of *left_alone* are out of its context."""
    asked = [_request(one) for one in requests if speakable(one)]
    origins = sorted({_origin(one["url"]) for one in asked})
    excluded = [
        f"^{re.escape(_url(url))}$"
        for _, url in zip(range(_MAX_EXCLUDED), left_alone, strict=False)
    ]
    context = {
        "name": _CONTEXT,
        "urls": origins,
        "includePaths": [f"^{re.escape(origin)}/.*" for origin in origins],
        "excludePaths": excluded,
    }
    yield f"env:\n  contexts:\n  - {escaped(context)}\n"
    yield "  parameters:\n    failOnError: true\n    progressToStdout: true\n"
    yield "jobs:\n- type: requestor\n  requests:\n"
    for one in asked:
        yield f"  - {escaped(one)}\n"
    yield "- type: passiveScan-wait\n"
    yield f"- type: activeScan\n  parameters:\n    context: {_CONTEXT}\n"


def _request(asked: Asked) -> dict[str, Any]:
    found: dict[str, Any] = {
        "url": _url(asked.url),
        "name": "; ".join(filter(None, (asked.title, asked.about))).replace(
            "${", "$ {"
        ),
        "method": asked.method,
    }
    if asked.method == "POST":
        found["headers"] = [f"Content-Type:{asked.content_type}"]
        found["data"] = asked.body.decode("utf-8", "replace")
    return found


def _url(url: str) -> str:
    """As its reader demands it: RFC 2396, which knows fewer characters.

    >>> _url("http://[::1]/a|b?c[]={d}&e=100%")
    'http://[::1]/a%7Cb?c%5B%5D=%7Bd%7D&e=100%25'
    """
    scheme, _, rest = url.partition("://")
    host, slash, tail = rest.partition("/")
    return f"{scheme}://{host}{slash}{_NOT_URIC.sub(_encoded, tail)}"


def _encoded(match: re.Match[str]) -> str:
    return quote(match[0], safe="")


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
