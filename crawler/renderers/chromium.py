"""A headless Chromium without a network: started when needed, and again when it died.

Nothing that runs in it can reach any host: names do not resolve, and its proxy is a
port that nothing listens on. What a page asks for is answered by the crawler, or not
at all; so what slips past an interception (a worker, a socket, a prefetch) ends there.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.async_api import Error, async_playwright
from scrapy.exceptions import DownloadFailedError

from crawler.middlewares.render import find_browser

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

    from crawler.middlewares.render import RenderOptions

logger = logging.getLogger(__name__)

NOWHERE: Final = "http://127.0.0.1:9"
_ARGUMENTS: Final = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--blink-settings=imagesEnabled=false",
    "--mute-audio",
)
_LONGEST_START: Final = 30_000.0  # milliseconds
_LONGEST_ANSWER: Final = 5.0  # seconds
_LOOK: Final = 1.0  # seconds between looks at the memory


class Chromium:
    """One browser for a crawl.

    :raises DownloadFailedError: one line, when it does not start.
    """

    def __init__(self, options: RenderOptions) -> None:
        self._options = options
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._starting = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        self.starts = 0

    async def get(self) -> Browser:
        """The running browser."""
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                await self._stop()
                self._browser = await self._start()
                self._watching = asyncio.create_task(self._watch(self._browser))
                self.starts += 1
            return self._browser

    async def look_after(self) -> None:
        """Let go of a browser that does not answer, or whose driver has died."""
        async with self._starting:
            if self._browser is None:
                return
            try:
                async with asyncio.timeout(_LONGEST_ANSWER):
                    session = await self._browser.new_browser_cdp_session()
                    await session.detach()
            except (Error, TimeoutError):
                await self.close()

    async def close(self) -> None:
        """End it, and what drives it."""
        await self._stop()
        driver, self._playwright = self._playwright, None
        if driver is not None:
            # A driver that has died says so by any exception.
            with suppress(Exception):
                async with asyncio.timeout(_LONGEST_ANSWER):
                    await driver.stop()

    async def _start(self) -> Browser:
        path = find_browser(self._options.browser)
        if self._playwright is None:
            self._playwright = await async_playwright().start()
        heap = f"--js-flags=--max-old-space-size={self._options.memory}"
        try:
            return await self._playwright.chromium.launch(
                executable_path=path,
                headless=True,
                # Chromium refuses to run as root with its sandbox.
                chromium_sandbox=not _is_root(),
                args=[*_ARGUMENTS, heap],
                proxy={"server": NOWHERE, "bypass": "<-loopback>"},
                timeout=_LONGEST_START,
                # Ctrl-C is for the crawl, which closes the browser itself.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
        except Error as error:
            first = error.message.strip().partition("\n")[0][:300]
            raise DownloadFailedError(
                f"the browser {path} does not start: {first}; set RENDER_BROWSER to"
                " another one, or RENDER=none"
            ) from None

    async def _stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        if self._browser is not None:
            with suppress(Error, TimeoutError):
                await asyncio.wait_for(self._browser.close(), _LONGEST_ANSWER)
            self._browser = None

    async def _watch(self, browser: Browser) -> None:
        """End tabs that use too much memory, where the system tells it."""
        if not resident(os.getpid()):
            return
        with suppress(Error):
            session = await browser.new_browser_cdp_session()
            while browser.is_connected():
                await asyncio.sleep(_LOOK)
                told = await session.send("SystemInfo.getProcessInfo")
                for process in told["processInfo"]:
                    if process["type"] == "renderer":
                        self._bound(int(process["id"]))

    def _bound(self, number: int) -> None:
        used = resident(number)
        if used > self._options.memory:
            logger.info("A tab with %d MB is ended (RENDER_MEMORY)", used)
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)


def resident(number: int) -> int:
    """MB of a process that are in memory; 0 when it is gone."""
    try:
        pages = Path(f"/proc/{number}/statm").read_text("ascii").split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") // 2**20


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
