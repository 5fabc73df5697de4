"""Requests as an HTTP Archive (HAR 1.2), which proxies and scanners import.

Nothing was recorded: what the crawl has not sent has status 0, as browsers write a
request without an answer; sizes and times are -1 where the format allows "unknown".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from crawler.report.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.report.requests import Asked

_MIME = {
    "html": "text/html",
    "xml": "application/xml",
    "json": "application/json",
    "text": "text/plain",
    "css": "text/css",
    "script": "text/javascript",
}


def har(requests: Iterable[Asked], moment: str, version: str) -> Iterator[str]:
    """The lines of the archive; *moment* is the ISO 8601 time of all entries."""
    creator = escaped({"name": "Leadline", "version": version})
    yield f'{{"log": {{"version": "1.2", "creator": {creator}, "entries": [\n'
    separator = ""
    for asked in requests:
        yield separator + escaped(_entry(asked, moment))
        separator = ",\n"
    yield "\n]}}\n"


def _entry(asked: Asked, moment: str) -> dict[str, Any]:
    said = "; ".join(part for part in (asked.title, asked.about) if part)
    return {
        "startedDateTime": moment,
        "time": 0,
        "request": _request(asked),
        "response": {
            "status": asked.status or 0,
            "statusText": "",
            "httpVersion": "HTTP/1.1",
            "cookies": [],
            "headers": [],
            "content": {"size": 0, "mimeType": _MIME.get(asked.mime, "")},
            "redirectURL": "",
            "headersSize": -1,
            "bodySize": -1,
        },
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
        "comment": said,
    }


def _request(asked: Asked) -> dict[str, Any]:
    query = asked.url.partition("?")[2]
    headers = []
    if asked.content_type:
        headers.append({"name": "Content-Type", "value": asked.content_type})
    found: dict[str, Any] = {
        "method": asked.method,
        "url": asked.url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": headers,
        "queryString": [
            {"name": name, "value": value}
            for name, value in parse_qsl(query, keep_blank_values=True)
        ],
        "headersSize": -1,
        "bodySize": len(asked.body),
    }
    if asked.method == "POST":
        found["postData"] = {
            "mimeType": asked.content_type,
            "text": asked.body.decode("utf-8", "replace"),
        }
    return found
