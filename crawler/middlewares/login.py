"""Requests wait until somebody is logged in; sent again when he no longer is."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import TYPE_CHECKING, Final, Self

from scrapy.exceptions import IgnoreRequest, NotConfigured

from crawler.addon import addon_of
from crawler.login import PASSWORD, LoginError, Session
from crawler.login.session import Account

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)

_TRIES: Final = 5
"""How often a page is asked for again, each time after another login."""


class LoginMiddleware:
    """Logs in before the first request, and looks at redirects to the login page.

    It stands outside of Scrapy's redirects: these would ask for the login page, and
    the page that was wanted is lost.
    """

    def __init__(self, crawler: Crawler, session: Session) -> None:
        self._crawler = crawler
        self.session = session
        self._ending: asyncio.Task[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        args = getattr(crawler.spider, "args", None)
        if args is None or not getattr(args, "login", None):
            raise NotConfigured
        account = Account(
            args.login, args.user, os.environ.get(PASSWORD, ""), args.marker
        )
        return cls(crawler, Session(crawler, account))

    async def process_request(self, request: Request) -> None:
        """Wait for the login."""
        if "login" in request.meta or "robotstxt" in request.meta:
            return
        try:
            await self.session.ready()
        except LoginError as error:
            self._end(str(error))
        request.meta["login_generation"] = self.session.generation

    async def process_response(
        self, request: Request, response: Response
    ) -> Request | Response:
        """Ask again for what led to the login page only."""
        if "login_generation" not in request.meta or self.session.is_place(request.url):
            return response
        if self.session.leads_to_login(response):
            return await self.again(request, response)
        return response

    async def again(self, request: Request, response: Response) -> Request | Response:
        """The request once more, logged in; or the answer, when that is no help."""
        tries = request.meta.get("login_again", 0)
        if tries and (tries >= _TRIES or not self.session.can_tell):
            self.session.denied(request.url, again=True)
            return response
        try:
            worth = await self.session.renew(
                request.url, request.meta["login_generation"]
            )
        except LoginError as error:
            self._end(str(error))
        if not worth:
            self.session.denied(request.url, again=False)
            logger.debug("%s is not for this user", request.url)
            return response
        return request.replace(
            meta={**request.meta, "login_again": tries + 1}, dont_filter=True
        )

    def _end(self, trouble: str) -> None:
        """Nothing is asked for by somebody else than was wanted.

        :raises IgnoreRequest: always.
        """
        addon = addon_of(self._crawler)
        addon.trouble = addon.trouble or trouble
        self._crawler.stats.set_value("login/failed", 1)
        engine = self._crawler.engine
        if engine is not None and engine._slot is not None and not self._ending:
            self._ending = asyncio.create_task(
                engine.close_spider_async(reason="login_failed")
            )
        raise IgnoreRequest(trouble)


class LoginFormMiddleware:
    """Looks at pages, unpacked: the form that logs in is shown to who is not."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not getattr(getattr(crawler.spider, "args", None), "login", None):
            raise NotConfigured
        return cls(crawler)

    async def process_response(
        self, request: Request, response: Response
    ) -> Request | Response:
        """Ask again for a page that shows the login form."""
        outer = self._crawler.get_downloader_middleware(LoginMiddleware)
        if outer is None or "login_generation" not in request.meta:
            return response
        session = outer.session
        if session.is_place(response.url):
            return response
        if not session.shows_login(response):
            if request.meta.get("login_again"):
                session.helped()
            return response
        return await outer.again(request, response)
