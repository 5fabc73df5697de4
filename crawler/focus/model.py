"""A page model: multinomial naive Bayes, read from JSON, no scikit-learn to score.

``P(C|x)`` follows from ``P(C)`` and the product of ``P(w|C)`` over the words of the
page, as the data-source-discovery paper has it; computed as sums of logarithms with
log-sum-exp, since the product underflows after a few hundred words. Words that
training did not see are ignored.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Self

import mmh3
from pydantic import Field

from crawler.focus.words import words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT = "leadline-page-model/1"


@dataclass(frozen=True)
class FocusOptions:
    """Settings ``FOCUS_*``."""

    model: str = ""
    """Path of a page model; empty switches focus off."""
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Least probability of a page on the topic."""
    tunnel: Annotated[int, Field(ge=0)] = 2
    """Off-topic pages in a row that are crossed."""


def word_id(word: str) -> int:
    """How a word is named in a model file: mmh3, 32 bits."""
    return mmh3.hash(word, signed=False)


@dataclass(frozen=True)
class PageModel:
    """Log prior of on- and off-topic, and log likelihoods ``{word id: (off, on)}``."""

    log_prior: tuple[float, float]
    log_likelihood: Mapping[int, tuple[float, float]]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a model file.

        :raises ValueError: one line, when it is no model, or knows one class only
            (such a model would call every page relevant).
        """
        try:
            data = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"FOCUS_MODEL={path}: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"FOCUS_MODEL={path}: not a {FORMAT} file")
        return cls.from_dict(data, str(path))

    @classmethod
    def from_dict(cls, data: dict[str, Any], name: str = "model") -> Self:
        """Build it from the parsed JSON; see :meth:`load`."""
        try:
            off, on = (float(value) for value in data["log_prior"])
            table = {
                int(word): (float(values[0]), float(values[1]))
                for word, values in data["log_likelihood"].items()
            }
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ValueError(f"FOCUS_MODEL={name}: damaged ({error!r})") from None
        numbers = [off, on, *(value for pair in table.values() for value in pair)]
        if not table or not all(map(math.isfinite, numbers)):
            raise ValueError(f"FOCUS_MODEL={name}: trained on one class, or on nothing")
        return cls((off, on), table)

    def score(self, text: str) -> float:
        """Probability that a page with this text is on the topic.

        Without a known word it is the prior.
        """
        off, on = self.log_prior
        for word in words(text):
            found = self.log_likelihood.get(word_id(word))
            if found is not None:
                off += found[0]
                on += found[1]
        # The logistic of the difference is the log-sum-exp of two classes.
        difference = off - on
        if difference > 700:
            return 0.0
        return 1.0 / (1.0 + math.exp(difference))
