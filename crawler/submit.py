"""A form's submission as a request of Scrapy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.forms import Submission


def to_request(
    submission: Submission,
    *,
    callback: Callable[..., Any] | None = None,
    errback: Callable[..., Any] | None = None,
    **options: Any,
) -> Request:
    """The request for *submission*; *options* are those of ``Request``.

    The dupefilter judges it as any other: the same method, URL and body are one
    request (``crawler.dupefilter``).

    >>> from crawler.forms import Submission
    >>> request = to_request(Submission("POST", "http://h/x", "text/plain", b"a=1"))
    >>> request.method, request.body, request.headers[b"Content-Type"]
    ('POST', b'a=1', b'text/plain')
    >>> request.dont_filter
    False
    """
    headers = dict(options.pop("headers", None) or {})
    if submission.content_type:
        headers["Content-Type"] = submission.content_type
    return Request(
        submission.url,
        method=submission.method,
        body=submission.body,
        headers=headers,
        callback=callback,
        errback=errback,
        **options,
    )
