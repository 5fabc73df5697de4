"""Sessions that live in ``localStorage``: given by the user, kept between pages.

In memory only: never in a survey, a queue, an archive or a log.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_ITEMS: Final = 200
MAX_CHARACTERS: Final = 2**20
"""Of an origin: what a site stores beyond is its cache, no session."""


class LocalStorage:
    """Items by origin; only origins that the user gave have any."""

    def __init__(self, given: Mapping[str, Mapping[str, str]]) -> None:
        self._items = {origin: dict(items) for origin, items in given.items()}

    def __repr__(self) -> str:
        return f"LocalStorage({sorted(self._items)})"

    def of(self, url: str) -> dict[str, str] | None:
        """The items of a page's origin; None when it is not ours to keep any."""
        return self._items.get(origin_of(url))

    def keep(self, url: str, items: object) -> None:
        """Take what a page left, also a token that it renewed.

        What it removed stays: a page that shows somebody logged out must not log out
        all others.
        """
        known = self.of(url)
        if known is None or not isinstance(items, dict):
            return
        found = {
            name: value
            for name, value in items.items()
            if isinstance(name, str) and isinstance(value, str)
        }
        whole = known | found
        size = sum(len(name) + len(value) for name, value in whole.items())
        if len(whole) <= MAX_ITEMS and size <= MAX_CHARACTERS:
            known.update(found)


def read_storage(path: Path | None) -> LocalStorage:
    """The ``localStorage`` of Playwright's storage state; nothing of other files.

    The file was checked as a file of cookies.
    """
    text = path.read_text("utf-8") if path is not None else ""
    found: Any = json.loads(text) if text.lstrip().startswith("{") else {}
    origins = found.get("origins")
    return LocalStorage(
        {
            origin_of(str(each.get("origin"))): {
                str(item["name"]): str(item["value"])
                for item in each.get("localStorage") or ()
                if isinstance(item, dict) and "name" in item and "value" in item
            }
            for each in (origins if isinstance(origins, list) else ())
            if isinstance(each, dict)
        }
    )


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL.

    >>> origin_of("http://h.test:80/a?b"), origin_of("https://h.test")
    ('http://h.test', 'https://h.test')
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    shown = "" if port in {None, usual} else f":{port}"
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{shown}"
