"""Requests for ``nuclei -im yaml``: one YAML document each, with the raw request.

A list of URLs is what nuclei takes by default; only this mode has bodies, which its
fuzzing templates (``-dast``) need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from crawler.report.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.report.requests import Asked


def nuclei(requests: Iterable[Asked]) -> Iterator[str]:
    """The documents."""
    for asked in requests:
        yield f"---\nurl: {escaped(asked.url)}\n"
        yield f"request:\n  raw: {escaped(raw(asked))}\n"


def raw(asked: Asked) -> str:
    """The request as it goes over the wire (HTTP/1.1), its body read as UTF-8.

    >>> from crawler.report.requests import Asked
    >>> raw(Asked("GET", "http://h?q=1"))
    'GET /?q=1 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n'
    """
    parts = urlsplit(asked.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    body = asked.body.decode("utf-8", "replace")
    host = parts.netloc.rpartition("@")[2]
    head = [f"{asked.method} {target} HTTP/1.1", f"Host: {host}"]
    if asked.method == "POST":
        head.append(f"Content-Type: {asked.content_type}")
        head.append(f"Content-Length: {len(body.encode())}")
    return "\r\n".join([*head, "", body])
