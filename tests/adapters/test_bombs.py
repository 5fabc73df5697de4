"""C58: bodies that grow, by a crawl in a process whose memory is measured."""

from __future__ import annotations

import gzip
import subprocess
import sys
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import brotli
import pytest
from backports import zstd

from tests.adapters.pages import links, page
from tests.cases import case
from tests.servers.web import Reply, web
from tests.spiders.crawling import COMMAND, ENVIRONMENT, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.store.rows import DecisionRow, PageRow

SIZE = 250 * 2**20
"""Bytes that each bomb grows to: beyond what the case lets the crawler take."""
CHUNK = bytes(2**20)
EXPECT = case("C58")[1]


def _gzip(chunk: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = [packer.compress(chunk) for _ in range(SIZE // len(chunk))]
    return b"".join([*packed, packer.flush()])


def _brotli() -> bytes:
    packer = brotli.Compressor(quality=1)
    packed = [packer.process(CHUNK) for _ in range(SIZE // len(CHUNK))]
    return b"".join([*packed, packer.finish()])


def _zstd() -> bytes:
    packer = zstd.ZstdCompressor()
    packed = [packer.compress(CHUNK) for _ in range(SIZE // len(CHUNK))]
    return b"".join([*packed, packer.flush()])


def replies() -> dict[str, Any]:
    """The case's answers; each is linked from the home page."""
    given = {each["name"]: each for each in case("C58")[0]["responses"]}
    grown = _gzip(CHUNK)
    urls = b"<url><loc>/n</loc></url>" * 40_000

    def packed(body: bytes, encoding: str) -> Reply:
        return Reply(body, headers=(("Content-Encoding", encoding),))

    def xml(name: str) -> Reply:
        return Reply(given[name]["body"], type="application/xml")

    entities = "".join(
        f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
    )
    return {
        "/robots.txt": Reply("Sitemap: /sitemap.xml.gz", type="text/plain"),
        "/gzip": packed(grown, "gzip"),
        "/twice": packed(gzip.compress(grown), "gzip, gzip"),
        "/deflate": packed(zlib.compress(bytes(SIZE // 4)), "deflate"),
        "/br": packed(_brotli(), "br"),
        "/zstd": packed(_zstd(), "zstd"),
        "/sitemap.xml.gz": Reply(_gzip(urls), type="application/gzip"),
        "/entities.xml": Reply(
            f'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">{entities}]><urlset><url>'
            "<loc>/of-entities-&i;</loc></url></urlset>",
            type="application/xml",
        ),
        "/external.xml": xml("external"),
        "/attributes": Reply(given["attributes"]["body"]),
        "/lying": Reply("<a href=/lied>", headers=(("Content-Encoding", "gzip"),)),
        # Longer than it may take.
        "/endless": Reply("<p>", seconds=60),
        "/ok": page("Fine", '<a href="/fine">f</a>'),
        "/fine": page("Found"),
    }


@dataclass
class Done:
    """What a crawl left, and what it took."""

    pages: dict[str, PageRow]
    decisions: dict[str, DecisionRow]
    stats: Any
    log: str
    peak: float
    """MB."""
    asked: list[str]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    bombs = replies()
    folder = tmp_path_factory.mktemp("bombs")
    with web({"/": page("Home", links(*bombs)), **bombs}) as site:
        yield _crawl(site.url, folder, site.asked)


def _crawl(url: str, folder: Path, asked: list[str]) -> Done:
    survey = folder / "s.sqlite"
    maximum = case("C58")[0]["DOWNLOAD_MAXSIZE"]
    settings = {
        "STORE_URL": str(survey),
        "DOWNLOAD_MAXSIZE": maximum,
        "DOWNLOAD_WARNSIZE": 0,
        "DOWNLOAD_TIMEOUT": 5,
        "RETRY_TIMES": 0,
        "LINKS_WELL_KNOWN": 0,
    }
    given = [f"--set={name}={value}" for name, value in settings.items()]
    command = [*COMMAND, "crawl", "inspect", "-a", f"start={url}/", "-a", "polite=0"]
    # Another process, whose only child is the crawl: its peak is that of no other.
    script = (
        "import resource, subprocess, sys\n"
        "status = subprocess.run(sys.argv[1:]).returncode\n"
        "print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *command, *given],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    status, peak = ran.stdout.split()[-2:]
    assert status == "0", ran.stderr
    (run,) = rows(survey, "runs")
    return Done(
        {row.url.removeprefix(url): row for row in rows(survey, "pages")},
        {row.url.removeprefix(url): row for row in rows(survey, "decisions")},
        run.stats,
        ran.stderr,
        int(peak) / 1024,
        asked,
    )


def test_memory_is_bounded(done: Done) -> None:
    limit = float(EXPECT["peak_rss_increase_mb"].removeprefix("< "))
    # A crawl of one page took 138 MB, this one 254.
    assert done.peak < 140 + limit


@pytest.mark.parametrize("name", ["/gzip", "/twice", "/deflate", "/br", "/zstd"])
def test_a_body_that_grows_is_refused_and_told(done: Done, name: str) -> None:
    assert name not in done.pages
    assert done.decisions[name].rule == "failed"
    assert "GET " + name in done.asked


def test_a_sitemap_that_grows_is_read_as_far_as_it_may(done: Done) -> None:
    assert "truncated" in done.pages["/sitemap.xml.gz"].notes
    assert "GET /n" in done.asked


def test_no_entity_and_no_file_is_in_a_request(done: Done) -> None:
    assert not [target for target in done.asked if "aaaa" in target or "of-" in target]
    with open("/etc/hostname", encoding="utf-8") as file:  # noqa: PTH123
        name = file.read().strip()
    assert not [target for target in done.asked if target.endswith(f"/{name}")]
    assert "entities" in done.pages["/entities.xml"].notes


def test_the_others_are_pages_or_failures_and_the_crawl_goes_on(done: Done) -> None:
    assert done.decisions["/endless"].rule == "failed"
    assert "/attributes" in done.pages
    assert "/lying" in {*done.pages, *done.decisions}
    assert {"/ok", "/fine"} <= {*done.pages}
    assert "Traceback" not in done.log
    assert done.stats["failed/failed"] >= 6
