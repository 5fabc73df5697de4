"""``leadline``: Scrapy's own command line with this project, from any directory."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run ``scrapy`` with the project's settings, unless others are named."""
    os.environ.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    # Imported after the settings module is named: Scrapy reads it on import.
    from scrapy.cmdline import execute  # noqa: PLC0415

    execute(["leadline", *sys.argv[1:]])
