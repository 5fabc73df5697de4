"""Scope: which URLs belong to the site under inspection."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawler.urls.domain import registrable_domain
from crawler.urls.key import unescape
from crawler.urls.parse import Parts, blocked, fold_dot, split

if TYPE_CHECKING:
    from collections.abc import Sequence

_MODES = ("host", "domain", "prefix")
# An authority that is what it seems: its verdict may be remembered.
_AUTHORITY = re.compile(r"https?://[a-z0-9.:-]+")
_REMEMBERED = 4096


class Scope:
    """The hosts, and with ``prefix`` or ``re:`` the URLs on them, to stay within.

    Hosts are compared as whole labels, as the WHATWG parser reads them, on any port
    that browsers allow; ``http`` and ``https`` alike. An IP address, a single label
    and a public suffix have no sub-domains.
    """

    def __init__(self, mode: str, starts: Sequence[str], pattern: str = "") -> None:
        self._mode = mode
        self._pattern = re.compile(pattern)
        self._prefixes: dict[str, tuple[str, ...]] = {}
        self._domains: set[str] = set()
        self._verdicts: dict[str, bool] = {}
        for start in starts:
            parts = split(start)
            if parts is None:
                raise ValueError(f"start is not an http(s) URL: {start!r}")
            self._include(parts)
        self._start_domains = {registrable_domain(host) for host in self._prefixes}

    @classmethod
    def parse(cls, spec: str, starts: Sequence[str]) -> Scope:
        """The scope that an argument means for these start URLs.

        ``host``: their hosts. ``domain``: their registrable domains. ``prefix``:
        their hosts, paths up to the last slash. ``re:PATTERN``: a regular expression
        searched in the serialised URL, without user name, password and fragment.

        :raises ValueError: one line, when the spec or a start URL is not understood.

        >>> scope = Scope.parse("domain", ["http://www.shop.test/"])
        >>> scope.refuse("https://img.shop.test:8443/logo")
        >>> scope.refuse("http://shop.test@evil.test/")
        'out-of-scope'
        """
        if not starts:
            raise ValueError("scope needs at least one start URL")
        if spec in _MODES:
            return cls(spec, starts)
        if not spec.startswith("re:") or spec == "re:":
            raise ValueError(
                f"scope must be host, domain, prefix or re:PATTERN, not {spec!r}"
            )
        try:
            return cls("re", starts, spec[3:])
        except re.error as error:
            raise ValueError(
                f"scope {spec!r} is no regular expression: {error}"
            ) from None

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts named so far: those of the start URLs, and what they adopted."""
        return frozenset(self._prefixes)

    def refuse(self, url: str) -> str | None:
        """None for a URL in scope, else ``out-of-scope`` or ``scheme``."""
        if self._mode in {"prefix", "re"}:
            return self._judge(url)
        # The verdict hangs on what stands before the path.
        end = url.find("/", 8)
        authority = url[:end] if end > 0 else url
        verdict = self._verdicts.get(authority)
        if verdict is None:
            reason = self._judge(url)
            if len(authority) <= 300 and _AUTHORITY.fullmatch(authority):
                if len(self._verdicts) >= _REMEMBERED:
                    self._verdicts.clear()
                self._verdicts[authority] = reason is None
            return reason
        return None if verdict else "out-of-scope"

    def adopt(self, url: str) -> bool:
        """Follow a start URL that was redirected within its registrable domain.

        Its host joins the scope, with ``prefix`` its path. Whether the URL is in
        scope afterwards; ``re:`` scopes are not widened.
        """
        parts = split(url)
        if parts is not None and self._mode != "re" and not blocked(parts.port):
            host = fold_dot(parts.host)
            domain = registrable_domain(host)
            if host in self._prefixes or (domain and domain in self._start_domains):
                self._include(parts)
                self._verdicts.clear()
        return self._judge(url) is None

    def _include(self, parts: Parts) -> None:
        host = fold_dot(parts.host)
        prefix = _directory(parts)
        known = self._prefixes.get(host, ())
        if prefix not in known:
            self._prefixes[host] = (*known, prefix)
        self._domains.add(registrable_domain(host) or host)

    def _judge(self, url: str) -> str | None:
        parts = split(url)
        if parts is None:
            return "scheme"
        return None if self._admits(parts) else "out-of-scope"

    def _admits(self, parts: Parts) -> bool:
        if blocked(parts.port):
            return False
        host = fold_dot(parts.host)
        if self._mode == "re":
            query = "" if parts.query is None else f"?{parts.query}"
            text = f"{parts.scheme}://{host}{parts.port}{parts.path}{query}"
            return self._pattern.search(text) is not None
        if self._mode == "domain":
            return (registrable_domain(host) or host) in self._domains
        prefixes = self._prefixes.get(host)
        if prefixes is None or self._mode == "host":
            return prefixes is not None
        return unescape(parts.path).startswith(prefixes)


def _directory(parts: Parts) -> str:
    path = unescape(parts.path)
    return path[: path.rindex("/") + 1]
