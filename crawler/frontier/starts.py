"""Start pages that are given to a running crawl, as messages in a list of Redis."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.frontier.redis_backend import RedisBackend

_KEPT: Final = 1000  # bad messages that are kept
_SHOWN: Final = 100
_FIELDS: Final = {"url": str, "meta": dict, "headers": dict, "priority": int}


class BadMessageError(ValueError):
    """A message that is no start page; the text says why."""


@dataclass(frozen=True)
class Start:
    """A start page."""

    url: str
    meta: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    priority: int = 0


class Starts:
    """The list of messages of one crawl.

    A message stays in the list until what it asks for is in the queue, so it is not
    lost with a worker; two workers that read the same one queue the same URL, once.
    """

    def __init__(self, backend: RedisBackend) -> None:
        self._backend = backend

    def read(self, limit: int) -> list[bytes]:
        """The first messages, which stay in the list.

        :raises FrontierError: as the backend does, also by all methods.
        """
        return [bytes(each) for each in self._backend.ask("starts", "read", limit)]

    def settle(self, messages: Sequence[bytes]) -> None:
        """Take messages out of the list: they are in the queue."""
        if messages:
            self._backend.ask("starts", "settle", *messages)

    def set_aside(self, message: bytes) -> bool:
        """Move a bad message to ``starts:bad``; False if another worker did."""
        return bool(self._backend.ask("starts", "aside", message, _KEPT))


def parse_start(message: bytes) -> Start:
    """A message: a URL, or JSON with ``url`` and, if need be, other fields.

    :raises BadMessageError: in one line.

    >>> parse_start(b"http://ok.test/").url
    'http://ok.test/'
    >>> parse_start(b'{"url": "http://ok.test/j", "meta": {"k": 1}}').meta
    {'k': 1}
    """
    try:
        text = message.decode("utf-8").strip()
    except UnicodeDecodeError:
        raise BadMessageError("it is not UTF-8") from None
    found: dict[str, Any] = {"url": text}
    if text[:1] in {"{", "[", '"'}:
        found = _object(text)
    for name, value in found.items():
        kind = _FIELDS.get(name)
        if kind is None:
            raise BadMessageError(f"it has an unknown field {name[:_SHOWN]!r}")
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadMessageError(f"its {name} is not of type {kind.__name__}")
    if "url" not in found:
        raise BadMessageError("it has no url")
    if not all(isinstance(each, str) for each in found.get("headers", {}).values()):
        raise BadMessageError("its headers are not all text")
    _check_url(found["url"])
    return Start(**found)


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessageError("it is neither a URL nor JSON") from None
    if not isinstance(found, dict):
        raise BadMessageError("it is JSON, but no object")
    return found


def _check_url(url: str) -> None:
    if not url:
        raise BadMessageError("it is empty")
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        host = None
    if host is None or parts.scheme not in {"http", "https"}:
        raise BadMessageError(f"{url[:_SHOWN]!r} is not an http or https URL")
    if parts.username is not None or parts.password is not None:
        raise BadMessageError("its URL has a user name or password: use headers")
