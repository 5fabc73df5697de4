"""What the commands that run a spider share: checks before, a true status after."""

from __future__ import annotations

import sys
from contextlib import suppress
from logging import getLevelNamesMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from scrapy.commands import BaseRunSpiderCommand

from crawler.addon import Leadline
from crawler.checks import doubtful, setting_error
from crawler.console import one_line, tell
from crawler.quiet import quieten

if TYPE_CHECKING:
    import argparse

    from scrapy import Spider
    from scrapy.crawler import Crawler


class Checked(BaseRunSpiderCommand):
    """Wrong arguments: one line, status 2. Nothing fetched or stored: status 1."""

    _made: Crawler | None = None

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, type(self).__module__.rpartition(".")[2])

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before a process is made."""
        self._check_form(opts.spargs)
        super().process_options(args, opts)
        assert self.settings is not None
        level = str(self.settings["LOG_LEVEL"]).upper()
        if level != self.settings["LOG_LEVEL"] and level in getLevelNamesMapping():
            self.settings.set("LOG_LEVEL", level, priority="cmdline")
        self.check_words(args, opts.spargs)
        if (error := setting_error(self.settings)) is not None:
            self.refuse(error)
        for line in doubtful(self.settings):
            tell(line)
        quieten(self.settings)

    def check_words(self, args: list[str], given: dict[str, str]) -> None:  # noqa: ARG002 - for subclasses
        """Nothing that was meant as an option or an argument."""
        for arg in args:
            if arg.startswith("-"):
                name = arg.lstrip("-").partition("=")[0]
                self.refuse(f"unknown option {arg}; an argument is -a {name}=VALUE")

    def check_arguments(self, spider: type[Spider], given: dict[str, str]) -> None:
        """The arguments, as the spider will read them."""
        arguments = getattr(spider, "arguments", None)
        if arguments is not None:
            try:
                arguments.read(given)
                arguments.check(given, self.settings)
            except ValueError as wrong:
                self.refuse(str(wrong))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Crawl, then let the crawl's own verdict decide the exit status."""
        super().run(args, opts)  # type: ignore[safe-super] # Scrapy's command is next
        addon = self._made.get_addon(Leadline) if self._made else None
        if addon is not None and (trouble := addon.trouble or _cut_off(addon)):
            self._tell(trouble)
            self.exitcode = 1

    def refuse(self, message: str) -> NoReturn:
        """End with one line and status 2."""
        self._tell(message)
        sys.exit(2)

    def _create_crawler(self, spidercls: Any) -> Crawler:
        self._made = super()._create_crawler(spidercls)
        return self._made

    def _check_form(self, given: list[str]) -> None:
        """``NAME=VALUE``, each name once: Scrapy takes the last of several."""
        names: set[str] = set()
        for argument in given:
            name, equals, _ = argument.partition("=")
            if not equals:
                self.refuse(f"-a {argument}: use -a {argument}=VALUE")
            if name in names:
                hint = "; several go into one, separated by commas"
                self.refuse(f"{name} is given twice{hint if name == 'start' else ''}")
            names.add(name)

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
