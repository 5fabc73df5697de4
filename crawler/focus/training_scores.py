"""How well pages are told: precision, recall, F1, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crawler.focus.training import held_out
from crawler.scores import confusion, heading, line, score

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from crawler.focus.labelled import Labelled


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
    yield heading(model, "pages")
    labels = sorted({item.label for item in labelled})
    for label in labels:
        yield line(label, score(pairs, {label}))
    if len(labels) > 2:
        yield line("on the topic", score(pairs, on))
    yield ""
    yield from confusion(pairs, labels)
