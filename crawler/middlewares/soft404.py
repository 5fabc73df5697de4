"""What a site answers to a URL that cannot exist, so that a guess can be judged."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

import mmh3

from crawler.dom.sketch import resemblance, sketch

if TYPE_CHECKING:
    from crawler.items import Page

SAME = 0.9
PATIENCE = 30.0
"""Seconds that a guess waits for the answer to the nonsense URL of its host."""


@dataclass(frozen=True)
class Answer:
    """What came back for a URL: the page, and the sketch of its text without the URL.

    Such pages like to name what was asked for.
    """

    page: Page
    sketch: tuple[int, ...]

    @classmethod
    def of(cls, page: Page, text: str) -> Self:
        for asked in (*page.redirected_from, page.url):
            parts = urlsplit(asked)
            for echo in (asked, unquote(parts.path), parts.path, parts.path[1:]):
                if len(echo) > 3:  # a short one may be a word
                    text = text.replace(echo, " ")
        return cls(page, sketch(text))


class Soft404:
    """One nonsense URL a host; an answer like its answer is no page."""

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Future[Answer | None]] = {}

    def knows(self, url: str) -> bool:
        """Whether the host of *url* was asked."""
        return urlsplit(url).netloc in self._answers

    def ask(self, url: str) -> None:
        """The host of *url* is asked from now on."""
        host = urlsplit(url).netloc
        self._answers[host] = asyncio.get_running_loop().create_future()

    def learn(self, url: str, answer: Answer | None) -> None:
        """Keep the answer to the nonsense URL *url*; None when there was none."""
        future = self._answers[urlsplit(url).netloc]
        if not future.done():
            future.set_result(answer)

    async def matches(self, answer: Answer) -> bool:
        """Whether this is what the site answers to anything."""
        page = answer.page
        # A site may answer with a page of another host: the one that was asked counts.
        first = page.redirected_from[0] if page.redirected_from else page.url
        future = self._answers.get(urlsplit(first).netloc)
        if future is None:
            return False
        done, _ = await asyncio.wait([future], timeout=PATIENCE)
        known = future.result() if done else None
        if known is None or not 200 <= known.page.status < 300:
            return False
        if page.url == known.page.url:
            return True
        if page.body_digest and page.body_digest == known.page.body_digest:
            return True
        return bool(answer.sketch and known.sketch) and (
            resemblance(answer.sketch, known.sketch) >= SAME
        )


def nonsense(url: str) -> list[str]:
    """URLs on the host of *url* that nobody made: at its root, and beside *url*.

    >>> [one[:26] for one in nonsense("http://h.test/a/b?c")]
    ['http://h.test/no-such-page', 'http://h.test/a/no-such-pa']
    """
    parts = urlsplit(url)
    # Of the host's own name: the same at every run, and nobody's page.
    name = f"no-such-page-{mmh3.hash_bytes(parts.netloc).hex()}"
    root = f"{parts.scheme}://{parts.netloc}"
    beside = parts.path.rpartition("/")[0]
    return list(dict.fromkeys((f"{root}/{name}", f"{root}{beside}/{name}")))
