"""When Splash or the site fails: errors of Scrapy, in one line that helps."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)

from tests.adapters.crawling import crawl
from tests.adapters.splash_site import options
from tests.servers.running import free_port
from tests.servers.splash import splash_server
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.web import Web


@pytest.mark.parametrize(
    ("url", "error"),
    [
        ("http://127.0.0.1:{free}/", DownloadConnectionRefusedError),
        ("http://no-such-host.invalid/", CannotResolveHostError),
        ("http://127.0.0.1:9/", DownloadFailedError),
    ],
)
def test_errors_are_those_of_scrapy(
    splash: str, url: str, error: type[Exception]
) -> None:
    url = url.format(free=free_port())
    failure = crawl([Request(url)], options(splash)).failures[url]
    assert isinstance(failure, error)
    assert url in str(failure)


def test_a_page_that_takes_too_long_is_a_timeout(splash: str) -> None:
    with web({"/slow": Reply("<p>slow", seconds=20)}) as site:
        url = site.url + "/slow"
        failures = crawl([Request(url)], options(splash, RENDER_TIMEOUT=1)).failures
    assert isinstance(failures[url], DownloadTimeoutError)
    assert url in str(failures[url])


def test_a_timeout_that_splash_does_not_allow_is_told(splash: str, pages: Web) -> None:
    url = pages.url + "/empty"
    failures = crawl([Request(url)], options(splash, RENDER_TIMEOUT=500)).failures
    assert "timeout" in str(failures[url])


def test_no_splash_is_one_line_that_names_the_setting(pages: Web) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    found = crawl([Request(pages.url + "/empty")], options(nowhere))
    (failure,) = found.failures.values()
    assert isinstance(failure, DownloadConnectionRefusedError)
    assert f"SPLASH_URL={nowhere}" in str(failure)
    assert "\n" not in str(failure)


def test_a_splash_that_ends_and_comes_back_costs_no_page(
    pages: Web, tmp_path: Path
) -> None:
    port = free_port()
    with ExitStack() as first, ExitStack() as second:
        url = first.enter_context(splash_server(tmp_path, port))

        def restart() -> None:
            first.close()
            starts = partial(second.enter_context, splash_server(tmp_path, port))
            threading.Thread(target=starts).start()

        requests = [
            Request(pages.url + "/empty", meta={"then": restart}),
            Request(pages.url + "/other", priority=-1),
        ]
        settings = options(url, CONCURRENT_REQUESTS=1, RETRY_ENABLED=True)
        found = crawl(requests, settings)
    assert not found.failures
    assert len(found.responses) == 2


def test_a_server_that_is_no_splash_is_told(pages: Web) -> None:
    found = crawl([Request(pages.url + "/empty")], options(pages.url))
    (failure,) = found.failures.values()
    assert "404" in str(failure)
    assert "not the answer of a Splash" in str(failure)


# Without Splash, and beside it


def test_a_crawl_without_rendering_does_not_import_scrapy_splash() -> None:
    source = (
        "import sys, crawler.middlewares.render;"
        "assert not [n for n in sys.modules if n.startswith('scrapy_splash')]"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", source], check=True)


def test_the_mended_package_imports_without_a_warning() -> None:
    source = "import crawler.splash, scrapy_splash; scrapy_splash.SplashRequest"
    subprocess.run([sys.executable, "-W", "error", "-c", source], check=True)
