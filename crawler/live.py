"""One block at the foot of a terminal, with the log running on above it."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.settings import BaseSettings


def wanted(settings: BaseSettings) -> bool:
    """Whether somebody looks: stderr is a terminal that can move its cursor.

    Nothing is shown where the log is to be silent (``-L WARNING``).
    """
    level = logging.getLevelName(str(settings.get("LOG_LEVEL", "INFO")).upper())
    return (
        settings.getbool("PROGRESS_LIVE", True)
        and settings.getbool("LOG_ENABLED", True)
        and (not isinstance(level, int) or level <= logging.INFO)
        and sys.stderr.isatty()
        and os.environ.get("TERM", "") not in {"", "dumb", "unknown"}
    )


class Above:
    """A stream whose lines go above the block, whole, however long they are."""

    def __init__(self, console: Console, stream: Any) -> None:
        self._console = console
        self._stream = stream
        self._begun = ""

    def write(self, text: str) -> int:
        """Print the lines that are complete."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            self._print(line)
        return len(text)

    def flush(self) -> None:
        """Print what is there of a line; a handler flushes after each record."""
        if self._begun:
            self._print(self._begun)
            self._begun = ""

    def isatty(self) -> bool:
        """As the stream it stands for."""
        return bool(self._stream.isatty())

    def _print(self, line: str) -> None:
        # Not wrapped: a line that is copied stays one.
        self._console.print(Text(line), soft_wrap=True, highlight=False)


class Block:
    """Shows figures until it is stopped; nothing of it stays in the terminal."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(stderr=True)
        self._live = Live(
            console=self.console,
            auto_refresh=False,
            transient=True,
            # What prints goes its own way; the log is led around below.
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._handlers: list[tuple[logging.StreamHandler[Any], Any]] = []

    def start(self) -> None:
        """Begin; what the log writes to the terminal goes above the block."""
        for handler in logging.getLogger().handlers:
            stream = getattr(handler, "stream", None)
            if isinstance(handler, logging.StreamHandler) and stream is sys.stderr:
                handler.setStream(Above(self.console, stream))
                self._handlers.append((handler, stream))
        self._live.start()

    def stop(self) -> None:
        """End it, and let the log be as it was; again is harmless."""
        self._live.stop()
        while self._handlers:
            handler, stream = self._handlers.pop()
            handler.flush()
            handler.setStream(stream)

    def show(self, title: str, figures: Mapping[str, str]) -> None:
        """Draw it anew."""
        self._live.update(drawn(title, figures), refresh=True)


def drawn(title: str, figures: Mapping[str, str]) -> Table:
    """The block: a title, and each figure over its name."""
    grid = Table.grid(padding=(0, 2))
    names, values = list(figures), list(figures.values())
    for _ in names:
        grid.add_column(justify="right", no_wrap=True)
    # Text, never markup: a host's name is the site's to choose.
    grid.add_row(*(Text(value, style="bold") for value in values))
    grid.add_row(*(Text(name, style="dim") for name in names))
    whole = Table.grid()
    whole.add_row(Text(title, style="cyan", overflow="ellipsis", no_wrap=True))
    whole.add_row(grid)
    return whole


def lasting(seconds: float) -> str:
    """A time for people.

    >>> lasting(9), lasting(75), lasting(4000), lasting(9e9)
    ('9 s', '1:15 min', '1:06 h', '> 99 h')
    """
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02} min"
    if whole < 360_000:
        return f"{whole // 3600}:{whole % 3600 // 60:02} h"
    return "> 99 h"
