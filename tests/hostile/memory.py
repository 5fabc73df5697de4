"""Peak memory of single bodies, each measured in a process of its own.

Run as a module it prints the peaks of the worst families as JSON, in MB beyond what
the process had before.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
from typing import TYPE_CHECKING, Final

from tests.hostile.families import body_of
from tests.hostile.stages import measured

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from tests.hostile.files import Kind

WORST: Final = {
    "width: texts": 250,
    "width: paragraphs": 250,
    "width: links to different pages": 250,
    "parser: formatting without attributes": 450,
    "tokens: attributes": 100,
    "tokens: entities without end": 100,
    "values: a long base": 250,
    "script in a page: paths": 100,
    "bytes: a sitemap that grows": 150,
}
"""Family -> MB that a million bytes of it may take."""
SIZE: Final = 1_000_000


def peak(body: bytes, kind: Kind) -> float:
    """MB that the measure of a body takes at most, beyond what this process holds."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(body, kind, there))
    process.start()
    there.close()
    try:
        return float(here.recv())
    finally:
        process.join()


def _measure(body: bytes, kind: Kind, answer: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measured(body, kind)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer.send((after - before) / 1024)


if __name__ == "__main__":
    # What is loaded on first use is no part of it.
    measured(*body_of("width: links", 20_000))
    print(json.dumps({name: round(peak(*body_of(name, SIZE)), 1) for name in WORST}))
