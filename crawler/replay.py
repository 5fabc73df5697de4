"""Sends the requests of a survey through a proxy, which is a scanner that listens."""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crawler.report.requests import Asked

_TIMEOUT: Final = 30
_IN_A_ROW: Final = 5
"""Requests without any answer after which the proxy is taken for gone."""
_TELL: Final = 5.0
"""Seconds between two lines of progress."""
_GATEWAY: Final = frozenset({502, 503, 504})
"""What a proxy answers when it did not reach the site."""


@dataclass
class Replayed:
    """What became of the requests."""

    sent: int = 0
    """Answered, whatever the status."""
    failed: list[str] = field(default_factory=list)
    """``URL: why``, of those without an answer of the site."""
    posts: int = 0
    """Left alone since they are sent by POST."""
    gone: bool = False
    """It ended early: the proxy does not answer."""


class _Stay(urllib.request.HTTPRedirectHandler):
    """Where a redirect leads has an entry of its own, if it was a page."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Through(urllib.request.ProxyHandler):
    """The proxy for every host: ``no_proxy`` would let a scanner see nothing."""

    def proxy_open(
        self,
        req: urllib.request.Request,
        proxy: str,
        type: str,  # noqa: A002, ARG002 - the library's name
    ) -> None:
        req.set_proxy(urlsplit(proxy).netloc, "http")


class Replay:
    """Sends one request after the other.

    A scanner shows a certificate of its own for every host, so certificates are not
    verified; what is sent are addresses and bodies of a survey, no credentials.
    """

    def __init__(self, proxy: str, agent: str, delay: float) -> None:
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        self._open = urllib.request.build_opener(
            _Through({"http": proxy, "https": proxy}),
            urllib.request.HTTPSHandler(context=context),
            _Stay(),
        ).open
        self._agent = agent
        self._delay = delay

    def __call__(
        self,
        requests: Iterable[Asked],
        tell: Callable[[int], None],
        *,
        post: bool = False,
    ) -> Replayed:
        """Send them; *tell* gets the number of those that were tried, now and then."""
        done = Replayed()
        silent, told = 0, time.monotonic()
        for asked in requests:
            if asked.method != "GET" and not post:
                done.posts += 1
                continue
            if done.sent or done.failed:
                time.sleep(self._delay)
            why, answered = self._send(asked)
            if why:
                done.failed.append(f"{asked.url}: {why}")
            else:
                done.sent += 1
            silent = 0 if answered else silent + 1
            if silent >= _IN_A_ROW:
                done.gone = True
                return done
            if time.monotonic() - told > _TELL:
                told = time.monotonic()
                tell(done.sent + len(done.failed))
        return done

    def _send(self, asked: Asked) -> tuple[str, bool]:
        """Why the site did not answer, if so; whether anybody did."""
        headers = {"User-Agent": self._agent}
        if asked.content_type:
            headers["Content-Type"] = asked.content_type
        body = asked.body if asked.method != "GET" else None
        try:
            # Only http(s) is in a survey.
            request = urllib.request.Request(  # noqa: S310
                asked.url, body, headers, method=asked.method
            )
            with self._open(request, timeout=_TIMEOUT) as answer:
                answer.read(1)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in _GATEWAY:
                return f"the proxy answered {error.code}", True
            return "", True
        except urllib.error.URLError as error:
            return str(error.reason), False
        except (OSError, http.client.HTTPException, ValueError) as error:
            return str(error) or type(error).__name__, False
        return "", True
