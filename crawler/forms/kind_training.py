"""Train a model of the kinds of forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.forms.kind_features import features
from crawler.forms.kind_model import KIND_LAYOUT
from crawler.forms.linear_training import MODELS, Example, fit
from crawler.forms.linear_training import held_out as _held_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crawler.forms.linear_model import LinearModel
    from crawler.items import Form

__all__ = ["MODELS", "Labelled", "held_out", "train"]


@dataclass(frozen=True)
class Labelled:
    """A form whose kind somebody told."""

    form: Form
    kind: str
    domain: str


def train(labelled: Sequence[Labelled], model: str = "lr") -> dict[str, Any]:
    """The model as plain data, which ``LinearModel.from_dict`` reads.

    :raises ValueError: when there are not forms of two kinds with features in common.
    """
    return fit(_examples(labelled), KIND_LAYOUT, model)


def held_out(
    labelled: Sequence[Labelled],
    model: str = "lr",
    folds: int = 10,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[int, LinearModel]]:
    """For each form its index and a model that has seen no form of its domain.

    :raises ValueError: as :func:`train`; and when all forms are of one domain.
    """
    return _held_out(_examples(labelled), KIND_LAYOUT, model, folds, tell)


def _examples(labelled: Sequence[Labelled]) -> list[Example]:
    return [Example(features(item.form), item.kind, item.domain) for item in labelled]
