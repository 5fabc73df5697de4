"""Everything that is measured on a page, one stage after the other, with its cost.

The order and the calls are those of :mod:`crawler.measure`; what comes after it
(twins, the rows of the store) stands at the end.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crawler.cluster import ClusterOptions, pack, vector
from crawler.dom import canonical_link, extract_links, parse, title
from crawler.dom.skeleton import encode
from crawler.dom.sketch import sketch
from crawler.dom.text import visible_text
from crawler.dom.twins import Twins
from crawler.forms import extract, parameters
from crawler.items import Page
from crawler.store import encode as rows
from crawler.urls import canonical_key, shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.dom import Document
    from tests.hostile.files import Kind

DEFAULT = ClusterOptions()


@dataclass(slots=True)
class Measured:
    """What came out, and CPU seconds of each stage by its name."""

    page: Page
    document: Document
    text: str
    spent: dict[str, float] = field(default_factory=dict)


def timed(body: bytes, kind: Kind) -> Measured:
    """The same, for its cost: nothing but the stages is in it.

    What the process holds already is no part of it: to walk all of that, as the
    collector of garbage does now and then, takes longer than most stages. (To set it
    aside, too: 100 ms in a process of tests, ten times what a small body takes.)
    """
    gc.collect()
    gc.freeze()
    try:
        return measured(body, kind)
    finally:
        gc.unfreeze()


def measured(body: bytes, kind: Kind) -> Measured:
    """All stages on one body; the cost is an upper bound."""
    spent: dict[str, float] = {}

    def stage(name: str, step: Callable[..., Any], *given: Any) -> Any:
        began = time.thread_time()
        found = step(*given)
        spent[name] = spent.get(name, 0.0) + time.thread_time() - began
        return found

    document: Document = stage("parse", _parse, body, kind)
    page = Page(url=kind.url, key=canonical_key(kind.url), kind=document.kind)
    page.title = stage("head", title, document)
    page.canonical_link = stage("head", canonical_link, document)
    page.forms = stage("forms", extract, document)
    page.parameters = stage("parameters", parameters, document.url, page.forms)
    text = stage("text", visible_text, document)
    page.sketch = stage("sketch", sketch, text)
    page.vector = stage("vector", vector, document, DEFAULT)
    page.skeleton = stage("skeleton", _skeleton, document)
    page.links = stage("links", extract_links, document)
    page.notes = document.notes
    twins = Twins()
    stage("twins", twins.add, kind.url, "", page.sketch)
    stage("twins", twins.add, kind.url + "2", "", page.sketch)
    stage("shapes of links", _shapes, page)
    stage("rows", _rows, page)
    return Measured(page, document, text, spent)


def _parse(body: bytes, kind: Kind) -> Document:
    return parse(body, url=kind.url, content_type=kind.content_type or None)


def _skeleton(document: Document) -> bytes:
    tree = document.tree
    return encode(tree.root) if tree is not None and tree.root is not None else b""


def _shapes(page: Page) -> None:
    """What is asked of each link before there is a request."""
    for link in page.links:
        canonical_key(link.url)
        shape(link.url)


_FORMAT = rows.VectorFormat("", "", pack)


def _rows(page: Page) -> None:
    rows.page_row(page, 1)
    if page.vector is not None:
        rows.vector_row(page.vector, _FORMAT)
    rows.page_form_rows(page, 1)
    rows.parameter_rows(page, 1)
    rows.link_rows(page, 1)
    for form in page.forms:
        rows.form_row(form, page.key)
        rows.field_rows(form)
        rows.submitter_rows(form)
