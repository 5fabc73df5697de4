"""How well pages are told: precision, recall, F1, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crawler.focus.training import held_out

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from crawler.focus.labelled import Labelled

Pairs = Counter[tuple[str, str]]
"""(label that was told, label that was predicted) -> pages."""


@dataclass(frozen=True, slots=True)
class Score:
    """Of what is on the topic; 0 where nothing was predicted, or nothing was there."""

    pages: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def score(pairs: Pairs, on: Collection[str]) -> Score:
    """How well the labels *on* the topic were told from all others.

    >>> pairs = Counter({("on", "on"): 8, ("on", "off"): 2, ("off", "on"): 2})
    >>> score(pairs, {"on"})
    Score(pages=10, precision=0.8, recall=0.8)
    """
    right = sum(n for (a, b), n in pairs.items() if a in on and b in on)
    there = sum(n for (told, _), n in pairs.items() if told in on)
    predicted = sum(n for (_, found), n in pairs.items() if found in on)
    return Score(there, right / predicted if predicted else 0.0, right / (there or 1))


def predicted(
    labelled: Sequence[Labelled],
    on: Collection[str],
    model: str,
    tell: Callable[[str], None] = lambda _: None,
) -> dict[int, str]:
    """For each page its label, as a model tells it that saw no page of its host.

    On the topic or off it is told by the sum of the classes, as a crawl does.

    :raises ValueError: as :func:`crawler.focus.training.held_out`.
    """
    found: dict[int, str] = {}
    for index, trained in held_out(labelled, on, model, tell=tell):
        shares = trained.probabilities(labelled[index].text)
        side = sum(shares[name] for name in trained.on) >= 0.5
        found[index] = max(
            (name for name in shares if (name in trained.on) == side),
            key=lambda name: shares[name],
        )
    return found


def table(
    labelled: Sequence[Labelled], found: dict[int, str], on: Collection[str], model: str
) -> Iterator[str]:
    """The lines of a report: the score of each label, and what is taken for what."""
    pairs = Counter((labelled[i].label, name) for i, name in found.items())
    yield f"{model:24}{'pages':>6}{'precision':>11}{'recall':>8}{'F1':>7}"
    labels = sorted({item.label for item in labelled})
    for label in labels:
        yield _line(label, score(pairs, {label}))
    if len(labels) > 2:
        yield _line("on the topic", score(pairs, on))
    yield ""
    yield "told \\ predicted".ljust(20) + "".join(f"{x[:10]:>11}" for x in labels)
    for told in labels:
        counts = "".join(f"{pairs[told, name]:>11}" for name in labels)
        yield f"{told[:20]:20}{counts}"


def _line(name: str, of: Score) -> str:
    return f"{name[:24]:24}{of.pages:6}{of.precision:11.3f}{of.recall:8.3f}{of.f1:7.3f}"
