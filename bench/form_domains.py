"""What query interfaces search: how well that is told, on real ones and made ones.

    python -m bench.form_domains --labels REAL.jsonl [--count 3000]

REAL has interfaces as ``scrapy trainforms --what domain`` reads them. No model has seen
an interface of a host that it is asked about. Three tables: made interfaces of one half
of the words asked of a model that saw the other half alone; real ones, by a model of
made ones alone; real ones, by a model of made ones and of real ones of other hosts,
which is how the shipped model was trained.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING

from sklearn.model_selection import GroupKFold

from bench.domain_interfaces import interfaces
from crawler.forms.domain import DOMAIN_LAYOUT, Domains
from crawler.forms.domain_training import (
    domain_table,
    labelled_interface,
    read_interfaces,
    train_domains,
)
from crawler.forms.linear_model import LinearModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.forms.domain_training import LabelledInterface

_PARTS = 10
_MODELS = ("lr", "nb")


def made(count: int, seed: int, half: int | None = None) -> list[LabelledInterface]:
    """Interfaces of the generator."""
    rows = interfaces(count, random.Random(seed), half)
    return [labelled_interface(row) for row in rows]


def told(
    train: Sequence[LabelledInterface], test: Sequence[LabelledInterface], model: str
) -> list[str]:
    """The domains of *test*, by a model of *train*."""
    data = train_domains(train, model)
    domains = Domains(LinearModel.from_dict(DOMAIN_LAYOUT, data), spoken=True)
    return [domains(item.form, item.context).domain for item in test]


def in_parts(
    real: Sequence[LabelledInterface], extra: Sequence[LabelledInterface], model: str
) -> list[str]:
    """The domains of *real*: each by a model of *extra* and of other hosts."""
    found = [""] * len(real)
    hosts = [item.host for item in real]
    for learn, rest in GroupKFold(_PARTS).split(hosts, groups=hosts):
        train = [*extra, *(real[i] for i in learn)]
        for i, name in zip(
            rest, told(train, [real[i] for i in rest], model), strict=True
        ):
            found[i] = name
    return found


def show(title: str, test: Sequence[LabelledInterface], found: Sequence[str]) -> None:
    """A table of scores under its title."""
    print(f"\n{title}")
    for line in domain_table([item.domain for item in test], found):
        print(line)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--count", type=int, default=3_000)
    given = parser.parse_args()
    real = list(read_interfaces(given.labels))
    print(f"{len(real)} real interfaces of {len({x.host for x in real})} hosts")
    halves = made(given.count, 1, 0), made(1_000, 2, 1)
    every = made(given.count, 7)
    for model in _MODELS:
        show(f"{model}: made, other words", halves[1], told(*halves, model))
        show(f"{model}: made -> real", real, told(every, real, model))
        show(f"{model}: made + real, by host", real, in_parts(real, every, model))


if __name__ == "__main__":
    main()
