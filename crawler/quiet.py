"""What a crawl does not tell by default: dumps that only help to debug it.

Versions, changed settings and stats are kept with the run in the survey.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from twisted.logger import globalLogBeginner

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

# Logger -> how the messages begin that are dropped.
DUMPS: dict[str, str | tuple[str, ...]] = {
    "scrapy.addons": "Enabled ",
    "scrapy.crawler": "Overridden settings",
    "scrapy.middleware": "Enabled ",
    "scrapy.utils.log": ("Scrapy %", "Versions"),
    # Whoever set insecure=1 knows, and is told once that it is so.
    "scrapy.core.downloader.tls": "Remote certificate is not valid",
    # The failure itself is told in a line; this is its traceback, each time.
    "twisted": "while verifying certificate",
}


OURS = ("crawler", "pipelines", "spiders")


class _Without(logging.Filter):
    """Drops messages that begin in one way."""

    def __init__(self, beginnings: str | tuple[str, ...]) -> None:
        super().__init__()
        self._beginnings = beginnings

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(self._beginnings)


def quieten(settings: BaseSettings) -> None:
    """Leave the dumps out, unless ``LOG_LEVEL`` is DEBUG."""
    # Until somebody listens, twisted writes what is critical to stderr, in full.
    globalLogBeginner.beginLoggingTo([], redirectStandardIO=False, discardBuffer=True)
    level = _level(settings)
    # Scrapy filters by level where lines are written; ours are then not even made.
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    if level <= logging.DEBUG:
        return
    for name, beginnings in DUMPS.items():
        logging.getLogger(name).addFilter(_Without(beginnings))


def _level(settings: BaseSettings) -> int:
    level = settings.get("LOG_LEVEL")
    known = logging.getLevelNamesMapping()
    return level if isinstance(level, int) else known.get(str(level), logging.INFO)
