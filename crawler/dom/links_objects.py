"""URLs of plug-ins, and values of controls that are URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.dom.links_looks import is_part, is_reference, rooted
from crawler.dom.links_sources import URL_PARAMETERS

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from crawler.dom.links_sink import Sink

_MAX_ARCHIVES: Final = 64


def object_links(node: LexborNode, sink: Sink) -> None:
    """Of an applet or object: what it loads, relative to its ``codebase``."""
    attributes = node.attributes
    base = attributes.get("codebase") or ""
    if base:
        sink.add(base, f"{node.tag}@codebase", guessed=True)
    for name in ("archive", "code", "data"):
        value = attributes.get(name) or ""
        urls = [value] if name != "archive" else value.replace(",", " ").split()
        for url in filter(None, urls[:_MAX_ARCHIVES]):
            where = sink.absolute(url, base) if base else url
            sink.add(where, f"{node.tag}@{name}", embedded=True)


def param_link(node: LexborNode, sink: Sink) -> None:
    """``<param>``: a URL by its name, or by the look of its value."""
    attributes = node.attributes
    value = attributes.get("value") or ""
    named = (attributes.get("name") or "").lower() in URL_PARAMETERS
    if (value and named) or rooted(value):
        sink.add(value, "param@value", guessed=True, embedded=True)


def value_link(node: LexborNode, sink: Sink) -> None:
    """Menus that go to the value of what is chosen; where a form goes to next."""
    attributes = node.attributes
    value = attributes.get("value") or ""
    if "/" not in value and "." not in value:
        return
    if node.tag == "input":
        # No state of a framework (__VIEWSTATE), and no query: it may hold a token
        # that is another one on the next page.
        hidden = (attributes.get("type") or "").lower() == "hidden"
        named = not (attributes.get("name") or "").startswith("__")
        if not (hidden and named and "?" not in value and rooted(value)):
            return
    if is_reference(value):
        origin = f"{node.tag}@value"
        sink.add(value, origin, guessed=True, embedded=is_part(value))
