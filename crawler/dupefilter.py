"""The identity of a request, and the dupefilter that works on it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self
from weakref import WeakKeyDictionary

import mmh3
from scrapy.dupefilters import BaseDupeFilter

from crawler.addon import Leadline, addon_of
from crawler.middlewares.render import render_key

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

# How often one redirect chain may come back to the very same URL: a cookie check
# comes back once, a loop for ever.
MAX_VISITS = 3


class RequestFingerprinter:
    """Fingerprint of the canonical URL; method, body and rendering join it if set.

    A plain GET has the fingerprint of its URL's key, so that links can be compared
    with requests without building one.
    """

    def __init__(self, addon: Leadline) -> None:
        self._identity = addon.seen.identity
        self._cache: WeakKeyDictionary[Request, bytes] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(addon_of(crawler))

    def fingerprint(self, request: Request) -> bytes:
        """Scrapy's hook; 8 or 16 bytes, by ``URLS_FINGERPRINT``."""
        found = self._cache.get(request)
        if found is None:
            found = self._cache[request] = self._compute(request)
        return found

    def _compute(self, request: Request) -> bytes:
        key, fingerprint = self._identity.identify(request.url)
        rendering = render_key(request)
        if request.method == "GET" and not request.body and not rendering:
            return fingerprint
        body = mmh3.hash_bytes(request.body).hex()
        whole = f"{request.method} {key}\n{body}\n{rendering.hex()}"
        return self._identity.fingerprint(whole)


class DupeFilter(BaseDupeFilter):
    """Drops a request whose fingerprint was queued before, with a reason.

    Stats: ``fingerprint/repeat`` (the same URL again), ``fingerprint/duplicate``
    (another spelling), ``fingerprint/redirect_to_seen``.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._addon = addon_of(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def request_seen(self, request: Request) -> bool:
        """Whether to drop the request; queueing it marks it as seen."""
        seen = self._addon.seen
        fingerprint = self._crawler.request_fingerprinter.fingerprint(request)
        if seen.add(fingerprint, request.url):
            return False
        return not self._returns_to_itself(request)

    def _returns_to_itself(self, request: Request) -> bool:
        """A redirect within one key (``/a`` to ``/a;jsessionid=1``, a cookie check).

        The source of a redirect must not make its own target seen.
        """
        chain: list[str] = request.meta.get("redirect_urls", [])
        if chain.count(request.url) >= MAX_VISITS:
            return False
        identity = self._addon.seen.identity
        key = identity.key(request.url)
        return any(identity.key(url) == key for url in chain)

    def log(self, request: Request, spider: Spider) -> None:
        """Leave the reason of the drop."""
        chain = request.meta.get("redirect_urls")
        if chain:
            self._drop(spider, chain[0], "redirect-to-seen", request.url)
        elif self._addon.seen.spelled(request.url):
            self._crawler.stats.inc_value("fingerprint/repeat")
        else:
            self._drop(spider, request.url, "duplicate", "")

    def _drop(self, spider: Spider, url: str, rule: str, detail: str) -> None:
        self._addon.decide(url, rule, detail)
        self._crawler.stats.inc_value(f"fingerprint/{rule.replace('-', '_')}")
        logger.debug("Dropped %s: %s %s", url, rule, detail, extra={"spider": spider})
