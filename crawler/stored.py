"""A request as bytes that survive the process, and back."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Any, Final

from scrapy import Request
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.misc import load_object

from crawler.frontier import UnstorableError, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Spider

_CREDENTIALS = re.compile(r"(?<=//)[^/@]*@")
_CALLS: Final = ("callback", "errback")
_PLAIN: Final[dict[str, Any]] = {
    "method": "GET",
    "body": b"",
    "cookies": {},
    "meta": {},
    "encoding": "utf-8",
    "priority": 0,
    "dont_filter": False,
    "flags": [],
    "cb_kwargs": {},
}
"""What a plain request has; it is not written down."""


class Shelf:
    """Where requests lie while they are queued: in the queue, as bytes.

    In a queue that goes with the process, what cannot be stored is kept as it is. In
    one that stays, only the probes are, which are made again when they are needed.
    """

    def __init__(self, spider: Spider, stays: bool) -> None:
        self._spider = spider
        self._stays = stays
        self._live: dict[int, Request] = {}
        self._token = secrets.token_bytes(8)

    def put(self, request: Request) -> bytes:
        """What to queue for a request.

        :raises UnstorableError: when the queue stays, and this cannot.
        """
        if not self._stays or "probe" not in request.meta:
            try:
                return encode(request, self._spider)
            except UnstorableError:
                if self._stays:
                    raise
        self._live[id(request)] = request
        return pack([self._token, id(request)])

    def take(self, payload: bytes) -> Request | None:
        """The request that was put; None for one that another process kept.

        :raises ValueError: it is damaged, or does not fit the spider.
        """
        found = unpack(payload)
        if not isinstance(found, list):
            return decode(found, self._spider)
        if len(found) != 2 or found[0] != self._token:
            return None
        return self._live.pop(found[1], None)


def leave_given(request: Request, spider: Spider) -> None:
    """Take off the headers and the proxy that the user gave for all requests.

    A retry or redirect carries them. They may be secrets, may be others at the next
    run, and are put on again when it is sent. What its last answer was rendered to
    stays behind as well.
    """
    request.meta.pop("rendered", None)
    args = getattr(spider, "args", None)
    for name, _ in getattr(args, "headers", ()):
        request.headers.pop(name, None)
    proxy = getattr(args, "proxy", None)
    if proxy and request.meta.get("proxy") in {proxy, _CREDENTIALS.sub("", proxy)}:
        for key in ("proxy", "_auth_proxy"):
            request.meta.pop(key, None)
        request.headers.pop("Proxy-Authorization", None)


def encode(request: Request, spider: Spider) -> bytes:
    """The whole request; a callback by its name in the spider.

    :raises UnstorableError: naming what is not plain data, or no method of the spider.
    """
    data: dict[str, Any] = {}
    for name in request.attributes:
        value = getattr(request, name)
        if name in _CALLS:
            value = _name(spider, name, value)
        elif name == "headers":
            value = dict(value)
        if value is None or (name in _PLAIN and value == _PLAIN[name]):
            continue
        if value or name != "headers":
            data[name] = value
    if type(request) is not Request:
        data["_class"] = f"{type(request).__module__}.{type(request).__qualname__}"
    return pack(data)


def decode(found: Any, spider: Spider) -> Request:
    """The request that :func:`encode` was given, from its unpacked bytes.

    :raises ValueError: it is damaged, or the spider has no such callback any more.
    """
    if not isinstance(found, dict) or not isinstance(found.get("url"), str):
        raise ValueError("not a stored request")  # noqa: TRY004 - of bytes, not types
    cls = _class(found.pop("_class", None))
    for name in _CALLS:
        if name in found:
            found[name] = _method(spider, found[name])
    try:
        return cls(**found)
    except TypeError as error:
        raise ValueError(f"not a stored request: {error}") from None


def _name(
    spider: Spider, role: str, function: Callable[..., Any] | None
) -> str | bool | None:
    if function is None:
        return None
    if function is NO_CALLBACK:
        return False
    name = getattr(function, "__name__", "")
    if getattr(spider, name, None) != function:
        shown = name or type(function).__name__
        raise UnstorableError(f"{role} is no method of the spider: {shown}")
    return name


def _method(spider: Spider, name: object) -> Callable[..., Any]:
    if name is False:
        return NO_CALLBACK
    method = None
    if isinstance(name, str) and not name.startswith("__"):
        method = getattr(spider, name, None)
    if not callable(method):
        raise ValueError(f"no method {name!r} in the spider")  # noqa: TRY004 - the same
    return method  # type: ignore[no-any-return] # whatever the spider has


def _class(path: object) -> type[Request]:
    if path is None:
        return Request
    try:
        cls = load_object(str(path))
    except (ImportError, NameError, ValueError) as error:
        raise ValueError(f"no class {path}: {error}") from None
    if not isinstance(cls, type) or not issubclass(cls, Request):
        raise ValueError(f"{path} is no class of requests")  # noqa: TRY004 - the same
    return cls
