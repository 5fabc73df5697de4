"""URLs in the head: ``meta`` elements, and the values that some headers share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawler.dom.links_looks import is_part, rooted
from crawler.dom.links_sources import METAS
from crawler.dom.links_values import refresh_target, report_targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.dom.links_sink import Sink

_TASK_URL = re.compile(r"(?:action|icon)-uri=([^;]++)", re.IGNORECASE)


def meta_links(attributes: Mapping[str, str | None], content: str, sink: Sink) -> None:
    """Add the URLs of a ``meta`` element, whose *content* is not empty, to *sink*."""
    pragma = (attributes.get("http-equiv") or "").strip().lower()
    if pragma == "refresh":
        target = refresh_target(content)
        if target is not None:
            sink.add(target, "meta-refresh")
        return
    if pragma.startswith("content-security-policy"):
        for url in report_targets(content):
            sink.add(url, "meta@content-security-policy", guessed=True)
        return
    if not _named(attributes, content, sink) and rooted(content.strip()):
        sink.add(content, "meta@content", guessed=True, embedded=is_part(content))


def _named(attributes: Mapping[str, str | None], content: str, sink: Sink) -> bool:
    """Add what the name of the element says is a URL; whether it has such a name."""
    known = False
    for key in ("property", "name", "itemprop"):
        name = (attributes.get(key) or "").strip().lower()
        if name == "msapplication-task":
            known = True
            for url in _TASK_URL.findall(content):
                sink.add(url, f"meta@{name}", embedded=is_part(url))
        elif name in METAS:
            known = True
            if content.lower() != "none":
                sink.add(content, f"meta@{name}", embedded=METAS[name])
    return known
