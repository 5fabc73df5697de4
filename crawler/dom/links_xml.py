"""Links of XML that is no HTML: sitemaps, feeds, SVG, and vocabularies of the web."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from crawler.dom import xml
from crawler.dom.links_sources import PART, PLACE, URL_ATTRIBUTES

if TYPE_CHECKING:
    from crawler.dom.links_sink import Sink

MAX_ELEMENTS: Final = 500_000
"""Elements of an XML document that are read."""

_LOCATIONS: Final[dict[str, bool]] = {
    "comments": PLACE,
    "commentRss": PLACE,
    "content_loc": PART,
    "icon": PART,
    "link": PLACE,
    "loc": PLACE,
    "logo": PART,
    "origLink": PLACE,
    "player_loc": PLACE,
    "thumbnail_loc": PART,
}
"""Elements of sitemaps, RSS and Atom whose text is a URL."""
_MEDIA: Final = frozenset({"content", "enclosure", "thumbnail"})
_ATTRIBUTES: Final[dict[str, tuple[str, str]]] = {
    # OpenSearch: "{searchTerms}" stands for what is looked for.
    "Url": ("template", "xml"),
    "outline": ("xmlUrl htmlUrl url", "xml"),  # OPML
    # Really Simple Discovery, WSDL: where calls are posted to.
    "api": ("apiLink", "xml:post"),
    "address": ("location", "xml:post"),
}
"""Element -> other attributes that are a URL, and their origin."""
_VALUE: Final = re.compile(r"\{[^{}]{0,99}\}")


def xml_links(text: str, sink: Sink, *, feed: bool) -> None:
    """Add the links of a sitemap or feed, or of any other XML, to *sink*."""
    add = _feed if feed else _xml
    for count, element in enumerate(xml.elements(text)):
        if sink.full or count >= MAX_ELEMENTS:
            sink.full = True
            return
        add(element, sink)


def _feed(element: xml.Element, sink: Sink) -> None:
    text = element.text.strip()
    embedded = _LOCATIONS.get(element.name)
    if text and embedded is not None:
        # An image of a sitemap (image:loc), the link of a channel's image is not.
        in_image = element.parent == "image" and element.name == "loc"
        sink.add(text, "sitemap", embedded=embedded or in_image)
    for name in ("href", "src", "url"):
        value = element.attributes.get(name, "").strip()
        if value:
            enclosed = element.attributes.get("rel") == "enclosure"
            embedded = (
                enclosed or element.name in _MEDIA or element.name.startswith("?")
            )
            sink.add(value, "sitemap", embedded=embedded)


def _xml(element: xml.Element, sink: Sink) -> None:
    """``href`` and ``src`` mean a URL in every vocabulary (XLink, SVG, XSLT)."""
    for name in ("href", "src"):
        value = element.attributes.get(name, "").strip()
        if value and not value.startswith("#"):
            part = URL_ATTRIBUTES[name].get(element.name, name == "src")
            embedded = part or element.name.startswith("?")
            sink.add(value, "xml", embedded=embedded)
    names, origin = _ATTRIBUTES.get(element.name, ("", ""))
    for name in names.split():
        value = element.attributes.get(name, "").strip()
        if value:
            url = _VALUE.sub("", value[:4_000])
            sink.add(url, origin, guessed=url != value)
