"""Tables and checks as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.contest import Row
    from bench.corpora import Corpus


class Check(NamedTuple):
    """A figure and what it is to reach; without a relation it is only told."""

    name: str
    value: float
    relation: str
    wanted: float

    @property
    def reached(self) -> bool:
        """Whether it does.

        >>> Check("", 2.0, "<=", 1.5).reached, Check("", 2.0, ">=", 1.5).reached
        (False, True)
        """
        if self.relation == ">=":
            return self.value >= self.wanted
        return self.value <= self.wanted


def print_checks(checks: Sequence[Check]) -> None:
    """One row each."""
    if not checks:
        return
    print("\n| check | measured | to reach | |")
    print("|---|---|---|---|")
    for check in checks:
        value = f"{check.value:.3g}" if check.value < 1000 else f"{check.value:,.0f}"
        wanted = f"{check.relation} {check.wanted:g}" if check.relation else ""
        told = ("reached" if check.reached else "**not reached**") if wanted else ""
        print(f"| {check.name} | {value} | {wanted} | {told} |")


def print_rows(rows: Sequence[Row], corpus: Corpus) -> None:
    """The methods on one corpus; of judged pairs where it has them."""
    head = "| method | clusters | homogeneity | completeness | ARI | pair F1 "
    head += "| features us | clustering us | memory MB |"
    if corpus.pairs:
        head += " judged pairs: F1 (at), F1 at .8 |"
    print(head)
    print("|---" * (head.count("|") - 1) + "|")
    for row in rows:
        cells = [row.name]
        if row.scores:
            cells.append(str(row.scores.clusters))
            cells += [f"{value:.3f}" for value in row.scores[1:]]
        else:
            cells += ["-"] * 5
        figures = (row.features_us, row.cluster_us, row.memory_mb)
        cells += [f"{figure:,.1f}" if figure else "-" for figure in figures]
        if corpus.pairs:
            judged = row.judged
            told = judged and f"{judged.best:.3f} ({judged.threshold:.3f})"
            cells.append(f"{told}, {judged.given:.3f}" if judged else "-")
        print("| " + " | ".join(cells) + " |")
