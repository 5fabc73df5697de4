"""Opens the survey with the spider; closes, finalises and summarises it."""

from __future__ import annotations

import asyncio
import logging
import platform
import re
from datetime import UTC, datetime
from importlib import metadata
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.exceptions import CloseSpider
from scrapy.utils.spider import DefaultSpider

from crawler.addon import Leadline, addon_of
from crawler.finalise import finalise, remember_options, vector_format
from crawler.frontier import FrontierError
from crawler.run import Run, default_target
from crawler.store import Survey, SurveyError, SurveyWriter
from crawler.summary import summary_lines
from crawler.version import VERSION

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler

logger = logging.getLogger("leadline")

# Parts of the names of settings whose values are nobody's business; user name and
# password leave every URL.
SECRET = ("PASS", "TOKEN", "SECRET", "KEY", "AUTH", "COOKIE", "PROXY", "HEADERS")

_NOT_LAST = "Other workers are still at work: the last one makes the clusters."

_CREDENTIALS = re.compile(r"(?<=://)[^\s/?#'\"]*@")

# Start URLs that are kept with the run; a file of them may have any number.
MANY = 1000


class SurveyExtension:
    """One run of the survey. Stats of the crawl are kept with the run."""

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        extension = cls(crawler, addon_of(crawler))
        crawler.signals.connect(extension.opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.closed, signal=signals.spider_closed)
        return extension

    def opened(self, spider: Spider) -> None:
        """Open the survey.

        :raises CloseSpider: when it cannot be opened or written.
        """
        # Without a queue nothing is asked for; `scrapy fetch`, `shell`, `view`.
        if self._addon.trouble or isinstance(spider, DefaultSpider):
            return
        args = getattr(spider, "args", None)
        target: Any = self._addon.store.url or default_target(
            spider.name, getattr(args, "start", ()), datetime.now(UTC)
        )
        try:
            survey = Survey.open(target, create=True, options=self._addon.store)
            before = survey.page_count()
            self._goes_with_queue(survey, before)
            run = self._run(survey, spider.name, args)
            remember_options(survey, self._addon.cluster)
            writer = SurveyWriter(
                survey,
                run,
                vector_format(self._addon.cluster),
                links=self._addon.store.links,
            )
        except FrontierError as error:
            self._addon.trouble = str(error)
            raise CloseSpider("frontier_failed") from error
        except (SurveyError, OSError) as error:
            self._addon.trouble = f"the survey cannot be opened: {error}"
            raise CloseSpider("survey_failed") from error
        self._addon.run = Run(run, survey, writer, before)
        logger.info("Survey: %s", survey.target)

    def _run(self, survey: Survey, spider: str, args: Any) -> int:
        """A new run; the workers of a shared crawl have one together."""

        def start() -> int:
            return survey.start_run(
                spider=spider,
                arguments=public_arguments(args),
                settings=changed_settings(self._crawler.settings),
                versions=versions(),
            )

        team = self._addon.team
        return start() if team is None else team.run(start)

    def _goes_with_queue(self, survey: Survey, pages: int) -> None:
        """What is done in a queue is in its survey, or it would be lost.

        :raises SurveyError: when the survey is another one.
        """
        done = self._addon.sites.pages if self._addon.resumed else 0
        if done and not pages:
            survey.close()
            raise SurveyError(
                f"{survey.target} has no pages, and the queue says that {done} are"
                " stored: it goes with another survey; put that back, or begin anew"
            )

    async def closed(self, spider: Spider, reason: str) -> None:
        """Finalise in a thread: it recomputes the clusters from all pages."""
        run = self._addon.run
        if run is None:
            return
        stats = dict(self._crawler.stats.get_stats())
        try:
            await asyncio.to_thread(self._finish, run, reason, stats)
        except (SurveyError, OSError) as error:
            self._addon.trouble = f"the survey is incomplete: {error}"
            logger.error("%s", self._addon.trouble)  # noqa: TRY400 - one clear line
        finally:
            run.survey.close()
        for line in self._addon.summary:
            logger.info("%s", line, extra={"spider": spider})

    def _finish(self, run: Run, reason: str, stats: dict[str, Any]) -> None:
        try:
            run.writer.close()
        finally:
            everything = self._leave(stats)
            if everything is not None:
                run.survey.finish_run(run.id, reason, everything)
        if everything is None:
            self._addon.summary = [_NOT_LAST]
            return
        finalise(run.survey, self._addon.cluster)
        self._addon.summary = summary_lines(run.survey, reason, run.pages_before)

    def _leave(self, stats: dict[str, Any]) -> dict[str, Any] | None:
        """The stats of all workers; None when others are still at work."""
        team = self._addon.team
        if team is None:
            return stats
        try:
            return team.leave(stats)
        except FrontierError as error:
            self._addon.trouble = self._addon.trouble or str(error)
            return stats
        finally:
            self._addon.frontier.close()


def public_arguments(args: Any) -> dict[str, str]:
    """The arguments as given; credentials only by their names."""
    if args is None:
        return {}
    given: dict[str, Any] = {
        name: getattr(args, name) for name in args.model_fields_set
    }
    if "headers" in given:
        given["headers"] = ", ".join(name for name, _ in given["headers"])
    return {
        name: without_credentials(_given(value))
        for name, value in sorted(given.items())
    }


def _given(value: Any) -> Any:
    """A value in the form that ``-a`` takes."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, tuple):
        more = f",... ({len(value)})" if len(value) > MANY else ""
        return ",".join(map(str, value[:MANY])) + more
    return getattr(value, "pattern", value)


def changed_settings(settings: Any) -> dict[str, str]:
    """Settings that differ from the project's, without those that hold secrets."""
    # 20 is the priority of the project's settings: above it, somebody asked.
    return {
        name: "(set)"
        if any(word in name for word in SECRET)
        else without_credentials(settings[name])
        for name in sorted(settings)
        if (settings.getpriority(name) or 0) > 20
    }


def without_credentials(value: Any) -> str:
    """Any value as text, the user names and passwords of URLs left out.

    >>> without_credentials({"postgresql://me:pw@h/db": "http://p@ss@h/?a@b"})
    "{'postgresql://h/db': 'http://h/?a@b'}"
    """
    return _CREDENTIALS.sub("", str(value))


def versions() -> dict[str, str]:
    """What measured this survey."""
    names = ("scrapy", "selectolax", "ada-url", "sqlalchemy")
    found = {"python": platform.python_version(), "leadline": VERSION}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
