"""The canonical key: one string for every spelling of the same URL."""

from __future__ import annotations

import re
from functools import lru_cache
from operator import itemgetter

from crawler.urls.options import DEFAULT, UrlOptions
from crawler.urls.parse import fold_dot, split
from crawler.urls.session import Volatile

# RFC 3986 2.3: ALPHA DIGIT - . _ ~. Behind a "%" that opens no escape nothing is
# decoded, or "%%34%31" would turn into "%41", and that into "A" the next time.
_UNRESERVED = re.compile(
    r"(?<!%)(?<!%[0-9A-Fa-f])%(?:2[DdEe]|3[0-9]|4[1-9A-Fa-f]|5[0-9AaFf]"
    r"|6[1-9A-Fa-f]|7[0-9AaEe])"
)
_LOWER_HEX = re.compile(r"%(?:[0-9A-F][a-f]|[a-f][0-9A-Fa-f])")
_name = itemgetter(0)


def unescape(text: str) -> str:
    """Percent-encoding in its normal form (RFC 3986 6.2.2.1 and 6.2.2.2).

    Escapes of unreserved characters are decoded, the others written in upper
    case. A reserved character never meets its escape: they are different URLs.

    >>> unescape("/%7Eme/%2f%25%zz")
    '/~me/%2F%25%zz'
    """
    if "%" not in text:
        return text
    text = _UNRESERVED.sub(lambda found: chr(int(found[0][1:], 16)), text)
    return _LOWER_HEX.sub(lambda found: found[0].upper(), text)


class Canonical:
    """Canonical keys under one set of options."""

    def __init__(self, options: UrlOptions = DEFAULT) -> None:
        self._volatile = Volatile(options)
        self._routes = options.routes

    def key(self, url: str) -> str:
        """See :func:`canonical_key`."""
        parts = split(url)
        if parts is None:
            return url
        scheme, host, port, path, query, fragment = parts
        if host[-1] == ".":
            host = fold_dot(host)
        path = self._volatile.strip_path(unescape(path))
        key = f"{scheme}://{host}{port}{path}"
        if query:
            query = self._query(unescape(query))
            if query:
                key = f"{key}?{query}"
        if fragment and self._routes:
            key += _route(fragment)
        return key

    def _query(self, query: str) -> str:
        drops = self._volatile.drops
        pairs: list[tuple[str, str]] = []
        for text in query.split("&"):
            pair: str | None = text
            # Some sites separate by ";", or hang ";jsessionid=" behind the query.
            if ";" in text:
                pair = self._volatile.strip_pieces(text)
            if pair:
                name, _, value = pair.partition("=")
                if not drops(name, value):
                    pairs.append((name, pair))
        if len(pairs) > 1:
            pairs.sort(key=_name)
        return "&".join([pair for _, pair in pairs])


def _route(fragment: str) -> str:
    """The fragment if it is a client-side route other than the first page."""
    route = fragment.partition("#")[0]
    if route[0:1] not in {"/", "!"} or route in {"/", "!", "!/"}:
        return ""
    return "#" + unescape(route)


@lru_cache(maxsize=16)
def _canonical(options: UrlOptions) -> Canonical:
    return Canonical(options)


_default = Canonical()


def canonical_key(url: str, options: UrlOptions = DEFAULT) -> str:
    """The identity of a page: equal for the spellings of one URL, idempotent.

    Normalised by the WHATWG parser and RFC 3986's safe equivalences. Parameters
    are ordered by name, values of one name keep their order. Session ids,
    tracking parameters, user name and password, a final dot of the host and the
    fragment (unless it is a route and ``options.routes``) are left out. Never
    send it: what is requested is the URL as the site wrote it.

    An empty query, or an empty pair between two ``&``, counts as none: CGI (RFC
    3875 4.1.7), WSGI, Rack, PHP, servlets and nginx hand the program the same
    empty string. ``?a`` and ``?a=`` stay apart, since ASP.NET, Rack and
    query-string switches such as ``?wsdl`` tell them apart.

    Text that is not an absolute http(s) URL is its own key.

    >>> canonical_key("HTTP://Shop.test:80/a/../%7Eme/;jsessionid=1F?b=2&a=1&utm_id=3#x")
    'http://shop.test/~me/?a=1&b=2'
    """
    if options is DEFAULT:
        return _default.key(url)
    return _canonical(options).key(url)
