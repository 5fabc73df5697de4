"""What a page says of how many results there are: "1-10 of 253", "253 Treffer"."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_TOTAL: Final = 10**12
_MAX_LINE: Final = 200

# Groups of three digits with a separator, also the Indian 12,34,567; or digits.
_N = r"\d{1,3}(?:(?:[.,'’٬  ]\d{2,3})+|(?: \d{3})+)(?!\d)|\d+"
_DASH = r"\s*(?:-|–|—|−|~|〜|～|\.\.\.?|…|‑)\s*"
_TO = (
    rf"(?:{_DASH}|\s+(?:to|through|bis|à|au|a|al|até|alle|tot|til|till|do|по|до|σε|ile)\s+"
    r"|\s*(?:から|至|到|~)\s*)"
)
_OF = (
    r"(?:\s+(?:out of|of|von|insgesamt|sur|de|di|su|van|av|af|ud af|z|ze|ze?|iz|из|з"
    r"|od|od celkem"
    r"|από|sur un total de|de un total de|/|totalt|totaal|toplam|dari|trong"
    r"|out of a total of)"
    r"(?:\s+(?:about|over|ca\.?|etwa|rund|environ|circa|around|approximately"
    r"|total(?:ly)?|a total of))*\s+"
    r"|\s*/\s*|\s*(?:，|,)?\s*共\s*|\s*\(of\s+)"
)
_WORDS = (
    r"results?|records?|rows?|entries|entry|items?|matches|match|hits?|documents?"
    r"|articles?"
    r"|products?|listings?|found|packages?|pages? found|books?|titles?|objects?|files?"
    r"|properties|jobs?"
    r"|ergebnis(?:se|sen)?|treffern?|einträgen?|eintrag|datensätzen?|datensatz"
    r"|artikeln?|produkten?"
    r"|résultats?|enregistrements?|articles?|fiches?|notices?|entrées?"
    r"|resultados?|registros?|entradas?|artículos?|productos?|coincidencias?|itens"
    r"|ítems?"
    r"|risultat[oi]|record|elementi|articoli|voci"
    r"|resultaten|resultaat|treffers|gevonden|records|artikelen"
    r"|resultat(?:er)?|träffar?|treff|poster|resulta(?:t|ter)|tulos(?:ta)?|osumaa"
    r"|wynik(?:i|ów)?|rekord(?:y|ów)|výsledk[yůu]|výsledek|záznam(?:y|ů)?"
    r"|találat(?:ok)?|rezultat(?:e|a|i)?"
    r"|результат(?:а|ов|ы)?|запис(?:ь|и|ей)|найдено|документ(?:а|ов|ы)?|товар(?:а|ов"
    r"|ы)?|результатів"
    r"|αποτελέσματα|sonuç|kayıt|hasil|kết quả"
    r"|نتيجة|نتائج|תוצאות"
)
_CJK = r"件|条|條|項|笔|筆|个结果|個結果|개|건|ページ|記錄|记录|结果|結果"
_RANGE_OF = re.compile(
    rf"(?<![\d.])({_N}){_TO}({_N})\s*(?:\w+\s+)?{_OF}({_N})", re.IGNORECASE
)
_OF_RANGE_CJK = re.compile(
    rf"({_N})\s*(?:{_CJK})\s*(?:中|のうち|中の)[^\d]{{0,6}}({_N}){_TO}({_N})"
)
_RANGE_TOTAL = re.compile(
    rf"(?<![\d.])({_N}){_TO}({_N})\b[^\d]{{0,30}}?(?:total|gesamt|共|total de|celkem"
    rf"|toplam|łącznie|всего)[^\d]{{0,10}}({_N})",
    re.IGNORECASE,
)
_RANGE = re.compile(rf"(?:{_WORDS})\s+({_N}){_TO}({_N})\b", re.IGNORECASE)
_SHOWN_OF = re.compile(
    rf"(?:show(?:ing|n)?|display(?:ing|ed)?|view(?:ing|ed)?|zeigt?|angezeigt|affich\w+"
    rf"|mostrando|visualizz\w+|top|first|ersten?|toont|visar)"
    rf"\D{{0,20}}?({_N})\s*(?:\w+\s+)?{_OF}({_N})",
    re.IGNORECASE,
)
_PLAIN_OF = re.compile(rf"(?<![\d.])({_N}){_OF}({_N})\s+(?:{_WORDS})", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?<![\d.,])({_N})\+?\s+(?:[^\W\d]+\s+){{0,2}}?(?:{_WORDS})(?!\w)", re.IGNORECASE
)
_BEFORE_CJK = re.compile(rf"({_N})\s*(?:{_CJK})")
_AFTER = re.compile(
    rf"(?:{_WORDS}|total|gesamt|insgesamt|共|找到|всего|celkem)(?:\s+(?:found|gefunden"
    rf"|trouvés?|encontrados?|total|of))?\s*[:：(=]?\s*({_N})\b",
    re.IGNORECASE,
)
_PAGES = re.compile(
    r"\b(?:page|pages|seiten?|página|pagina|sivu|strona|stránka|страниц\w*|sida|side"
    r"|sayfa|halaman|trang)\b|ページ|页|頁|쪽",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|over|more than|approx\w*|ca\.?|circa|etwa|rund|ungefähr|mehr als"
    r"|environ|plus de|unos|más de|около|более|yaklaşık)\b|約|约|\d\+",
    re.IGNORECASE,
)
_NONE = re.compile(
    rf"^\s*(?:no|keine?|aucune?|ning[uú]na?|nenhuma?|nessuna?|geen|inga|ingen|brak"
    rf"|žádné|нет|sin|0)\s+(?:[^\W\d]+\s+){{0,2}}?(?:{_WORDS})(?!\w)",
    re.IGNORECASE,
)
# Times and sizes are no results: "(0.32 seconds)", "10 results per page".
_PER_PAGE = re.compile(
    r"\b(?:per|pro|par|por|per pagina|na|на)\s+(?:page|seite|página|pagina|stronę"
    r"|stránku|странице)\b",
    re.IGNORECASE,
)


class Claim(NamedTuple):
    """What a page says it shows."""

    total: int | None
    """Of how many results; None where only a range is told."""
    first: int | None = None
    last: int | None = None
    about: bool = False
    """An estimate of the site, or a lower bound."""

    @property
    def shown(self) -> int | None:
        """How many results the page itself has, by its word."""
        if self.first is None or self.last is None:
            return None
        return max(0, self.last - self.first + 1)


def claim(text: str) -> Claim | None:
    """The claim in one line of text, if there is one.

    >>> claim("Showing 1–10 of 1,253 results")
    Claim(total=1253, first=1, last=10, about=False)
    >>> claim("Ergebnisse 11 bis 20 von 1.234")
    Claim(total=1234, first=11, last=20, about=False)
    >>> claim("Page 2 of 26") is claim("10 results per page") is None
    True
    """
    text = " ".join(unicodedata.normalize("NFKC", text[: 2 * _MAX_LINE]).split())
    if len(text) > _MAX_LINE or not text:
        return None
    if _NONE.search(text):
        return Claim(0)
    about = bool(_ABOUT.search(text))
    found = _ranged(text, about)
    if found is not None or not any(char.isdigit() for char in text):
        return found
    return None if _PER_PAGE.search(text) else _counted(text, about)


def _counted(text: str, about: bool) -> Claim | None:
    """Numbers beside words for results."""
    for pattern in (_PLAIN_OF, _SHOWN_OF):
        if match := pattern.search(text):
            last, total = number(match[1]), number(match[2])
            if last is not None and total is not None and last <= total:
                return None if _is_page(text, match) else Claim(total, 1, last, about)
    for pattern in (_BEFORE, _BEFORE_CJK, _AFTER):
        if match := pattern.search(text):
            total = number(match[1])
            if total is not None:
                return Claim(total, about=about)
    return None


def _ranged(text: str, about: bool) -> Claim | None:
    for pattern in (_RANGE_OF, _RANGE_TOTAL):
        for each in pattern.finditer(text):
            first, last, total = (number(each[place]) for place in (1, 2, 3))
            if first is None or last is None or total is None:
                continue
            if first <= last + 1 and last <= total:
                return Claim(total, first, last, about)
    if (match := _OF_RANGE_CJK.search(text)) is not None:
        total, first, last = (number(match[place]) for place in (1, 2, 3))
        if total is not None and first is not None and last is not None:
            return Claim(total, first, last, about) if last <= total else None
    match = _RANGE.search(text)
    if match is not None:
        first, last = number(match[1]), number(match[2])
        if first is not None and last is not None and first <= last:
            return Claim(None, first, last, about)
    return None


def _is_page(text: str, match: re.Match[str]) -> bool:
    return bool(_PAGES.search(text[: match.start(1)][-20:]))


def number(text: str) -> int | None:
    """The number that digits with separators of thousands stand for.

    >>> [number(t) for t in ("1,253", "1.234.567", "2 345", "12,34,567", "１２", "1.5")]
    [1253, 1234567, 2345, 1234567, 12, None]
    """
    text = text.strip()
    groups = re.split(r"[^\d]", text)
    if len(groups) > 1 and (
        len(groups[-1]) != 3 or any(len(group) not in {2, 3} for group in groups[1:])
    ):
        return None
    digits = "".join(groups)
    if not digits or len(digits) > 12:
        return None
    return int(digits)


def best_claim(texts: Iterable[str], shown: int) -> Claim | None:
    """The claim that fits what is shown, of many lines; a range before a number."""
    best: tuple[int, Claim] | None = None
    for text in texts:
        found = claim(text)
        if found is None or (found.total is not None and found.total > MAX_TOTAL):
            continue
        rank = _rank(found, shown)
        if rank and (best is None or rank > best[0]):
            best = rank, found
    return best[1] if best is not None else None


def _rank(found: Claim, shown: int) -> int:
    """How well a claim fits a page with so many records; 0: it is of another thing."""
    if found.shown is not None:
        if found.shown == shown:
            return 4
        return 2 if found.shown and abs(found.shown - shown) <= shown // 4 else 0
    if found.total is None or found.total < shown:
        return 0
    if found.total == 0:
        return 1
    return 3 if shown else 1
