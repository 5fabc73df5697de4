"""A model of the kinds of forms, read from JSON; no scikit-learn to score.

Multinomial naive Bayes and logistic regression score alike: each kind has a number to
begin with and a weight for each feature, and the probabilities are the softmax of the
sums. A file says which of the two it was trained as, from what, and under which
licence that was.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from crawler.forms.kind_rules import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    import numpy.typing as npt

FORMAT = "leadline-form-model/1"
_LIMIT = 1e6


@dataclass(frozen=True)
class KindModel:
    """Weights of features, shape (features, kinds), and what the sums begin with."""

    kinds: tuple[str, ...]
    bias: npt.NDArray[np.float64]
    rows: Mapping[str, int]
    """Feature -> its row of the weights."""
    weights: npt.NDArray[np.float64]
    about: Mapping[str, Any]
    """What the file tells of its origin."""

    @classmethod
    def shipped(cls) -> Self:
        """The model that comes with the package."""
        # Eggs stay zipped: there is no path.
        file = resources.files("crawler.forms").joinpath("kind_model.json")
        return cls.from_dict(json.loads(file.read_text("utf-8")), "shipped model")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a model file.

        :raises ValueError: one line, when it is none.
        """
        try:
            data = json.loads(path.read_text("utf-8"))
        except OSError as error:
            raise ValueError(f"FORMS_MODEL={path}: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise ValueError(f"FORMS_MODEL={path}: {error}") from None
        return cls.from_dict(data, f"FORMS_MODEL={path}")

    @classmethod
    def from_dict(cls, data: Any, name: str = "model") -> Self:
        """Build it from the parsed JSON; see :meth:`load`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"{name}: not a {FORMAT} file")
        try:
            kinds = tuple(data["kinds"])
            bias = np.array(data["bias"], dtype=np.float64)
            table: dict[str, list[float]] = data["weights"]
            weights = np.array([*table.values()], dtype=np.float64)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        if unknown := [kind for kind in kinds if kind not in KINDS]:
            raise ValueError(f"{name}: {unknown[0]!r} is no kind of form")
        if len(set(kinds)) < 2 or len(set(kinds)) != len(kinds):
            raise ValueError(f"{name}: two kinds or more are needed, each once")
        if bias.shape != (len(kinds),) or weights.shape != (len(table), len(kinds)):
            raise ValueError(f"{name}: damaged (a weight is missing)")
        # No number is not below either.
        if not ((abs(bias) < _LIMIT).all() and (abs(weights) < _LIMIT).all()):
            raise ValueError(f"{name}: damaged (a weight is out of bounds)")
        about = {key: data.get(key) for key in ("model", "source", "licence")}
        rows = {feature: row for row, feature in enumerate(table)}
        return cls(kinds, bias, rows, weights, about)

    def probabilities(self, features: Iterable[str]) -> dict[str, float]:
        """Of each kind; features that training did not see are ignored."""
        rows = self.rows
        known = [rows[feature] for feature in features if feature in rows]
        # Sorted: a sum of floats depends on the order, which a set does not have.
        known.sort()
        sums = self.bias + self.weights[known].sum(axis=0)
        powers = np.exp(sums - sums.max())
        shares = (powers / powers.sum()).tolist()
        return dict(zip(self.kinds, shares, strict=True))
