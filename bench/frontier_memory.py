"""Memory of the queue at growing numbers of seen URLs."""

from __future__ import annotations

import gc
import hashlib
import shutil
import tempfile
import time
from pathlib import Path

from bench.frontier_queues import used
from crawler.frontier import Batch, Entry, open_sqlite


def memory(most: int) -> None:
    """Seen URLs by the million: what the process holds, and what the disk does."""
    folder = Path(tempfile.mkdtemp())
    print(
        "\n| URLs seen | resident, MB | of it not mapped, MB | on disk, MB | us a URL |"
    )
    print("|---|---|---|---|---|")
    backend = open_sqlite(folder / "f.sqlite")
    done, step = 0, most // 10
    while done < most:
        began = time.process_time()
        for start in range(done, done + step, 500):
            rows = []
            for at in range(start, start + 500):
                digest = hashlib.blake2b(b"%d" % at, digest_size=32).digest()
                one = Entry(digest[:16], b"x", "h", spelling=digest[16:])
                rows.append(one)
            backend.commit(Batch(push=rows))
            leases = backend.lease(500, {}, ())
            backend.commit(Batch(done=[lease.number for lease in leases]))
        done += step
        spent = (time.process_time() - began) / step * 1e6
        gc.collect()
        whole, anonymous = resident()
        disk = used(folder) / 1e6
        print(
            f"| {done:,} | {whole:.0f} | {anonymous:.0f} | {disk:.0f} | {spent:.0f} |",
            flush=True,
        )
    # A process that is killed leaves its tables unclosed: they are made again.
    backend.front.seen.clean = backend.front.spelled.clean = False
    backend.close()
    began = time.perf_counter()
    open_sqlite(folder / "f.sqlite").close()
    seconds = time.perf_counter() - began
    print(f"\nopened as after a kill, tables made again: {seconds:.0f} s")
    began = time.perf_counter()
    open_sqlite(folder / "f.sqlite").close()
    print(f"opened as closed in order: {time.perf_counter() - began:.1f} s")
    shutil.rmtree(folder)


def resident() -> tuple[float, float]:
    """Megabytes that the process has in memory, and those that are no file's."""
    told = dict(
        line.split(":", 1)
        for line in Path("/proc/self/status").read_text("utf-8").splitlines()
    )
    return tuple(int(told[key].split()[0]) / 1e3 for key in ("VmRSS", "RssAnon"))  # type: ignore[return-value] # two of them
