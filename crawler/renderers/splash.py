"""Splash as a download handler: a page request goes in, the rendered page comes out.

Below the middlewares it costs no second round through the queue, and what comes out
is what a plain download would be: the page's own URL, status, headers and cookies,
with the DOM as its body. Redirects come out as redirects, also those that a script
or a meta refresh makes, so that scope, robots.txt and the dupefilter judge each hop.
"""

from __future__ import annotations

from copy import deepcopy
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
from scrapy.http import Request, Response
from scrapy.utils.asyncio import sleep

from crawler.renderers.answer import Answer, page_request
from crawler.renderers.cookies import sent_cookies
from crawler.renderers.handler import RenderHandler, is_page
from crawler.splash import SplashMiddleware

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# QNetworkReply::NetworkError, as ``splash:go`` names it.
ERRORS: dict[str, tuple[type[Exception], str]] = {
    "network1": (DownloadConnectionRefusedError, "connection refused"),
    "network2": (DownloadFailedError, "connection closed"),
    "network3": (CannotResolveHostError, "host not found"),
    "network4": (DownloadTimeoutError, "timed out"),
    "network6": (DownloadFailedError, "TLS handshake failed"),
    "webkit103": (DownloadFailedError, "a port that browsers block"),
}

# A Splash that was there and is gone ended itself (memory, a crash) and comes back.
PAUSES = (1.0, 2.0, 4.0)


class SplashHandler(RenderHandler):
    """Renders what :class:`~crawler.middlewares.render.RenderMiddleware` marked.

    Requests with meta ``splash`` (``SplashRequest``) go through Splash as
    scrapy-splash does it; all others to the handler that stood here before.

    Stats: ``render/pages``, ``render/redirects`` (a script's or a meta refresh's),
    ``render/plain`` (no page after all: asked for once more without Splash).
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._maxsize = crawler.settings.getint("DOWNLOAD_MAXSIZE")
        self._splash = SplashMiddleware.from_crawler(crawler)
        self._script = (
            files("crawler.renderers").joinpath("page.lua").read_text("utf-8")
        )
        self._answered = False

    async def download_request(self, request: Request) -> Response:
        """Scrapy's hook.

        :raises Exception: of :mod:`scrapy.exceptions`, as for a plain download.
        """
        if "splash" in request.meta and not request.meta.get("_splash_processed"):
            # A retry gets the meta back: it must not look as sent already.
            meta = {**request.meta, "splash": deepcopy(request.meta["splash"])}
            return await self._through_splash(request.replace(meta=meta))
        if not request.meta.get("rendering"):
            return await self.fetch(request)
        if self._shells is None or request.meta.get("render"):
            return await self._render(request)
        plain = await self.fetch_plain(request)
        if not is_page(plain) or not self.wants(plain, request):
            return plain
        return self.choose(plain, await self._render(request))

    async def _render(self, request: Request) -> Response:
        jars = self.crawler.get_downloader_middleware(CookiesMiddleware)
        cookies = sent_cookies(jars, request)
        asked = page_request(request, self._script, self.options, cookies)
        asked.meta["splash"]["args"]["maxsize"] = self._maxsize or 2**53
        raw = await self._through_splash(asked)
        answer = Answer.read(raw, request, cookies)
        # Our own waiting is not the slowness of the site, which the throttle follows.
        waited = self.options.wait if answer.is_page and not answer.target else 0.0
        latency = raw.meta.get("download_latency", 0.0) - waited
        request.meta["download_latency"] = max(latency, 0.0)
        if answer.error:
            error, text = ERRORS.get(answer.error, (DownloadFailedError, answer.error))
            raise error(f"Splash could not load {request.url}: {text}")
        if answer.target:
            self.count("redirects")
            return answer.redirect()
        if answer.is_page:
            self.count("pages")
            return answer.page()
        if answer.is_redirect:
            return answer.response()
        self.count("plain")
        return await self.fetch(request)

    async def _through_splash(self, request: Request) -> Response:
        """Ask Splash, again when it has forgotten arguments (HTTP 498)."""
        answer: Request | Response = cast(
            "Request", self._splash.process_request(request)
        )
        while isinstance(answer, Request):
            sent = answer
            answer = self._splash.process_response(sent, await self._ask(sent))
        answer.request = sent
        return answer

    async def _ask(self, sent: Request) -> Response:
        for name in ("proxy", "_auth_proxy", "_scheme_proxy", "verbatim_url"):
            sent.meta.pop(name, None)
        base = self.options.splash_url
        pauses = list(PAUSES) if self._answered else []
        while True:
            try:
                response = await self.fetch(sent)
            except (DownloadConnectionRefusedError, CannotResolveHostError):
                if not pauses:
                    raise DownloadConnectionRefusedError(
                        f"no Splash answers at SPLASH_URL={base}; start one there, or"
                        " set RENDER=none"
                    ) from None
                await sleep(pauses.pop(0))
            except DownloadTimeoutError:
                raise DownloadTimeoutError(
                    f"Splash at SPLASH_URL={base} gave no answer in"
                    f" {sent.meta.get('download_timeout', 0):g} s; it may hang"
                ) from None
            except (DownloadFailedError, ResponseDataLossError) as error:
                raise DownloadFailedError(
                    f"Splash at SPLASH_URL={base} broke off: {error}"
                ) from None
            else:
                self._answered = True
                return response
