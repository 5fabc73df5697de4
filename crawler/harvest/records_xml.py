"""Records of an answer in XML: the elements that come again and hold others."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from lxml import etree

from crawler.harvest.paging_claims import MAX_TOTAL, Claim
from crawler.harvest.records_found import Found
from crawler.harvest.records_item import Record
from crawler.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.dom import Document

MAX_TEXT: Final = 8 << 20
"""Characters of a document that are read."""
MAX_RECORDS: Final = 50_000
_MAX_ELEMENTS: Final = 400_000
_MAX_FIELDS: Final = 200
_MAX_VALUE: Final = 4_000
_FEED: Final = frozenset({"entry", "item"})
_TOTALS: Final = frozenset(
    {
        "count",
        "numfound",
        "numberofrecords",
        "total",
        "totalresults",
        "totalcount",
        "hits",
    }
)


def xml_answer(document: Document) -> Found:
    """The records of an XML answer or feed, its total and next page."""
    root, cut = _root(document.text)
    if root is None:
        return Found(notes=("cut",) if cut else ())
    elements = list(_elements(root))
    cut = cut or len(elements) >= _MAX_ELEMENTS
    items = _items(elements)
    records = [_record(item, document.base_url) for item in items[:MAX_RECORDS]]
    records = [record for record in records if record.fields]
    found = Found(tuple(records), "xml" if records else "")
    found.notes = ("cut",) if cut or len(items) > MAX_RECORDS else ()
    inside = set(items)
    total = _total(elements, inside, len(records))
    found.claim = Claim(total) if total is not None else None
    found.next = _next(elements, inside, document.base_url)
    return found


def _root(text: str) -> tuple[etree._Element | None, bool]:
    cut = len(text) > MAX_TEXT
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
        huge_tree=False,
    )
    data = text[:MAX_TEXT].lstrip("\ufeff\t\n\r ").encode("utf-8", "replace")
    try:
        return etree.fromstring(data, parser), cut
    except (etree.XMLSyntaxError, ValueError):
        return None, cut


def _elements(root: etree._Element) -> Iterator[etree._Element]:
    for number, element in enumerate(root.iter(etree.Element)):
        if number >= _MAX_ELEMENTS:
            return
        yield element


def name_of(element: etree._Element) -> str:
    """The name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def _items(elements: list[etree._Element]) -> list[etree._Element]:
    """Children of one parent and name, with parts of their own, that say most."""
    groups: dict[tuple[int, str], list[etree._Element]] = defaultdict(list)
    parents: dict[etree._Element, int] = {}
    for element in elements:
        parent = element.getparent()
        if parent is None or not (len(element) or len(element.attrib) > 1):
            continue
        number = parents.setdefault(parent, len(parents))
        groups[number, name_of(element)].append(element)
    best: list[etree._Element] = []
    most = 0.0
    for (_, name), items in groups.items():
        width = max(len(item) + len(item.attrib) for item in items[:20])
        depth = sum(1 for _ in items[0].iterancestors())
        worth = len(items) * min(8, width) / depth
        if name in _FEED:
            worth *= 10
        elif len(items) < 2:
            worth = 0
        if worth > most:
            best, most = items, worth
    return best


def _record(item: etree._Element, base: str) -> Record:
    fields: dict[str, str] = {}
    links: dict[str, str] = {}
    times: Counter[str] = Counter()
    for key, value in list(item.attrib.items())[:50]:
        _put(fields, str(key).rpartition("}")[2], str(value))
    stack = [(child, name_of(child)) for child in reversed(item) if _is_element(child)]
    while stack and len(fields) < _MAX_FIELDS:
        element, name = stack.pop()
        inner = [child for child in element if _is_element(child)][:200]
        if inner:
            stack.extend(
                (child, f"{name}.{name_of(child)}"[:200]) for child in reversed(inner)
            )
            continue
        text = " ".join((element.text or "").split())[:_MAX_VALUE]
        href = str(element.get("href") or element.get("url") or "")
        if not text and not href and element.attrib:
            text = str(element.get("term") or element.get("value") or "")
        times[name] += 1
        if text:
            _put(fields, name, text, several=times[name] > 1)
        address = href or (text if text.startswith(("http://", "https://")) else "")
        url = resolve(address, base) if address and " " not in address else None
        if url and len(links) < 20:
            links.setdefault(name, url)
    return Record(fields, links)


def _is_element(node: etree._Element) -> bool:
    return isinstance(node.tag, str)


def _put(
    fields: dict[str, str], name: str, text: str, *, several: bool = False
) -> None:
    if several and name in fields:
        text = f"{fields[name]}, {text}"[:_MAX_VALUE]
    fields[name] = text


def _total(
    elements: list[etree._Element], inside: set[etree._Element], shown: int
) -> int | None:
    for element in elements[:1_000]:
        if element in inside or any(up in inside for up in element.iterancestors()):
            continue
        pairs = [(name_of(element), element.text or "")]
        pairs += [
            (str(k).rpartition("}")[2], str(v)) for k, v in element.attrib.items()
        ]
        for name, text in pairs:
            number = text.strip()[:13]
            if name.casefold() not in _TOTALS:
                continue
            plain = number.isascii() and number.isdigit()
            if plain and shown <= int(number) <= MAX_TOTAL:
                return int(number)
    return None


def _next(
    elements: list[etree._Element], inside: set[etree._Element], base: str
) -> str:
    for element in elements[:1_000]:
        if element.get("rel") == "next" and element.getparent() not in inside:
            return resolve(str(element.get("href") or ""), base) or ""
    return ""
