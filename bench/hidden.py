"""``hidden`` on real applications whose database is known.

    python -m bench.hidden dokuwiki URL PAGES [--queries N]
    python -m bench.hidden mediawiki URL TITLES [--queries N]
    python -m bench.hidden datasette URL DATABASE [--queries N]
    python -m bench.hidden size_range URL DATABASE [--queries N]

TITLES is a file of the titles of all pages, one a line; PAGES the folder of DokuWiki's
texts; DATABASE the SQLite file that Datasette shows: its query ``by_tag`` has two text
boxes that both have to be filled, so their values are given (``fill``); the boxes of
``size_range`` are the ends of a range, and nothing is given. What the form can show is
counted in the database itself.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from crawler.store import Survey, harvests
from tests.spiders.crawling import scrapy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.store.rows_harvest import RecordRow
    from tests.spiders.crawling import Ran

FACETS = ("game", "sound", "mail", "web", "security")
"""Given to the form of Datasette, with all their values."""
_TOP = 200
"""The query of Datasette shows so many rows at most."""
_TIMEOUT = 3_600.0
"""Seconds that a harvest may take: the machine may be loaded."""


def dokuwiki(folder: Path, _: Path) -> tuple[set[str], dict[str, Any]]:
    """Ids of all pages; nothing is given."""
    root = next(p for p in (folder, *folder.rglob("pages")) if p.name == "pages")
    found = (path.relative_to(root).with_suffix("") for path in root.rglob("*.txt"))
    return {":".join(path.parts) for path in found}, {}


def mediawiki(titles: Path, _: Path) -> tuple[set[str], dict[str, Any]]:
    """Titles of all pages; nothing is given."""
    return set(titles.read_text("utf-8").splitlines()), {}


def page_id(row: RecordRow) -> str:
    """The id of the page that a result leads to."""
    query = urlsplit(next(iter(row.links.values()), "")).query
    return parse_qs(query).get("id", [""])[0]


def datasette(database: Path, folder: Path) -> tuple[set[str], dict[str, Any]]:
    """Names of the packages that the form shows for the values that are given."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        every = connection.execute("select distinct facet, value from tags")
        pairs = [pair for pair in every if pair[0] in FACETS]
        shown: set[str] = set()
        for pair in pairs:
            rows = connection.execute(
                "select p.name from packages p join tags t on t.package=p.name"
                " where t.facet=? and t.value=? limit ?",
                (*pair, _TOP),
            )
            shown |= {name for (name,) in rows}
    connection.close()
    fill = folder / "fill.json"
    values = sorted({value for _, value in pairs})
    fill.write_text(json.dumps({"facet": FACETS, "value": values}))
    return shown, {"fill": fill}


def size_range(database: Path, _: Path) -> tuple[set[str], dict[str, Any]]:
    """Names of all packages; nothing is given."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        found = {name for (name,) in connection.execute("select name from packages")}
    connection.close()
    return found, {}


def name_of(row: RecordRow) -> str:
    """The first column."""
    return next(iter(row.fields.values()), "")


SITES: dict[str, tuple[Any, Callable[[RecordRow], str]]] = {
    "dokuwiki": (dokuwiki, page_id),
    "mediawiki": (mediawiki, name_of),
    "datasette": (datasette, name_of),
    "size_range": (size_range, name_of),
}


def harvest(survey: Path, **arguments: Any) -> Ran:
    """``scrapy crawl hidden`` on the first form of a page, at full speed."""
    given = {"polite": 0, "form": 1, **arguments}
    flags = [part for pair in given.items() for part in ("-a", f"{pair[0]}={pair[1]}")]
    settings = ("-s", f"STORE_URL={survey}", "-s", "LINKS_WELL_KNOWN=0")
    command = ("crawl", "hidden", *flags, *settings)
    return scrapy(*command, cwd=survey.parent, timeout=_TIMEOUT)


def main(argv: Sequence[str] | None = None) -> None:
    """Print one row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", choices=list(SITES))
    parser.add_argument("url")
    parser.add_argument("truth", type=Path)
    parser.add_argument("--queries", type=int, default=200)
    given = parser.parse_args(argv)
    truth_of, key = SITES[given.site]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        truth, arguments = truth_of(given.truth, folder)
        survey = folder / "s.sqlite"
        begun = time.monotonic()
        done = harvest(survey, start=given.url, queries=given.queries, **arguments)
        seconds = time.monotonic() - begun
        if done.status:
            print(done.err)
            return
        with Survey.open(survey) as opened:
            (row,) = opened.read(harvests.read_harvests)
            found = [key(one) for one in opened.read(harvests.read_records)]
    right = truth & set(found)
    estimate = f"{row.size or 0:,.0f}{' at least' if row.lower else ''}"
    cells = [
        given.site,
        f"{len(truth):,}",
        f"{len(found):,}",
        f"{len(right) / len(truth):.1%}",
        f"{len(right) / max(1, len(found)):.1%}",
        f"{row.queries:,}",
        estimate,
        row.verdict,
        f"{seconds:.0f} s",
    ]
    print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
