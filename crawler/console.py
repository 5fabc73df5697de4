"""How commands speak: data on stdout, one line for everything else on stderr."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable


def tell(message: str) -> None:
    """One line on stderr."""
    sys.stderr.write(f"leadline: {message}\n")


def refuse(message: str, status: int = 2) -> NoReturn:
    """End with one line: 2 for a wrong argument, 1 for what went wrong."""
    tell(message)
    sys.exit(status)


def one_line(parser: argparse.ArgumentParser, command: str) -> None:
    """Let *parser* answer a mistake in one line, without its page of usage."""

    def error(message: str) -> NoReturn:
        refuse(f"{command}: {' '.join(message.split())}")

    parser.error = error  # type: ignore[method-assign] # Scrapy makes the parser


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """The line for a name that is none of the known ones.

    >>> unknown("--what", "page", ["pages", "forms"])
    "--what 'page' is unknown: did you mean pages? (pages, forms)"
    """
    names = list(known)
    near = difflib.get_close_matches(given, names, n=1)
    hint = f"did you mean {near[0]}? ({', '.join(names)})" if near else ", ".join(names)
    return f"{what} {given!r} is unknown: {hint}"
