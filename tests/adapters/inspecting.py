"""Crawl into a survey in this process, without a reactor, and read what it left.

The site stands behind a proxy: so hosts have names of their own, and every request
that leaves the crawler is seen, wherever it was meant to go.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings

from crawler.addon import Leadline
from spiders.inspect_site import InspectSpider
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import scrapy

    from crawler.store.rows import DecisionRow, PageRow
    from tests.servers.web import Web


@dataclass
class Inspected:
    """What one crawl left."""

    survey: Path
    pages: dict[str, PageRow] = field(default_factory=dict)
    """By URL."""
    decisions: dict[str, DecisionRow] = field(default_factory=dict)
    stats: Mapping[str, Any] = field(default_factory=dict)
    trouble: str = ""
    log: list[logging.LogRecord] = field(default_factory=list)

    @property
    def rules(self) -> dict[str, str]:
        """URL -> rule."""
        return {url: row.rule for url, row in self.decisions.items()}

    def text(self) -> str:
        """The log as it would be written, tracebacks included."""
        form = logging.Formatter("%(levelname)s %(name)s %(message)s")
        return "\n".join(form.format(record) for record in self.log)

    def faults(self) -> list[str]:
        """What nobody wants to see in a log."""
        return [
            record.getMessage()
            for record in self.log
            if record.levelno >= logging.ERROR or record.exc_info
        ]


class _Keeping(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__()
        self.records = records

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


def inspect(
    survey: Path,
    spider: type[scrapy.Spider] = InspectSpider,
    settings: Mapping[str, Any] | None = None,
    **arguments: Any,
) -> Inspected:
    """Run *spider* with the project's settings; ``start`` may be several URLs."""
    whole = Settings()
    whole.setmodule("crawler.settings", priority="project")
    whole.setdict(
        {
            "TWISTED_REACTOR_ENABLED": False,
            "STORE_URL": str(survey),
            "LOG_ENABLED": False,
            "DOWNLOAD_TIMEOUT": 20,
            # Its guesses are told of in their own test.
            "LINKS_WELL_KNOWN": False,
            **(settings or {}),
        },
        priority="cmdline",
    )
    given = {"polite": "0", "exhaustive": "1"}
    given |= {name: str(value) for name, value in arguments.items()}
    done = Inspected(survey)

    async def run() -> None:
        crawler = AsyncCrawlerRunner(whole).create_crawler(spider)
        await crawler.crawl_async(**given)
        assert crawler.stats is not None
        done.stats = crawler.stats.get_stats()
        addon = crawler.get_addon(Leadline)
        done.trouble = addon.trouble if addon else ""

    root = logging.getLogger()
    keeping, level = _Keeping(done.log), root.level
    root.addHandler(keeping)
    root.setLevel(logging.DEBUG)
    try:
        asyncio.run(run())
    finally:
        root.removeHandler(keeping)
        root.setLevel(level)
    if survey.exists():
        done.pages = {row.url: row for row in rows(survey, "pages")}
        done.decisions = {row.url: row for row in rows(survey, "decisions")}
    return done


def hosts(site: Web) -> set[str]:
    """As the client that sent them read the URLs."""
    return {str(urlsplit(target.split(" ")[1]).hostname) for target in site.asked}
