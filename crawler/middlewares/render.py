"""Rendering as the rest of the project sees it: which requests, with what options.

Nothing here imports a renderer. The one that ``RENDER`` names stands as a download
handler below everything else, so a rendered page keeps its own URL all the way
through scope, robots.txt, delays, cookies, retries and the dupefilter.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import shutil
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

Mode = Literal["none", "auto", "splash", "playwright"]
Engine = Literal["splash", "playwright"]

HANDLERS: dict[Engine, str] = {
    "splash": "crawler.renderers.splash.SplashHandler",
    "playwright": "crawler.renderers.playwright.PlaywrightHandler",
}
MODES = ("none", "auto", *HANDLERS)
SCHEMES = ("http", "https")
LEAST = {"tabs": 1, "events": 0, "requests": 1, "memory": 64, "sample": 1}
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
"""Where a Chromium is looked for; none is ever downloaded."""

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
    """Seconds between the load event and the reading of the DOM; in a browser, between
    the last answer to a script and the reading."""
    timeout: float = 30.0
    """Seconds for a page in all; at most what Splash's ``--max-timeout`` allows."""
    browser: str = ""
    """Path or name of a Chromium; empty: one is looked for."""
    tabs: int = 4
    """Pages that a browser renders at a time."""
    events: int = 50
    """Events that are fired on a page, each once; 0: none."""
    requests: int = 200
    """What a page may ask for while it is rendered."""
    memory: int = 1024
    """MB that one tab may use (Linux)."""
    sample: int = 3
    """``auto``: pages of a kind that are looked at both ways."""


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
    for name, least in LEAST.items():
        if getattr(options, name) < least:
            value = getattr(options, name)
            raise ValueError(f"RENDER_{name.upper()}={value}: use {least} or more")
    return options


def _mode(settings: Mapping[str, Any]) -> Mode:
    value = str(settings.get("RENDER") or "none").lower()
    if value not in MODES:
        raise ValueError(f"RENDER={value!r}: use {', '.join(MODES)}")
    return cast("Mode", value)


def engine_of(settings: Mapping[str, Any]) -> Engine | None:
    """What renders; ``auto`` takes a browser when there is one, else Splash.

    :raises ValueError: one line, when it is not there, and as :func:`read_render`.
    """
    options = read_render(settings)
    if options.mode in {"none", "splash"}:
        return None if options.mode == "none" else "splash"
    missing = no_browser(options.browser)
    if missing is None:
        return "playwright"
    if options.mode == "auto" and settings.get("SPLASH_URL"):
        return "splash"
    more = ", or set SPLASH_URL" if options.mode == "auto" else ""
    raise ValueError(f"RENDER={options.mode}: {missing}{more}")


def no_browser(wanted: str) -> str | None:
    """What is missing to run a browser, and how to get it; None when all is there.

    >>> no_browser("/no/such/browser")  # doctest: +SKIP
    'RENDER_BROWSER=/no/such/browser is no program'
    """
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not installed: pip install 'leadline[playwright]'"
    if find_browser(wanted) is not None:
        return None
    if wanted:
        return f"RENDER_BROWSER={wanted} is no program"
    return "no Chromium is found: apt-get install chromium, or set RENDER_BROWSER"


def find_browser(wanted: str = "") -> str | None:
    """The program that *wanted* names, or the first Chromium that there is."""
    for name in (wanted,) if wanted else BROWSERS:
        if found := shutil.which(name):
            return found
    return None


def place(settings: BaseSettings) -> None:
    """Put the renderer that ``RENDER`` names below everything; nothing for ``none``.

    What stood there (Scrapy's handlers, or the user's own) does the fetching for it.

    :raises ValueError: as :func:`engine_of`.
    """
    engine = engine_of(settings)
    if engine is None:
        return
    below = settings.getdict("DOWNLOAD_HANDLERS")
    settings.set("RENDER_FETCH_HANDLERS", below, "addon")
    # Without a reactor Scrapy sets its defaults with the priority of a project.
    lowest = SETTINGS_PRIORITIES["project"]
    settings.set(
        "DOWNLOAD_HANDLERS",
        {**below, **dict.fromkeys(SCHEMES, HANDLERS[engine])},
        max(settings.getpriority("DOWNLOAD_HANDLERS") or 0, lowest),
    )
    if engine == "splash":
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
