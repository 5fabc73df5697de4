"""The survey in SQLite and in PostgreSQL: pages written, clustered and exported.

    python -m bench.store --pages 1000000 [--only sqlite|postgresql] [--folder DIR]

Pages are of 200 templates of the local kind, each page with a form, parameters, a
vector and a skeleton of its template's or of its own (one in ten), as the crawl hands
them to the writer; up to 64 wait for their commit at a time, as CONCURRENT_REQUESTS
would let them. A server of its own has the settings PostgreSQL comes with, but for
shared buffers of 512 MB, and is durable: fsync is on.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import text

from crawler.cluster import ClusterOptions, vector
from crawler.dom import parse
from crawler.dom.skeleton import encode
from crawler.finalise import finalise, remember_options, vector_format
from crawler.forms import extract, parameters
from crawler.items import Page
from crawler.report.formats import lines
from crawler.report.views import VIEWS
from crawler.store import Survey, SurveyWriter
from tests.servers.postgresql import PostgreSQLServer
from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from sqlalchemy import Connection

_TEMPLATES: Final = 200
_WAITING: Final = 64
_DATABASES: Final = ("sqlite", "postgresql")


class Figures(NamedTuple):
    """What one database needed; seconds, bytes, and pages."""

    pages: int
    write: float
    write_cpu: float
    clusters: float
    export: float
    exported: int
    size: int
    memory: int


def _markup(template: int, variant: int) -> str:
    """A page of a template; of a variant of it where that is not negative."""
    rows = "<tr><td><a href=/x>x</a><td>y" * (1 + template % 7)
    blocks = f"<section class=c{template}><h2>h</h2><p>p</section>" * 3
    more = "<aside><ul><li>a<li>b</ul></aside>" * (1 + variant)
    return (
        f"<title>Page</title><header><nav><a href=/>h</a></nav></header>"
        f"<div class=t{template}>{blocks}<table>{rows}</table>{more}"
        f"<form method=post action=/t{template}/send><input name=n{template}>"
        f"<select name=s><option>1<option>2</select><button>Go</button></form></div>"
    )


def _measured(url: str, html: str, options: ClusterOptions) -> Page:
    document = parse(html.encode(), url=url, content_type="text/html; charset=utf-8")
    assert document.tree is not None
    assert document.tree.root is not None
    forms = extract(document)
    return Page(
        url=url,
        key=url,
        content_type="text/html",
        length=len(html),
        host="bench.test",
        vector=vector(document, options),
        skeleton=encode(document.tree.root),
        forms=forms,
        parameters=parameters(url, forms),
        fetched_at="2026-01-01T00:00:00.000+00:00",
    )


def pages(count: int, options: ClusterOptions) -> Iterator[Page]:
    """Pages as the crawl measures them; those of one structure are measured once."""
    known: dict[tuple[int, int], Page] = {}
    for number in range(count):
        template = number % _TEMPLATES
        kind = (template, number // _TEMPLATES % 89 if number % 10 == 0 else -1)
        url = f"http://bench.test/t{template}/item/{number:07}?ref={number % 31}"
        if kind not in known:
            known[kind] = _measured(url, _markup(*kind), options)
        shape = f"http://bench.test/t{template}/item/{{int}}?ref"
        title = f"Item {number} of {template}"
        yield replace(known[kind], url=url, key=url, title=title, shape=shape)


def write(survey: Survey, count: int, options: ClusterOptions) -> None:
    """Every page, with at most so many on their way as a crawl has."""
    run = survey.start_run("bench", arguments={}, settings={}, versions={})
    remember_options(survey, options)
    waiting: deque[Future[None]] = deque()
    with SurveyWriter(survey, run, vector_format(options)) as writer:
        for number, page in enumerate(pages(count, options)):
            if len(waiting) == _WAITING:
                waiting.popleft().result()
            waiting.append(writer.submit(page))
            if number % 50_000 == 0:
                print(f"{number:,} pages", file=sys.stderr, flush=True)
    survey.finish_run(run, "finished", {})


def figures(target: str, count: int) -> Figures:
    """Write, cluster, export; in a process of its own, whose memory is told."""
    options = ClusterOptions()
    with Survey.open(target, create=True) as survey:
        wall, cpu = time.perf_counter(), time.process_time()
        write(survey, count, options)
        written, spent = time.perf_counter() - wall, time.process_time() - cpu
        wall = time.perf_counter()
        finalise(survey)
        clustered = time.perf_counter() - wall
        wall, view, exported = time.perf_counter(), VIEWS["pages"], 0
        for line in lines(view, survey.read(view.read), "jsonl"):
            exported += len(line)
        export = time.perf_counter() - wall
        with survey.reading() as connection:
            size = _size(connection)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Figures(count, written, spent, clustered, export, exported, size, memory)


def _size(connection: Connection) -> int:
    if connection.dialect.name == "sqlite":
        sizes = connection.execute(
            text(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            )
        )
    else:
        sizes = connection.execute(text("SELECT pg_database_size(current_database())"))
    return int(sizes.scalar_one())


def _apart(target: str, count: int) -> Figures:
    """The figures of a process of its own."""
    command = [sys.executable, "-m", "bench.store", "--pages", str(count)]
    done = subprocess.run(  # noqa: S603 - our own command
        [*command, "--target", target], check=True, stdout=subprocess.PIPE, text=True
    )
    return Figures(**json.loads(done.stdout))


def _row(name: str, row: Figures) -> str:
    megabytes = 1e6
    cells = (
        name,
        f"{row.pages:,}",
        f"{row.pages / row.write:,.0f}",
        f"{row.write_cpu / row.pages * 1e3:.2f}",
        f"{row.clusters:,.0f}",
        f"{row.pages / row.export:,.0f}",
        f"{row.exported / megabytes:,.0f}",
        f"{row.size / row.pages:,.0f}",
        f"{row.memory / megabytes:,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--only", choices=_DATABASES)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--target", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.target:
        print(json.dumps(figures(given.target, given.pages)._asdict()))
        return
    print(
        "| database | pages | written/s | CPU ms a page | clusters s | exported/s ",
        end="",
    )
    print("| MB of JSON lines | bytes a page | memory MB |")
    print("|---" * 9 + "|")
    for name in [given.only] if given.only else _DATABASES:
        with ExitStack() as stack:
            made = tempfile.TemporaryDirectory(dir=given.folder)
            folder = Path(stack.enter_context(made))
            folder.chmod(0o755)
            target = str(folder / "survey.sqlite")
            if name == "postgresql":
                target = stack.enter_context(_server(folder / "data"))
            print(_row(name, _apart(target, given.pages)), flush=True)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    server = PostgreSQLServer(folder, free_port(), quick=False)
    server.create()
    server.start("shared_buffers=512MB")
    try:
        yield server.fresh()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
