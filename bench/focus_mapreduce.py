"""Forms a second of the map-reduce: one process, one worker of Dask, two workers.

    python -m bench.focus_mapreduce [--forms 100000]

Pages are made (``bench.domain_interfaces``, with some text around each form) and read
from a WARC file, so that reading, unpacking, mapping, reducing and writing are all in
the figure. Each way of working is a process of its own. Memory is that of the process
that reads and reduces, at a tenth of the way and at its end.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from bench.domain_interfaces import interfaces
from crawler.form_sources import size_of, sources
from crawler.forms.catalogue_map import Setup, map_pages
from crawler.forms.catalogue_table import Catalogue
from crawler.mapreduce import batched, serial, workers

_TEXT = "The quick brown fox jumps over the lazy dog. " * 60
_DIFFERENT = 5_000


def write_warc(path: Path, forms: int) -> None:
    """*forms* pages with one form each; of them ``_DIFFERENT`` are different."""
    rows = list(interfaces(min(forms, _DIFFERENT), random.Random(5)))
    pages = [f"{row['html']}<p>{_TEXT}".encode() for row in rows]
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number in range(forms):
            body = pages[number % len(pages)]
            record = writer.create_warc_record(
                f"http://h{number}.example/",
                "response",
                payload=io.BytesIO(body),
                length=len(body),
                http_headers=StatusAndHeaders(
                    "200 OK", [("Content-Type", "text/html")], "HTTP/1.1"
                ),
            )
            writer.write_record(record)


def measure(path: Path, count: int, forms: int) -> dict[str, Any]:
    """Of one run, *count* workers; 0 is this process alone."""
    if not count:
        return _run(path, serial, forms)
    from distributed import LocalCluster  # noqa: PLC0415 - not where there is none

    with (
        LocalCluster(
            n_workers=count, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        workers(cluster.scheduler_address) as mapped,
    ):
        return _run(path, mapped, forms)


def _run(path: Path, mapped: Any, forms: int) -> dict[str, Any]:
    own = psutil.Process()
    first, seen = 0, 0
    with Catalogue() as found:
        start = time.perf_counter()
        pages = sources(str(path), path)
        for part in mapped(map_pages, Setup(), batched(pages, size_of)):
            found.add(part)
            seen += len(part.entries)
            if not first and seen >= forms // 10:
                first = own.memory_info().rss
        kept = sum(1 for _ in found.entries())
        seconds = time.perf_counter() - start
    cpu = own.cpu_times()
    return {
        "seconds": seconds,
        "forms": seen,
        "kept": kept,
        "cpu": cpu.user + cpu.system,
        "early": first,
        "late": own.memory_info().rss,
    }


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forms", type=int, default=100_000)
    parser.add_argument("--warc", type=Path)
    parser.add_argument("--workers", type=int)
    given = parser.parse_args()
    if given.warc is not None:
        print(json.dumps(measure(given.warc, given.workers, given.forms)))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.warc.gz"
        write_warc(path, given.forms)
        print(f"{given.forms} forms, {path.stat().st_size / 1e6:.0f} MB of WARC")
        print(f"{psutil.cpu_count()} CPUs; load: mean of five minutes after each run")
        print(
            "| | forms a second | s | MB at a tenth | at the end | CPU s here | load |"
        )
        print("|---|---|---|---|---|---|---|")
        for count, name in enumerate(("one process", "1 worker", "2 workers")):
            command = [
                sys.executable, "-m", "bench.focus_mapreduce", "--warc", str(path),
                "--workers", str(count), "--forms", str(given.forms),
            ]  # fmt: skip
            done = subprocess.run(  # noqa: S603 - this module itself
                command, check=True, capture_output=True, text=True
            )
            of = json.loads(done.stdout.splitlines()[-1])
            print(
                f"| {name} | {of['forms'] / of['seconds']:,.0f} | {of['seconds']:.0f} |"
                f" {of['early'] / 1e6:.0f} | {of['late'] / 1e6:.0f} |"
                f" {of['cpu']:.0f} | {psutil.getloadavg()[1]:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
