"""How many pages of each kind a site of a given size has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

SMALLEST, LARGEST = 10, 20_000

# Shares of the leaves of the site; the rest goes to lists, pagers and indexes.
# Skewed as real sites are: one kind of page is half of everything.
SHARES = {
    "products": 0.46,
    "threads": 0.13,
    "people": 0.11,
    "articles": 0.07,
    "reviews": 0.06,
    "manuals": 0.04,
    "help": 0.03,
    "legacy": 0.02,
}
ROWS = (50, 20, 10)  # rows a page, by category in turn
THREADS_A_PAGE = 25
ARTICLES_A_MONTH = 12


def spread(total: int, parts: int, skew: float = 0.8) -> tuple[int, ...]:
    """*total* over *parts* by Zipf's law, at least one each.

    >>> spread(20, 4)
    (8, 5, 4, 3)
    """
    weights = [1 / (rank + 1) ** skew for rank in range(parts)]
    free, whole = total - parts, sum(weights)
    sizes = [1 + int(free * weight / whole) for weight in weights]
    for rank in range(total - sum(sizes)):
        sizes[rank % parts] += 1
    return tuple(sizes)


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


@dataclass(frozen=True)
class Plan:
    """Numbers of content pages; the lists follow from the leaves."""

    products: int
    threads: int
    people: int
    articles: int
    reviews: int
    manuals: int
    help: int
    legacy: int

    @cached_property
    def categories(self) -> tuple[int, ...]:
        """Products of each category."""
        return spread(self.products, clamp(self.products // 40, 1, 96))

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """Threads of each board."""
        return spread(self.threads, clamp(self.threads // 60, 1, 12))

    @property
    def departments(self) -> int:
        return min(8, len(self.categories))

    @property
    def brands(self) -> int:
        return min(20, self.products // 30)

    @property
    def months(self) -> int:
        return ceil(self.articles / ARTICLES_A_MONTH)

    def category_pages(self, category: int) -> int:
        return ceil(self.categories[category] / ROWS[category % len(ROWS)])

    def board_pages(self, board: int) -> int:
        return ceil(self.boards[board] / THREADS_A_PAGE)

    def total(self) -> int:
        leaves = sum(getattr(self, name) for name in SHARES)
        lists = sum(map(self.category_pages, range(len(self.categories))))
        lists += sum(map(self.board_pages, range(len(self.boards))))
        lists += self.departments + self.brands + self.months
        return int(leaves + lists)


def _at_scale(scale: int) -> Plan:
    counts = {name: int(share * scale) for name, share in SHARES.items()}
    for name in ("products", "threads", "articles"):
        counts[name] = max(1, counts[name])
    return Plan(**counts)


def plan(pages: int) -> Plan:
    """The plan of a site with exactly *pages* content pages.

    The largest scale that fits, by bisection; what is left over becomes review
    pages, which bring no list with them.

    :raises ValueError: outside of 10 to 20,000.

    >>> plan(500).total()
    500
    """
    if not SMALLEST <= pages <= LARGEST:
        raise ValueError(f"pages={pages}: give a number from {SMALLEST} to {LARGEST}")
    low, high = 1, 2 * pages
    while low < high:
        middle = (low + high + 1) // 2
        if _at_scale(middle).total() <= pages:
            low = middle
        else:
            high = middle - 1
    best = _at_scale(low)
    return replace(best, reviews=best.reviews + pages - best.total())
