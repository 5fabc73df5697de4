"""``python -m tests.site --port 0 --pages 2000 --seed 1``: serve until told to stop."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from typing import TYPE_CHECKING

from .app import start
from .catalogue import SiteOptions

if TYPE_CHECKING:
    from collections.abc import Sequence


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="A web site to be crawled.")
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    parser.add_argument("--pages", type=int, default=300, help="10 to 20,000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=int, default=600, help="behind the forms")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds an answer")
    parser.add_argument("--no-traps", dest="traps", action="store_false")
    parser.add_argument(
        "--attached", action="store_true", help="stop when standard input ends"
    )
    return parser.parse_args(arguments)


def _read_until_end(stop: asyncio.Event) -> None:
    if not os.read(sys.stdin.fileno(), 1024):
        asyncio.get_running_loop().remove_reader(sys.stdin)
        stop.set()


async def serve(given: argparse.Namespace) -> None:
    """Say the URL in one line, then serve until SIGTERM or SIGINT."""
    options = SiteOptions(
        given.pages, given.seed, given.records, given.traps, given.delay
    )
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if given.attached:
        loop.add_reader(sys.stdin, _read_until_end, stop)
    runner, url = await start(options, given.port)
    try:
        print(url, flush=True)
        await stop.wait()
    finally:
        await runner.cleanup()


def main(arguments: Sequence[str] | None = None) -> int:
    try:
        asyncio.run(serve(_options(arguments)))
    except (OSError, ValueError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
