"""What the workers of the roles do: plain functions of plain data.

A worker keeps the models that it was given, by their digest. A task names its model
only; a worker that does not know it says so (None), and is asked again with the model.
So a model of megabytes travels once to each worker, also to one that was restarted.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from crawler.focus.model import PageModel
from crawler.focus.topic import KIND as TOPIC
from crawler.focus.topic import TopicModel
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_model import KIND_LAYOUT
from crawler.forms.linear_model import LinearModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.focus import FocusOptions, Scorer
    from crawler.items import Form

_MAX_KNOWN: Final = 8
# Of a worker's process: the models of the crawls that it works for.
_known: OrderedDict[str, Any] = OrderedDict()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageSetup:
    """What judges pages: the JSON text of a model, else the words of a topic."""

    model: str = ""
    topic: str = ""

    @classmethod
    def of(cls, options: FocusOptions) -> PageSetup:
        """By the settings.

        :raises ValueError: one line, when the model cannot be read.
        """
        if not options.model:
            return cls(topic=options.topic)
        try:
            return cls(model=Path(options.model).read_text("utf-8"))
        except (OSError, UnicodeError) as error:
            raise ValueError(f"FOCUS_MODEL={options.model}: {error}") from None

    def build(self) -> Scorer:
        """The model."""
        if not self.model:
            return TopicModel.of_words(self.topic)
        data = json.loads(self.model)
        kind = TopicModel if data.get("model") == TOPIC else PageModel
        return kind.from_dict(data)


@dataclass(frozen=True, slots=True)
class FormSetup:
    """What tells the kinds of forms: the rules, and the JSON text of a model."""

    rules: Literal["default", "paper"] = "default"
    model: str = ""

    @classmethod
    def of(cls, options: FormsOptions) -> FormSetup:
        """By the settings.

        :raises ValueError: one line, when the model cannot be read.
        """
        if not options.model or options.rules == "paper":
            return cls(options.rules)
        try:
            return cls(options.rules, Path(options.model).read_text("utf-8"))
        except (OSError, UnicodeError) as error:
            raise ValueError(f"FORMS_MODEL={options.model}: {error}") from None

    def build(self) -> Kinds:
        """The model."""
        if self.model:
            data = json.loads(self.model)
            return Kinds(LinearModel.from_dict(KIND_LAYOUT, data))
        return Kinds.of(
            FormsOptions(rules="paper" if self.rules == "paper" else "default")
        )


def digest(setup: PageSetup | FormSetup) -> str:
    """What makes a setup the same in every process."""
    text = json.dumps([type(setup).__name__, asdict(setup)], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def score_pages(
    name: str, setup: PageSetup | None, texts: Sequence[str]
) -> list[float] | None:
    """How much each page is on the topic; None when the model is not known here."""
    model: Scorer | None = _model(name, setup, PageSetup.build)
    return None if model is None else [model.score(text) for text in texts]


def tell_forms(
    name: str, setup: FormSetup | None, forms: Sequence[Form]
) -> list[Form] | None:
    """The forms with their kinds; None when the model is not known here."""
    kinds: Kinds | None = _model(name, setup, FormSetup.build)
    return None if kinds is None else [kinds.told(form) for form in forms]


def _model(name: str, setup: Any, build: Callable[[Any], T]) -> T | None:
    found: T | None = _known.get(name)
    if found is None and setup is not None:
        found = _known[name] = build(setup)
    if found is not None:
        _known.move_to_end(name)
        while len(_known) > _MAX_KNOWN:
            _known.popitem(last=False)
    return found
