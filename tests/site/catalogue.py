"""The seeded data of the shop: products, people, threads, articles."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from urllib.parse import quote

from . import plan as sizes
from .records import Record, build_records
from .words import (
    BRAND_SLUGS,
    BRANDS,
    DEPARTMENTS,
    FIRST,
    MATERIALS,
    PRODUCT_NOUNS,
    SURNAMES,
    phrase,
    slug,
)


@dataclass(frozen=True, slots=True)
class SiteOptions:
    pages: int = 300
    """Distinct content pages, 10 to 20,000."""
    seed: int = 1
    records: int = 600
    """Records of the database behind the search forms."""
    traps: bool = True
    delay: float = 0.0
    """Seconds before each answer."""


@dataclass(frozen=True, slots=True)
class Product:
    id: int
    name: str
    brand: int
    category: int
    cents: int
    discount: int
    """Per cent; 0 for none."""
    images: int
    reviews: int
    """Reviews on its review page; 0 when it has no such page."""
    stock: int


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    slug: str
    city: int


@dataclass(frozen=True, slots=True)
class Article:
    number: int
    title: str
    year: int
    month: int

    @property
    def path(self) -> str:
        tail = f"{slug(self.title)}-{self.number}"
        return f"/journal/{self.year}/{self.month:02}/{tail}"


@dataclass(frozen=True, slots=True)
class Thread:
    id: int
    title: str
    board: int
    author: int
    posts: int


# The first topics sound like dangerous links and are none: a careful crawler
# reads them.
HELP_TOPICS = (
    "how-to-log-out-everywhere",
    "delete-vs-archive",
    "unsubscribe-rates-explained",
    "returns",
    "delivery-times",
    "paying-by-invoice",
    "thread-sizes",
    "spare-parts-policy",
)


class Catalogue:
    """Everything the pages show, a function of the options alone."""

    def __init__(self, options: SiteOptions) -> None:
        self.options = options
        self.seed = options.seed
        self.plan = sizes.plan(options.pages)
        self.records: tuple[Record, ...] = build_records(options.records, options.seed)
        rng = Random(f"{options.seed}:catalogue")
        self.people = self._people(rng)
        self.shelves = self._shelves(rng)
        self.products = self._products(rng)
        self.articles = self._articles(rng)
        self.boards = self._boards(rng)
        self.threads = self._threads(rng)
        self.help_topics = tuple(
            HELP_TOPICS[n] if n < len(HELP_TOPICS) else f"topic-{n + 1}"
            for n in range(self.plan.help)
        )
        self.brand_slugs = BRAND_SLUGS[: self.plan.brands]
        self.person_numbers = {who.slug: n for n, who in enumerate(self.people)}
        self.brand_shelves: tuple[list[int], ...] = tuple([] for _ in BRANDS)
        for product in self.products:
            self.brand_shelves[product.brand].append(product.id)

    def _people(self, rng: Random) -> tuple[Person, ...]:
        people = []
        for number in range(1, self.plan.people + 1):
            first, last = rng.choice(FIRST), rng.choice(SURNAMES)
            handle = f"{first}.{last}{number}".lower()
            people.append(Person(f"{first} {last}", handle, rng.randrange(9)))
        return tuple(people)

    def _shelves(self, rng: Random) -> tuple[tuple[int, ...], ...]:
        """Product numbers (from 1) of each category."""
        order = list(range(1, self.plan.products + 1))
        rng.shuffle(order)
        shelves, start = [], 0
        for size in self.plan.categories:
            shelves.append(tuple(sorted(order[start : start + size])))
            start += size
        return tuple(shelves)

    def _products(self, rng: Random) -> tuple[Product, ...]:
        numbers = range(1, self.plan.products + 1)
        category_of = {n: c for c, shelf in enumerate(self.shelves) for n in shelf}
        reviewed = set(rng.sample(numbers, self.plan.reviews))
        products = []
        for number in numbers:
            name = f"{rng.choice(MATERIALS)} {rng.choice(PRODUCT_NOUNS)}".capitalize()
            model = f"{rng.choice('ABCDKRT')}{rng.randint(10, 99)}-{number}"
            products.append(
                Product(
                    id=number,
                    name=f"{name} {model}",
                    brand=rng.randrange(len(BRANDS)),
                    category=category_of[number],
                    cents=rng.randint(90, 90_000),
                    discount=rng.choice((0, 0, 0, 10, 25)),
                    images=rng.choice((1, 1, 2, 4, 6)),
                    reviews=1 + min(24, int(rng.expovariate(0.2)))
                    if number in reviewed
                    else 0,
                    stock=max(0, rng.randint(-20, 80)),
                )
            )
        return tuple(products)

    def _articles(self, rng: Random) -> tuple[Article, ...]:
        articles = []
        for number in range(1, self.plan.articles + 1):
            # Months count back from December 2024.
            back = (number - 1) // sizes.ARTICLES_A_MONTH
            year, month = 2024 - back // 12, 12 - back % 12
            articles.append(Article(number, phrase(rng), year, month))
        return tuple(articles)

    def _boards(self, rng: Random) -> tuple[str, ...]:
        names = [*DEPARTMENTS, "workshop", "off-topic", "wanted", "history"]
        rng.shuffle(names)
        return tuple(names[: len(self.plan.boards)])

    def _threads(self, rng: Random) -> tuple[Thread, ...]:
        threads: list[Thread] = []
        for board, size in enumerate(self.plan.boards):
            for _ in range(size):
                number = len(threads) + 1
                # In turn, so that each profile is linked from a thread.
                author = (number - 1) % max(1, len(self.people))
                posts = 1 + min(29, int(rng.expovariate(0.15)))
                threads.append(Thread(number, phrase(rng), board, author, posts))
        return tuple(threads)

    # -- What belongs together

    def product(self, number: int) -> Product | None:
        return self.products[number - 1] if 1 <= number <= len(self.products) else None

    def category_name(self, category: int) -> str:
        noun = PRODUCT_NOUNS[category % len(PRODUCT_NOUNS)]
        material = MATERIALS[(category // len(PRODUCT_NOUNS)) % len(MATERIALS)]
        return f"{material} {noun}".capitalize()

    def department_categories(self, department: int) -> range:
        return range(department, len(self.plan.categories), self.plan.departments)

    def months(self) -> list[tuple[int, int]]:
        """Newest first."""
        return list(dict.fromkeys((a.year, a.month) for a in self.articles))

    def board_threads(self, board: int) -> tuple[Thread, ...]:
        start = sum(self.plan.boards[:board])
        return self.threads[start : start + self.plan.boards[board]]

    def person_path(self, number: int) -> str:
        return f"/people/{quote(self.people[number].slug)}"
