"""The map of a catalogue of forms: pages to entries, dropped or with a class.

Everything here is a plain function of a :class:`Setup` and a batch, so that it does
the same in this process and in any other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal

from crawler.dom import parse
from crawler.forms.catalogue import Entry, Part, controls, keywords, terms_of
from crawler.forms.catalogue_bayes import Bayes, Counts
from crawler.forms.domain import DOMAIN_LAYOUT, Domains, context_of
from crawler.forms.extract import extract
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_model import KIND_LAYOUT
from crawler.forms.kind_rules import SEARCH
from crawler.forms.kind_words import tokens
from crawler.forms.linear_model import LinearModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from crawler.items import Form

PAPER: Final = "paper"
_MAX_CONTEXT_WORDS = 40


@dataclass(frozen=True, slots=True)
class Source:
    """A page whose forms are asked for: its document, or its forms, where known."""

    url: str
    body: bytes = b""
    content_type: str = ""
    forms: tuple[Form, ...] = ()
    context: str = ""
    """With *forms*: what the page says around them."""
    first: int = 0
    """With *forms*: number of the first one on its page."""
    label: str = ""
    """The class of its form, when that was told; then only the form number
    *first* is meant."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What decides about forms. Models are JSON texts: they go to other machines."""

    rules: Literal["default", "paper"] = "default"
    kind_model: str = ""
    """Empty: the one that is shipped."""
    domain_model: str = ""
    """Likewise."""
    counts: str = ""
    """What was learned from labelled forms; it takes the place of the domains."""


def map_pages(setup: Setup, batch: Sequence[Source]) -> Part:
    """The entries of all forms of a batch of pages, and what is in them."""
    judge = _judge(setup)
    part = Part()
    for source in batch:
        part.pages += 1
        for number, form, context in forms_of(source):
            entry = judge(source.url, number, form, context)
            part.entries.append(entry)
            part.terms.update(terms_of(entry))
    return part


def count_labelled(setup: Setup, batch: Sequence[Source]) -> Counts:
    """What the labelled forms of a batch teach; *setup* is not asked."""
    del setup
    counts = Counts()
    for source in batch:
        for number, form, context in forms_of(source):
            if number == source.first:
                counts.count(source.label, _evidence(form, context))
    return counts


def forms_of(source: Source) -> Iterator[tuple[int, Form, str]]:
    """The forms of a page, each with its number and what the page says."""
    if source.forms:
        for number, form in enumerate(source.forms, source.first):
            yield number, form, source.context
    elif source.body:
        document = parse(
            source.body, url=source.url, content_type=source.content_type or None
        )
        found = extract(document)
        # Headings are looked for only where there is a form.
        context = context_of(document) if found else ""
        for number, form in enumerate(found):
            yield number, form, context


@lru_cache(maxsize=4)
def _judge(setup: Setup) -> Callable[[str, int, Form, str], Entry]:
    kinds, tell = _kinds(setup), _teller(setup)

    def judge(page: str, number: int, form: Form, context: str) -> Entry:
        told = kinds(form)
        entry = Entry(
            page=page,
            form=number,
            name=form.name[:200],
            method=form.method,
            action=form.action[:2_000],
            keywords=keywords(form),
            controls=controls(form),
            kind=told.kind,
            probability=round(told.probability, 4),
            rule="" if told.kind == SEARCH else _rule(setup, told.kind),
        )
        if entry.rule:
            return entry
        domain, score = tell(form, context)
        return replace(entry, domain=domain, score=round(score, 4))

    return judge


def _rule(setup: Setup, kind: str) -> str:
    return PAPER if setup.rules == PAPER else kind


def _kinds(setup: Setup) -> Kinds:
    if setup.rules == PAPER or not setup.kind_model:
        return Kinds.of(FormsOptions(rules=setup.rules))
    data = json.loads(setup.kind_model)
    return Kinds(LinearModel.from_dict(KIND_LAYOUT, data, "FORMS_MODEL"))


def _teller(setup: Setup) -> Callable[[Form, str], tuple[str, float]]:
    """What tells the class of a form that was kept."""
    if setup.counts:
        bayes = Bayes(Counts.from_dict(json.loads(setup.counts)))
        return lambda form, context: bayes.best(_evidence(form, context))
    domains = Domains.of()
    if setup.domain_model:
        data: Any = json.loads(setup.domain_model)
        model = LinearModel.from_dict(DOMAIN_LAYOUT, data, "FORMS_DOMAIN_MODEL")
        domains = Domains(model)

    def told(form: Form, context: str) -> tuple[str, float]:
        found = domains(form, context)
        return found.domain, found.score

    return told


def _evidence(form: Form, context: str) -> Iterable[str]:
    """What is learned of a form, and asked: its terms, and the words of its page."""
    for word in keywords(form):
        yield f"keyword:{word}"
    for kind, name in controls(form):
        yield f"type:{kind}"
        yield f"name:{name}"
    for word in tokens(context[:1_000])[:_MAX_CONTEXT_WORDS]:
        yield f"page:{word}"
