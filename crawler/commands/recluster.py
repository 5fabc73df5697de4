"""``scrapy recluster``: other clusters from the same pages, without a request."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand
from scrapy.settings import SETTINGS_PRIORITIES

from crawler.cluster import ClusterOptions
from crawler.console import one_line, refuse, unknown
from crawler.finalise import finalise, stored_options
from crawler.options import read_options
from crawler.store import Survey, SurveyError

if TYPE_CHECKING:
    import argparse

MODES = ("default", "paper")


class Command(ScrapyCommand):
    """Options not given are those the survey was clustered with before."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "SURVEY [options]"

    def short_desc(self) -> str:
        return "Make the clusters of a survey again, with other options"

    def long_desc(self) -> str:
        return (
            "Pages are not fetched again: their trees are kept in the survey. Any"
            " setting CLUSTER_* can be given with -s. Later exports show the new"
            " clusters."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "recluster")
        parser.add_argument(
            "--threshold", metavar="T", help="similarity above which pages join, 0 to 1"
        )
        parser.add_argument("--mode", metavar="MODE", help=" or ".join(MODES))
        parser.add_argument(
            "--seed", metavar="N", help="order in which paper mode takes the pages"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before the survey is opened."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"recluster: unknown option {wrong[0]}")
        if len(args) != 1:
            refuse("recluster: name one survey: scrapy recluster SURVEY [--mode MODE]")
        if opts.mode not in {None, *MODES}:
            refuse(f"recluster: {unknown('--mode', opts.mode, MODES)}")
        self._options({}, opts)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Make the clusters and say how many there are."""
        try:
            survey = Survey.open(args[0])
        except SurveyError as error:
            refuse(f"recluster: {error}")
        with survey:
            try:
                options = self._options(asdict(stored_options(survey)), opts)
                changed = finalise(survey, options)
            except (SurveyError, ValueError) as error:
                refuse(f"recluster: {error}", 1)
            found = survey.summary()
        again = "" if changed else " (as before)"
        print(
            f"{found.pages} pages, {found.clusters} clusters,"
            f" {found.representatives} representatives: mode {options.mode},"
            f" threshold {options.threshold}{again}"
        )

    def _options(
        self, stored: dict[str, Any], opts: argparse.Namespace
    ) -> ClusterOptions:
        """The stored options, then settings of the command line, then options."""
        assert self.settings is not None
        chosen = {f"CLUSTER_{name.upper()}": value for name, value in stored.items()}
        for field in fields(ClusterOptions):
            name = f"CLUSTER_{field.name.upper()}"
            priority = self.settings.getpriority(name)
            if priority is not None and priority >= SETTINGS_PRIORITIES["cmdline"]:
                chosen[name] = self.settings[name]
            given = getattr(opts, field.name, None)
            if given is not None:
                chosen[name] = given
        try:
            return read_options(ClusterOptions, "CLUSTER", chosen)
        except ValueError as error:
            refuse(f"recluster: {error}")
