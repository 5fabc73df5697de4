"""Searches whose answers show one link with several texts, and what that means.

In some the text belongs to the question (snippets, scores), in the others the link
leads to several records (the dates of a play, the reviews of a product).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from crawler.harvest.identity_links import words_of
from crawler.harvest.records_item import Record

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

_WORDS = words_of(
    "amber basin cedar delta ember fjord grove harbor island jungle knoll lagoon"
    " meadow nectar oasis prairie quarry river summit tundra upland valley willow"
    " yonder zephyr anchor beacon candle dagger engine falcon garnet hammer ivory"
)
_CITIES = ("berlin", "rome", "paris", "oslo", "madrid", "vienna")
_KINDS = ("comedy", "tragedy", "opera")


@dataclass(frozen=True)
class Row:
    """What a search looks through, and what it is."""

    link: str
    name: str
    rest: tuple[str, ...]
    """Further fields; of a document one, its whole text."""

    def words(self) -> tuple[str, ...]:
        return words_of(" ".join((self.name, *self.rest)))


Shown: TypeAlias = "Callable[[Row, str, random.Random], tuple[str, ...]]"


@dataclass(frozen=True)
class World:
    """A search with its rows, in the order it shows them."""

    rows: tuple[Row, ...]
    show: Shown
    page: int
    top: int = 10_000

    def answer(
        self, word: str, rng: random.Random
    ) -> Iterator[tuple[list[Record], bool]]:
        """Pages, and whether it is the last one and nothing is left out."""
        found = [row for row in self.rows if word in row.words()]
        cut = found[: self.top]
        for start in range(0, len(cut), self.page):
            last = start + self.page >= len(cut)
            some = cut[start : start + self.page]
            yield [self._record(row, word, rng) for row in some], last
            if not last and rng.random() < 0.5:
                return

    def _record(self, row: Row, word: str, rng: random.Random) -> Record:
        rest = self.show(row, word, rng)
        fields = {"title": row.name} | {
            f"column {i + 2}": v for i, v in enumerate(rest)
        }
        return Record(fields, {"title": f"http://a.test{row.link}"})


def plain(row: Row, _word: str, _rng: random.Random) -> tuple[str, ...]:
    return row.rest


def snippet(row: Row, word: str, _rng: random.Random) -> tuple[str, ...]:
    """Some words around the first match, as search engines show them."""
    words = words_of(row.rest[0])
    place = words.index(word) if word in words else 0
    start = max(0, place - 3)
    return ("... " + " ".join(words[start : start + 8]) + " ...", *row.rest[1:])


def score(row: Row, word: str, _rng: random.Random) -> tuple[str, ...]:
    """How well it fits: another number for each word."""
    return (*row.rest, f"{sum(map(ord, row.name + word)) % 60 + 40} %")


def documents(rng: random.Random) -> tuple[Row, ...]:
    return tuple(
        Row(
            f"/page/{n}",
            f"{rng.choice(_WORDS)} {n}".title(),
            (
                " ".join(rng.choice(_WORDS) for _ in range(30)),
                f"{rng.randrange(900)} KB",
            ),
        )
        for n in range(60)
    )


def plays(rng: random.Random) -> tuple[Row, ...]:
    """Dates of thirty plays: sorted by date, a play is rarely twice on a page."""
    found = []
    for day in range(180):
        n = rng.randrange(30)
        place = rng.choice(_CITIES), _KINDS[n % 3], f"day {day}"
        found.append(Row(f"/play/{n}", _WORDS[n].title(), place))
    return tuple(found)


def reviews(rng: random.Random) -> tuple[Row, ...]:
    """Running text, some for each product, in no order."""
    return tuple(
        Row(f"/thing/{n}", f"Thing {n}", (" ".join(rng.choices(_WORDS, k=10)),))
        for n in (rng.randrange(40) for _ in range(160))
    )


def authors(rng: random.Random) -> tuple[Row, ...]:
    """The only link of a book is that of its author, or of its shelf."""
    return tuple(
        Row(
            f"/by/{n}",
            f"{_WORDS[n]} smith".title(),
            (" ".join(rng.choices(_WORDS, k=4)),),
        )
        for n in (rng.randrange(25) for _ in range(120))
    )


def category(rng: random.Random) -> tuple[Row, ...]:
    return tuple(
        Row("/category", "Lamps", (" ".join(rng.choices(_WORDS, k=4)), str(n)))
        for n in range(50)
    )


ONE: dict[str, Callable[[random.Random], World]] = {
    "snippets": lambda rng: World(documents(rng), snippet, 10),
    "snippets, cut off": lambda rng: World(documents(rng), snippet, 5, top=5),
    "scores": lambda rng: World(documents(rng), score, 20),
}
MANY: dict[str, Callable[[random.Random], World]] = {
    "no change": lambda rng: World(documents(rng), plain, 10),
    "plays": lambda rng: World(plays(rng), plain, 10),
    "plays, small pages": lambda rng: World(plays(rng), plain, 4),
    "plays, cut off": lambda rng: World(plays(rng), plain, 10, top=10),
    "reviews": lambda rng: World(reviews(rng), plain, 5),
    "reviews, cut off": lambda rng: World(reviews(rng), plain, 20, top=20),
    "authors": lambda rng: World(authors(rng), plain, 10),
    "category": lambda rng: World(category(rng), plain, 20),
}
