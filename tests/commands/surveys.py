"""Surveys of small sites made of real markup, and commands run on them."""

from __future__ import annotations

import argparse
import gzip
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings

from crawler.cluster import ClusterOptions, vector
from crawler.dom import parse
from crawler.dom.skeleton import encode
from crawler.finalise import remember_options, vector_format
from crawler.forms import extract, parameters
from crawler.items import Page
from crawler.store import Survey, SurveyWriter, harvests
from crawler.store.changes import write_changes
from crawler.store.interfaces import write_interface
from crawler.store.warc import Archive, Exchange
from crawler.urls import canonical_key, shape

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pytest
    from scrapy.commands import ScrapyCommand
    from sqlalchemy import Connection

CHROME = "<header><nav><ul><li><a href=/>h</a><li><a href=/c>c</a></ul></nav></header>"


def item(number: int) -> str:
    return (
        f"<body>{CHROME}<main><article><h1>Item {number}</h1><p>Text<dl><dt>a<dd>b"
        f"<dt>c<dd>d</dl><form method=post action=/item/{number}/buy><input name=n"
        f" value={number}><button name=go value=1>Go</button></form></article></main>"
    )


def listing(rows: int) -> str:
    return (
        f"<body>{CHROME}<main><h1>List</h1><form action=/find><input name=q></form>"
        f"<table>{'<tr><td><a href=/x>x</a><td>y<td><img src=i>' * rows}</table></main>"
    )


SITE: dict[str, str] = {
    **{f"http://h.test/item/{number}": item(number) for number in range(1, 9)},
    **{f"http://h.test/list?p={rows}": listing(rows) for rows in (2, 5, 9)},
    "http://h.test/": f"<body>{CHROME}<main><h1>Home</h1><section><p>x<figure></main>",
}


def measured(url: str, html: str, options: ClusterOptions, **changes: Any) -> Page:
    """A page as the crawl would measure it."""
    document = parse(html.encode(), url=url, content_type="text/html; charset=utf-8")
    assert document.tree is not None
    root = document.tree.root
    assert root is not None
    forms = extract(document)
    values: dict[str, Any] = {
        "url": url,
        "key": canonical_key(url),
        "title": url.rpartition("/")[2],
        "content_type": "text/html",
        "length": len(html),
        "host": "h.test",
        "shape": shape(url),
        "vector": vector(document, options),
        "skeleton": encode(root),
        "forms": forms,
        "parameters": parameters(url, forms),
        "fetched_at": "2026-01-01T00:00:00.000+00:00",
    }
    return Page(**(values | changes))


def survey_of(
    path: Path,
    site: Mapping[str, str] = SITE,
    options: ClusterOptions | None = None,
    *,
    skeletons: bool = True,
    bodies: bool = False,
) -> Path:
    """A survey of the site as a crawl that was killed leaves it: not final."""
    options = options or ClusterOptions()
    with Survey.open(path, create=True) as survey:
        remember_options(survey, options)
        run = survey.start_run("inspect", arguments={}, settings={}, versions={})
        changes: dict[str, Any] = {} if skeletons else {"skeleton": b""}
        archive = Archive(path.parent, f"{path.stem}-{run}", 2**30, "tests")
        with SurveyWriter(survey, run, vector_format(options)) as writer:
            for url, html in site.items():
                if bodies:
                    at = archive.write(answer(url, html))
                    changes["warc"] = (at.file, at.offset)
                writer.submit(measured(url, html, options, **changes))
            archive.close()
            writer.decide("http://other.test/", "out-of-scope", "", "http://h.test/")
            writer.decide("http://h.test/logout", "danger", "logout", "http://h.test/")
            writer.submit_work(harvested)
            writer.submit_work(discovered)
            writer.submit_item({"name": "=1+1", "price": 2}, "http://h.test/", "Part")
    return path


def answer(url: str, html: str) -> Exchange:
    """The answer that a page came from, packed."""
    headers = [("Content-Type", "text/html"), ("Content-Encoding", "gzip")]
    body = gzip.compress(html.encode())
    return Exchange(
        url, "GET", [], b"", "200 OK", headers, body, "2026-05-04T03:02:01.000000Z"
    )


def harvested(connection: Connection, run: int) -> None:
    """A form that was asked once."""
    values = {"page": "http://h.test/list?p=2", "action": "http://h.test/find"}
    harvest = harvests.begin_harvest(
        connection, run, signature="GET http://h.test/find", method="GET", begun={},
        **values,
    )  # fmt: skip
    query = '[["q", ""]]'
    answer = {
        "harvest_id": harvest,
        "query": query,
        "page": 1,
        "number": 0,
        "phase": "default",
        "url": "http://h.test/find?q=",
        "kind": "data",
        "reason": "records",
        "records": ["a", "b"],
        "total": 2,
        "more": False,
        "next": "",
        "error": "",
        "bytes": 9,
        "seconds": 0.1,
    }
    found = [
        {
            "harvest_id": harvest,
            "identity": name,
            "number": number,
            "fields": {"name": name, "=x": "=1+1"},
            "links": {"name": "http://h/"},
            "section": "",
            "url": "http://h.test/find?q=",
            "query": query,
        }
        for number, name in enumerate("ab")
    ]
    harvests.write_answer(connection, run, answer, found)
    new = {**found[0], "change": "new", "was": "", "before": None}
    del new["harvest_id"], new["number"], new["section"]
    write_changes(connection, run, harvest, [new])


_BOX = {"name": "q", "type": "text", "options": []}


def discovered(connection: Connection, run: int) -> None:
    """A query interface of the site."""
    row = {
        "site": "h.test",
        "signature": "GET http://h.test/find",
        "page_key": "http://h.test/list?p=2",
        "page": "http://h.test/list?p=2",
        "action": "http://h.test/find",
        "method": "GET",
        "name": "",
        "attributes": [{"label": "q", "controls": [_BOX]}],
        "kind": "search",
        "score": 0.9,
        "domain": "other",
        "domain_score": 0.5,
        "relevance": 0.5,
    }
    write_interface(connection, run, row, canonical_key)


@dataclass(frozen=True)
class Result:
    status: int
    out: str
    err: str

    def lines(self) -> list[str]:
        """Lines of the output, each of which must be ended."""
        assert self.out == "" or self.out.endswith("\n")
        return self.out.split("\n")[:-1]


def run(
    command: ScrapyCommand, capture: pytest.CaptureFixture[bytes], *argv: str
) -> Result:
    """What ``scrapy NAME ARGV`` does, in this process."""
    command.settings = Settings()
    parser = argparse.ArgumentParser(conflict_handler="resolve")
    command.add_options(parser)
    opts, args = parser.parse_known_args(list(argv))
    capture.readouterr()
    try:
        command.process_options(args, opts)
        command.run(args, opts)
        status = command.exitcode
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capture.readouterr()
    return Result(status, out.decode(), err.decode())
