"""``scrapy diff``: what came, went and changed between two surveys."""

from __future__ import annotations

import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scrapy.commands import ScrapyCommand
from sqlalchemy.exc import SQLAlchemyError

from crawler.cluster import recipe, similarity
from crawler.cluster.joining import Joining
from crawler.console import one_line, refuse, tell, unknown
from crawler.finalise import Measured, finalise, stored_options
from crawler.harvest import changes
from crawler.report.diff import compare
from crawler.report.diff_records import record_changes
from crawler.report.diff_side import read_side
from crawler.report.diff_text import as_json, as_text
from crawler.store import Survey, SurveyError, engine

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from crawler.cluster import ClusterOptions
    from crawler.items import Vector
    from crawler.report.diff import Difference
    from crawler.report.diff_clusters import Alike
    from crawler.report.diff_side import ClusterState, Side

FORMATS = ("text", "json")
DIFFERENT: Final = 1
WRONG: Final = 2
FAILED: Final = 3
# SPIDER-HOST-TIME.sqlite, as surveys are called when nobody says how.
_NAME = re.compile(r"(?P<spider>[^-]+)-(?P<host>.+)-\d{8}T\d{6}Z\.sqlite")


class Command(ScrapyCommand):
    """Exit status: 0 the same, 1 different, 2 a wrong argument, 3 it failed."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "OLD NEW [--as text|json]  or  --last N HOST"

    def short_desc(self) -> str:
        return "Tell what came, went and changed between two surveys"

    def long_desc(self) -> str:
        return (
            "Only what both crawls could see is compared. Exit status: 0 nothing"
            " differs, 1 something does, 2 a wrong argument, 3 a survey that cannot be"
            " read."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "diff")
        parser.add_argument(
            "--as",
            dest="form",
            metavar="FORMAT",
            default=FORMATS[0],
            help=f"{' or '.join(FORMATS)} (default: %(default)s)",
        )
        parser.add_argument(
            "--last",
            type=int,
            metavar="N",
            help="of the last N surveys of HOST the oldest and the newest (2 or more)",
        )
        parser.add_argument(
            "--folder",
            metavar="DIR",
            default="surveys",
            help="where --last looks (default: %(default)s)",
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before a survey is opened."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"diff: unknown option {wrong[0]}")
        if opts.form not in FORMATS:
            refuse(f"diff: {unknown('--as', opts.form, FORMATS)}")
        if opts.last is not None and opts.last < 2:
            refuse(f"diff: --last {opts.last}: give 2 or more")
        if opts.last is not None and len(args) != 1:
            refuse("diff: name one host: scrapy diff --last 2 app.example")
        if opts.last is None and len(args) != 2:
            refuse("diff: name two surveys: scrapy diff OLD NEW")
        if opts.last is not None:
            try:
                args[:] = last_surveys(Path(opts.folder), args[0], opts.last)
            except ValueError as error:
                refuse(f"diff: {error}")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the difference; whether there is one is the exit status."""
        with ExitStack() as stack:
            surveys = []
            for name in args:
                try:
                    surveys.append(stack.enter_context(Survey.open(name)))
                except SurveyError as error:
                    refuse(f"diff: {error}")
            try:
                difference = self._compare(surveys[0], surveys[1])
            except (SurveyError, ValueError) as error:
                refuse(f"diff: {error}", FAILED)
            except SQLAlchemyError as error:
                names = f"{surveys[0].target} or {surveys[1].target}"
                refuse(f"diff: {names}: {engine.reason(error)}", FAILED)
        for warning in difference.warnings:
            tell(f"diff: {warning}")
        if opts.form == "json":
            sys.stdout.write(as_json(difference))
        else:
            for line in as_text(difference):
                print(line)
        self.exitcode = 0 if difference.same else DIFFERENT

    def _compare(self, old: Survey, new: Survey) -> Difference:
        for survey in (old, new):
            if not survey.is_final():
                tell(f"{survey.target} is not final: making its clusters")
                finalise(survey)
        before, after = read_side(old), read_side(new)
        options = stored_options(new)
        alike = alike_by(
            options,
            {
                **leader_vectors(old, before, options),
                **leader_vectors(new, after, options),
            },
        )
        records = record_changes(before, after, old, new, changes.compare)
        return compare(before, after, alike, records)


def leader_vectors(
    survey: Survey, side: Side, options: ClusterOptions
) -> dict[ClusterState, Vector]:
    """The structure of each cluster's leader, measured by these options.

    :raises SurveyError: when it was measured by others and its tree was not kept.
    """
    led = {cluster.leader: cluster for cluster in side.clusters.values()}
    measured = Measured(survey, options)
    again = bool(survey.recipes() - {recipe(options)})
    return {
        led[row.key]: measured.vector(row)
        for row in survey.member_rows(with_skeletons=again)
        if row.key in led
    }


def alike_by(options: ClusterOptions, vectors: Mapping[ClusterState, Vector]) -> Alike:
    """Similarity of two leaders; 0 where the rule of the clusters keeps them apart."""
    joining = Joining.of(options)

    def alike(first: ClusterState, second: ClusterState) -> float:
        one, other = vectors.get(first), vectors.get(second)
        if one is None or other is None:
            return 0.0
        found = similarity(one, other)
        same_shape = first.shape == second.shape
        if joining.equal_only(min(one.nodes, other.nodes), same_shape=same_shape):
            return found if found == 1 else 0.0
        return found if found > joining.threshold else 0.0

    return alike


def last_surveys(folder: Path, host: str, count: int) -> list[str]:
    """The oldest and the newest of the last *count* surveys of a host, by their names.

    Surveys of another spider than the newest one's are not looked at.

    :raises ValueError: in one line, when there are not as many.
    """
    safe = re.sub(r"[^A-Za-z0-9.-]+", "_", host)
    stamps: dict[str, list[str]] = {}
    for path in folder.glob(f"*-{safe}-*.sqlite"):
        found = _NAME.fullmatch(path.name)
        if found and found["host"] == safe:
            stamps.setdefault(found["spider"], []).append(path.name)
    if not stamps:
        raise ValueError(f"{folder} has no survey of {host}: name two surveys")
    # The end of a name is its time, which sorts as text.
    newest = max(stamps.values(), key=lambda names: max(name[-23:] for name in names))
    names = sorted(newest)[-count:]
    if len(names) < count:
        raise ValueError(
            f"{folder} has {len(names)} of the last {count} surveys of {host}"
        )
    return [str(folder / names[0]), str(folder / names[-1])]
