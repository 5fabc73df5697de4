"""Crawl in this process, without a reactor, and keep what comes back."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import scrapy
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings

from crawler.middlewares.render import RenderMiddleware, place

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping

    from scrapy.http import Response


@dataclass
class Crawled:
    """Answers and failures by the URL that was asked for first."""

    responses: dict[str, Response] = field(default_factory=dict)
    failures: dict[str, BaseException] = field(default_factory=dict)
    stats: Mapping[str, Any] = field(default_factory=dict)


class Fetch(scrapy.Spider):
    """Sends the requests it is given, and follows nothing.

    Meta ``name`` keeps an answer under another name than the URL; ``then`` is called
    once the answer is there.
    """

    name = "fetch"

    def __init__(self, requests: Iterable[scrapy.Request], crawled: Crawled) -> None:
        super().__init__()
        self.requests = requests
        self.crawled = crawled

    async def start(self) -> AsyncIterator[Any]:
        for request in self.requests:
            first = request.meta.get("name", request.url)
            yield request.replace(
                callback=self.parse,
                errback=self.failed,
                meta={**request.meta, "first": first},
            )

    def parse(self, response: Response) -> None:
        self.crawled.responses[response.meta["first"]] = response
        response.meta.get("then", dict)()

    def failed(self, failure: Any) -> None:
        self.crawled.failures[failure.request.meta["first"]] = failure.value


def crawl(
    requests: Iterable[scrapy.Request],
    settings: Mapping[str, Any],
    placed: Callable[[Settings], None] = place,
) -> Crawled:
    """Run the requests through Scrapy with the renderer in place."""
    crawled = Crawled()
    whole = Settings(
        {
            "TWISTED_REACTOR_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "HTTPERROR_ALLOW_ALL": True,
            "METAREFRESH_ENABLED": False,
            "RETRY_ENABLED": False,
            "LOG_ENABLED": False,
            "DOWNLOADER_MIDDLEWARES": {RenderMiddleware: 725},
            **settings,
        }
    )
    placed(whole)

    async def run() -> Mapping[str, Any]:
        runner = AsyncCrawlerRunner(whole)
        crawler = runner.create_crawler(Fetch)
        await runner.crawl(crawler, requests=list(requests), crawled=crawled)
        return crawler.stats.get_stats()

    crawled.stats = asyncio.run(run())
    return crawled
