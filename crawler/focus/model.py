"""A page model: naive Bayes or logistic regression, read from JSON.

Naive Bayes is as the data-source-discovery paper has it: ``P(Ci|x)`` follows from
``P(Ci)`` and the product of ``P(wj|Ci)`` over the words of the page, computed as sums
of logarithms, since the product underflows after a few hundred words. Logistic
regression weighs tf-idf vectors of length 1 instead. In both, words that training did
not see are ignored, and a page without any known word has the score of the prior.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import numpy as np

from crawler.focus.topic import KIND as TOPIC
from crawler.focus.topic import TopicModel
from crawler.focus.word_id import word_id
from crawler.focus.words import words
from crawler.model_file import bounded, checked, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from crawler.focus.options import FocusOptions

FORMAT: Final = "leadline-page-model/1"
NAIVE_BAYES: Final = "nb"
LINEAR: Final = "lr"
MODELS: Final = (NAIVE_BAYES, LINEAR)
"""What is trained from labelled pages."""
ABOUT: Final = ("source", "licence", "pages", "scores")


class Scorer(Protocol):
    """What judges the text of a page."""

    @property
    def kind(self) -> str:
        """``nb``, ``lr`` or ``topic``."""

    def score(self, text: str) -> float:
        """How much a page with this text is on the topic, 0 to 1."""


@dataclass(frozen=True)
class PageModel:
    """What the sums of the classes begin with, and what each word adds to them."""

    kind: str
    classes: tuple[str, ...]
    on: frozenset[str]
    """The classes that are on the topic."""
    bias: npt.NDArray[np.float64]
    rows: Mapping[int, int]
    """Id of a word -> its row of the weights."""
    weights: npt.NDArray[np.float64]
    """Shape (words, classes); of naive Bayes the logarithms of ``P(wj|Ci)``."""
    idf: npt.NDArray[np.float64]
    """Of each word; of naive Bayes 1."""
    about: Mapping[str, Any]
    """What the file tells of its origin."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a model file.

        :raises ValueError: one line, when it is no model, or knows one class only
            (such a model would call every page relevant).
        """
        return cls.from_dict(read(path, "FOCUS_MODEL"), f"FOCUS_MODEL={path}")

    @classmethod
    def from_dict(cls, data: Any, name: str = "model") -> Self:
        """Build it from the parsed JSON; see :meth:`load`."""
        data = checked(data, FORMAT, name)
        try:
            classes, on = tuple(map(str, data["classes"])), frozenset(data["on"])
            table: dict[str, list[float]] = data["weights"]
            rows = {int(word): row for row, word in enumerate(table)}
            bias = np.array(data["bias"], dtype=np.float64)
            weights = np.array([*table.values()], dtype=np.float64)
            idf = np.array(data.get("idf") or [1.0] * len(table), dtype=np.float64)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"{name}: damaged ({error!r})") from None
        if len(set(classes)) < 2 or not on or not on < set(classes):
            raise ValueError(f"{name}: trained on one class, or on nothing")
        if not (
            data.get("model") in MODELS
            and bias.shape == (len(classes),)
            and weights.shape == (len(table), len(classes))
            and idf.shape == (len(table),)
        ):
            raise ValueError(f"{name}: damaged (a weight is missing)")
        if not bounded(bias, weights, idf):
            raise ValueError(f"{name}: damaged (a weight is out of bounds)")
        about = {key: data.get(key) for key in ABOUT}
        return cls(data["model"], classes, on, bias, rows, weights, idf, about)

    def score(self, text: str) -> float:
        """Probability that a page with this text is on the topic."""
        found = self.probabilities(text)
        return min(1.0, sum(found[name] for name in sorted(self.on)))

    def probabilities(self, text: str) -> dict[str, float]:
        """``P(Ci|x)`` of each class."""
        known: dict[int, int] = {}
        for word, times in Counter(words(text)).items():
            row = self.rows.get(word_id(word))
            if row is not None:
                known[row] = known.get(row, 0) + times
        sums = self.bias
        if known:
            # Sorted: a sum of floats depends on the order.
            places = sorted(known)
            values = np.array([known[row] for row in places], dtype=np.float64)
            if self.kind == LINEAR:
                values = (1 + np.log(values)) * self.idf[places]
                values /= math.sqrt(float(values @ values)) or 1.0
            sums = sums + values @ self.weights[places]
        powers = np.exp(sums - sums.max())
        return dict(zip(self.classes, (powers / powers.sum()).tolist(), strict=True))


def load_model(path: Path) -> Scorer:
    """The model in a file, of whatever kind.

    :raises ValueError: one line, when there is none.
    """
    data, name = read(path, "FOCUS_MODEL"), f"FOCUS_MODEL={path}"
    if isinstance(data, dict) and data.get("model") == TOPIC:
        return TopicModel.from_dict(data, name)
    return PageModel.from_dict(data, name)


def scorer_of(options: FocusOptions) -> Scorer:
    """What judges pages, by the settings: a model, else the words of a topic.

    :raises ValueError: one line, naming the setting that does not fit.
    """
    if options.is_paper:
        if not options.model:
            raise ValueError("FOCUS_MODE=paper: FOCUS_MODEL is needed, naive Bayes")
        model = load_model(Path(options.model))
        if model.kind != NAIVE_BAYES:
            raise ValueError(
                f"FOCUS_MODE=paper: FOCUS_MODEL={options.model} is no naive Bayes:"
                " scrapy trainfocus --model nb"
            )
        return model
    if options.model:
        return load_model(Path(options.model))
    try:
        return TopicModel.of_words(options.topic)
    except ValueError as error:
        raise ValueError(f"FOCUS_TOPIC={options.topic[:100]!r}: {error}") from None
