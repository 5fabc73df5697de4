"""What renderers share: they stand below everything, on the handlers of before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.utils.misc import build_from_crawler, load_object

from crawler.middlewares.render import read_render
from crawler.renderers.shells import Shells, runs

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.core.downloader.handlers import DownloadHandlerProtocol
    from scrapy.crawler import Crawler
    from scrapy.http import Response

_NO_BODY = frozenset({204, 205, 304})


class RenderHandler(BaseDownloadHandler):
    """A renderer as a download handler; what it does not render is fetched plainly."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.options = read_render(crawler.settings)
        self._below: dict[str, DownloadHandlerProtocol] = {}
        auto = self.options.mode == "auto"
        self._shells = Shells(self.options.sample) if auto else None

    async def fetch(self, request: Request) -> Response:
        """What the handler that stood here before answers."""
        scheme = urlsplit(request.url).scheme
        if scheme not in self._below:
            settings = self.crawler.settings
            own = settings.getdict("RENDER_FETCH_HANDLERS").get(scheme)
            path: Any = own or settings.getdict("DOWNLOAD_HANDLERS_BASE")[scheme]
            self._below[scheme] = build_from_crawler(load_object(path), self.crawler)
        return await self._below[scheme].download_request(request)

    async def fetch_plain(self, request: Request) -> Response:
        """The same, decompressed: a browser is given text."""
        response = await self.fetch(request)
        decoder = self.crawler.get_downloader_middleware(HttpCompressionMiddleware)
        if decoder is None or "Content-Encoding" not in response.headers:
            return response
        return cast("Response", decoder.process_response(request, response))

    async def close(self) -> None:
        """Scrapy's hook."""
        for handler in self._below.values():
            await handler.close()

    def count(self, name: str, number: int = 1) -> None:
        """Raise a stat of the room ``render``."""
        self.crawler.stats.inc_value(f"render/{name}", number)

    def wants(self, plain: Response, request: Request) -> bool:
        """Whether a plain answer is rendered too: only if it has a script, in the mode
        ``auto`` only if its kind gains by it."""
        if request.meta.get("render"):
            return True
        if self._shells is None:
            self.count("no_script", 0 if runs(plain.body) else 1)
            return runs(plain.body)
        verdict = self._shells.wants(plain.url, plain.body)
        self.count(f"auto/{verdict}")
        return verdict in {"sample", "shell"}

    def choose(self, plain: Response, rendered: Response) -> Response:
        """Which of both answers is the page, and what was learned of it."""
        if self._shells is None or "rendered" not in rendered.flags:
            return rendered
        gain = self._shells.learn(plain, rendered)
        self.count("auto/gained" if gain else "auto/same")
        if gain or rendered.request is None or rendered.request.meta.get("render"):
            return rendered
        return plain.replace(flags=[*plain.flags, "rendered-same"])


def is_page(response: Response) -> bool:
    """Whether a browser would show an answer as a document with scripts."""
    if response.status < 200 or response.status in _NO_BODY:
        return False
    if 300 <= response.status < 400 and "Location" in response.headers:
        return False
    if "download_stopped" in response.flags or not response.body:
        return False
    headers = response.headers
    place = (headers.get("Content-Disposition") or b"").lstrip().lower()
    kind = (headers.get("Content-Type") or b"").strip().lower()
    if place.startswith(b"attachment"):
        return False
    if not kind:
        return response.body[:512].lstrip().startswith(b"<")
    return kind.startswith((b"text/html", b"application/xhtml+xml"))
