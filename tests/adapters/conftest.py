"""One Splash for all tests of adapters, and one crawl of the site of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request

from tests.adapters.crawling import Crawled, crawl
from tests.adapters.splash_site import REPLIES, options
from tests.servers.splash import splash_server
from tests.servers.web import Web, web

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def splash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """URL of a running Splash."""
    with splash_server(tmp_path_factory.mktemp("splash")) as url:
        yield url


@pytest.fixture(scope="session")
def pages() -> Iterator[Web]:
    """The running site of pages."""
    with web(REPLIES) as running:
        yield running


@pytest.fixture(scope="session")
def crawled(splash: str, pages: Web) -> Crawled:
    """One crawl of every page, with a user agent of its own."""
    requests = [Request(pages.url + path) for path in REPLIES if path != "/slow.css"]
    return crawl(requests, {**options(splash), "USER_AGENT": "Sounding/1"})
