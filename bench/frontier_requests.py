"""The requests that every queue is measured with; needs Scrapy and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider

if TYPE_CHECKING:
    from collections.abc import Iterator


class Crawl(Spider):
    """The spider that the requests are of."""

    name = "bench"

    def parse(self, response: Any, **given: Any) -> None: ...

    def failed(self, failure: Any) -> None: ...


def requests(number: int, spider: Crawl) -> Iterator[Request]:
    """As links become requests in a crawl."""
    for at in range(number):
        folder = f"http://www{at % 20}.shop.test/catalogue/{at % 97}/"
        yield Request(
            f"{folder}item-{at}?page={at % 7}",
            callback=spider.parse,
            errback=spider.failed,
            headers={"Referer": folder},
            meta={"depth": at % 5},
            priority=-(at % 5),
        )
