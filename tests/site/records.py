"""The database behind the search forms: stock records, and the query on them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from .words import (
    BRAND_SLUGS,
    CONDITIONS,
    DEPARTMENTS,
    FEATURES,
    MATERIALS,
    PRODUCT_NOUNS,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PAGE_SIZE = 20
MAX_PAGES = 10  # what a query shows at most, as real search engines cut off

Query = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the stock list."""

    sku: str
    name: str
    brand: str
    category: str
    condition: str
    in_stock: bool
    price: int
    year: int
    features: tuple[str, ...]


def _skewed(rng: Random, values: Sequence[str], skew: float) -> str:
    weights = [1 / (rank + 1) ** skew for rank in range(len(values))]
    return rng.choices(values, weights)[0]


def build_records(count: int, seed: int) -> tuple[Record, ...]:
    """*count* records with skewed categories and brands.

    >>> build_records(2, 1) == build_records(2, 1) != build_records(2, 2)
    True
    """
    rng = Random(f"{seed}:records")
    records = []
    for number in range(1, count + 1):
        name = f"{rng.choice(MATERIALS)} {rng.choice(PRODUCT_NOUNS)}"
        records.append(
            Record(
                sku=f"{rng.choice('ABCDEF')}{number:05}",
                name=f"{name.capitalize()} no. {rng.randint(1, 999)}",
                brand=_skewed(rng, BRAND_SLUGS, 0.7),
                category=_skewed(rng, DEPARTMENTS, 1.0),
                condition=_skewed(rng, CONDITIONS, 0.9),
                in_stock=rng.random() < 0.6,
                price=rng.randint(1, 900),
                year=rng.randint(1960, 2024),
                features=tuple(sorted(rng.sample(FEATURES, rng.randint(0, 3)))),
            )
        )
    return tuple(records)


class BadQueryError(ValueError):
    """A query the site answers with a message instead of results."""


def _number(query: Query, name: str, default: int) -> int:
    text = query.get(name, ("",))[0].strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit()):
        raise BadQueryError(f"Please give a whole number for {name}.")
    return int(text[:9])


SORTS = {"sku": "sku", "price": "price", "year": "year", "name": "name"}


def find(records: Sequence[Record], query: Query) -> list[Record]:
    """The records that fit, sorted.

    :raises BadQueryError: nothing was asked, or what was asked contradicts itself.
    """
    asked = {k: v for k, v in query.items() if any(v) and k not in {"page", "sort"}}
    if not asked:
        raise BadQueryError("Please enter a word or choose at least one filter.")
    low, high = _number(query, "price_min", 0), _number(query, "price_max", 10**9)
    if low > high:
        raise BadQueryError("The lowest price is above the highest.")
    words = " ".join(query.get("q", ())).lower().split()
    year = _number(query, "year", 0)
    features = {feature for feature in query.get("feature", ()) if feature}
    found = [
        record
        for record in records
        if all(word in f"{record.name} {record.sku}".lower() for word in words)
        and _chosen(record, asked)
        and low <= record.price <= high
        and record.year >= year
        and features <= set(record.features)
    ]
    order = SORTS.get(query.get("sort", ("sku",))[0], "sku")
    return sorted(found, key=lambda record: (getattr(record, order), record.sku))


def _chosen(record: Record, asked: Mapping[str, tuple[str, ...]]) -> bool:
    for name in ("brand", "category", "condition"):
        if name in asked and getattr(record, name) not in asked[name]:
            return False
    return record.in_stock or "in_stock" not in asked
