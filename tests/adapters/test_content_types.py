"""Whatever a server sends, and calls it: one record a page, and nothing raises."""

from __future__ import annotations

import gzip
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.adapters.inspecting import inspect
from tests.adapters.pages import links, page
from tests.cases import case
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import crawl, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.store.rows import PageRow

GIVEN, EXPECTED = case("C16")
BIG = 24 * 1024 * 1024
TOO_BIG = 2 * BIG  # DOWNLOAD_MAXSIZE = 32 MiB
HTML = "<!doctype html><p>A page<a href=/of/{}>x</a>"
GZIP = (("Content-Encoding", "gzip"),)

# Kind and links of each row of C16.
ROWS = [
    ("binary", []),
    ("binary", []),
    ("html", ["/x"]),
    ("text", []),
    ("empty", []),
    ("html", ["/x", "/row/s.js", "/y"]),
    ("json", ["/api?page=2"]),  # no link of HTML: a guess
    ("binary", []),
    ("xml", []),
    ("html", ["/x"]),
    ("html", ["/x"]),
]
# Siblings: answer, kind, links. "{}" is the name.
OTHERS: dict[str, tuple[Reply, str, list[str]]] = {
    "packed": (
        Reply(gzip.compress(HTML.format("packed").encode()), headers=GZIP),
        "html",
        ["/of/packed"],
    ),
    "unknown-coding": (
        Reply(HTML.format("unknown-coding"), headers=(("Content-Encoding", "foo"),)),
        "html",
        ["/of/unknown-coding"],
    ),
    "no-slash": (Reply(HTML.format("no-slash"), type="html"), "html", ["/of/no-slash"]),
    "nonsense": (Reply(HTML.format("nonsense"), type=";;;,"), "html", ["/of/nonsense"]),
    "long-type": (Reply("<p>x", type="text/html; x=" + "y" * 4000), "html", []),
    "nul": (Reply(b"<p>a\0b<a href=/of/nul>"), "html", ["/of/nul"]),
    "surrogates": (
        Reply(b"<title>\xed\xa0\x80</title><a href=/of/s>"),
        "html",
        ["/of/s"],
    ),
    "utf7": (Reply("+ADw-a href", type="text/html; charset=utf-7"), "html", []),
    "css": (Reply("@import '/of/css';", type="text/css"), "css", ["/of/css"]),
    "feed": (
        Reply("<rss><item><link>/of/feed</link></item></rss>", type="text/xml"),
        "sitemap",
        ["/of/feed"],
    ),
    "bomb": (
        Reply(
            '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>'
            "<urlset><url><loc>/of/&b;</loc></url></urlset>",
            type="application/xml",
        ),
        "xml",
        [],
    ),
    "image": (Reply("", type="image/png", zeros=BIG), "binary", []),
    "video": (Reply("", type="VIDEO/mp4 ; x", zeros=BIG), "binary", []),
    "octets": (Reply("", type="application/octet-stream", zeros=BIG), "binary", []),
    "error-octets": (Reply("", 404, "application/zip", zeros=BIG), "binary", []),
}
STATUSES = {"no-content": 204, "not-modified": 304, "teapot": 418, "odd": 299}
LOST = {
    # Scrapy's client without a reactor cannot take these bytes.
    "latin-type": Reply("<p>x", type="text/html; charset=\xff\xfe"),
    # Plain text that claims to be gzip; a page that is larger than DOWNLOAD_MAXSIZE.
    "lying": Reply("<p>Not gzip at all", headers=GZIP),
    "cut": Reply(gzip.compress(b"x" * 9_000)[:40], headers=GZIP),
    "endless": Reply("", zeros=TOO_BIG),
}

REPLIES: dict[str, Reply] = {
    **{
        f"/row/{number}": Reply(row["body"], type=row["content_type"])
        for number, row in enumerate(GIVEN["responses"])
    },
    **{f"/{name}": reply for name, (reply, _, _) in OTHERS.items()},
    **{f"/{name}": Reply("", status) for name, status in STATUSES.items()},
    **{f"/{name}": reply for name, reply in LOST.items()},
    "/x": page("X"),
    "/y": page("Y"),
}


@dataclass
class Done:
    """A crawl by one of Scrapy's two clients."""

    site: Web
    pages: dict[str, PageRow]
    rules: dict[str, str]
    links: dict[str, list[str]]
    log: str


@pytest.fixture(scope="module", params=["asyncio", "reactor"])
def done(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Done]:
    survey = tmp_path_factory.mktemp("types") / "s"
    with web({**REPLIES, "/": page("Home", links(*REPLIES))}) as site:
        options = {"STORE_LINKS": "1", "RETRY_TIMES": "0"}
        if request.param == "reactor":
            flags = [f"{name}={value}" for name, value in options.items()]
            given = [part for flag in flags for part in ("-s", flag)]
            ran = crawl("inspect", survey, *given, start=f"{site.url}/")
            assert ran.status == 0, ran.err
            log = ran.err
        else:
            left = inspect(survey, settings=options, start=f"{site.url}/")
            log = left.text()
        yield Done(
            site,
            {row.url.removeprefix(site.url): row for row in rows(survey, "pages")},
            {r.url.removeprefix(site.url): r.rule for r in rows(survey, "decisions")},
            links_in(survey, site.url),
            log,
        )


def links_in(survey: Path, base: str) -> dict[str, list[str]]:
    """Page -> its links, in order."""
    query = (
        "SELECT pages.url, links.url FROM links JOIN pages ON pages.id = page_id"
        " ORDER BY page_id, position"
    )
    found: dict[str, list[str]] = {}
    connection = sqlite3.connect(survey)
    for source, target in connection.execute(query):
        found.setdefault(source.removeprefix(base), []).append(
            target.removeprefix(base)
        )
    connection.close()
    return found


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_rows_of_the_case(done: Done, number: int) -> None:
    kind, targets = ROWS[number]
    name = f"/row/{number}"
    assert done.pages[name].kind == kind, EXPECTED["outcome"][number]
    assert done.links.get(name, []) == targets, EXPECTED["outcome"][number]


@pytest.mark.parametrize("name", list(OTHERS))
def test_their_siblings(done: Done, name: str) -> None:
    _, kind, targets = OTHERS[name]
    assert done.pages[f"/{name}"].kind == kind
    assert done.links.get(f"/{name}", []) == targets


@pytest.mark.parametrize("name", list(STATUSES))
def test_statuses_without_a_body(done: Done, name: str) -> None:
    row = done.pages[f"/{name}"]
    assert (row.status, row.kind, row.length) == (STATUSES[name], "empty", 0)


def test_what_cannot_be_read_leaves_its_reason(done: Done) -> None:
    for name in LOST:
        assert (f"/{name}" in done.pages) != (f"/{name}" in done.rules), name
    assert done.rules["/endless"] == "failed"


def test_binaries_are_recorded_and_not_downloaded(done: Done) -> None:
    for name in ("image", "video", "octets", "error-octets"):
        row = done.pages[f"/{name}"]
        assert row.length == BIG, name  # as announced
        assert row.content_type == OTHERS[name][0].type
        # What is in the buffers of two sockets.
        assert done.site.sent[f"/{name}"] < BIG / 4, name
    assert done.pages["/error-octets"].status == 404


def test_nothing_raises(done: Done) -> None:
    assert "Traceback" not in done.log
    assert {*done.pages} - {"/", *REPLIES} == {
        *("/x", "/y", "/row/s.js"),
        *(url for _, _, urls in OTHERS.values() for url in urls),
    } - {*REPLIES}
