"""Memory of a harvest of very many records: a real crawl, its RSS as it grows.

    python -m bench.harvest_memory [--records N] [--page N] [--answers N | --menus]

All records page after page, in one answer or (``--answers``) in each of three. With
``--menus`` one menu of as many values as there are pages, and each record met once.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from crawler.store import Survey, harvests
from tests.harvest.served import frame
from tests.servers.answering import answering
from tests.spiders.crawling import COMMAND, ENVIRONMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

_SAMPLE = 0.5
"""Seconds between two looks at the memory."""


class Database:
    """Records by number; what was shown last tells how far the harvest is."""

    def __init__(self, records: int, page: int, menus: bool) -> None:
        self.records, self.page, self.menus = records, page, menus
        self.shown = 0

    def body(self, path: str, sent: dict[str, str]) -> str:
        """A page of the site."""
        if path != "/search":
            return frame(self._form())
        part = int(sent.get("part") or -1)
        if self.menus:
            number, following = part, ""
            if part < 0:
                return frame(f"{self._form()}<p class=error>Please choose a part.</p>")
        else:
            number = int(sent.get("page", "1")) - 1
            last = number + 1 >= self.records // self.page
            url = f"/search?part={max(part, 0)}&page={number + 2}"
            following = "" if last else f'<a rel="next" href="{url}">Next</a>'
        start = number * self.page
        self.shown = max(self.shown, start + self.page)
        rows = "".join(map(_row, range(start, start + self.page)))
        head = "<tr><th>Name</th><th>Maker</th><th>Price</th><th>About</th></tr>"
        return frame(f"{self._form()}<table>{head}{rows}</table>{following}")

    def answer(self, path: str, sent: dict[str, str]) -> tuple[int, str]:
        """Status and markup."""
        return 404 if path == "/robots.txt" else 200, self.body(path, sent)

    def _form(self) -> str:
        parts = range(self.records // self.page if self.menus else 2)
        options = "".join(f"<option>{n}</option>" for n in parts)
        return (
            '<form action="/search"><select name="part"><option value="">Any</option>'
            f"{options}</select><button>Search</button></form>"
        )


def _row(number: int) -> str:
    about = f"A thing of {number % 97} parts, made in {1900 + number % 120}"
    return (
        f'<tr><td><a href="/item/{number}">Thing No {number}</a></td>'
        f"<td>Maker {number % 331}</td><td>{number % 900}.00</td><td>{about}</td></tr>"
    )


def rss(pid: int) -> float:
    """Megabytes that a process holds; 0 when it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(lines[0].split()[1]) / 1024 if lines else 0.0


def watched(process: subprocess.Popen[bytes], database: Database) -> dict[int, float]:
    """Most megabytes held until so many tenths of the records were shown."""
    found: dict[int, float] = {}
    while process.poll() is None:
        tenth = 10 * database.shown // database.records
        found[tenth] = max(found.get(tenth, 0.0), rss(process.pid))
        time.sleep(_SAMPLE)
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Print one row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--page", type=int, default=100, help="records a page")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--menus", action="store_true")
    way.add_argument("--answers", type=int, choices=(1, 2, 3), default=1)
    given = parser.parse_args(argv)
    database = Database(given.records, given.page, given.menus)
    with tempfile.TemporaryDirectory() as name, answering(database.answer) as url:
        survey = Path(name) / "s.sqlite"
        settings = [
            f"STORE_URL={survey}",
            "LOG_LEVEL=WARNING",
            "AUTOTHROTTLE_ENABLED=0",
        ]
        options = [part for one in settings for part in ("-s", one)]
        # To the last page: what is known by then would be asked for again.
        queries = given.answers * given.records // given.page + 10
        arguments = {"start": url, "form": 1, "polite": 0, "queries": queries}
        options += [p for n, v in arguments.items() for p in ("-a", f"{n}={v}")]
        begun = time.monotonic()
        process = subprocess.Popen(  # noqa: S603 - our own command
            [*COMMAND, "crawl", "hidden", *options],
            cwd=name,
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=sys.stderr,
        )
        memory = watched(process, database)
        seconds = time.monotonic() - begun
        with Survey.open(survey) as opened:
            (row,) = opened.read(harvests.read_harvests)
    first, last = memory.get(1, 0.0), max(memory.values())
    grown = (last - first) / (0.9 * given.records) * 2**20
    kind = "menus" if given.menus else f"pager, {given.answers} answers"
    print(
        f"| {kind} | {row.records:,} | {row.queries:,} | {row.verdict}"
        f" | {first:.0f} MB | {last:.0f} MB | {grown:.0f} | {seconds:.0f} s |"
    )
    print("MB by tenth:", " ".join(f"{t}:{m:.0f}" for t, m in sorted(memory.items())))


if __name__ == "__main__":
    main()
