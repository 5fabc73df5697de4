"""A model of classes of forms, read from JSON; no scikit-learn to score.

Multinomial naive Bayes and logistic regression score alike: each class has a number to
begin with and a weight for each feature, and the probabilities are the softmax of the
sums. A file says which of the two it was trained as, from what, and under which
licence that was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from crawler.model_file import bounded, checked, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class Layout:
    """What a file of one sort of model is."""

    format: str
    key: str
    """Of the classes, in the file."""
    classes: tuple[str, ...]
    """All that there are."""
    one: str
    """What a class is called in a message: ``kind of form``."""
    setting: str
    """Which names a file of one's own."""
    file: str
    """That comes with the package."""
    bare: float = 0.1
    """In training, the weight of a form without its words, beside the form itself."""


@dataclass(frozen=True)
class LinearModel:
    """Weights of features, shape (features, classes), and what the sums begin with."""

    classes: tuple[str, ...]
    bias: npt.NDArray[np.float64]
    rows: Mapping[str, int]
    """Feature -> its row of the weights."""
    weights: npt.NDArray[np.float64]
    about: Mapping[str, Any]
    """What the file tells of its origin."""

    @classmethod
    def shipped(cls, layout: Layout) -> Self:
        """The model that comes with the package."""
        # Eggs stay zipped: there is no path.
        file = resources.files("crawler.forms").joinpath(layout.file)
        return cls.from_dict(layout, json.loads(file.read_text("utf-8")), "shipped")

    @classmethod
    def load(cls, layout: Layout, path: Path | str) -> Self:
        """Read a model file.

        :raises ValueError: one line, when it is none.
        """
        data = read(Path(path), layout.setting)
        return cls.from_dict(layout, data, f"{layout.setting}={path}")

    @classmethod
    def from_dict(cls, layout: Layout, data: Any, name: str = "model") -> Self:
        """Build it from the parsed JSON; see :meth:`load`."""
        data = checked(data, layout.format, name)
        try:
            classes = tuple(data[layout.key])
            bias = np.array(data["bias"], dtype=np.float64)
            table: dict[str, list[float]] = data["weights"]
            weights = np.array([*table.values()], dtype=np.float64)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        if unknown := [each for each in classes if each not in layout.classes]:
            raise ValueError(f"{name}: {unknown[0]!r} is no {layout.one}")
        if len(set(classes)) < 2 or len(set(classes)) != len(classes):
            many = layout.key
            raise ValueError(f"{name}: two {many} or more are needed, each once")
        if bias.shape != (len(classes),) or weights.shape != (len(table), len(classes)):
            raise ValueError(f"{name}: damaged (a weight is missing)")
        if not bounded(bias, weights):
            raise ValueError(f"{name}: damaged (a weight is out of bounds)")
        about = {key: data.get(key) for key in ("model", "source", "licence")}
        rows = {feature: row for row, feature in enumerate(table)}
        return cls(classes, bias, rows, weights, about)

    def probabilities(self, features: Iterable[str]) -> dict[str, float]:
        """Of each class; features that training did not see are ignored."""
        rows = self.rows
        known = [rows[feature] for feature in features if feature in rows]
        # Sorted: a sum of floats depends on the order, which a set does not have.
        known.sort()
        sums = self.bias + self.weights[known].sum(axis=0)
        powers = np.exp(sums - sums.max())
        shares = (powers / powers.sum()).tolist()
        return dict(zip(self.classes, shares, strict=True))
