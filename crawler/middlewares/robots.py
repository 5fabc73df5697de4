"""robots.txt by RFC 9309: its status counts, a failure is no permission."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.misc import build_from_crawler

from crawler.reason import why

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.robotstxt import RobotParser

logger = logging.getLogger(__name__)

# An unreachable robots.txt is asked for again after so many seconds.
RETRY_AFTER = 60.0
# What is read of it (RFC 9309 2.5: at least 500 KiB).
MAX_BYTES = 500 * 1024
# Answers that are kept for whoever asks for the page.
_MAX_KEPT = 16
_AGENT = re.compile(r"\s*user(?:-|\s*)agent(?:\s*:|\s|$)([^#]*)", re.IGNORECASE)
_OTHERS = "all-others"


class RobotsMiddleware(RobotsTxtMiddleware):
    """Scrapy's robots.txt middleware with the RFC's reading of failures.

    2xx: its rules. 4xx: no rules (2.3.1.3). 5xx, 429 or no answer: nothing is
    allowed while it lasts (2.3.1.4). One request a scheme and authority at a time;
    whoever asks for robots.txt as a page gets the same answer, not another download.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        # When to ask again, and the answer, by scheme and authority.
        self._answers: dict[str, tuple[float, asyncio.Task[RobotParser | str | None]]]
        self._answers = {}
        self._pages: dict[str, Response] = {}

    async def process_request(  # type: ignore[override]
        self, request: Request
    ) -> Response | None:
        """Refuse what is not allowed; hand out robots.txt itself once it is here.

        :raises IgnoreRequest: by a rule, or when robots.txt cannot be read.
        """
        if _asks_for_the_page(request):
            return await self._page(request)
        await super().process_request(request)
        return None

    async def _page(self, request: Request) -> Response | None:
        """The answer that the rules were read from; None when it is not of this URL."""
        # Its failure is no refusal: who asks for the page may ask by himself.
        with suppress(IgnoreRequest):
            await self.robot_parser(request)
        known = self._pages.pop(request.url, None)
        return known and known.replace(request=None)

    async def robot_parser(self, request: Request) -> RobotParser | None:
        """Rules for *request*, or None when there are none.

        :raises IgnoreRequest: when robots.txt cannot be read, which may be different
            at another time: told by ``for_now`` in the meta of *request*.
        """
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        known = self._answers.get(origin)
        if known is None or (known[1].done() and time.monotonic() > known[0]):
            known = (float("inf"), asyncio.create_task(self._ask(origin)))
            self._answers[origin] = known
        # Whoever stops waiting leaves the others their answer.
        rules = await asyncio.shield(known[1])
        if isinstance(rules, str):
            self._unreachable(request, rules)
        return rules

    def _unreachable(self, request: Request, reason: str) -> NoReturn:
        request.meta["for_now"] = True
        self._stats.inc_value("robotstxt/unreachable")
        raise IgnoreRequest(f"robots.txt cannot be read: {reason}")

    async def _ask(self, origin: str) -> RobotParser | str | None:
        """Parser; None for no rules; or the reason why there is no answer."""
        self._stats.inc_value("robotstxt/request_count")
        request = Request(
            f"{origin}/robots.txt",
            priority=self.DOWNLOAD_PRIORITY,
            meta={"dont_obey_robotstxt": True, "robotstxt": origin},
            callback=NO_CALLBACK,
        )
        try:
            response = await self.crawler.engine.download_async(request)
        except IgnoreRequest as error:
            # It redirects out of scope, or in a circle: unavailable, not unreachable.
            logger.info("%s: no rules (%s)", request.url, error)
            return None
        except Exception as error:  # noqa: BLE001 - whatever a download can raise
            return self._later(origin, why(error))
        if response.url == request.url and len(response.body) <= MAX_BYTES:
            while len(self._pages) >= _MAX_KEPT:
                del self._pages[next(iter(self._pages))]
            self._pages[request.url] = response
        return self._read(origin, response)

    def _read(self, origin: str, response: Response) -> RobotParser | str | None:
        self._stats.inc_value("robotstxt/response_count")
        self._stats.inc_value(f"robotstxt/response_status_count/{response.status}")
        if response.status >= 500 or response.status == 429:
            return self._later(origin, f"status {response.status}")
        if response.status >= 300:
            return None
        agent = str(self._robotstxt_useragent or self._default_useragent)
        try:
            parser: RobotParser = build_from_crawler(
                self._parserimpl,
                self.crawler,
                for_us(response.body[:MAX_BYTES], agent),
            )
        except Exception as error:  # noqa: BLE001 - whatever a parser can raise
            return self._later(origin, f"{type(error).__name__} in its parser")
        return parser

    def _later(self, origin: str, reason: str) -> str:
        logger.warning("%s/robots.txt cannot be read: %s", origin, reason)
        self._answers[origin] = (
            time.monotonic() + RETRY_AFTER,
            self._answers[origin][1],
        )
        return reason


def _asks_for_the_page(request: Request) -> bool:
    """Whether a request is for robots.txt, and not the one for the rules."""
    return (
        request.method == "GET"
        and "robotstxt" not in request.meta
        and "redirect_urls" not in request.meta
        and urlsplit(request.url).path == "/robots.txt"
        and not urlsplit(request.url).query
    )


def for_us(body: bytes, agent: str) -> bytes:
    r"""The same rules for *agent*, every other name in one.

    Parsers keep the rules of a group once for each of its names, so that names times
    rules is what a hostile file costs: 15,000 of each, minutes.

    >>> for_us(b"User-agent: X\nuser agent: y # z\nDisallow: /x", "Leadline")
    b'User-agent: all-others\nDisallow: /x'
    """
    lines: list[str] = []
    names: set[str] = set()
    for line in body.decode("utf-8-sig", "ignore").splitlines():
        found = _AGENT.match(line)
        if found is None:
            lines.append(line)
            if line.strip():
                names.clear()
            continue
        name = found[1].strip().lower()
        if name.replace("*", "") not in agent.lower():
            name = _OTHERS
        if name not in names:
            names.add(name)
            lines.append(f"User-agent: {name}")
    return "\n".join(lines).encode()
