"""Documents by chance through everything that is done with one, reports included.

    python -m bench.fuzz --count 20000 --seed 1 [--pages DIR] [--first N]

A document that raises, or costs more than its size allows, is told with its number:
``--first N --count 1`` makes the same one again. DIR holds real pages, which are
spoiled for every second document; without it all are made from a grammar.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.hostile.corpus import MAX_SIZE, Corpus
from tests.hostile.everything import Everything, report

if TYPE_CHECKING:
    from crawler.items import Page

BATCH: Final = 250
"""Documents of one survey, of which all reports are made."""
DEAR: Final = 20e-6
"""Seconds a byte of one stage, and as much for so many bytes more: tests/hostile."""
MORE: Final = 20_000
MAX_PAGES: Final = 2_000


@dataclass
class Result:
    """What a run found."""

    documents: int = 0
    bytes: int = 0
    seconds: float = 0.0
    failed: list[str] = field(default_factory=list)
    dear: list[str] = field(default_factory=list)
    worst: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Stage -> seconds of the dearest document, and its number."""
    kinds: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    reports: int = 0
    """Bytes of all reports."""


def run(corpus: Corpus, first: int, count: int, folder: Path) -> Result:
    """Documents *first* to *first + count*."""
    result = Result()
    everything = Everything()
    began = time.process_time()
    pages: list[Page] = []
    for number in range(first, first + count):
        page = _one(corpus, number, everything, result)
        if page is not None:
            pages.append(page)
        if len(pages) >= BATCH or number == first + count - 1:
            _report(pages, folder, number, result)
            pages = []
    result.seconds = time.process_time() - began
    return result


def _one(
    corpus: Corpus, number: int, everything: Everything, result: Result
) -> Page | None:
    body, kind = corpus(number)
    result.documents += 1
    result.bytes += len(body)
    try:
        page = everything(body, kind, number)
        limit = DEAR * (len(body) + MORE)
        for stage, spent in everything.spent.items():
            result.worst[stage] = max(result.worst.get(stage, (0, 0)), (spent, number))
        if max(everything.spent.values()) > limit:
            everything(body, kind, number)  # the machine may have been slow
            for stage, spent in everything.spent.items():
                if spent > limit:
                    result.dear.append(f"{number}: {stage} {spent:.2f} s, {len(body)}")
    except Exception:  # noqa: BLE001 - whatever it is, it is what is looked for
        result.failed.append(f"{number} ({kind}):\n{traceback.format_exc(limit=-6)}")
        return None
    result.kinds[page.kind] += 1
    result.found += Counter(
        links=len(page.links), forms=len(page.forms), parameters=len(page.parameters)
    )
    return page


def _report(pages: list[Page], folder: Path, number: int, result: Result) -> None:
    try:
        result.reports += report(pages, folder, number)
    except Exception:  # noqa: BLE001 - the same
        result.failed.append(f"reports to {number}:\n{traceback.format_exc(limit=-6)}")
    for path in folder.glob(f"{number}.sqlite*"):
        path.unlink()


def real_pages(folder: Path) -> list[bytes]:
    """The first bytes of the files of a folder, in the order of their names."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path.read_bytes()[:MAX_SIZE] for path in files[:MAX_PAGES]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--pages", type=Path)
    options = parser.parse_args()
    pages = real_pages(options.pages) if options.pages else []
    corpus = Corpus(options.seed, pages)
    with tempfile.TemporaryDirectory() as folder:
        before = _peak()
        result = run(corpus, options.first, options.count, Path(folder))
    print(f"{result.documents} documents, {result.bytes / 1e6:.1f} MB", end=", ")
    print(f"of {len(pages)} real pages, seed {options.seed}: ", end="")
    print(f"{result.seconds:.0f} s of CPU, {result.reports / 1e6:.0f} MB of reports")
    print("kinds:", dict(result.kinds.most_common()), "found:", dict(result.found))
    print(f"peak RSS {_peak():.0f} MB, {_peak() - before:.0f} more than at first")
    for stage, (spent, number) in result.worst.items():
        print(f"  {stage:14} at most {spent:6.3f} s (document {number})")
    print(f"{len(result.failed)} failed, {len(result.dear)} dearer than they may be")
    for told in (*result.failed[:20], *result.dear[:20]):
        print(told)
    return 1 if result.failed or result.dear else 0


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
