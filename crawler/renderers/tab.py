"""Tabs of the browser, each with cookies and storage of its own, used again."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

from playwright.async_api import Error

from crawler.renderers.acting import RenderError
from crawler.renderers.storage import origin_of
from crawler.renderers.visit import Visit, new_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import (
        BrowserContext,
        CDPSession,
        Page,
        Route,
        WebSocketRoute,
    )

    from crawler.renderers.chromium import Chromium
    from crawler.renderers.cookies import HarCookie
    from crawler.renderers.storage import LocalStorage

logger = logging.getLogger(__name__)

_MOST: Final = 100
"""Pages of one tab; then a new one, since pages leave memory behind."""
_CLOSING: Final = 5.0  # seconds
_STORE: Final = (
    "items => Object.entries(items).forEach(item => localStorage.setItem(...item))"
)
_LAST: Final = 253_402_300_799.0
"""The last second of the year 9999: no date is later."""


class Tab:
    """A page that visits are made in, one after the other."""

    def __init__(
        self, context: BrowserContext, page: Page, session: CDPSession
    ) -> None:
        self._context = context
        self._page = page
        self._session = session
        self._visit: Visit | None = None
        self._crashed = asyncio.Event()
        self._name = new_name()
        self._blank = False
        self.agent = ""
        self.visits = 0

    @classmethod
    async def open(cls, chromium: Chromium, agent: str) -> Tab:
        """A new tab whose requests all come to the visit that it makes."""
        browser = await chromium.get()
        context = await browser.new_context(
            user_agent=agent or None, service_workers="block", accept_downloads=False
        )
        page = await context.new_page()
        tab = cls(context, page, await context.new_cdp_session(page))
        tab.agent = agent
        await context.route("**/*", tab._answer)
        await context.route_web_socket("**/*", tab._socket)
        source = files("crawler.renderers").joinpath("page.js").read_text("utf-8")
        await context.add_init_script(f"({source.strip()})('{tab._name}')")
        page.on("crash", lambda _: tab._crashed.set())
        tab._session.on("Page.frameRequestedNavigation", tab._going)
        await tab._session.send("Page.enable")
        context.on("page", tab._popup)
        return tab

    async def visit(
        self, visit: Visit, cookies: Sequence[HarCookie], storage: LocalStorage
    ) -> dict[str, Any]:
        """Make a visit; the data of an answer, with the cookies before and after.

        :raises RenderError: when the tab is of no more use.
        """
        self.visits += 1
        try:
            before = await self._prepare(visit.request.url, cookies)
            items = storage.of(visit.request.url)
            if items:
                await self._store(visit.request.url, items)
            self._visit = visit
            running = asyncio.ensure_future(visit.run(self._page, self._name))
            crashed = asyncio.ensure_future(self._crashed.wait())
            try:
                await asyncio.wait(
                    {running, crashed}, return_when=asyncio.FIRST_COMPLETED
                )
                if not running.done():
                    raise RenderError("its tab crashed")
                told = running.result()
            finally:
                running.cancel()
                crashed.cancel()
                await asyncio.gather(running, crashed, return_exceptions=True)
            after = await self._cookies()
            if items is not None:
                storage.keep(visit.request.url, await self._stored())
        except (Error, TimeoutError) as error:
            raise RenderError(str(error).partition("\n")[0][:200]) from None
        finally:
            self._visit = None
        return {**told, "before": before, "cookies": after}

    async def close(self) -> None:
        """Close it; a tab that hangs ends with its process."""
        with suppress(Error, TimeoutError):
            async with asyncio.timeout(_CLOSING):
                await self._context.close()

    @property
    def is_worn(self) -> bool:
        """Whether it has made its share of visits."""
        return self.visits >= _MOST or self._crashed.is_set()

    async def _prepare(self, url: str, cookies: Sequence[HarCookie]) -> list[HarCookie]:
        """An empty page, without what the last one stored, and the crawl's cookies."""
        async with asyncio.timeout(_CLOSING):
            await self._page.goto("about:blank")
            parts = urlsplit(url)
            await self._session.send(
                "Storage.clearDataForOrigin",
                {"origin": f"{parts.scheme}://{parts.netloc}", "storageTypes": "all"},
            )
            await self._context.clear_cookies()
            for cookie in cookies:
                # What a browser does not take, it would not send either.
                with suppress(Error):
                    await self._context.add_cookies([cast("Any", _to_browser(cookie))])
            return await self._cookies()

    async def _store(self, url: str, items: dict[str, str]) -> None:
        """Put items into the origin's storage, by an empty page of it."""
        self._blank = True
        try:
            async with asyncio.timeout(_CLOSING):
                await self._page.goto(f"{origin_of(url)}/")
                await self._page.evaluate(_STORE, items)
        finally:
            self._blank = False

    async def _stored(self) -> object:
        """What is in the storage of the page that is shown."""
        async with asyncio.timeout(_CLOSING):
            return await self._page.evaluate("() => ({...localStorage})")

    async def _cookies(self) -> list[HarCookie]:
        return [_from_browser(dict(one)) for one in await self._context.cookies()]

    async def _answer(self, route: Route) -> None:
        with suppress(Error):  # the tab may be closed by now
            if self._blank:
                await route.fulfill(status=200, content_type="text/html", body="")
            elif self._visit is None:
                await route.abort("aborted")
            else:
                await self._visit.answer(route)

    def _going(self, event: dict[str, Any]) -> None:
        if self._visit is not None:
            self._visit.going(str(event.get("url") or ""))

    def _socket(self, route: WebSocketRoute) -> None:
        if self._visit is not None:
            self._visit.socket(route)

    async def _popup(self, page: Page) -> None:
        with suppress(Error):
            await page.close()


