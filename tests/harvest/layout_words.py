"""Words and values of generated databases: one vocabulary to tune on, one held out."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random


@dataclass(frozen=True)
class Vocabulary:
    """What the pages of one set are written in."""

    syllables: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    """Name as shown, and the kind of its values."""
    prefixes: tuple[str, ...]
    """Of classes: what a site puts before its own."""
    counts: tuple[str, ...]
    """``{first} {last} {total}``: what is said of the number of results."""
    nothing: tuple[str, ...]
    sponsored: tuple[str, ...]
    actions: tuple[str, ...]
    menu: tuple[str, ...]
    money: tuple[str, ...]


TUNED = Vocabulary(
    (
        "ba",
        "be",
        "ki",
        "lo",
        "mu",
        "na",
        "po",
        "ra",
        "sa",
        "te",
        "vi",
        "zo",
        "dor",
        "fen",
        "gal",
        "mir",
    ),
    (
        ("Author", "name"),
        ("Price", "money"),
        ("Year", "year"),
        ("Publisher", "name"),
        ("Pages", "number"),
        ("City", "word"),
        ("Updated", "date"),
        ("Summary", "text"),
    ),
    ("", "search-", "x-"),
    ("Showing {first} to {last} of {total} results", "{total} results"),
    ("No results found for “{query}”.", "Your search did not match any record."),
    ("Sponsored", "Ad"),
    ("Details", "View"),
    ("Home", "About us", "Contact", "Help", "Terms of use", "Privacy"),
    ("${}", "{} €"),
)
HELD_OUT = Vocabulary(
    (
        "chu",
        "gra",
        "hel",
        "jor",
        "kwe",
        "lyn",
        "nol",
        "pel",
        "quas",
        "rin",
        "sto",
        "tru",
        "uld",
        "wex",
        "yar",
        "zim",
    ),
    (
        ("Hersteller", "name"),
        ("Preis", "money"),
        ("Baujahr", "year"),
        ("Standort", "word"),
        ("Gewicht", "number"),
        ("Eingestellt am", "date"),
        ("Beschreibung", "text"),
        ("Besitzer", "name"),
        ("Power", "number"),
        ("Seller", "name"),
        ("Listed on", "date"),
        ("Notes", "text"),
    ),
    ("", "srp-", "katalog-", "app__"),
    (
        "Treffer {first} – {last} von {total}",
        "{first}-{last} sur {total} résultats",
        "Displaying {first} - {last} of {total}",
        "{total} Einträge",
    ),
    (
        "Zu „{query}“ wurde nichts gefunden.",
        "Aucun résultat pour {query}",
        "Nothing here matches {query}",
    ),
    ("Anzeige", "Werbung", "Promoted"),
    ("Ansehen", "Read more", "Merken"),
    ("Start", "Über uns", "Kontakt", "Hilfe", "AGB", "Impressum", "Jobs"),
    ("{},00 €", "CHF {}", "£{}"),
)


class Words:
    """Values drawn from a vocabulary."""

    def __init__(self, vocabulary: Vocabulary, rng: random.Random) -> None:
        self.vocabulary, self.rng = vocabulary, rng

    def word(self) -> str:
        """One made-up word."""
        return "".join(
            self.rng.choices(self.vocabulary.syllables, k=self.rng.randint(2, 3))
        )

    def words(self, low: int, high: int) -> str:
        """Several, the first with a capital."""
        return " ".join(
            self.word() for _ in range(self.rng.randint(low, high))
        ).capitalize()

    def title(self) -> str:
        """What a record is called; some have a colon in it."""
        if self.rng.random() < 0.1:
            return f"{self.words(1, 2)}: {self.words(2, 3)}"
        return self.words(2, 5)

    def value(self, kind: str) -> str:
        """One value of a kind."""
        rng = self.rng
        if kind == "money":
            return rng.choice(self.vocabulary.money[:1]).format(rng.randint(2, 999))
        if kind == "year":
            return str(rng.randint(1900, 2026))
        if kind == "number":
            return str(rng.randint(10, 5000))
        if kind == "date":
            return f"20{rng.randint(10, 26)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        if kind == "word":
            return self.word().capitalize()
        if kind == "name":
            return f"{self.word().capitalize()} {self.word().capitalize()}"
        return self.words(8, 25) + "."
