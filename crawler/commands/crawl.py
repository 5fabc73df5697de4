"""``scrapy crawl`` with arguments checked first and a true exit status."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.spiderloader import get_spider_loader

from crawler.addon import Leadline, option_errors

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCrawl):
    """Wrong arguments: one line, status 2. Nothing fetched or stored: status 1."""

    requires_project = False

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before a process is made."""
        super().process_options(args, opts)
        assert self.settings is not None
        if len(args) != 1:
            self._refuse("name one spider: scrapy crawl inspect -a start=URL")
        loader = get_spider_loader(self.settings)
        names = sorted(loader.list())
        if args[0] not in names:
            near = difflib.get_close_matches(args[0], names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            self._refuse(f"unknown spider {args[0]!r}: {hint}")
        if self.settings.get("JOBDIR"):
            self._refuse(
                "JOBDIR is not supported yet: its queues are pickles, and lose their"
                " requests when killed; leave it out (a survey can be added to with"
                " -s STORE_URL=...)"
            )
        if (error := option_errors(self.settings)) is not None:
            self._refuse(error)
        arguments = getattr(loader.load(args[0]), "arguments", None)
        if arguments is not None:
            try:
                arguments.read(opts.spargs)
            except ValueError as wrong:
                self._refuse(str(wrong))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, then let the crawl's own verdict decide the exit status."""
        assert self.crawler_process
        crawler = self._create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        addon = crawler.get_addon(Leadline)
        if addon is not None and addon.trouble:
            self._tell(addon.trouble)
            self.exitcode = 1

    def _refuse(self, message: str) -> NoReturn:
        self._tell(message)
        sys.exit(2)

    def _tell(self, message: str) -> None:
        """One line on stderr; also into the log file, the only thing Scrapyd shows."""
        line = f"leadline: {message}\n"
        sys.stderr.write(line)
        if path := self.settings and self.settings.get("LOG_FILE"):
            with Path(path).open("a", encoding="utf-8") as log:
                log.write(line)
