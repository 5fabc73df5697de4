"""Keeps what was sent and answered in WARC files beside the survey."""

from __future__ import annotations

import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import quote_plus

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.response import response_status_message

from crawler.addon import Leadline, addon_of
from crawler.store.warc import Archive, Exchange
from crawler.version import VERSION

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.http.headers import Headers

logger = logging.getLogger(__name__)

PASSWORD = "LEADLINE_PASSWORD"  # noqa: S105 - the name of a variable


class Bodies:
    """With ``STORE_BODIES=warc``: each answer as it came, redirects and errors too.

    The request learns where its answer is (meta ``warc``), and so does its page.
    Stats: ``bodies/records``, ``bodies/failed``.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        self._archive: Archive | None = None
        self._failed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        addon = addon_of(crawler)
        if addon.store.bodies == "none":
            raise NotConfigured  # with words it would be a warning of every crawl
        bodies = cls(crawler, addon)
        crawler.signals.connect(bodies.downloaded, signal=signals.response_downloaded)
        crawler.signals.connect(bodies.closed, signal=signals.spider_closed)
        return bodies

    def downloaded(self, response: Response, request: Request) -> None:
        """Archive one answer; when that fails, none any more, with one line."""
        request.meta.pop("warc", None)  # of the hop before
        if self._addon.run is None or self._failed:
            return
        if urlparse_cached(request).scheme not in {"http", "https"}:
            return
        try:
            if self._archive is None:
                self._archive = self._open()
            at = self._archive.write(_exchange(response, request))
        except OSError as error:
            self._failed = True
            self._crawler.stats.inc_value("bodies/failed")
            logger.error("No more bodies are kept: %s", error)  # noqa: TRY400 - one line
            return
        request.meta["warc"] = [at.file, at.offset]
        self._crawler.stats.inc_value("bodies/records")

    def closed(self) -> None:
        """Close the file."""
        if self._archive is not None:
            self._archive.close()

    def _open(self) -> Archive:
        run = self._addon.run
        assert run is not None
        target = run.survey.target
        # On a server a survey has no place of its own.
        path = Path("surveys/survey") if "://" in target else Path(target)
        args = getattr(self._crawler.spider, "args", None)
        password = os.environ.get(PASSWORD, "")
        return Archive(
            path.parent,
            f"{path.stem}-{run.id}",
            self._addon.store.bodies_size,
            f"Leadline/{VERSION}",
            secret_headers=[name for name, _ in getattr(args, "headers", ()) or ()],
            secrets=[password.encode(), quote_plus(password).encode()],
        )


def _exchange(response: Response, request: Request) -> Exchange:
    rendered = "rendered" in response.flags
    found = request.meta.get("rendered") if rendered else None
    return Exchange(
        url=response.url,
        method=request.method,
        request_headers=_pairs(request.headers),
        request_body=request.body,
        status=response_status_message(response.status),
        headers=_pairs(response.headers),
        body=response.body,
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        stopped="download_stopped" in response.flags,
        rendered=rendered,
        plain=(found["source"], found["source_type"]) if found else None,
    )


def _pairs(headers: Headers) -> list[tuple[str, str]]:
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in headers.items()
        for value in values
    ]
