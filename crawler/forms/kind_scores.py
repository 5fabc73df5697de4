"""How well kinds are told: precision, recall, F1, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.forms.kind import Kinds
from crawler.forms.kind_rules import KINDS, SEARCH
from crawler.forms.kind_training import held_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crawler.forms.kind_training import Labelled

Pairs = Counter[tuple[str, str]]
"""(kind that was told, kind that was predicted) -> forms."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of one kind; 0 where nothing was predicted, or nothing was there."""

    forms: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def score(pairs: Pairs, kind: str) -> Score:
    """How well *kind* was told from all others.

    >>> pairs = Counter({("search", "search"): 8, ("search", "cart"): 2,
    ...                  ("cart", "search"): 2})
    >>> score(pairs, "search")
    Score(forms=10, precision=0.8, recall=0.8)
    """
    right = pairs[kind, kind]
    there = sum(n for (told, _), n in pairs.items() if told == kind)
    predicted = sum(n for (_, found), n in pairs.items() if found == kind)
    return Score(there, right / predicted if predicted else 0.0, right / (there or 1))


def accuracy(pairs: Pairs) -> float:
    """Share of the forms whose kind was predicted."""
    return sum(n for (a, b), n in pairs.items() if a == b) / (pairs.total() or 1)


def predicted(
    labelled: Sequence[Labelled],
    model: str = "lr",
    tell: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """The kind of each form, by rules and a model that saw none of its domain.

    :raises ValueError: as :func:`crawler.forms.kind_training.held_out`.
    """
    found = [""] * len(labelled)
    for index, trained in held_out(labelled, model, tell=tell):
        found[index] = Kinds(trained)(labelled[index].form).kind
    return found


def fields(item: Labelled) -> int:
    """Fields of a form that are not hidden."""
    return sum(field.type != "hidden" for field in item.form.fields)


def table(labelled: Sequence[Labelled], kinds: Sequence[str]) -> Iterator[str]:
    """The lines of a report on *kinds*, which were predicted of *labelled*."""
    told = [item.kind for item in labelled]
    pairs = Counter(zip(told, kinds, strict=True))
    yield f"{'':24}{'forms':>6}{'precision':>11}{'recall':>8}{'F1':>7}"
    present = [kind for kind in KINDS if any(kind in pair for pair in pairs)]
    for kind in present:
        yield _line(kind, score(pairs, kind))
    several = Counter(
        pair
        for pair, item in zip(zip(told, kinds, strict=True), labelled, strict=True)
        if fields(item) >= 2
    )
    yield _line("search, >= 2 fields", score(several, SEARCH))
    yield f"{'all':24}{pairs.total():6}   accuracy {accuracy(pairs):.3f}"
    yield ""
    yield from confusion(pairs, present)


def confusion(pairs: Pairs, kinds: Iterable[str]) -> Iterator[str]:
    """A line for each kind that was told, a column for each that was predicted."""
    names = list(kinds)
    yield "told \\ predicted".ljust(16) + "".join(f"{name[:8]:>9}" for name in names)
    for told in names:
        counts = "".join(f"{pairs[told, found]:>9}" for found in names)
        yield f"{told:16}{counts}"


def _line(name: str, of: Score) -> str:
    return f"{name:24}{of.forms:6}{of.precision:11.3f}{of.recall:8.3f}{of.f1:7.3f}"
