"""Bodies kept beside the survey: what each page says of its own, by warcio's reader."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from crawler.store.warc import At
from crawler.store.warc_bodies import read_body
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links, page, to
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

LONG = "<p>words of this page</p>" * 40
REPLIES: dict[str, Any] = {
    f"{SITE}/": page("Home", links("/a", "/b", "/old", "/none", "/x.bin?", "/pack")),
    f"{SITE}/a": Reply(LONG),
    f"{SITE}/b": Reply(LONG),
    f"{SITE}/old": to("/new"),
    f"{SITE}/new": page("New", LONG),
    f"{SITE}/pack": Reply(
        gzip.compress(LONG.encode()), headers=(("Content-Encoding", "gzip"),)
    ),
}


def test_every_page_knows_its_answer(tmp_path: Path) -> None:
    with web(REPLIES) as site:
        done = inspect(
            tmp_path / "s",
            settings={"STORE_BODIES": "warc"},
            start=f"{SITE}/",
            proxy=site.url,
            headers="X-Mine: SECRET",
        )
    assert done.faults() == []
    (path,) = tmp_path.glob("*.warc.gz")
    assert path.name == "s-1-00000.warc.gz"
    assert {*REPLIES} - {f"{SITE}/old"} <= {*done.pages}
    for url, row in done.pages.items():
        assert row.warc_file == path.name, url
        assert row.warc_offset is not None
        body = read_body(tmp_path, At(row.warc_file, row.warc_offset))
        reply = REPLIES.get(url)
        if reply is not None:
            sent = reply.body
            assert body == (sent.encode() if isinstance(sent, str) else sent)
    with path.open("rb") as file:
        told = [
            (record.rec_type, record.rec_headers.get_header("WARC-Target-URI"))
            for record in ArchiveIterator(file, check_digests="raise")
        ]
    # Redirects, errors, robots.txt and what is asked for nonsense, too.
    for url in (f"{SITE}/old", f"{SITE}/none", f"{SITE}/robots.txt"):
        assert ("response", url) in told
        assert ("request", url) in told
    assert any(kind == "revisit" for kind, _ in told)
    assert len(told) == 1 + 2 * done.stats["bodies/records"]
    assert b"SECRET" not in gzip.decompress(path.read_bytes())


@pytest.mark.parametrize("settings", [{}, {"STORE_BODIES": "none"}])
def test_nothing_is_kept_unless_asked_for(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    with web(REPLIES) as site:
        done = inspect(
            tmp_path / "s", start=f"{SITE}/a", proxy=site.url, settings=settings
        )
    assert [path.name for path in tmp_path.iterdir()] == ["s"]
    assert {row.warc_file for row in done.pages.values()} == {None}
