"""A library whose search quotes what matches, over pages of their own: on a port.

What it shows of a book changes with the word that was asked for, and so do the links.
An empty question is refused; for one word, a shelf has to be chosen first. Some books
have a page that is gone, one that fails, one that says so with status 200, or none;
what is shown of that one is always the same.
"""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from crawler.harvest.identity_links import words_of
from tests.harvest.served import frame
from tests.servers.answering import answering

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BOOKS = 36
SHELVED = "harbor"
"""Whoever asks for this has to choose a shelf."""
GONE, FAILING, SORRY, BARE = 3, 5, 7, 9
"""Numbers of the books without a good page."""
_PAGE = 8
_WORDS = words_of(
    "amber basin cedar delta ember fjord grove harbor island jungle knoll lagoon"
    " meadow nectar oasis prairie quarry river summit tundra"
)
_FORM = (
    '<form action="/find"><label>Word <input name="q"></label><button>Search</button>'
    "</form>"
)


@dataclass
class Library:
    """Answers requests, and keeps them."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    texts: list[list[str]] = field(init=False)

    def __post_init__(self) -> None:
        rng = random.Random(7)
        self.texts = [[rng.choice(_WORDS) for _ in range(24)] for _ in range(BOOKS)]

    def answer(self, path: str, sent: Mapping[str, str]) -> tuple[int, str]:
        """Status and body."""
        self.asked.append(f"{path}?{urlencode(sent)}" if sent else path)
        if path == "/":
            return 200, frame(f"<h1>Library</h1>{_FORM}<p>{' '.join(_WORDS[:4])}</p>")
        if path == "/find" and sent.get("q") == SHELVED and "page" not in sent:
            return 200, frame(_shelves())
        if path in {"/find", "/shelf"}:
            return 200, frame(self._found(path, sent))
        if path.startswith("/book/"):
            return self._book(int(path.rpartition("/")[2]))
        return 404, frame("<h1>Not found</h1>")

    def _found(self, path: str, sent: Mapping[str, str]) -> str:
        word, page = sent.get("q", ""), int(sent.get("page", "1"))
        if not word:
            return f"{_FORM}<p class=error>Please enter a word.</p>"
        numbers = [n for n, text in enumerate(self.texts) if word in text]
        shown = numbers[(page - 1) * _PAGE : page * _PAGE]
        if not shown:
            return f"{_FORM}<p>No book was found.</p>"
        items = "".join(self._item(number, word) for number in shown)
        pager = ""
        if page * _PAGE < len(numbers):
            query = escape(urlencode({**sent, "page": page + 1}))
            pager = f'<p class="pages"><a rel="next" href="{path}?{query}">Next</a></p>'
        return f"{_FORM}<h2>Books</h2><ol>{items}</ol>{pager}"

    def _item(self, number: int, word: str) -> str:
        text = self.texts[number]
        place = text.index(word) if number != BARE else 0
        near = text[max(0, place - 3) : place + 5]
        quoted = " ".join(f"<b>{w}</b>" if w == word else w for w in near)
        name = title(number)
        if number != BARE:
            name = f'<a href="/book/{number}?hl={word}">{name}</a>'
        return f"<li><h3>{name}</h3><p class=quote>... {quoted} ...</p></li>"

    def _book(self, number: int) -> tuple[int, str]:
        if number == GONE:
            return 404, frame("<h1>Not found</h1><p>This book was given away.</p>")
        if number == FAILING:
            return 500, frame("<h1>Error</h1>")
        if number == SORRY:
            rows = "<tr><th>Telephone</th><td>555 0100</td></tr>"
            return 200, frame(f"<h1>Sorry</h1><table>{rows}</table>")
        rows = "".join(
            f"<tr><th>{name}</th><td>{value}</td></tr>"
            for name, value in details(number).items()
        )
        return 200, frame(f"<h1>{title(number)}</h1><table>{rows}</table>")


@contextmanager
def served() -> Iterator[Library]:
    """Serve it until the block ends."""
    library = Library()

    with answering(library.answer) as url:
        library.url = url
        yield library


def title(number: int) -> str:
    """The name of a book; no two are alike."""
    return f"Volume No {number:03d}"


def details(number: int) -> dict[str, str]:
    """What only the page of a book tells."""
    return {"Author": f"Writer {number % 11}", "Year": str(1900 + number)}


def _shelves() -> str:
    options = "".join(f'<option value="{v}">{v}</option>' for v in ("all", "new"))
    return (
        "<h2>Many books are about this</h2><p>Which shelf is it?</p>"
        '<form action="/shelf"><input type="hidden" name="q"'
        f' value="{SHELVED}"><label>Shelf <select name="shelf">'
        f'<option value="">Choose</option>{options}</select></label>'
        "<button>Look there</button></form>"
    )
