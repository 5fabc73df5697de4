"""Structure clustering beside its peers, on pages whose template is known.

    python -m bench.cluster peers|variants|speed|all [--docs FOLDER]
        [--datasets FOLDER] [--survey PATH:TRUTH ...] [--pages N]

``peers``: each corpus by each method. ``variants``: what counts as structure, over
all corpora and the surveys given. ``speed``: up to 140,000 pages. What is missing
on this machine is left out, with a line that says so.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from bench import corpora, scaling, variants
from bench.contest import Contest
from bench.outside import environment
from bench.report import Check, print_checks, print_rows

if TYPE_CHECKING:
    from bench.contest import Row
    from bench.corpora import Corpus

TREES = Path(os.environ.get("BEDS", ""), "docs", "www")
DATASETS = Path(__file__).parents[2] / "shared" / "datasets"


def found_corpora(given: argparse.Namespace) -> list[Corpus]:
    """Those that this machine has."""
    found = [corpora.synthetic(max(1, given.pages // 120))]
    if given.docs.is_dir():
        found.append(corpora.docs(given.docs, given.pages))
    else:
        print(f"skipped: documentation trees: no folder {given.docs}")
    if given.datasets.is_dir():
        found.append(corpora.stack_overflow(given.datasets))
        found.append(corpora.petclinic(given.datasets))
    else:
        print(f"skipped: Stack Overflow, petclinic: no folder {given.datasets}")
    return found


def compare(given: argparse.Namespace) -> list[Check]:
    """One table a corpus, and what is to be reached."""
    checks = []
    with environment(given.python) as outside:
        for corpus in found_corpora(given):
            print(f"\n### {corpus.name}: {len(corpus.pages)} pages, ", end="")
            print(f"{len(set(corpus.labels.values()))} templates\n")
            rows = Contest(corpus, outside).rows()
            print_rows(rows, corpus)
            checks += quality_checks(corpus, {row.name: row for row in rows})
    return checks


def quality_checks(corpus: Corpus, rows: dict[str, Row]) -> list[Check]:
    """What the clusters of a corpus are to reach."""
    ours = rows["default, leader only"]
    if ours.scores is None:
        return []
    name, ari = corpus.name, ours.scores.ari
    checks = []
    if name == "synthetic":
        pure = ours.scores.homogeneity
        checks += [
            Check("synthetic: ARI", ari, ">=", 0.95),
            Check("synthetic: homogeneity", pure, ">=", 0.98),
            *linkage_checks(rows),
        ]
    elif name == "docs":
        checks += both_looks("docs: ARI", rows, 0.57)
    elif name == "stack overflow":
        checks += both_looks("Stack Overflow: ARI", rows, 0.9)
    elif ours.judged:
        title = f"petclinic: pair F1 at its best threshold {ours.judged.threshold:.3f}"
        checks += [
            Check(title, ours.judged.best, ">=", 0.873),
            Check("petclinic: pair F1 at T = 0.8", ours.judged.given, "", 0),
        ]
    return checks


def both_looks(title: str, rows: dict[str, Row], wanted: float) -> list[Check]:
    """As the crawl leaves it, and as the survey has it in the end."""
    return [
        Check(f"{title}, {look}", found.ari, ">=", wanted)
        for look in ("leader only", "second look")
        if (found := rows[f"default, {look}"].scores)
    ]


def linkage_checks(rows: dict[str, Row]) -> list[Check]:
    """Average linkage has to see all pairs, so all pages are one partition."""
    ours, linked = (
        rows[f"{name}, one partition"] for name in ("leader, index", "average linkage")
    )
    if ours.scores is None or linked.scores is None:
        return []
    ratio = linked.cluster_us / ours.cluster_us
    share = ours.scores.ari / linked.scores.ari
    return [
        Check("times the speed of average linkage", ratio, ">=", 30),
        Check("share of its ARI", share, ">=", 0.9),
    ]


def main() -> None:
    """Print tables and checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=["peers", "variants", "speed", "all"])
    parser.add_argument("--docs", type=Path, default=TREES)
    parser.add_argument("--datasets", type=Path, default=DATASETS)
    parser.add_argument("--survey", action="append", default=[])
    parser.add_argument("--pages", type=int, default=2400)
    parser.add_argument("--most", type=int, default=140_000, help="pages, for speed")
    parser.add_argument("--python", help="of an environment that has the peers")
    parser.add_argument("--wide", action="store_true", help="all shares and roots")
    given = parser.parse_args()
    checks = []
    if given.part in {"peers", "all"}:
        checks += compare(given)
    if given.part in {"variants", "all"}:
        variants.show(found_corpora(given), given.survey, wide=given.wide)
    if given.part in {"speed", "all"}:
        checks += scaling.run(given.docs, given.most)
    print_checks(checks)


if __name__ == "__main__":
    main()
