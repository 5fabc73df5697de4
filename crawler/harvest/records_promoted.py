"""Items that are shown whatever is asked: promoted, sponsored, recommended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crawler.harvest.records_tree import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest.records_tree import Element

_CLASSES = re.compile(
    r"(?:^|[-_ ])(?:ad|ads|advert\w*|sponsor\w*|promo\w*|paid|boosted|publi(?:cidad"
    r"|cite)|anzeige"
    r"|werbung|partner-?offer|adsense)(?:$|[-_ ])",
    re.IGNORECASE,
)
_WORDS = frozenset(
    [
        "ad",
        "ads",
        "advert",
        "advertisement",
        "anzeige",
        "annonce",
        "anuncio",
        "anúncio",
        "annuncio",
        "advertentie",
        "annons",
        "gesponsert",
        "gesponserd",
        "patrocinado",
        "promoted",
        "promotion",
        "promotional",
        "publicidad",
        "publicidade",
        "publicité",
        "pubblicità",
        "reklama",
        "reklame",
        "реклама",
        "sponsored",
        "sponsorisé",
        "sponsorizzato",
        "werbung",
        "sponsrad",
        "sponsoreret",
        "sponsoroitu",
        "sponsorowane",
        "sponzorováno",
        "продвигается",
        "広告",
        "מודעה",
        "ממומן",
        "إعلان مدفوع",
        "إعلان",
        "推广",
        "廣告",
        "广告",
        "광고",
        "gesponserte anzeige",
        "paid listing",
        "featured ad",
        "sponsored result",
        "sponsored listing",
        "mainos",
        "hirdetés",
    ]
)
_ATTRIBUTES = ("data-ad", "data-sponsored", "data-promoted", "data-ad-slot")


def promoted(items: Sequence[list[Element]]) -> set[int]:
    """Numbers of the items that say so of themselves, unless most of them do."""
    found = {number for number, item in enumerate(items) if any(map(_says_so, item))}
    return found if 2 * len(found) <= len(items) else set()


def _says_so(element: Element) -> bool:
    attributes = element.attributes
    if any(name in attributes for name in _ATTRIBUTES):
        return True
    for name in ("class", "id", "aria-label"):
        if _CLASSES.search(attributes.get(name, "")):
            return True
    for part in element.below():
        if (
            part.tag == TEXT
            and part.size < 30
            and part.text.strip(" []():·.").casefold() in _WORDS
        ):
            return True
    return False
