"""What a query interface searches: flights, books, jobs, cars, hotels, films, music.

Only of forms that are query interfaces (:mod:`crawler.forms.kind`) is this asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from crawler.dom import title
from crawler.forms.domain_features import MAX_CONTEXT, domain_features, spoken_of
from crawler.forms.linear_model import Layout, LinearModel

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from crawler.dom import Document
    from crawler.items import Form

OTHER: Final = "other"
DOMAINS: Final = (
    "airfare",
    "book",
    "job",
    "car",
    "hotel",
    "film",
    "music",
    OTHER,
)
"""``car``: for sale or for rent. ``other``: none of these, or it does not say."""

DOMAIN_LAYOUT: Final = Layout(
    format="leadline-domain-model/1",
    key="domains",
    classes=DOMAINS,
    one="domain",
    setting="FORMS_DOMAIN_MODEL",
    file="domain_model.json",
    bare=0.5,
)


@dataclass(frozen=True, slots=True)
class DomainScore:
    """The most probable domain, and the probability of each."""

    domain: str
    probabilities: Mapping[str, float]

    @property
    def score(self) -> float:
        """Probability of the domain, 0 to 1."""
        return self.probabilities[self.domain]


@dataclass(frozen=True)
class Domains:
    """Tells the domain of query interfaces by one model."""

    model: LinearModel
    spoken: bool = False
    """Only of domains that a word of the form or its page speaks of."""

    @classmethod
    def of(cls, path: str = "") -> Self:
        """With the model in a file; without one, with the model that is shipped.

        :raises ValueError: one line, when that is no model.
        """
        if path:
            # It may know domains by words of languages that we do not.
            return cls(LinearModel.load(DOMAIN_LAYOUT, path))
        return cls(_shipped(), spoken=True)

    def __call__(self, form: Form, context: str = "") -> DomainScore:
        found = domain_features(form, context)
        shares: Mapping[str, float] = self.model.probabilities(found)
        if self.spoken:
            shares = _among(shares, {*spoken_of(found), OTHER})
        # Of two that are equally probable the first by name, whatever the model.
        best = max(sorted(shares), key=shares.__getitem__)
        return DomainScore(best, shares)


def domain_of(form: Form, context: str = "") -> DomainScore:
    """What a query interface searches, by the model that comes with Leadline.

    A form that says nothing is ``other``.

    :param context: what the page says around it, as :func:`context_of` gives it; its
        title alone will do. A lone search box says nothing by itself. 2,000 characters
        are read.

    >>> from crawler.items import Field, Form
    >>> fields = (Field("from", "text", label="Departure airport"),
    ...           Field("to", "text", label="Arrival airport"))
    >>> domain_of(Form("http://h/find", fields=fields)).domain
    'airfare'
    >>> box = Form("http://h/find", fields=(Field("q", "search"),))
    >>> domain_of(box).domain, domain_of(box, "Used books and rare editions").domain
    ('other', 'book')
    """
    return Domains.of()(form, context)


def context_of(document: Document) -> str:
    """Title and headings of a page, a line each; the first line is the title.

    >>> from crawler.dom import parse
    >>> page = b"<title>Sea</title><h1>Used  books</h1><h2>Find</h2><h2>Find</h2>"
    >>> context_of(parse(page, url="http://h/", content_type="text/html"))
    'Sea\\nUsed books\\nFind'
    """
    if document.tree is None:
        return ""
    first = title(document)
    texts: dict[str, None] = {}
    size = 0
    for heading in document.tree.css("h1, h2, h3, h4, legend"):
        text = " ".join((heading.text() or "").split())[:200]
        texts[text] = None
        size += len(text) + 1
        if size > MAX_CONTEXT:
            break
    texts.pop(first, None)
    return "\n".join([first, *(text for text in texts if text)])[:MAX_CONTEXT]


def _among(shares: Mapping[str, float], names: Collection[str]) -> Mapping[str, float]:
    """The probabilities, given that it is one of *names*."""
    kept = {name: share for name, share in shares.items() if name in names}
    total = sum(kept.values())
    if total <= 0:
        return shares
    return {name: kept.get(name, 0.0) / total for name in shares}


@lru_cache(maxsize=1)
def _shipped() -> LinearModel:
    return LinearModel.shipped(DOMAIN_LAYOUT)
