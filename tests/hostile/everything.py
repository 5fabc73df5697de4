"""All that is done with a document, from the response to the reports of its survey."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from scrapy import Request
from scrapy.http import Response

from crawler.cluster import ClusterOptions, pack, vector
from crawler.dom import parse
from crawler.dom.twins import Twins
from crawler.finalise import finalise, remember_options, vector_format
from crawler.forms import FormValueError, NotHttpError, fill, schema, submit
from crawler.harvest.records import Extractor
from crawler.measure import Measure
from crawler.policy import Policy
from crawler.report import VIEWS, lines
from crawler.report.documents import DOCUMENTS, Handover
from crawler.report.html import write_report
from crawler.store import Survey
from crawler.store.pages import Context, write_pages
from crawler.urls import Scope, canonical_key, shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from crawler.items import Form, Page
    from tests.hostile.files import Kind

OTHERS: Final = (ClusterOptions(token="tag.class"), ClusterOptions(mode="paper"))
_MAX_FORMS: Final = 5
"""Forms of a page that are filled in."""


@dataclass
class Everything:
    """The stages, and CPU seconds that each took of the last document."""

    measure: Measure = field(default_factory=lambda: Measure.from_settings({}))
    spent: dict[str, float] = field(default_factory=dict)

    def __call__(self, body: bytes, kind: Kind, number: int = 0) -> Page:
        """Measure a document as a crawl does, and look for records and forms in it."""
        self.spent = {}
        url = f"{kind.url}?n={number}"
        response = _response(body, kind, url)
        page: Page = self._stage("measure", self.measure, response)
        again = self._stage("measure again", self.measure, response)
        again.fetched_at = page.fetched_at
        assert page == again
        self._stage("records", _records, body, kind)
        self._stage("vectors", _vectors, body, kind)
        self._stage("links", _links, page)
        self._stage("forms", _forms, page.forms, number)
        twins = Twins()
        self._stage("twins", twins.add, page.url, "", page.sketch)
        return page

    def _stage(self, name: str, step: Callable[..., Any], *given: Any) -> Any:
        began = time.thread_time()
        found = step(*given)
        self.spent[name] = time.thread_time() - began
        return found


def report(pages: list[Page], folder: Path, number: int) -> int:
    """Bytes of all reports of a survey of these pages."""
    options = ClusterOptions()
    context_format = vector_format(options)
    size = 0
    with Survey.open(folder / f"{number}.sqlite", create=True) as survey:
        run = survey.start_run("inspect", arguments={}, settings={}, versions={})
        remember_options(survey, options)
        with survey.writing() as connection:
            write_pages(connection, pages, Context(run, context_format))
        survey.finish_run(run, "finished", {})
        finalise(survey, options)
        written = io.BytesIO()
        write_report(survey, written, "a test")
        size += written.tell()
        for view in VIEWS.values():
            for form in view.formats:
                if form in DOCUMENTS:
                    assert view.requests is not None
                    handed = Handover(survey, view.requests, version="0")
                    size += sum(len(piece.encode()) for piece in handed.lines(form))
                elif form != "parquet":
                    rows = survey.read(view.read)
                    size += sum(len(line.encode()) for line in lines(view, rows, form))
    return size


def _response(body: bytes, kind: Kind, url: str) -> Response:
    headers = {
        "Content-Type": kind.content_type,
        "Link": "</next>; rel=next",
        "Refresh": "0;url=/r",
    }
    request = Request(url, headers={"Referer": "http://h.test/"})
    return Response(url, headers=headers, body=body, request=request)


def _records(body: bytes, kind: Kind) -> None:
    extractor = Extractor()
    for changed in (body, body[: len(body) // 2] + body[len(body) // 3 :]):
        document = parse(changed, url=kind.url, content_type=kind.content_type or None)
        extractor.extract(document, echo=("of", ""))


def _vectors(body: bytes, kind: Kind) -> None:
    document = parse(body, url=kind.url, content_type=kind.content_type or None)
    for options in OTHERS:
        pack(vector(document, options))


def _links(page: Page) -> None:
    policy = Policy(scope=Scope.parse("host", ("http://h.test/",)))
    for link in page.links:
        policy.refuse(link, 1)
        canonical_key(link.url)
        shape(link.url)


def _forms(forms: tuple[Form, ...], number: int) -> None:
    for form in forms[:_MAX_FORMS]:
        schema(form)
        for submitter in (None, *form.submitters[:2]):
            try:
                submit(form, fill(form, Random(number)), submitter=submitter)
            except (FormValueError, NotHttpError):
                continue
