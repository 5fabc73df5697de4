"""``scrapy demo``: a local web site, inspected at once, for a first look."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from scrapy.commands import ScrapyCommand

from crawler.console import one_line

if TYPE_CHECKING:
    import argparse

# Installed, the site is part of the package; in a clone it is in tests/.
SITES = ("crawler.demosite.process", "tests.site.process")
SMALLEST, LARGEST = 10, 20_000


class Command(ScrapyCommand):
    """Exit status: that of the crawl, 1 without a site, 2 for a wrong option."""

    requires_project = False
    requires_crawler_process = False

    def syntax(self) -> str:
        return "[options]"

    def short_desc(self) -> str:
        return "Start a small local web site and inspect it"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "demo")
        parser.add_argument(
            "--pages",
            type=int,
            default=300,
            metavar="N",
            help=f"content pages of the site, {SMALLEST} to {LARGEST} (default: 300)",
        )
        parser.add_argument(
            "--keep",
            action="store_true",
            help="leave the site running after the crawl, until Ctrl-C",
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if args:
            _refuse(f"unknown argument {args[0]!r}; known: --pages N, --keep", 2)
        if not SMALLEST <= opts.pages <= LARGEST:
            _refuse(f"--pages {opts.pages}: give {SMALLEST} to {LARGEST}", 2)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:  # noqa: ARG002 (Scrapy's signature)
        """Site up, crawl, site down; then what to do with the survey."""
        module = _site_module()
        # Without its endless families of URLs: a first look is to end.
        site = module.SiteProcess(module.SiteOptions(pages=opts.pages, traps=False))
        survey = _survey(opts.set)
        try:
            url = site.start()
        except (OSError, RuntimeError) as error:
            _refuse(str(error), 1)
        try:
            _tell(f"a site of {opts.pages} pages is at {url}")
            _tell("inspecting it; a real site would be crawled more slowly")
            self.exitcode = _crawl(url, survey, opts.set)
            if self.exitcode == 0:
                _next_steps(survey)
            if opts.keep:
                with suppress(KeyboardInterrupt):
                    _tell(f"the site stays at {url} until Ctrl-C")
                    site.wait()
        except KeyboardInterrupt:
            self.exitcode = 130
        finally:
            site.stop()


def _tell(line: str) -> None:
    sys.stderr.write(f"demo: {line}\n")


def _refuse(line: str, status: int) -> NoReturn:
    _tell(line)
    sys.exit(status)


def _site_module() -> Any:
    for name in SITES:
        try:
            return import_module(name)
        except ModuleNotFoundError as error:
            # A module that the site itself lacks is another trouble: say so.
            if not (error.name and name.startswith(error.name)):
                raise
    _refuse("the demo site is not installed; run this in a clone, or reinstall", 1)


def _survey(settings: list[str]) -> str:
    """Where the survey goes: STORE_URL as given, or a new file under surveys/."""
    for setting in reversed(settings):
        name, _, value = setting.partition("=")
        if name == "STORE_URL":
            return value
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    return str(Path("surveys") / f"demo-{stamp}.sqlite")


def _crawl(url: str, survey: str, settings: list[str]) -> int:
    """Exit status of ``scrapy crawl inspect`` in a process of its own."""
    command = [sys.executable, "-P", "-m", "scrapy.cmdline", "crawl", "inspect"]
    command += ["-a", f"start={url}", "-a", "polite=0"]
    for setting in [*settings, f"STORE_URL={survey}"]:
        command += ["-s", setting]
    # The crawl imports what this process does, from any directory.
    path = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    environment = {**os.environ, "PYTHONPATH": path}
    environment.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603 (our own words)
        try:
            status = process.wait()
        except KeyboardInterrupt:
            process.wait()  # the terminal told it too: let it close its survey
            raise
    return status if status >= 0 else 128 - status


def _next_steps(survey: str) -> None:
    name = Path(sys.argv[0]).stem
    program = name if name in {"scrapy", "leadline"} else "scrapy"
    _tell(f"the survey is {survey}. Next:")
    _tell(f"  {program} export {survey}")
    _tell(f"  {program} export {survey} --what forms --as curl")
    _tell(f"  {program} crawl inspect -a start=URL   # a site of yours")
