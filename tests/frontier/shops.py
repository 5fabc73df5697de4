"""A site of pages that are found one by one, and remembers when they were asked."""

from __future__ import annotations

import time
from typing import Any

from tests.servers.web import Reply


class Shop(dict[str, Any]):
    """A site of *count* pages, found page by page; *times* tells when they were asked.

    With a *session* it refuses whoever does not bring the cookie that / gives.
    """

    def __init__(
        self, count: int, seconds: float = 0.0, *, session: bool = False
    ) -> None:
        super().__init__()
        self.count = count
        self.seconds = seconds
        self.session = session
        self.times: list[float] = []
        self.refused = 0

    def get(self, key: str, default: Any = None) -> Any:
        if "/p/" in key:
            self.times.append(time.monotonic())
        if key == "/":
            home = _links(range(1, 11), self.count)
            return Reply(home, headers=(("Set-Cookie", "sid=1"),))
        if not self.session:
            return self._page(key, default)
        return lambda headers: (
            self._page(key, Reply("no such page", 404))
            if "sid=1" in headers.get("Cookie", "")
            else self._refuse()
        )

    def _refuse(self) -> Reply:
        self.refused += 1
        return Reply("no session", 403)

    def _page(self, key: str, default: Any) -> Any:
        kind, _, number = key[1:].partition("/")
        if kind != "p" or not number.isdigit() or int(number) > self.count:
            return default
        n = int(number)
        return Reply(
            f"<h1>Page {n}</h1>{_links(range(10 * n + 1, 10 * n + 11), self.count)}",
            seconds=self.seconds,
        )

    def urls(self, base: str) -> set[str]:
        """All that a crawl has to find."""
        return {f"{base}/", *(f"{base}/p/{n}" for n in range(1, self.count + 1))}


def _links(numbers: range, most: int = 10**9) -> str:
    return "".join(f"<a href=/p/{n}>{n}</a>" for n in numbers if n <= most)
