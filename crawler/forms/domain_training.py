"""Train a model of the domains of query interfaces, and say how good it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.dom import parse
from crawler.forms.domain import DOMAIN_LAYOUT, DOMAINS, OTHER, Domains, context_of
from crawler.forms.domain_features import domain_features
from crawler.forms.extract import extract
from crawler.forms.kind_labels import json_lines
from crawler.forms.linear_training import Example, fit, held_out
from crawler.scores import accuracy, confusion, heading, line, macro_f1, score
from crawler.urls import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from crawler.items import Form


@dataclass(frozen=True, slots=True)
class LabelledInterface:
    """A query interface whose domain somebody told."""

    form: Form
    context: str
    """What its page says, as :func:`crawler.forms.domain.context_of` gives it."""
    domain: str
    host: str


def read_interfaces(path: Path) -> Iterator[LabelledInterface]:
    """The interfaces of a file of JSON lines, also ``.xz`` or ``.gz``.

    ``{"html": "<title>...<form ...>", "domain": "book", "url": "https://h/"}``: the
    first form of ``html``, or the one with the number ``form``, counted from 0.

    :raises ValueError: one line that names the line of the file.
    """
    return json_lines(path, labelled_interface)


def labelled_interface(data: dict[str, Any]) -> LabelledInterface:
    """What a line of labels says.

    :raises ValueError: one line, when it says none.
    """
    domain = data.get("domain")
    if domain not in DOMAINS:
        raise ValueError(f"domain {domain!r} is unknown: {', '.join(DOMAINS)}")
    url = str(data.get("url") or "http://unknown.invalid/")
    parts = split(url)
    if parts is None:
        raise ValueError(f"{url[:100]!r} is no http(s) URL")
    body = str(data.get("html") or "").encode("utf-8", "replace")
    document = parse(body, url=url, content_type="text/html; charset=utf-8")
    forms, number = extract(document), data.get("form", 0)
    if not isinstance(number, int) or not 0 <= number < len(forms):
        raise ValueError(f'no form {number} in "html"')
    return LabelledInterface(
        forms[number], context_of(document), str(domain), parts.host
    )


def train_domains(
    labelled: Sequence[LabelledInterface], model: str = "lr"
) -> dict[str, Any]:
    """The model as plain data, which ``LinearModel.from_dict`` reads.

    :raises ValueError: when there are not forms of two domains with features in common.
    """
    return fit(_examples(labelled), DOMAIN_LAYOUT, model)


def predicted_domains(
    labelled: Sequence[LabelledInterface],
    model: str = "lr",
    tell: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """The domain of each interface, by a model that saw none of its host.

    :raises ValueError: as :func:`train_domains`; and when all are of one host.
    """
    found = [OTHER] * len(labelled)
    parts = held_out(_examples(labelled), DOMAIN_LAYOUT, model, tell=tell)
    for index, trained in parts:
        item = labelled[index]
        found[index] = Domains(trained)(item.form, item.context).domain
    return found


def domain_table(told: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    """The lines of a report: the score of each domain, and what is taken for what."""
    pairs = Counter(zip(told, found, strict=True))
    present = [name for name in DOMAINS if any(name in pair for pair in pairs)]
    yield heading("", "forms")
    for name in present:
        yield line(name, score(pairs, {name}))
    some = [name for name in present if name != OTHER]
    yield f"{'mean F1 without other':24}{macro_f1(pairs, some):32.3f}"
    yield f"{'all':24}{pairs.total():6}   accuracy {accuracy(pairs):.3f}"
    yield ""
    yield from confusion(pairs, present)


def _examples(labelled: Sequence[LabelledInterface]) -> list[Example]:
    return [
        Example(domain_features(item.form, item.context), item.domain, item.host)
        for item in labelled
    ]
