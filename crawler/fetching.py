"""A few pages for a command: no survey, the project's own manners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from scrapy.http import Response
    from scrapy.settings import BaseSettings


class _Fetcher(scrapy.Spider):
    name = "fetch"

    def __init__(self, urls: Sequence[str], bodies: dict[str, bytes]) -> None:
        super().__init__()
        self._urls = urls
        self._bodies = bodies

    async def start(self) -> AsyncIterator[Any]:
        for url in dict.fromkeys(self._urls):
            yield scrapy.Request(url, cb_kwargs={"url": url}, dont_filter=True)

    def parse(self, response: Response, **kwargs: Any) -> None:
        if response.status < 300:
            self._bodies[kwargs["url"]] = response.body


def fetch(urls: Sequence[str], settings: BaseSettings) -> dict[str, bytes]:
    """The bodies of the pages that could be had, by URL.

    Robots.txt, delays and limits are those of the settings. Once in a process: the
    reactor runs only once.
    """
    own = Settings()
    own.update(settings)
    own.setdict(
        # Scrapy's own robots.txt and scheduler: what we place writes a survey.
        {"ADDONS": {}, "EXTENSIONS": {}, "LOG_ENABLED": False, "JOBDIR": None},
        priority="cmdline",
    )
    bodies: dict[str, bytes] = {}
    process = AsyncCrawlerProcess(own)
    process.crawl(_Fetcher, urls=urls, bodies=bodies)
    process.start()
    return bodies
