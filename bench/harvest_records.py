"""Records of generated result pages: precision, recall, names of fields, by layout.

python -m bench.harvest_records [--pages N] [--set held|tuned|SCRIPT]
    [--blind | --kinds] [--layout NAME] [--show]

SCRIPT: arabic, hebrew or chinese.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.dom import Document, parse
from crawler.harvest.identity import fold
from crawler.harvest.outcome import KINDS, OutcomeJudge
from crawler.harvest.records import Extractor
from crawler.harvest.records_tree import tree_of
from tests.harvest import layout_lists, layout_odd, layout_tables
from tests.harvest.layout_scripts import SCRIPTS
from tests.harvest.layout_words import HELD_OUT, TUNED
from tests.harvest.layouts import LAYOUTS, Case, make
from tests.harvest.responses import NONSENSE, site

if TYPE_CHECKING:
    from crawler.harvest.records_item import Record

RENDERERS = layout_lists, layout_tables, layout_odd
HELD_SEED = 7_000_000


@dataclass
class Tally:
    """Counts of one layout."""

    pages: int = 0
    truth: int = 0
    found: int = 0
    right: int = 0
    named: int = 0
    names: int = 0
    perfect: int = 0

    def add(self, other: Tally) -> None:
        """Sum up."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self, name: str) -> str:
        """A line of the table."""
        precision = self.right / self.found if self.found else 1.0
        recall = self.right / self.truth if self.truth else 1.0
        names = self.named / self.names if self.names else 1.0
        return (
            f"| {name} | {self.pages} | {self.truth} | {precision:.3f} | {recall:.3f}"
            f" | {names:.3f} | {self.perfect / self.pages:.3f} |"
        )


def extract(case: Case, *, blind: bool) -> tuple[Record, ...]:
    """The records of a case; *blind*: without the page of a query without results."""
    extractor = Extractor()
    html = case.content_type.startswith("text/html")
    if html and not blind:
        empty = parse(case.empty.encode(), url=case.url, content_type=case.content_type)
        extractor.contrast.learn(tree_of(empty), ["xqzvkwj"])
    document = parse(case.body.encode(), url=case.url, content_type=case.content_type)
    return extractor.extract(document, [case.query]).records


def judge(case: Case, records: tuple[Record, ...]) -> Tally:
    """A record is right when its values are those of one in the truth."""
    tally = Tally(1, len(case.records), len(records))
    wanted = Counter(_values(record) for record in case.records)
    by_values = {_values(record): record for record in case.records}
    for record in records:
        values = _values(dict(record.fields))
        if wanted[values] > 0:
            wanted[values] -= 1
            tally.right += 1
            told = {
                n: v
                for n, v in by_values[values].items()
                if not n.startswith("?") and v
            }
            tally.names += len(told)
            own = {(n.casefold(), fold(v)) for n, v in record.fields.items()}
            tally.named += sum((n.casefold(), fold(v)) in own for n, v in told.items())
    tally.perfect = int(
        tally.right == tally.truth == tally.found and tally.named == tally.names
    )
    return tally


def _values(record: dict[str, str]) -> tuple[str, ...]:
    return tuple(sorted(fold(value) for value in record.values() if value))


SETS = {"held": HELD_OUT, "tuned": TUNED, **SCRIPTS}


def run(options: argparse.Namespace) -> list[str]:
    """The table."""
    vocabulary = SETS[options.set]
    lines = [
        "| layout | pages | records | precision | recall | names | pages all right |",
        "|---|---|---|---|---|---|---|",
    ]
    total = Tally()
    for name in LAYOUTS:
        if options.layout not in {"", name}:
            continue
        tally = Tally()
        for number in range(options.pages):
            seed = number + (0 if options.set == "tuned" else HELD_SEED)
            case = make(name, seed, vocabulary)
            records = extract(case, blind=options.blind)
            one = judge(case, records)
            tally.add(one)
            if options.show and not one.perfect:
                print(name, seed, [len(case.records), len(records)])
        lines.append(tally.row(name))
        total.add(tally)
    return [*lines, total.row("**all**")]


def kinds(sites: int, held: bool, show: bool) -> list[str]:
    """The confusion matrix of the seven kinds of response."""
    table: Counter[tuple[str, str]] = Counter()
    for number in range(sites):
        made = site(number + (HELD_SEED if held else 0), held=held)
        judge_ = OutcomeJudge()
        judge_.learn_form_page(_document(made.form_page, made.url))
        judge_.learn_nonsense(_document(made.nonsense, made.url), [NONSENSE])
        for place, answer in enumerate(made.answers):
            document = _document(answer.body, made.url)
            response = judge_.judge(document, answer.status, [answer.query])
            table[answer.kind, response.kind] += 1
            if show and response.kind != answer.kind:
                print(number, place, answer.kind, response.kind, response.reason)
    right = sum(n for (truth, found), n in table.items() if truth == found)
    lines = ["| truth \\ found | " + " | ".join(KINDS) + " | right |"]
    lines.append("|---" * (len(KINDS) + 2) + "|")
    for truth in KINDS:
        cells = [table[truth, found] for found in KINDS]
        share = table[truth, truth] / max(1, sum(cells))
        lines.append(
            f"| {truth} | " + " | ".join(map(str, cells)) + f" | {share:.3f} |"
        )
    return [*lines, f"All: {right / table.total():.4f} of {table.total()}"]


def _document(body: str, url: str) -> Document:
    return parse(body.encode(), url=url, content_type="text/html; charset=utf-8")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20, help="a layout")
    parser.add_argument("--set", choices=list(SETS), default="held")
    parser.add_argument("--layout", choices=list(LAYOUTS), default="")
    parser.add_argument("--blind", action="store_true", help="no reference page")
    parser.add_argument("--kinds", action="store_true", help="of responses instead")
    parser.add_argument("--show", action="store_true", help="name the pages that fail")
    options = parser.parse_args()
    if options.kinds:
        lines = kinds(options.pages, options.set != "tuned", options.show)
    else:
        lines = run(options)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
