"""The database behind the search forms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.site_tests.reading import get, hrefs, html

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.site.site import Site


def numbers(page: str) -> list[str]:
    return re.findall(r'<span class="sku">(\w+)</span>', page)


def pages_of(site: Site, url: str) -> Iterator[str]:
    """All result pages of a query, by their pagers."""
    seen, queue = {url}, [url]
    for current in queue:
        page = html(get(site, current))
        yield page
        for target in sorted(hrefs(page.partition("<main>")[2], current)):
            if target.startswith("/results") and target not in seen:
                seen.add(target)
                queue.append(target)


@pytest.mark.parametrize(
    "query",
    [
        {"q": "valve"},
        {"category": "gauges"},
        {"brand": "soborg", "condition": "used"},
        {"q": "brass", "in_stock": "1"},
        {"category": "pumps", "condition": "new", "in_stock": "1", "sort": "year"},
        {"price_min": "850"},
        {"feature": "gas", "price_max": "200", "year": "1990"},
    ],
)
def test_a_search_shows_the_records_that_fit(big: Site, query: dict[str, str]) -> None:
    wanted = [
        record.sku
        for record in big.catalogue.records
        if all(
            query.get(name) in {None, str(getattr(record, name))}
            for name in ("category", "brand", "condition")
        )
        and query.get("q", "") in record.name.lower()
        and (record.in_stock or "in_stock" not in query)
        and int(query.get("price_min", 0)) <= record.price
        and record.price <= int(query.get("price_max", 10**6))
        and record.year >= int(query.get("year", 0))
        and ("feature" not in query or query["feature"] in record.features)
    ]
    path = "/results/advanced" if {"feature", "price_min"} & set(query) else "/results"
    pages = list(pages_of(big, f"{path}?{urlencode(query)}"))
    shown = [sku for page in pages for sku in numbers(page)]
    assert 0 < len(wanted) <= 200
    # The pager spells the first page in its own order of parameters.
    assert sorted(set(shown)) == sorted(wanted)
    assert all(len(numbers(page)) <= 20 for page in pages)
    assert all(get(big, f"/stock/{sku}").template == "stock" for sku in shown[:5])


def test_a_broad_search_says_more_than_it_shows(big: Site) -> None:
    records = len(big.catalogue.records)
    pages = list(pages_of(big, "/results/advanced?price_min=0"))
    assert len({sku for page in pages for sku in numbers(page)}) == 200
    assert all(f"of {records} parts. Only the first 200" in page for page in pages)


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("/results", "Please enter a word or choose"),
        ("/results?q=&category=", "Please enter a word or choose"),
        ("/results?q=zebra", "No parts match your search"),
        ("/results/advanced?price_min=9&price_max=3", "lowest price is above"),
        ("/results/advanced?price_min=cheap", "whole number for price_min"),
    ],
)
def test_a_search_without_results_says_why(big: Site, url: str, text: str) -> None:
    answer = get(big, url)
    assert answer.status == 200
    assert text in html(answer)
    assert "<form" in html(answer).partition("<main>")[2].partition("</main>")[0]
