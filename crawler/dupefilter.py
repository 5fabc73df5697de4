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
    (another spelling), ``fingerprint/redirect_to_seen``, ``fingerprint/similar`` and
    ``/contained`` (see ``URLS_FILTER``).
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
        if self._filtered(request, fingerprint):
            return True
        if seen.add(fingerprint, request.url):
            return False
        if not self._returns_to_itself(request):
            return True
        seen.spell(request.url)
        return False

    def _filtered(self, request: Request, fingerprint: bytes) -> bool:
        """Whether ``URLS_FILTER`` passes over it.

        The links of a page were judged together; only here it is known how many of
        them are queued.
        """
        seen = self._addon.seen
        if fingerprint in seen or request.meta.get("start"):
            return False
        if fingerprint != seen.identity.identify(request.url)[1]:
            return False
        rule = seen.refuse(request.url)
        if rule is not None:
            request.meta["refused"] = (rule, "")
        return rule is not None

    def _returns_to_itself(self, request: Request) -> bool:
        """A redirect within one key (``/a`` to ``/a;jsessionid=1``, a cookie check).

        The source of a redirect must not make its own target seen.
        """
        chain: list[str] = request.meta.get("redirect_urls", [])
        return self._in_chain(request) and chain.count(request.url) < MAX_VISITS

    def _in_chain(self, request: Request) -> bool:
        key = self._addon.seen.identity.key
        chain: list[str] = request.meta.get("redirect_urls", [])
        return any(key(url) == key(request.url) for url in chain)

    def log(self, request: Request, spider: Spider) -> None:  # noqa: ARG002 - Scrapy's
        """Leave the reason of the drop."""
        if refused := request.meta.get("refused"):
            self._drop(request, *refused)
        elif self._in_chain(request):
            self._addon.failed(request, "failed", "redirect loop")
        elif chain := request.meta.get("redirect_urls"):
            sent = self._addon.sent
            for url in dict.fromkeys(chain):
                self._addon.decide(sent(url), "redirect-to-seen", sent(request.url))
            if not self._addon.seen.spelled(request.url):
                self._addon.decide(sent(request.url), "duplicate", "", sent(chain[-1]))
            self._crawler.stats.inc_value("fingerprint/redirect_to_seen")
        elif self._addon.seen.spelled(request.url):
            self._crawler.stats.inc_value("fingerprint/repeat")
        else:
            self._drop(request, "duplicate", "")

    def _drop(self, request: Request, rule: str, detail: str) -> None:
        self._crawler.stats.inc_value(f"fingerprint/{rule}")
        self._addon.unfetched(request, rule, detail)
