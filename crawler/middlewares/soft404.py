"""What a site answers to a URL that cannot exist, so that a guess can be judged."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import mmh3

from crawler.dom.sketch import resemblance

if TYPE_CHECKING:
    from crawler.items import Page

SAME = 0.9


class Soft404:
    """One nonsense URL a host; an answer like its answer is no page."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._answers: dict[str, tuple[int, str, str, tuple[int, ...]]] = {}

    def probe(self, url: str) -> str | None:
        """The nonsense URL to ask the host of *url*, the first time only."""
        parts = urlsplit(url)
        if parts.netloc in self._asked:
            return None
        self._asked.add(parts.netloc)
        # Of the host's own name: the same at every run, and nobody's page.
        name = mmh3.hash_bytes(parts.netloc).hex()
        return f"{parts.scheme}://{parts.netloc}/no-such-page-{name}"

    def learn(self, page: Page) -> None:
        """Keep the answer to a probe."""
        self._answers[urlsplit(page.url).netloc] = (
            page.status,
            page.url,
            page.body_digest,
            page.sketch,
        )

    def matches(self, page: Page) -> bool:
        """Whether *page* is what the site answers to anything."""
        answer = self._answers.get(urlsplit(page.url).netloc)
        if answer is None or not 200 <= answer[0] < 300:
            return False
        _, url, digest, sketch = answer
        if page.url == url or (digest and page.body_digest == digest):
            return True
        return bool(sketch and page.sketch) and (
            resemblance(page.sketch, sketch) >= SAME
        )
