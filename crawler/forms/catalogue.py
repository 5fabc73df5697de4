"""The forms of many pages as a catalogue: what is kept of each, and how parts add up.

Step one of the three of the data-source-discovery paper. *Map*: of each form its name,
action, keywords, and the types and names of its controls; not what a list or a text
area holds. *Reduce*: forms of one key are one, names are standardised, and all is
counted. The key is (page, number of the form on it, its name): the ``search`` of every
site stays itself. Step two, the rules that drop forms, and step three, a class for
each that is left, are in :mod:`crawler.forms.catalogue_map`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from crawler.forms.kind_words import MAX_WORD, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.items import Form

MAX_CONTROLS: Final = 60
"""Controls that are told of one form."""
MAX_KEYWORDS: Final = 40
MAX_TERMS: Final = 100_000
"""Distinct terms that are counted: beyond, the rarest are forgotten."""
_MAX_TEXT = 2_000
_MAX_NAME = 100

Term = tuple[str, str]
"""(``name``, ``type`` or ``keyword``; what it is): one that is counted."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A form in the catalogue."""

    page: str
    form: int
    """Number on its page, from 0."""
    name: str
    method: str
    action: str
    keywords: tuple[str, ...]
    controls: tuple[tuple[str, str], ...]
    """(type, standardised name) of each that is not hidden."""
    kind: str
    probability: float
    """Of the kind."""
    rule: str
    """Why it was dropped; empty for one that is kept."""
    domain: str = ""
    """Class that was told; empty for one that was dropped."""
    score: float = 0.0
    """Of the domain, 0 to 1."""

    @property
    def key(self) -> tuple[str, int, str]:
        """What makes it one form."""
        return self.page, self.form, self.name


@dataclass(slots=True)
class Part:
    """What a batch of pages comes to; parts add up, in any order."""

    entries: list[Entry] = field(default_factory=list)
    terms: Counter[Term] = field(default_factory=Counter)
    """In how many forms each is."""
    pages: int = 0

    def add(self, other: Part) -> None:
        """Take in another part, whose pages are others."""
        self.entries += other.entries
        self.terms.update(other.terms)
        self.pages += other.pages


def terms_of(entry: Entry) -> Iterator[Term]:
    """Each term of a form, once.

    >>> entry = Entry("http://h/", 0, "", "GET", "", ("isbn",), (("text", "isbn"),),
    ...               "search", 1.0, "")
    >>> sorted(terms_of(entry))
    [('keyword', 'isbn'), ('name', 'isbn'), ('type', 'text')]
    """
    yield from {("keyword", word) for word in entry.keywords}
    yield from {("type", type_) for type_, _ in entry.controls}
    yield from {("name", name) for _, name in entry.controls if name}


def standard_name(name: str) -> str:
    """A name of a control, as far as it does not matter who wrote it.

    >>> standard_name("txtDeparture_City1"), standard_name("ctl00$Main$isbn-13")
    ('departure_city', 'isbn')
    """
    return _standard(name[-_MAX_NAME:])


# Of tools that make names, and of types that some write into them.
_PREFIXES = frozenset(
    ("btn", "cb", "chk", "ctl", "ddl", "fld", "inp", "input", "rbt", "sel", "tb", "txt")
)


@lru_cache(maxsize=16_384)
def _standard(name: str) -> str:
    # ASP.NET names a control by the places it stands in: the last one is its own.
    last = name.rstrip("]").rpartition("$")[2].rpartition(":")[2] or name
    words = tokens(last)
    while len(words) > 1 and words[0] in _PREFIXES:
        words.pop(0)
    return "_".join(word[:MAX_WORD] for word in words[:5])


def keywords(form: Form) -> tuple[str, ...]:
    """The words of a form that its reader sees, each once: labels, legends, buttons.

    >>> from crawler.items import Field, Form
    >>> list_ = Field("y", "select-one", label="Year of issue", labels=("1999", "All"))
    >>> keywords(Form("http://h/", fields=(list_,)))
    ('year', 'of', 'issue')
    """
    found: dict[str, None] = {}
    size = 0
    for text in _seen(form):
        size += len(text)
        if size > _MAX_TEXT or len(found) >= MAX_KEYWORDS:
            break
        found.update((word[:MAX_WORD], None) for word in tokens(text))
    return tuple(found)[:MAX_KEYWORDS]


def _seen(form: Form) -> Iterator[str]:
    for each in form.fields[:MAX_CONTROLS]:
        if each.type != "hidden":
            yield each.label
            yield each.group
    for button in form.submitters[:10]:
        yield button.label or button.value
    yield form.name
    yield form.hints.form


def controls(form: Form) -> tuple[tuple[str, str], ...]:
    """Type and standardised name of each control that is not hidden."""
    return tuple(
        (each.type, standard_name(each.name))
        for each in form.fields[:MAX_CONTROLS]
        if each.type != "hidden"
    )


def forget_rarest(terms: Counter[Term]) -> None:
    """Keep the more frequent half, when there are more than :data:`MAX_TERMS`."""
    if len(terms) > MAX_TERMS:
        kept = sorted(terms.items(), key=lambda item: (-item[1], item[0]))
        terms.clear()
        terms.update(dict(kept[: MAX_TERMS // 2]))
