"""One crawl of a fixed list of URLs in a process of its own, measured.

    python -m bench.contestants NAME --list FILE [--survey PATH] [--every N]

Prints one line of JSON. Every contestant sees the same list, sixteen in flight; the
links it finds are extracted, built and put to its dupefilter as in any crawl, and
only then left: nothing beyond the list is fetched.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import scrapy
from scrapy import signals
from scrapy.crawler import CrawlerProcess
from scrapy.dupefilters import RFPDupeFilter
from scrapy.linkextractors import LinkExtractor
from scrapy.settings import Settings
from scrapy.spiders import CrawlSpider, Rule

from crawler.dupefilter import DupeFilter
from spiders.inspect_site import InspectSpider

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

_COMMON: Final[dict[str, Any]] = {
    "CONCURRENT_REQUESTS": 16,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
    "DOWNLOAD_DELAY": 0,
    "AUTOTHROTTLE_ENABLED": False,
    "ROBOTSTXT_OBEY": True,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "WARNING",
}
_OFF: Final[dict[str, dict[str, Any]]] = {
    "cluster": {"ITEM_PIPELINES": {"pipelines.cluster.ClusterPipeline": None}},
    "store": {
        "ITEM_PIPELINES": {"pipelines.store.StorePipeline": None},
        "EXTENSIONS": {"crawler.extensions.survey.SurveyExtension": None},
    },
    "links": {
        "SPIDER_MIDDLEWARES": {
            "crawler.middlewares.fingerprint.FingerprintMiddleware": None
        }
    },
}


class PlainFilter(RFPDupeFilter):
    """Scrapy's own dupefilter; when it has done its work, only the list passes.

    A page of the list was perhaps met as a link before.
    """

    def request_seen(self, request: scrapy.Request) -> bool:
        super().request_seen(request)
        return "start" not in request.meta


class LeadlineFilter(DupeFilter):
    """The same of ours."""

    def request_seen(self, request: scrapy.Request) -> bool:
        super().request_seen(request)
        return "start" not in request.meta


class _Listed(scrapy.Spider):
    """Takes the list as an argument."""

    def __init__(self, *args: Any, urls: list[str], **given: Any) -> None:
        super().__init__(*args, **given)
        self.urls = urls

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield scrapy.Request(url, meta={"start": url})


class Download(_Listed):
    """Downloads and does nothing."""

    name = "download"

    def parse(self, response: Response, **kwargs: Any) -> None:
        pass


class Plain(_Listed, CrawlSpider):
    """What Scrapy's documentation shows for crawling a site."""

    name = "plain"
    rules = (Rule(LinkExtractor(), callback="page", follow=True),)

    def page(self, response: Response) -> dict[str, Any]:
        return {"url": response.url, "title": response.css("title::text").get()}


class Meter:
    """Time and memory from the start of the spider on, and every N pages."""

    def __init__(self, crawler: Crawler) -> None:
        self.pages = 0
        self.steps: list[tuple[int, float]] = []
        self._every = crawler.settings.getint("BENCH_EVERY")
        crawler.signals.connect(self._opened, signal=signals.spider_opened)
        crawler.signals.connect(self._came, signal=signals.response_received)
        self.began = (0.0, 0.0)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def _opened(self) -> None:
        self.began = time.perf_counter(), time.process_time()

    def _came(self) -> None:
        self.pages += 1
        if self._every and self.pages % self._every == 0:
            self.steps.append((self.pages, resident()))
            print(f"{self.pages}: {self.steps[-1][1]:.0f} MB", file=sys.stderr)

    def figures(self) -> dict[str, Any]:
        """Seconds of clock and CPU, all threads, to the end of the process's work."""
        clock, cpu = self.began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        return {
            "pages": self.pages,
            "seconds": time.perf_counter() - clock,
            "cpu": time.process_time() - cpu,
            "peak": peak,
            "steps": self.steps,
        }


def resident() -> float:
    """MB of memory in use, now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def settings_of(name: str, survey: str) -> Settings:
    """``download``, ``plain``, ``leadline`` or ``leadline-PART-PART``: without them."""
    found = Settings()
    if name.startswith("leadline"):
        found.setmodule("crawler.settings")
    changed = dict(_COMMON)
    parts: dict[str, Any] = {"EXTENSIONS": {Meter: 0}}
    for part in name.split("-")[1:]:
        for key, value in _OFF[part].items():
            parts.setdefault(key, {}).update(value)
    if name.startswith("leadline"):
        changed["STORE_URL"] = survey
    found.setdict(changed | parts, priority="cmdline")
    return found


def run(name: str, listed: Path, survey: str, every: int) -> dict[str, Any]:
    """Crawl and measure."""
    settings = settings_of(name, survey)
    settings.set("BENCH_EVERY", every, "cmdline")
    process = CrawlerProcess(settings)
    leadline = name.startswith("leadline")
    spider = InspectSpider if leadline else {"plain": Plain, "download": Download}[name]
    crawler = process.create_crawler(spider)
    filter_class: type = LeadlineFilter if leadline else PlainFilter
    # The add-on has set its own already: this one stands above it.
    crawler.settings.set("DUPEFILTER_CLASS", filter_class, "cmdline")
    if leadline:
        process.crawl(crawler, start=str(listed), polite="0")
    else:
        process.crawl(crawler, urls=re.findall(r"\S+", listed.read_text()))
    process.start()
    meter = crawler.get_extension(Meter)
    assert meter is not None
    return {"name": name, **meter.figures()}


def main() -> None:
    """Run one contestant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--list", type=Path, required=True)
    parser.add_argument("--survey", default="survey.sqlite")
    parser.add_argument("--every", type=int, default=0)
    given = parser.parse_args()
    print(json.dumps(run(given.name, given.list, given.survey, given.every)))


if __name__ == "__main__":
    main()
