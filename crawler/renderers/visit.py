"""One page in a tab: loaded, read, its events fired; each step bounded in time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Error

from crawler.rendered import Found
from crawler.renderers.acting import RenderError, fill_form, fire_events, first_line
from crawler.renderers.allowed import Asked
from crawler.renderers.parts import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import Page, Route, WebSocketRoute
    from playwright.async_api import Request as Wanted
    from scrapy import Request
    from scrapy.http import Response

    from crawler.middlewares.render import RenderOptions
    from crawler.renderers.handler import RenderHandler
    from crawler.renderers.parts import Parts

logger = logging.getLogger(__name__)

# What stands for bytes that are decoded, or would open a dialog or a download.
_NOT_GIVEN: Final = frozenset(
    {
        "content-disposition",
        "content-encoding",
        "content-length",
        "strict-transport-security",
        "transfer-encoding",
        "www-authenticate",
    }
)
_LOOK: Final = 0.05
_MAX_HTML: Final = 16 * 2**20


class Visit:
    """The rendering of one plain answer."""

    def __init__(
        self, request: Request, plain: Response, parts: Parts, handler: RenderHandler
    ) -> None:
        self.request = request
        self.plain = plain
        kind = (plain.headers.get("Content-Type") or b"").decode("latin-1")
        self.found = Found(source=plain.body, source_type=kind)
        self.moved: dict[str, str] | None = None
        self._parts = parts
        self._handler = handler
        self._options: RenderOptions = handler.options
        self._left = self._options.requests
        self._firing = False
        self._given = False
        self._open = 0
        self._last = time.monotonic()
        self._moving = asyncio.Event()
        self._targets: dict[str, str] = {}
        self._page: Page | None = None

    async def run(self, page: Page, name: str) -> dict[str, Any]:
        """What :class:`crawler.renderers.answer.Answer` is made of.

        :raises RenderError: when there is no DOM to read.
        """
        self._page = page
        end = time.monotonic() + self._options.timeout
        await self._load(page, end - self._options.timeout / 3)
        if (values := self.request.meta.get("fill")) and self.moved is None:
            await self._fill(page, name, values, end)
        try:
            async with asyncio.timeout(max(end - time.monotonic(), 1.0)):
                told = await page.evaluate(
                    "([name, most]) => window[name].snapshot(most)", [name, _MAX_HTML]
                )
        except (Error, TimeoutError) as error:
            raise RenderError(first_line(error)) from None
        if not isinstance(told, dict) or not isinstance(told.get("html"), str):
            raise RenderError("its DOM is too large")
        self.found.scripted = [int(one) for one in told.get("scripted", ())]
        # A form's answer, and a page that is asked for its form, are not explored.
        if self.moved is None and "harvest" not in self.request.meta:
            await self._events(page, name, end - time.monotonic())
        await self._addresses(page, name)
        return told

    async def _load(self, page: Page, end: float) -> None:
        """Until scripts ask for nothing more, or the page goes elsewhere."""
        going = asyncio.ensure_future(page.goto(self.request.url, timeout=0))
        moving = asyncio.ensure_future(self._moving.wait())
        try:
            await asyncio.wait(
                {going, moving},
                timeout=end - time.monotonic(),
                return_when=asyncio.FIRST_COMPLETED,
            )
            if going.done() and (error := going.exception()) and not moving.done():
                raise RenderError(first_line(error))
        finally:
            for task in (going, moving):
                task.cancel()
            await asyncio.gather(going, moving, return_exceptions=True)
        self._last = time.monotonic()
        await self._quiet(end)

    async def _quiet(self, end: float) -> None:
        """Until scripts have asked for nothing for a while."""
        while time.monotonic() < end and not self._moving.is_set():
            quiet = time.monotonic() - self._last
            if not self._open and quiet >= self._options.wait:
                return
            await asyncio.sleep(min(_LOOK, self._options.wait))

    async def _fill(
        self, page: Page, name: str, fill: Mapping[str, Any], end: float
    ) -> None:
        """Fill in a form and send it; its script does the rest."""
        self._firing = not fill["post"]
        await fill_form(page, name, fill, end - time.monotonic())
        self._handler.count("filled")
        self._last = time.monotonic()
        await self._quiet(end - 1.0)
        self._firing = False

    async def answer(self, route: Route) -> None:
        """Answer what the page asks for: the hook of every request of its tab."""
        wanted = route.request
        if wanted.is_navigation_request():
            await self._navigate(route, wanted)
            return
        self._open += 1
        try:
            await self._part(route, wanted)
        finally:
            self._open -= 1
            self._last = time.monotonic()

    async def _navigate(self, route: Route, wanted: Wanted) -> None:
        """The page itself, from what was fetched; nothing else is gone to.

        An answer without content leaves the document as it is.
        """
        main = _is_main(wanted, self._page)
        if main and not self._given:
            self._given = True
            await route.fulfill(
                status=self.plain.status,
                headers=given_headers(self.plain),
                body=self.plain.body,
            )
            return
        if main and self._firing and "fill" not in self.request.meta:
            self.found.go([wanted.url] if wanted.method == "GET" else [])
            if wanted.method != "GET":
                self.found.ask(
                    wanted.method, wanted.url, "document", wanted.post_data_buffer
                )
        elif main and self.moved is None:
            url = self._targets.get(wanted.url, wanted.url)
            self.moved = {"url": url, "method": wanted.method}
            self._moving.set()
        elif not main and not _is_frame(wanted):
            self.found.go([wanted.url])
        await route.fulfill(status=204)

    async def _part(self, route: Route, wanted: Wanted) -> None:
        asked = Asked(wanted.url, wanted.method, wanted.resource_type, self._firing)
        body = wanted.post_data_buffer
        if asked.kind not in {"image", "media", "font", "ping"}:
            self.found.ask(asked.method, asked.url, asked.kind, body)
        try:
            response = await self._get(asked, wanted, body)
        except Refused as refused:
            self._handler.count(f"refused/{refused}")
            logger.debug("Not asked for by %s: %s (%s)", self.request, asked, refused)
            await route.abort("blockedbyclient")
        except Exception as error:  # noqa: BLE001 - whatever a download can raise
            logger.debug("No %s for %s: %s", asked.url, self.request, error)
            await route.abort("failed")
        else:
            await route.fulfill(
                status=response.status,
                headers=given_headers(response),
                body=response.body,
            )

    async def _get(self, asked: Asked, wanted: Wanted, body: bytes | None) -> Response:
        self._left -= 1
        if self._left < 0:
            raise Refused("budget")
        return await self._parts.get(
            asked, self.request, wanted.headers, body, self._cookies
        )

    async def _cookies(self, url: str) -> str:
        """As the browser would send them to *url*."""
        assert self._page is not None
        found = await self._page.context.cookies(url)
        return "; ".join(f"{one.get('name')}={one.get('value')}" for one in found)

    def going(self, url: str) -> None:
        """Where a script says that the page goes: with the fragment, which the request
        for it does not have."""
        if len(self._targets) < 100:
            self._targets[url.partition("#")[0]] = url

    def socket(self, route: WebSocketRoute) -> None:
        """A socket is told, and never opened."""
        if route.url not in self.found.sockets and len(self.found.sockets) < 50:
            self.found.sockets.append(route.url)

    async def _events(self, page: Page, name: str, left: float) -> None:
        """Fire what elements listen to, each once; whatever happens is told."""
        if not self._options.events or left < 1.0:
            return
        self._firing = True
        with contextlib.suppress(RenderError):
            done = await fire_events(
                page,
                name,
                most=self._options.events,
                unsafe=self._parts.allowed.policy.unsafe,
                left=left,
            )
            self.found.later, self.found.fired = done.added, done.fired
            self._handler.count("events", done.fired)
            self._handler.count("events_refused", done.refused)
            await self._settle(left / 4)

    async def _settle(self, longest: float) -> None:
        end = time.monotonic() + longest
        while self._open and time.monotonic() < end:  # noqa: ASYNC110 - has an end
            await asyncio.sleep(_LOOK)

    async def _addresses(self, page: Page, name: str) -> None:
        with contextlib.suppress(Error, TimeoutError, TypeError, KeyError, ValueError):
            async with asyncio.timeout(2):
                told = await page.evaluate("(name) => window[name].told()", name)
            own = urlsplit(self.request.url)
            # A script can change its own origin's address only.
            self.found.go(url for url in told["routes"] if urlsplit(url)[:2] == own[:2])
            self.found.go(told["opened"])


def new_name() -> str:
    """A name in a page that its scripts cannot know."""
    return f"_{secrets.token_hex(12)}"


def given_headers(response: Response) -> dict[str, str]:
    """The headers of an answer as the browser is given them."""
    found: dict[str, str] = {}
    for name, values in response.headers.items():
        key = name.decode("latin-1")
        if key.lower() not in _NOT_GIVEN:
            between = "\n" if key.lower() == "set-cookie" else ", "
            found[key] = between.join(value.decode("latin-1") for value in values)
    return found


def _is_main(wanted: Wanted, page: Page | None) -> bool:
    try:
        return page is not None and wanted.frame == page.main_frame
    except Error:
        return False  # of a window that is not open yet


def _is_frame(wanted: Wanted) -> bool:
    try:
        return wanted.frame.parent_frame is not None
    except Error:
        return False
