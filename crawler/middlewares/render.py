"""Rendering as the rest of the project sees it: which requests, with what options.

Nothing here imports a renderer. The one that ``RENDER`` names stands as a download
handler below everything else, so a rendered page keeps its own URL all the way
through scope, robots.txt, delays, cookies, retries and the dupefilter.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self, cast
from urllib.parse import urlsplit

from scrapy.exceptions import NotConfigured
from scrapy.linkextractors import IGNORED_EXTENSIONS
from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.misc import load_object

from crawler.options import read_options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

Mode = Literal["none", "splash"]

HANDLERS = {"splash": "crawler.renderers.splash.SplashHandler"}
LATER = ("playwright", "auto")
SCHEMES = ("http", "https")

# Never a page, whatever the server says of it; what else is none shows in its headers.
NOT_PAGES = tuple(
    f".{extension}"
    for extension in (*IGNORED_EXTENSIONS, "js", "json", "txt", "xml", "gz", "woff2")
)

# Arguments of Splash that change how a page is asked for, not which page it is.
NO_IDENTITY = frozenset(
    {"cookies", "headers", "load_args", "resource_timeout", "save_args", "timeout"}
)


@dataclass(frozen=True)
class RenderOptions:
    """Settings ``RENDER``, ``SPLASH_URL`` and ``RENDER_*``."""

    mode: Mode = "none"
    splash_url: str = "http://127.0.0.1:8050"
    wait: float = 0.5
    """Seconds between the load event and the reading of the DOM."""
    timeout: float = 30.0
    """Seconds for a page in all; at most what Splash's ``--max-timeout`` allows."""


def read_render(settings: Mapping[str, Any]) -> RenderOptions:
    """Read the options.

    :raises ValueError: one line that names the setting.

    >>> read_render({"RENDER": "splash", "RENDER_WAIT": "1"}).wait
    1.0
    """
    options = read_options(RenderOptions, "RENDER", settings)
    url = str(settings.get("SPLASH_URL") or RenderOptions.splash_url)
    options = replace(options, mode=_mode(settings), splash_url=url)
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError(f"SPLASH_URL={url!r}: use http://HOST:8050")
    if not 0 <= options.wait < options.timeout:
        raise ValueError(
            f"RENDER_WAIT={options.wait:g}: use 0 or more seconds, and less than"
            f" RENDER_TIMEOUT={options.timeout:g}"
        )
    return options


def _mode(settings: Mapping[str, Any]) -> Mode:
    value = str(settings.get("RENDER") or "none").lower()
    if value in LATER:
        raise ValueError(f"RENDER={value!r}: not available yet; use none or splash")
    if value != "none" and value not in HANDLERS:
        raise ValueError(f"RENDER={value!r}: use none or splash")
    return cast("Mode", value)


def place(settings: BaseSettings) -> None:
    """Put the renderer that ``RENDER`` names below everything; nothing for ``none``.

    What stood there (Scrapy's handlers, or the user's own) does the fetching for it.

    :raises ValueError: as :func:`read_render`.
    """
    mode = read_render(settings).mode
    if mode == "none":
        return
    below = settings.getdict("DOWNLOAD_HANDLERS")
    settings.set("RENDER_FETCH_HANDLERS", below, "addon")
    # Without a reactor Scrapy sets its defaults with the priority of a project.
    lowest = SETTINGS_PRIORITIES["project"]
    settings.set(
        "DOWNLOAD_HANDLERS",
        {**below, **dict.fromkeys(SCHEMES, HANDLERS[mode])},
        max(settings.getpriority("DOWNLOAD_HANDLERS") or 0, lowest),
    )
    cookies = load_object("crawler.splash.SplashCookiesMiddleware")
    settings.setdefault_in_component_priority_dict(
        "DOWNLOADER_MIDDLEWARES", cookies, 723
    )
    # A client-side route is a page of its own once scripts run.
    settings.set("URLS_ROUTES", True, "addon")


class RenderMiddleware:
    """Marks the requests that are rendered; off with ``RENDER=none``.

    Pages are: GET requests whose path does not end like a file of another kind. Meta
    ``render`` True or False says it for one request.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if read_render(crawler.settings).mode == "none":
            raise NotConfigured
        return cls()

    def process_request(self, request: Request) -> None:
        """Decide anew at each hop, since a redirect copies the meta."""
        request.meta["rendering"] = wants_render(request)


def wants_render(request: Request) -> bool:
    """Whether a request is for a page, which a browser would run.

    >>> from scrapy import Request
    >>> wants_render(Request("http://h/a")), wants_render(Request("http://h/a.css?v=2"))
    (True, False)
    """
    if request.method != "GET" or "splash" in request.meta:
        return False
    asked = request.meta.get("render")
    if asked is not None:
        return bool(asked)
    return not urlsplit(request.url).path.lower().endswith(NOT_PAGES)


def render_key(request: Request) -> bytes:
    """What of a Splash request, besides URL, method and body, is its identity.

    Empty for all others, also for those that ``RENDER`` renders: they are the page.
    A ``SplashRequest`` with other arguments (script, wait, viewport) is another one.
    """
    splash = request.meta.get("splash")
    if not splash:
        return b""
    args = splash.get("args") or {}
    told = {
        "endpoint": splash.get("endpoint"),
        "args": {name: args[name] for name in args if name not in NO_IDENTITY},
        # scrapy-splash's own middlewares send the request itself through the queue
        # once more.
        "sent": bool(request.meta.get("_splash_processed")),
    }
    text = json.dumps(told, sort_keys=True, default=repr)
    return hashlib.blake2b(text.encode(), digest_size=16).digest()
