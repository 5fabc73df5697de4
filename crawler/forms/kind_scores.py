"""How well kinds are told of forms whose domain the model has not seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from crawler.forms.kind import Kinds
from crawler.forms.kind_rules import KINDS, SEARCH
from crawler.forms.kind_training import held_out
from crawler.scores import accuracy, confusion, heading, line, score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crawler.forms.kind_training import Labelled


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
    yield heading("", "forms")
    present = [kind for kind in KINDS if any(kind in pair for pair in pairs)]
    for kind in present:
        yield line(kind, score(pairs, {kind}))
    several = Counter(
        pair
        for pair, item in zip(zip(told, kinds, strict=True), labelled, strict=True)
        if fields(item) >= 2
    )
    yield line("search, >= 2 fields", score(several, {SEARCH}))
    yield f"{'all':24}{pairs.total():6}   accuracy {accuracy(pairs):.3f}"
    yield ""
    yield from confusion(pairs, present)
