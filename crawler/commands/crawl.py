"""``scrapy crawl`` with arguments checked first and a true exit status."""

from __future__ import annotations

import difflib
import sys
from contextlib import suppress
from logging import getLevelNamesMapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.spiderloader import get_spider_loader

from crawler.addon import Leadline
from crawler.checks import doubtful, setting_error
from crawler.console import one_line, tell
from crawler.quiet import quieten

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

HINT = "scrapy crawl inspect -a start=URL"


class Command(ScrapyCrawl):
    """Wrong arguments: one line, status 2. Nothing fetched or stored: status 1."""

    requires_project = False

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "crawl")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before a process is made."""
        self._check_form(opts.spargs)
        super().process_options(args, opts)
        assert self.settings is not None
        level = str(self.settings["LOG_LEVEL"]).upper()
        if level != self.settings["LOG_LEVEL"] and level in getLevelNamesMapping():
            self.settings.set("LOG_LEVEL", level, priority="cmdline")
        loader = get_spider_loader(self.settings)
        self._check_names(args, loader.list())
        if self.settings.get("JOBDIR"):
            self._refuse(
                "JOBDIR is not supported yet: its queues are pickles, and lose their"
                " requests when killed; leave it out (a survey can be added to with"
                " -s STORE_URL=...)"
            )
        if (error := setting_error(self.settings)) is not None:
            self._refuse(error)
        for line in doubtful(self.settings):
            tell(line)
        arguments = getattr(loader.load(args[0]), "arguments", None)
        if arguments is not None:
            try:
                arguments.read(opts.spargs)
            except ValueError as wrong:
                self._refuse(str(wrong))
        quieten(self.settings)

    def _check_form(self, given: list[str]) -> None:
        """``NAME=VALUE``, each name once: Scrapy takes the last of several."""
        names: set[str] = set()
        for argument in given:
            name, equals, _ = argument.partition("=")
            if not equals:
                self._refuse(f"-a {argument}: use -a {argument}=VALUE")
            if name in names:
                hint = "; several go into one, separated by commas"
                self._refuse(f"{name} is given twice{hint if name == 'start' else ''}")
            names.add(name)

    def _check_names(self, args: list[str], known: Iterable[str]) -> None:
        """One spider, and nothing that was meant as an option or an argument."""
        names = sorted(known)
        for arg in args:
            if arg.startswith("-"):
                name = arg.lstrip("-").partition("=")[0]
                self._refuse(f"unknown option {arg}; an argument is -a {name}=VALUE")
        if not args:
            self._refuse(f"name one spider ({', '.join(names)}): {HINT}")
        for arg in args[1:] if args[0] in names else args:
            if "://" in arg or "=" in arg:
                wanted = arg if "=" in arg.partition("://")[0] else f"start={arg}"
                self._refuse(f"{arg!r} is no spider: did you mean -a {wanted}?")
        if args[0] not in names:
            near = difflib.get_close_matches(args[0], names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            self._refuse(f"unknown spider {args[0]!r}: {hint}")
        if len(args) > 1:
            self._refuse(f"one spider at a time, not also {args[1]!r}: {HINT}")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, then let the crawl's own verdict decide the exit status."""
        assert self.crawler_process
        crawler = self._create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        addon = crawler.get_addon(Leadline)
        if addon is not None and (trouble := addon.trouble or _cut_off(addon)):
            self._tell(trouble)
            self.exitcode = 1

    def _refuse(self, message: str) -> NoReturn:
        self._tell(message)
        sys.exit(2)

    def _tell(self, message: str) -> None:
        """One line on stderr; also into the log file, the only thing Scrapyd shows."""
        tell(message)
        path = self.settings.get("LOG_FILE") if self.settings else None
        if path:
            with suppress(OSError), Path(path).open("a", encoding="utf-8") as log:
                log.write(f"leadline: {message}\n")


def _cut_off(addon: Leadline) -> str:
    """What to say of a crawl that never came to its close; empty for others."""
    if addon.run is None or addon.summary:
        return ""
    where = addon.run.survey.target
    return f"interrupted; what was stored is in {where}: export makes its clusters"
