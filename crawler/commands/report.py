"""``scrapy report``: a survey as one HTML page for people."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand
from sqlalchemy.exc import SQLAlchemyError

from crawler.console import one_line, refuse, tell
from crawler.finalise import finalise
from crawler.report import replacing
from crawler.report.html import write_report
from crawler.store import Survey, SurveyError, engine
from crawler.version import VERSION

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    """Wrong arguments: one line, status 2. Nothing is read before they are checked."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "SURVEY [-o FILE.html]"

    def short_desc(self) -> str:
        return "Write what a survey found as one HTML page for people"

    def long_desc(self) -> str:
        return (
            "SURVEY is a file or a database URL. The page needs no network and no other"
            " file; what it shows is bounded, `scrapy export` writes everything."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "report")
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="file to replace (default: beside the survey, ending in .html)",
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before the survey is opened."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"report: unknown option {wrong[0]}")
        if len(args) != 1:
            refuse("report: name one survey: scrapy report SURVEY [-o FILE.html]")
        if opts.output is None and "://" in args[0]:
            refuse("report: a database has no place beside it: name a file with -o")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Write the page; say where it is and how large."""
        try:
            survey = Survey.open(args[0])
        except SurveyError as error:
            refuse(f"report: {error}")
        output = Path(opts.output or Path(args[0]).with_suffix(".html"))
        with survey:
            if _same_file(survey, output):
                refuse(f"report: {output} is the survey itself: name another file")
            try:
                if not survey.is_final():
                    tell(f"{survey.target} is not final: making its clusters")
                    finalise(survey)
                with replacing(output) as file:
                    size = write_report(survey, file, _made())
            except (SurveyError, ValueError) as error:
                refuse(f"report: {error}", 1)
            except SQLAlchemyError as error:
                refuse(f"report: {survey.target}: {engine.reason(error)}", 1)
            except OSError as error:
                refuse(f"report: {output}: {error.strerror}", 1)
        tell(f"{size / 1e6:.1f} MB in {output}")


def _made() -> str:
    now = datetime.now(UTC)
    return f"Made by Leadline {VERSION}, {now:%Y-%m-%d %H:%M} UTC."


def _same_file(survey: Survey, output: Path) -> bool:
    try:
        return Path(survey.target).samefile(output)
    except OSError:
        return False