def _to_browser(cookie: HarCookie) -> dict[str, Any]:
    return {
        "name": cookie["name"],
        "value": cookie["value"],
        "domain": cookie["domain"],
        "path": cookie.get("path") or "/",
        "secure": bool(cookie.get("secure")),
        "httpOnly": bool(cookie.get("httpOnly")),
    }


def _from_browser(cookie: dict[str, Any]) -> HarCookie:
    expires = cookie.get("expires", -1)
    har: HarCookie = {
        name: cookie.get(name)
        for name in ("name", "value", "domain", "path", "secure", "httpOnly")
    }
    if expires and expires > 0:
        when = datetime.fromtimestamp(min(expires, _LAST), UTC)
        har["expires"] = when.isoformat()
    return har


class Tabs:
    """At most so many tabs at a time."""

    def __init__(self, chromium: Chromium, most: int, storage: LocalStorage) -> None:
        self._chromium = chromium
        self._storage = storage
        self._slots = asyncio.Semaphore(most)
        self._idle: list[Tab] = []

    async def visit(
        self, visit: Visit, cookies: Sequence[HarCookie], agent: str
    ) -> dict[str, Any]:
        """Make a visit in a tab that is free.

        :raises RenderError: as :meth:`Tab.visit`.
        """
        async with self._slots:
            tab = await self._take(agent)
            whole = False
            try:
                told = await tab.visit(visit, cookies, self._storage)
                whole = not tab.is_worn
                return told
            finally:
                if whole:
                    self._idle.append(tab)
                else:
                    await tab.close()

    async def _take(self, agent: str) -> Tab:
        while self._idle:
            tab = self._idle.pop()
            if tab.agent == agent and not tab.is_worn:
                return tab
            await tab.close()
        try:
            return await Tab.open(self._chromium, agent)
        except (Error, TimeoutError) as error:
            await self._chromium.look_after()
            raise RenderError(str(error).partition("\n")[0][:200]) from None

    async def close(self) -> None:
        """Close those that are open."""
        while self._idle:
            await self._idle.pop().close()
