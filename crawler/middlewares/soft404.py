"""What a site answers to a URL that cannot exist, so that a guess can be judged."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import mmh3

from crawler.dom.sketch import resemblance

if TYPE_CHECKING:
    from crawler.items import Page

SAME = 0.9
PATIENCE = 30.0
"""Seconds that a guess waits for the answer to the nonsense URL of its host."""


class Soft404:
    """One nonsense URL a host; an answer like its answer is no page."""

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Future[Page | None]] = {}

    def knows(self, url: str) -> bool:
        """Whether the host of *url* was asked, or is known not to be asked."""
        return urlsplit(url).netloc in self._answers

    def ask(self, url: str) -> None:
        """The host of *url* is asked from now on."""
        host = urlsplit(url).netloc
        self._answers[host] = asyncio.get_running_loop().create_future()

    def learn(self, url: str, answer: Page | None) -> None:
        """Keep the answer to the nonsense URL *url*; None when there was none."""
        future = self._answers[urlsplit(url).netloc]
        if not future.done():
            future.set_result(answer)

    async def matches(self, page: Page) -> bool:
        """Whether *page* is what the site answers to anything."""
        # A site may answer with a page of another host: the one that was asked counts.
        first = page.redirected_from[0] if page.redirected_from else page.url
        future = self._answers.get(urlsplit(first).netloc)
        if future is None:
            return False
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        answer = future.result() if done else None
        if answer is None or not 200 <= answer.status < 300:
            return False
        if page.url == answer.url:
            return True
        if answer.body_digest and page.body_digest == answer.body_digest:
            return True
        return bool(answer.sketch and page.sketch) and (
            resemblance(page.sketch, answer.sketch) >= SAME
        )


def nonsense(url: str) -> list[str]:
    """URLs on the host of *url* that nobody made: at its root, and beside *url*.

    >>> [one[:30] for one in nonsense("http://h.test/a/b?c")]
    ['http://h.test/no-such-page-c99', 'http://h.test/a/no-such-page-c']
    """
    parts = urlsplit(url)
    # Of the host's own name: the same at every run, and nobody's page.
    name = f"no-such-page-{mmh3.hash_bytes(parts.netloc).hex()}"
    root = f"{parts.scheme}://{parts.netloc}"
    beside = parts.path.rpartition("/")[0]
    return list(dict.fromkeys((f"{root}/{name}", f"{root}{beside}/{name}")))
