"""``scrapy export``: what a survey holds, for people and other programs."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

from crawler.console import one_line, refuse, tell, unknown
from crawler.finalise import finalise
from crawler.replay import Replay
from crawler.report import FORMATS, VIEWS, lines, replacing, write_parquet
from crawler.report.documents import DOCUMENTS, Handover
from crawler.store import Survey, SurveyError
from crawler.version import VERSION

if TYPE_CHECKING:
    import argparse
    from typing import BinaryIO

    from crawler.report import View

_FORMATS = (*FORMATS, "parquet", *DOCUMENTS)


class Command(ScrapyCommand):
    """Wrong arguments: one line, status 2. Nothing is read before they are checked."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "SURVEY [options]"

    def short_desc(self) -> str:
        return "Write what a survey found: URLs to test, forms, clusters, decisions"

    def long_desc(self) -> str:
        return (
            "SURVEY is a file or a database URL. Data goes to stdout, messages to"
            " stderr. Written in: "
            + "; ".join(
                f"{name}: {', '.join(view.formats)}" for name, view in VIEWS.items()
            )
            + "."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "export")
        parser.add_argument(
            "--what",
            metavar="WHAT",
            default=next(iter(VIEWS)),
            help=f"{', '.join(VIEWS)} (default: %(default)s)",
        )
        parser.add_argument(
            "--as",
            dest="form",
            metavar="FORMAT",
            help=f"{', '.join(_FORMATS)} (default: the first that WHAT has)",
        )
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="file to replace; it is never left half written (default: stdout)",
        )
        parser.add_argument(
            "--unsafe",
            action="store_true",
            help="for scanners: also forms that log out, delete, buy or unsubscribe",
        )
        parser.add_argument(
            "--proxy",
            metavar="URL",
            help="send the requests through a scanner's proxy, http://host:port",
        )
        parser.add_argument(
            "--post", action="store_true", help="with --proxy: forms by POST, too"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before the survey is opened."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"export: unknown option {wrong[0]}")
        if len(args) != 1:
            refuse("export: name one survey: scrapy export SURVEY [--what WHAT]")
        if opts.what not in VIEWS:
            refuse(f"export: {unknown('--what', opts.what, VIEWS)}")
        if opts.proxy is not None:
            _check_proxy(opts)
        elif opts.post:
            refuse("export: --post is for --proxy: name the proxy")
        formats = VIEWS[opts.what].formats
        if opts.form is None:
            opts.form = formats[0]
        if opts.form not in _FORMATS:
            refuse(f"export: {unknown('--as', opts.form, _FORMATS)}")
        if opts.form not in formats:
            refuse(
                f"export: {opts.what} cannot be written as {opts.form}:"
                f" use --as {' or '.join(formats)}"
            )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Write the view; a reader that has read enough is no error."""
        view = VIEWS[opts.what]
        try:
            survey = Survey.open(args[0])
        except SurveyError as error:
            refuse(f"export: {error}")
        with survey:
            if opts.output and _same_file(survey, opts.output):
                refuse(f"export: {opts.output} is the survey itself: name another file")
            try:
                if view.clustered and not survey.is_final():
                    tell(f"{survey.target} is not final: making its clusters")
                    finalise(survey)
                if opts.proxy:
                    self._replay(survey, view, opts)
                else:
                    self._write(survey, view, opts)
            except (SurveyError, ValueError) as error:
                refuse(f"export: {error}", 1)
            except BrokenPipeError:
                _close_stdout()
            except OSError as error:
                refuse(f"export: {opts.output or 'stdout'}: {error.strerror}", 1)

    def _replay(self, survey: Survey, view: View, opts: argparse.Namespace) -> None:
        """Send everything through the proxy; status 1 when something did not arrive."""
        settings = self.settings
        assert view.requests is not None
        assert settings is not None
        handover = Handover(survey, view.requests, version=VERSION, unsafe=opts.unsafe)
        asked = list(handover.requests())
        replay = Replay(
            opts.proxy,
            str(settings.get("USER_AGENT") or ""),
            settings.getfloat("DOWNLOAD_DELAY"),
        )
        done = replay(
            asked,
            lambda count: tell(f"{count} of {len(asked)} sent"),
            post=opts.post,
        )
        for remark in handover.remarks():
            tell(remark)
        if done.posts:
            tell(f"{done.posts} forms left out: they go by POST (--post sends them)")
        for failure in done.failed[:5]:
            tell(failure)
        if done.gone:
            refuse(f"export: {opts.proxy} does not answer: {done.sent} sent", 1)
        if done.failed:
            refuse(f"export: {len(done.failed)} without an answer, {done.sent} sent", 1)
        tell(f"{done.sent} requests sent through {opts.proxy}")

    def _write(self, survey: Survey, view: View, opts: argparse.Namespace) -> None:
        copy = _hand_over if opts.form in DOCUMENTS else _copy
        if opts.output in {None, "-"}:
            copy(survey, view, opts, sys.stdout.buffer)
            return
        with replacing(Path(opts.output)) as file:
            count = copy(survey, view, opts, file)
        unit = "requests" if opts.form in DOCUMENTS else "lines"
        tell(f"{count} {unit} in {opts.output}")


def _check_proxy(opts: argparse.Namespace) -> None:
    """What goes with a proxy."""
    if not re.fullmatch(r"http://[^/\s@]+(?<!:)/?", opts.proxy):
        refuse(f"export: --proxy {opts.proxy}: use http://host:port")
    if opts.form or opts.output:
        refuse("export: --proxy sends requests: it writes nothing with --as or -o")
    if VIEWS[opts.what].requests is None:
        usable = ", ".join(name for name, view in VIEWS.items() if view.requests)
        refuse(f"export: {opts.what} are no requests: use --what with {usable}")


def _same_file(survey: Survey, output: str) -> bool:
    try:
        return Path(survey.target).samefile(output)
    except OSError:
        return False


def _hand_over(
    survey: Survey, view: View, opts: argparse.Namespace, file: BinaryIO
) -> int:
    """Write the document of a scanner, and say what is not in it; how many requests."""
    assert view.requests is not None
    handover = Handover(survey, view.requests, version=VERSION, unsafe=opts.unsafe)
    file.writelines(piece.encode() for piece in handover.lines(opts.form))
    file.flush()
    for remark in handover.remarks():
        tell(remark)
    return handover.count


def _copy(survey: Survey, view: View, opts: argparse.Namespace, file: BinaryIO) -> int:
    """Write all lines, in UTF-8 whatever the locale; how many."""
    with survey.reading() as connection:
        view = view.fitted(connection)
    if opts.form == "parquet":
        return write_parquet(view, survey.read(view.read), file)
    count = 0
    for line in lines(view, survey.read(view.read), opts.form):
        file.write(line.encode())
        count += 1
    if view.none and count <= (opts.form == "csv"):
        raise ValueError(view.none)
    file.flush()
    return count


def _close_stdout() -> None:
    """Let the interpreter's last flush go nowhere instead of failing."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
