"""Links in the headers of a response."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crawler.dom.links_looks import is_part
from crawler.dom.links_sources import EMBEDDED_RELS, HOST_RELS
from crawler.dom.links_values import link_values, refresh_target, report_targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crawler.dom.links_sink import Sink

_MAX_VALUE: Final = 16_384
_REPORTING: Final = frozenset(
    {
        "content-security-policy",
        "content-security-policy-report-only",
        "expect-ct",
        "report-to",
        "reporting-endpoints",
    }
)
_URL = re.compile(r"(?:https?://|/(?!/))\S+", re.IGNORECASE)


def header_links(headers: Mapping[str, str | list[str]], sink: Sink) -> None:
    """Add the links of headers to *sink*; they are relative to the response's URL."""
    for name, value in _fields(headers):
        if name in {"location", "content-location"}:
            sink.add(value, f"header:{name}")
        elif name == "refresh":
            target = refresh_target(value)
            if target is not None:
                sink.add(target, "header:refresh")
        elif name == "link":
            _link(value, sink)
        elif name in _REPORTING:
            for url in report_targets(value):
                sink.add(url, f"header:{name}", guessed=True)
        elif name in {"sourcemap", "x-sourcemap"}:
            sink.add(value, "sourcemap", guessed=True, embedded=True)
        elif name.startswith("x-") and _URL.fullmatch(value):
            embedded = is_part(value)
            sink.add(value, "header:x", guessed=True, embedded=embedded)


def _link(value: str, sink: Sink) -> None:
    for link in link_values(value):
        if not link.rels & HOST_RELS and link.url:
            embedded = bool(link.rels & EMBEDDED_RELS)
            sink.add(link.url, "header:link", embedded=embedded)


def _fields(headers: Mapping[str, str | list[str]]) -> Iterator[tuple[str, str]]:
    for name, values in headers.items():
        for value in [values] if isinstance(values, str) else values:
            if value.strip():
                yield name.lower(), value.strip()[:_MAX_VALUE]
