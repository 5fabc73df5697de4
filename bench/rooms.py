"""CPU time of each room on the same pages, outside of Scrapy.

The pages are measured one after the other as ``crawler.measure`` does it, with a
clock between the steps; what the store takes is the whole CPU time of its thread.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import mmh3
from lxml import html as lxml_html
from scrapy import Request
from scrapy.http import HtmlResponse

from crawler.cluster import ClusterOptions, Leader, vector
from crawler.dom import extract_links, parse, title
from crawler.dom.skeleton import encode
from crawler.dom.sketch import sketch
from crawler.dom.text import visible_text
from crawler.dom.twins import Twins
from crawler.finalise import partition, vector_format
from crawler.forms import extract, parameters
from crawler.measure import Measure
from crawler.policy import Policy
from crawler.store import Survey, SurveyWriter
from crawler.urls import Identity, Scope, UrlOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from crawler.dom import Document
    from crawler.items import Page

_TYPE: Final = "text/html; charset=utf-8"
_BATCH: Final = 4
"""Pages that one transaction of a crawl holds, about."""


class Clock:
    """CPU seconds of this thread by name."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    def __call__(self, name: str, step: Callable[..., Any], *given: Any) -> Any:
        began = time.thread_time()
        found = step(*given)
        self.spent[name] += time.thread_time() - began
        return found


def rooms(bodies: Iterable[tuple[str, bytes]], survey: Path) -> dict[str, float]:
    """Milliseconds of CPU a page, by room; ``lxml`` is its bare parse of the page."""
    clock, options = Clock(), ClusterOptions()
    pages: list[Page] = []
    measure = Measure.from_settings({})
    leader, identity, twins = Leader(options), Identity(UrlOptions()), Twins()
    seen: set[bytes] = set()
    count = 0
    for url, body in bodies:
        count += 1
        clock("lxml", lxml_html.document_fromstring, body)
        _steps(clock, url, body, options)
        page = clock("all of measure", measure, _response(url, body))
        clock("twins", twins.add, page.url, page.body_digest, page.sketch)
        clock("links: decide", _decide, page, identity, seen)
        clock("cluster", leader.add, partition(page), page.shape, page.vector)
        pages.append(page)
    clock.spent["store"] = _store(pages, survey, options)
    return {name: 1000 * spent / count for name, spent in clock.spent.items()}


def _response(url: str, body: bytes) -> HtmlResponse:
    return HtmlResponse(
        url, body=body, headers={"Content-Type": _TYPE}, request=Request(url)
    )


def _steps(clock: Clock, url: str, body: bytes, options: ClusterOptions) -> None:
    document: Document = clock("parse", _parse, url, body)
    clock("links: extract", extract_links, document)
    clock("text", visible_text, document)
    clock("sketch", sketch, visible_text(document))
    clock("forms", _forms, document)
    clock("features", vector, document, options)
    clock("skeleton", _skeleton, document)
    clock("title, digest", _small, document, body)


def _parse(url: str, body: bytes) -> Document:
    return parse(body, url=url, content_type=_TYPE)


def _forms(document: Document) -> None:
    parameters(document.url, extract(document))


def _skeleton(document: Document) -> None:
    if document.tree is not None and document.tree.root is not None:
        encode(document.tree.root)


def _small(document: Document, body: bytes) -> None:
    title(document)
    mmh3.hash_bytes(body).hex()


def _decide(page: Page, identity: Identity, seen: set[bytes]) -> None:
    """What the fingerprint middleware asks of each link."""
    policy = Policy(scope=Scope.parse("host", [page.url]))
    for link in page.links:
        fingerprint = identity.identify(link.url.partition("#")[0])[1]
        if fingerprint not in seen and policy.refuse(link, 1) is None:
            seen.add(fingerprint)


def _store(pages: list[Page], target: Path, options: ClusterOptions) -> float:
    """CPU seconds of the writer for all *pages*, in groups as a crawl commits."""
    with Survey.open(target, create=True) as survey:
        run = survey.start_run(spider="bench", arguments={}, settings={}, versions={})
        began = time.process_time()
        with SurveyWriter(survey, run, vector_format(options)) as writer:
            for at in range(0, len(pages), _BATCH):
                group = [writer.submit(page) for page in pages[at : at + _BATCH]]
                for future in group:
                    future.result()
        return time.process_time() - began
