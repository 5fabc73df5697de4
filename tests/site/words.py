"""The vocabulary of the site, and sentences made of it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

COMPANY = "Tidewater Parts"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


DEPARTMENTS = _words("pumps valves bearings gaskets filters motors couplings gauges")

BRANDS = (
    "Abel & Sons",
    "Brunel Marine",
    "Corvin",
    "Dunmore",
    "Estrela",
    "Falk Nord",
    "Grünwald",
    "Harrow",
    "Ibarra",
    "Jotun Works",
    "Kestrel",
    "Lindqvist",
    "Marchetti",
    "Nováček",
    "Oakhurst",
    "Pemberton",
    "Quillon",
    "Rask",
    "Søborg",
    "Tarrant",
)

CONDITIONS = ("new", "used", "refurbished")
FEATURES = ("drinking-water", "gas", "marine", "food", "high-pressure")
# What every site of this trade calls its things: searches for these words find much.
PRODUCT_NOUNS = (
    "impeller",
    "ball valve",
    "roller bearing",
    "flange gasket",
    "strainer",
    "gear motor",
    "jaw coupling",
    "pressure gauge",
    "check valve",
    "seal kit",
    "thrust washer",
    "diaphragm",
    "circulator",
    "float switch",
    "manifold",
    "solenoid",
    "bushing",
    "o-ring set",
    "drive shaft",
    "regulator",
)
MATERIALS = (
    "brass",
    "cast iron",
    "bronze",
    "stainless",
    "nylon",
    "copper",
    "ceramic",
    "steel",
    "nitrile",
    "graphite",
)
FIRST = _words(
    "Ada Bruno Chidi Dana Elif Farid Greta Hiro Ines Jürgen Kofi Lena Mateo Noor "
    "Olga Pavel Renée Søren Tomás Zoë"
)
SURNAMES = _words(
    "Okafor Lindgren Moreau Haddad Novak Tanaka Silva Brandt Castellano Whitlock "
    "Ferreira Kowalski Iyer Petrov Quist Abbott"
)
RUSSIAN = _words(
    "насос клапан подшипник фильтр двигатель муфта прокладка манометр вал кольцо "
    "корпус чугунный латунный ремонтный новый старый складской надёжный"
)

_NOUNS = _words(
    "housing seal shaft rotor flange inlet spring bracket thread casing washer "
    "spindle bolt hose tank boiler workshop engineer harbour ferry winch compressor "
    "drawing customer supplier warehouse invoice ledger toolbox lathe mill press "
    "furnace crane barge pipeline reservoir fountain turbine generator clutch "
    "gearbox piston cylinder carburettor radiator thermostat relay fuse cable "
    "conduit panel hatch deck rudder"
)
_ADJECTIVES = _words(
    "worn spare heavy narrow reliable noisy portable hollow polished rusty original "
    "tight loose cracked forged hidden annual former cheap sturdy modern obsolete "
    "genuine threaded welded coastal remote patient careful sudden ordinary curious"
)
_VERBS = _words(
    "replaces supports blocks drives cools outlasts protects carries leaks tightens "
    "fits follows turns measures lifts empties fills guards resists matches"
)

_PLACES = (
    "near the quay",
    "behind the boiler room",
    "on the lower deck",
    "in our workshop",
    "under full load",
    "after ten years",
    "before the first frost",
    "across the yard",
    "at low tide",
    "inside the old mill",
)
_PATTERNS = (
    "The {a} {n} {v} the {n2} {p}.",
    "A {n} of this size {v} any {a} {n2}, even {p}.",
    "{p2}, our {a} {n} {v} a {n2} and a {n3}.",
    "Ask for the {a} {n} if the {n2} is {a2}.",
    "Nobody expects that a {a} {n} {v} the {n2} {p}.",
    "It took {k} days until the {n} met the {a2} {n2} {p}.",
    "Keep the {n} dry, the {n2} {a2} and the {n3} out of reach.",
    "With {k} turns of the {n} the {a} {n2} {v} its {n3}.",
)


def sentence(rng: Random) -> str:
    """One sentence; with some 100 words of vocabulary two are hardly ever equal."""
    place = rng.choice(_PLACES)
    return rng.choice(_PATTERNS).format(
        a=rng.choice(_ADJECTIVES),
        a2=rng.choice(_ADJECTIVES),
        n=rng.choice(_NOUNS),
        n2=rng.choice(_NOUNS),
        n3=rng.choice(_NOUNS),
        v=rng.choice(_VERBS),
        p=place,
        p2=place.capitalize(),
        k=rng.randint(3, 90),
    )


def paragraph(rng: Random, low: int = 3, high: int = 6) -> str:
    return " ".join(sentence(rng) for _ in range(rng.randint(low, high)))


def phrase(rng: Random) -> str:
    """A title of three or four words.

    >>> from random import Random
    >>> len(phrase(Random(1)).split()) >= 3
    True
    """
    return " ".join(
        (
            rng.choice(_ADJECTIVES).capitalize(),
            rng.choice(_NOUNS),
            rng.choice(("and", "or", "without", "beside", "for the")),
            rng.choice(_NOUNS),
        )
    )


def russian(rng: Random, words: int) -> str:
    text = " ".join(rng.choice(RUSSIAN) for _ in range(words))
    return text.capitalize() + "."


def slug(text: str) -> str:
    """Lower case ASCII words joined by hyphens.

    >>> slug("Abel & Sons"), slug("Søborg"), slug("Nováček")
    ('abel-sons', 'soborg', 'novacek')
    """
    folded = unicodedata.normalize("NFKD", text.replace("ø", "o").replace("Ø", "O"))
    ascii_only = folded.encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")


BRAND_SLUGS = tuple(map(slug, BRANDS))
