"""The claim of inspection: auditing similar pages again finds nothing new.

    python -m bench.inspection --wapiti PYTHON [--scale F] [--modules LIST]

PYTHON is an interpreter with wapiti3 (``pip install wapiti3``, an environment of its
own). A local site with seeded flaws is crawled; then wapiti attacks the representatives
and all forms, and after that all pages and the same forms. Told are the flaws that each
run finds, by kind, path (numbers as N) and parameter, and what it costs. The site is
started anew for each run.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlsplit

from bench.inspection_pages import FLAWS, Flaw
from bench.inspection_serving import Serving
from crawler.report import VIEWS
from crawler.report.documents import Handover
from crawler.store import Survey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.report.requests import Asked

MODULES: Final = "xss,sql,redirect,crlf,file,exec"
# What wapiti calls a finding, as the module that finds it.
_KINDS: Final = {
    "Reflected Cross Site Scripting": "xss",
    "SQL Injection": "sql",
    "Blind SQL Injection": "sql",
    "Open Redirect": "redirect",
    "CRLF Injection": "crlf",
    "Path Traversal": "file",
    "Command execution": "exec",
}
_DRIVER: Final = Path(__file__).with_name("inspection_wapiti.py")

Found = frozenset[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Scan:
    """One run of the scanner."""

    handed: int
    """Requests it was given."""
    sent: int
    """Requests that the site got."""
    minutes: float
    cpu: float
    """Minutes of the scanner's own."""
    found: Found
    """Kind, path, parameter."""


def requests(survey: Path, what: str) -> list[Asked]:
    """What a survey hands over."""
    with Survey.open(survey) as opened:
        read = VIEWS[what].requests
        assert read is not None
        return list(Handover(opened, read, version="bench").requests())


def told(asked: Iterable[Asked], base: str) -> str:
    """JSON lines for the driver; the site has another port now."""
    lines = []
    for one in asked:
        parts = urlsplit(one.url)
        url = base + parts.path + (f"?{parts.query}" if parts.query else "")
        body = parse_qsl(one.body.decode(), keep_blank_values=True)
        lines.append(json.dumps({"method": one.method, "url": url, "body": body}))
    return "\n".join(lines)


def scan(python: str, asked: list[Asked], modules: str, scale: float) -> Scan:
    """Attack them, and nothing else."""
    with Serving(scale) as site, tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "requests").write_text(told(asked, site.base), "utf-8")
        out = place / "out.json"
        # Depth 0: what is given and no more; insane: all of it, however alike.
        options = (
            f"-u {site.base}/ -d 0 -S insane -m {modules} --flush-session -f json"
            f" -o {out} --store-session {place} --no-bugreport -v 0 -t 10"
        )
        began, cpu = time.monotonic(), _children()
        subprocess.run(  # noqa: S603 - wapiti
            [python, "-P", str(_DRIVER), str(place / "requests"), *options.split()],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return Scan(
            len(asked),
            site.requests.total(),
            (time.monotonic() - began) / 60,
            (_children() - cpu) / 60,
            findings(json.loads(out.read_text("utf-8"))),
        )


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def findings(report: dict[str, dict[str, list[dict[str, str]]]]) -> Found:
    """What is vulnerable: pages of one kind are one flaw."""
    return frozenset(
        (_KINDS[name], folded(one["path"]), one["parameter"])
        for name, many in report["vulnerabilities"].items()
        if name in _KINDS
        for one in many
    )


def folded(path: str) -> str:
    """A path as the list of flaws has it.

    >>> folded("/docs/7/7"), folded("/tag/amber-fjord")
    ('/docs/N/N', '/tag/WORD')
    """
    path = re.sub(r"^/tag/.*", "/tag/WORD", path)
    return re.sub(r"(?<=/)\d+", "N", path)


def crawl(scale: float, survey: Path) -> float:
    """Crawl the site; seconds."""
    began = time.monotonic()
    with Serving(scale) as site:
        subprocess.run(  # noqa: S603 - ourselves
            [
                *(sys.executable, "-m", "scrapy.cmdline", "crawl", "inspect"),
                *("-a", f"start={site.base}/", "-a", "polite=0", "-a", "exhaustive=1"),
                *("-s", f"STORE_URL={survey}", "-L", "WARNING"),
            ],
            check=True,
        )
    return time.monotonic() - began


def table(runs: dict[str, Scan]) -> str:
    """The runs side by side, then each flaw."""
    names = list(runs)
    rows = [
        ("", *names),
        ("---",) * (len(names) + 1),
        ("requests handed over", *(f"{run.handed:,}" for run in runs.values())),
        ("requests sent", *(f"{run.sent:,}" for run in runs.values())),
        ("minutes", *(f"{run.minutes:.1f}" for run in runs.values())),
        ("CPU minutes of wapiti", *(f"{run.cpu:.1f}" for run in runs.values())),
        (
            f"flaws of {len(FLAWS)}",
            *(
                str(sum(_is(flaw, run.found) for flaw in FLAWS))
                for run in runs.values()
            ),
        ),
    ]
    for flaw in FLAWS:
        said = f"{flaw.kind} `{flaw.path}` `{flaw.parameter}`, {flaw.note}"
        marks = ("yes" if _is(flaw, run.found) else "no" for run in runs.values())
        rows.append((said, *marks))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _is(flaw: Flaw, found: Found) -> bool:
    return (flaw.kind, flaw.path, flaw.parameter) in found


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wapiti", required=True, metavar="PYTHON")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--modules", default=MODULES)
    parser.add_argument("--survey", type=Path, help="an earlier crawl's")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        survey = options.survey or Path(folder) / "survey.sqlite"
        if not survey.exists():
            print(f"crawled in {crawl(options.scale, survey):.0f} s", flush=True)
        runs: dict[str, Scan] = {}
        for name, what in (("representatives", "representatives"), ("all", "pages")):
            asked = requests(survey, what)
            print(name, len(asked), flush=True)
            runs[name] = scan(options.wapiti, asked, options.modules, options.scale)
            other = runs[name].found - {(f.kind, f.path, f.parameter) for f in FLAWS}
            print(table(runs), "besides:", sorted(other), sep="\n", flush=True)


if __name__ == "__main__":
    main()
