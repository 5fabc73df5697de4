"""Scope on every hop: redirects, and requests that spiders make themselves."""

from __future__ import annotations

import ipaddress
import logging
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.exceptions import IgnoreRequest

from crawler.addon import Leadline
from crawler.urls import host_of, split
from crawler.urls.parse import blocked

if TYPE_CHECKING:
    from typing import Self

    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

    from crawler.policy import Policy
    from crawler.urls import Scope

logger = logging.getLogger(__name__)


class OutOfScope(IgnoreRequest):
    """A request, or a hop of its redirects, that leaves the scope."""


class NotFollowed(IgnoreRequest):
    """A hop of redirects in scope that no link would be followed to."""


class ScopeMiddleware(OffsiteMiddleware):
    """Scrapy's offsite middleware, judged by the spider's ``scope``.

    A start page that redirects within its registrable domain (``example.org`` to
    ``www.example.org``) takes the scope along. A redirect to what is excluded or
    dangerous is not followed either. A spider without a scope keeps Scrapy's rule of
    ``allowed_domains``.

    Stat: ``scope/refused``.
    """

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        middleware = super().from_crawler(crawler)
        # Links are judged before they are requests; here it is the hops' turn.
        crawler.signals.disconnect(
            middleware.request_scheduled, signal=signals.request_scheduled
        )
        return middleware

    # Without the spider argument, which Scrapy keeps for compatibility only.
    def process_request(self, request: Request) -> None:  # type: ignore[override]
        """Refuse what leaves the scope, with the reason in meta ``refused``.

        :raises OutOfScope: also for a retried request (``dont_filter``), which
            Scrapy's own middleware lets redirect anywhere.
        :raises NotFollowed: by the rules of links.
        """
        spider = self.crawler.spider
        assert spider is not None
        scope: Scope | None = getattr(spider, "scope", None)
        if scope is None:
            super().process_request(request)
            return
        if _asks_for_rules(request, scope):
            return
        if not self._in_scope(request, scope):
            self._refuse(request, "out-of-scope", "")
            raise OutOfScope(f"out of scope: {request.url}")
        if refusal := self._judge_hop(request, spider):
            self._refuse(request, *refusal)
            raise NotFollowed(f"{refusal[0]}: {request.url}")

    def _refuse(self, request: Request, rule: str, detail: str) -> None:
        told = detail or f"{rule.replace('-', ' ')}: {request.url}"
        request.meta["refused"] = (rule, told)
        self.stats.inc_value("scope/refused")
        logger.debug("Not followed: %s (%s)", request.url, rule)

    def _in_scope(self, request: Request, scope: Scope) -> bool:
        url = request.url
        if scope.refuse(url) is None:
            return True
        # robots.txt and the sitemap of a host in scope, even if that is a prefix.
        index = bool(request.meta.get("allow_offsite")) and is_askable(url)
        if index and host_of(url) in scope.hosts:
            return True
        start = request.meta.get("start")
        if start and "redirect_urls" in request.meta and scope.adopt(url):
            logger.info("%s redirects to %s: taken into scope", start, url)
            addon = self.crawler.get_addon(Leadline)
            if addon is not None:
                addon.adopt(url)
            return True
        return False

    def _judge_hop(self, request: Request, spider: Spider) -> tuple[str, str] | None:
        """What the rules of links say of a redirect: no link was there to be judged."""
        policy: Policy | None = getattr(spider, "policy", None)
        if policy is None or "redirect_urls" not in request.meta:
            return None
        start = bool(request.meta.get("start"))
        if refusal := policy.refuse_hop(request.url, start=start):
            return refusal
        addon = self.crawler.get_addon(Leadline)
        if addon is not None:
            fingerprint = addon.seen.identity.identify(request.url)[1]
            kind = addon.seen.danger(fingerprint)
            if kind and policy.forbids(kind):
                return "danger", kind
        return None


def _asks_for_rules(request: Request, scope: Scope) -> bool:
    """The robots.txt of what is in scope, wherever in the world it is kept.

    RFC 9309 2.3.1.2 has its redirects followed to other hosts. A site is not to send
    us to machines that only we can reach, though.
    """
    asked: str | None = request.meta.get("robotstxt")
    if not asked or not is_askable(request.url):
        return False
    host = host_of(request.url)
    if host in {host_of(asked), *scope.hosts}:
        return True
    return urlsplit(request.url).port is None and is_public(host)


def is_askable(url: str) -> bool:
    """Whether a URL is http(s), on a port where other protocols do not listen."""
    parts = split(url)
    return parts is not None and not blocked(parts.port)


def is_public(host: str) -> bool:
    """Whether a host is one of the web's, as far as its name tells.

    >>> [is_public(h) for h in ("a.test", "127.0.0.1", "[::1]", "intra", "a.local")]
    [True, False, False, False, False]
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        name, _, last = host.rpartition(".")
        return name != "" and last not in {"internal", "lan", "local", "localhost"}
