"""The reference pages of a form: the page it is on, and answers to nonsense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.forms import extract as forms_of
from crawler.harvest.contrast import Key, keys
from crawler.harvest.identity import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crawler.dom import Document
    from crawler.harvest.outcome_page import Look
    from crawler.harvest.records_tree import Tree
    from crawler.items import Form

MESSAGE: Final = 8
"""Characters of a text that tells something."""


class References:
    """What the site's own pages say of a response."""

    def __init__(self) -> None:
        self._nothing: list[set[Key]] = []
        self._blank: set[Key] = set()
        self._forms: set[str] = set()
        self.marks = 0
        """Elements marked as wrong where nothing is."""

    def __bool__(self) -> bool:
        return bool(self._nothing)

    def learn_blank(self, document: Document, tree: Tree) -> None:
        """The page of the form, before anything was asked."""
        self._blank = keys(tree)
        self._forms |= {names(form) for form in forms_of(document)}

    def learn_nothing(
        self, document: Document, tree: Tree, echo: Sequence[str], marks: int
    ) -> None:
        """The answer to nonsense."""
        self._nothing.append(keys(tree, echo))
        self._forms |= {names(form) for form in forms_of(document)}
        self.marks = max(self.marks, marks)

    def has(self, form: Form) -> bool:
        """Whether a form is on a reference page too."""
        return names(form) in self._forms

    def shown(self, look: Look, echo: Sequence[str]) -> set[Key]:
        """The texts of a page, to be compared."""
        if look.tree is None:
            return set()
        return keys(look.tree, echo, self._blank.union(*self._nothing))

    def same(self, shown: set[Key]) -> float:
        """How much a page is the answer to nonsense: Jaccard index of texts."""
        return max((_jaccard(shown, one) for one in self._nothing), default=0.0)

    def blank(self, shown: set[Key]) -> float:
        """How much a page is that of the form."""
        return _jaccard(shown, self._blank)

    def told(self, shown: set[Key]) -> bool:
        """Whether a page has the message that only nonsense got."""
        return bool(self._message() & shown)

    def has_message(self) -> bool:
        """Whether nonsense got a message of its own."""
        return bool(self._message())

    def _message(self) -> set[Key]:
        if not self._nothing or not self._blank:
            return set()
        said = set.intersection(*self._nothing) - self._blank
        return {key for key in said if len(key[1]) >= MESSAGE}

    def new(self, shown: set[Key]) -> bool:
        """Whether a page says something that the page of the form does not."""
        return any(len(text) >= MESSAGE for _, text in shown - self._blank)

    def added(self, shown: set[Key]) -> list[str]:
        """Texts that the page of the form, if it is known, does not have."""
        return [text for _, text in shown - self._blank] if self._blank else []

    def on_blank(self, values: Iterable[str]) -> bool:
        """Whether all these texts are on the page of the form."""
        known = {text for _, text in self._blank}
        return all(fold(value).casefold() in known for value in values)

    def kept(self, shown: set[Key]) -> float:
        """The share of what all pages have that is still there; 1 when not known."""
        if not self._nothing:
            return 1.0
        chrome = set.intersection(*self._nothing)
        chrome = chrome & self._blank or chrome
        return len(chrome & shown) / len(chrome) if chrome else 1.0


def names(form: Form) -> str:
    """What makes two forms of one site one: where they go, and what they ask."""
    fields = sorted(f.name for f in form.fields if f.type not in {"hidden", "submit"})
    return " ".join([form.method, form.action.partition("?")[0], *fields])


def _jaccard(a: set[Key], b: set[Key]) -> float:
    union = len(a | b)
    return len(a & b) / union if union else 0.0
