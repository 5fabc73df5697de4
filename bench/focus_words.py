"""Words of the made web: of its domains, of anchors, and plain English."""

from __future__ import annotations

from typing import Final

CORE: Final = {
    "airfare": "flight airline airport fare travel ticket",
    "book": "book author title reading library edition",
    "job": "job career employer position salary hiring",
}
# Of each half the anchors that lead to an interface, and those that lead elsewhere.
SEEK: Final = (
    ("Search", "Find", "Advanced search", "Browse by", "Start here"),
    ("Search now", "Look up", "Detailed search", "Finder", "Explore"),
)
SECTIONS: Final = (
    ("News", "Guides", "Offers", "Archive", "Reviews", "Tips"),
    ("Stories", "Help", "Specials", "Topics", "Opinions", "Blog"),
)
_WORDS: Final = """
about after again all also always and any are around ask back because been
before best better between both bring but call can change check city come
company could country day different does down each early easy end even every
family far few find first for found free from full get give good great group had
hand has have help high home house how idea important into keep kind know large
last late learn left letter life light like line list little live long look made
make many may mean more most much must name need never new next night not now
number off often old one only open order other our out over own page part people
person place plan point read real right room said same school see service set
several show side simple small some something special start still story such
sure system take tell than that them then there these thing think time today
together too turn type under until use very view want water way week well went
what when where which while who why will with without word work world would
write year you young your
"""
PLAIN: Final = tuple(_WORDS.split())
