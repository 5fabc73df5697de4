"""Asking the site, with a server and without."""

from __future__ import annotations

import re
from html import unescape
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urljoin, urlsplit

from tests.site.volatile import join

if TYPE_CHECKING:
    from tests.site.process import SiteProcess
    from tests.site.site import Rendered, Site

HOST = "shop.test"


def get(site: Site, url: str) -> Rendered:
    path, _, query = url.partition("?")
    return site.render(path, query)


def html(found: Rendered) -> str:
    encoding = "windows-1251" if b"windows-1251" in found.pieces[0] else "utf-8"
    return join(found.pieces, 1, HOST, "guest").decode(encoding)


def hrefs(page: str, url: str) -> set[str]:
    """Paths of this host that a page links to, fragments dropped."""
    found = set()
    for value in re.findall(r'<a [^>]*?href=["\']([^"\']*)', page):
        target = urlsplit(urljoin(f"http://{HOST}{url}", unescape(value)))
        if target.netloc == HOST:
            query = f"?{target.query}" if target.query else ""
            found.add(quote(target.path, safe="/%;=()+.,") + query)
    return found


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


def fetch(
    process: SiteProcess,
    path: str,
    method: str = "GET",
    fields: dict[str, str] | None = None,
    cookie: str = "",
) -> Answer:
    """One request, no redirect followed, the path sent as it is."""
    headers = {"Cookie": cookie} if cookie else {}
    body = urlencode(fields) if fields is not None else None
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection = HTTPConnection(urlsplit(process.url).netloc, timeout=10)
    try:
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, dict(answer.getheaders()), answer.read())
    finally:
        connection.close()
