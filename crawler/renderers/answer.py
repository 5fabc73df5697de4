"""What goes to Splash for one page, and how its answer becomes a Scrapy response."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urljoin, urlsplit

from scrapy.exceptions import DownloadFailedError, DownloadTimeoutError
from scrapy.http import Headers, HtmlResponse, Response

from crawler.renderers.cookies import set_cookies
from crawler.splash import SlotPolicy, SplashJsonResponse

if TYPE_CHECKING:
    from scrapy import Request

    from crawler.middlewares.render import RenderOptions
    from crawler.renderers.cookies import HarCookie

# Splash makes these itself; with Accept-Encoding it would not decompress.
NOT_SENT = frozenset(
    {
        "Accept-Encoding",
        "Connection",
        "Content-Length",
        "Cookie",
        "Host",
        "Proxy-Authorization",
    }
)
# Of the bytes that were sent, not of the DOM; cookies are told anew.
NOT_TAKEN = frozenset(
    {
        "content-encoding",
        "content-length",
        "content-type",
        "set-cookie",
        "transfer-encoding",
    }
)


def page_request(
    request: Request, script: str, options: RenderOptions, cookies: list[HarCookie]
) -> Request:
    """The request with meta ``splash``, for scrapy-splash to send."""
    parts = urlsplit(request.url)
    args: dict[str, Any] = {
        "lua_source": script,
        "url": request.url,
        "origin": f"{parts.scheme}://{parts.netloc}",
        "headers": _headers(request),
        "cookies": cookies,
        "wait": options.wait,
        "timeout": options.timeout,
    }
    if request.meta.get("proxy"):
        args["proxy"] = _proxy(request)
    meta = {
        **request.meta,
        "splash": {
            "endpoint": "execute",
            "args": args,
            "splash_url": options.splash_url,
            # The request already stands in the slot of its page's host.
            "slot_policy": SlotPolicy.SCRAPY_DEFAULT,
            "dont_send_headers": True,
            "magic_response": False,
        },
    }
    return request.replace(meta=meta)


def _headers(request: Request) -> dict[str, str]:
    return {
        name.decode("latin-1"): b",".join(values).decode("latin-1")
        for name, values in request.headers.items()
        if name.decode("latin-1") not in NOT_SENT
    }


def _proxy(request: Request) -> str:
    """Splash takes the credentials that Scrapy moved into a header in the URL."""
    url: str = request.meta["proxy"]
    header = request.headers.get("Proxy-Authorization") or b""
    if header.startswith(b"Basic ") and "@" not in url:
        scheme, _, rest = url.rpartition("://")
        user = base64.b64decode(header[6:]).decode("latin-1")
        return f"{scheme or 'http'}://{user}@{rest}"
    return url


@dataclass(frozen=True)
class Answer:
    """What the script returned for a request."""

    request: Request
    data: dict[str, Any]
    cookies: list[HarCookie]
    """Those that were sent."""

    @classmethod
    def read(
        cls, response: Response, request: Request, cookies: list[HarCookie]
    ) -> Self:
        """Read Splash's own response.

        :raises DownloadTimeoutError: the page took longer than ``RENDER_TIMEOUT``.
        :raises DownloadFailedError: any other trouble of Splash, in one line.
        """
        data = _json(response)
        if response.status == 200 and ("status" in data or "error" in data):
            return cls(request, data, cookies)
        if response.status == 504:
            raise DownloadTimeoutError(f"Splash: {request.url} took too long")
        told = " ".join(str(data.get(name, "")) for name in ("type", "info")).strip()
        raise DownloadFailedError(
            f"Splash at {response.request.url if response.request else '?'} answered"
            f" {response.status}: {told[:300] or 'not the answer of a Splash'}"
        )

    @property
    def error(self) -> str:
        """Why there is no response, in Splash's words."""
        return str(self.data.get("error") or "")

    @property
    def is_page(self) -> bool:
        """Whether there is a DOM."""
        return bool(self.data.get("rendered"))

    @property
    def is_redirect(self) -> bool:
        """Whether the site answered with a redirect."""
        return bool(self.data.get("redirect"))

    @property
    def target(self) -> str:
        """Where a script or a meta refresh goes: the page is a redirect to there.

        Not if it holds a form, which is there to be tested, nor to itself, unless it
        set a cookie first (a check that lets in what comes back with the cookie).
        """
        moved = self.data.get("moved")
        if not moved or moved.get("method") != "GET" or self.data.get("forms"):
            return ""
        target = urljoin(self.request.url, str(moved["url"]))
        itself = target.partition("#")[0] == self.request.url.partition("#")[0]
        if itself and not self._set_cookies():
            return ""
        return target

    def page(self) -> Response:
        """The rendered page. A way out that was not taken is a Refresh header."""
        headers = self._own_headers()
        moved = self.data.get("moved")
        if moved and moved.get("method") == "GET" and "Refresh" not in headers:
            headers["Refresh"] = f"0; url={moved['url']}"
        headers["Content-Type"] = "text/html; charset=utf-8"
        return HtmlResponse(
            self._url(),
            status=int(self.data["status"]),
            headers=headers,
            # A script can make half a surrogate pair, which UTF-8 does not have.
            body=str(self.data.get("html") or "").encode("utf-8", "replace"),
            encoding="utf-8",
            flags=["rendered"],
            request=self.request,
        )

    def response(self) -> Response:
        """The site's redirect."""
        return Response(
            self.request.url,
            status=int(self.data["status"]),
            headers=self._own_headers(),
            request=self.request,
        )

    def redirect(self) -> Response:
        """The redirect that the page itself makes, as a site would answer it."""
        headers = self._own_headers()
        headers["Location"] = self.target
        return Response(
            self.request.url,
            status=302,
            headers=headers,
            flags=["rendered"],
            request=self.request,
        )

    def _url(self) -> str:
        """The document's URL, after ``pushState`` too; it cannot leave its origin."""
        url = str(self.data.get("url") or "")
        if urlsplit(url)[:2] == urlsplit(self.request.url)[:2]:
            return url
        return self.request.url

    def _own_headers(self) -> Headers:
        headers = Headers()
        for each in self.data.get("headers") or []:
            name, value = str(each.get("name", "")), str(each.get("value", ""))
            if name and name.lower() not in NOT_TAKEN:
                headers.appendlist(name, value)
        for line in self._set_cookies():
            headers.appendlist("Set-Cookie", line)
        return headers

    def _set_cookies(self) -> list[str]:
        host = urlsplit(self.request.url).hostname or ""
        return set_cookies(self.cookies, self.data.get("cookies") or [], host)


def _json(response: Response) -> dict[str, Any]:
    if not isinstance(response, SplashJsonResponse):
        return {}
    try:
        data = response.data
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}
