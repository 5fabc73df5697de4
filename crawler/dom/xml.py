"""XML by XML rules, and XHTML as the HTML that the one parser reads.

No entity is expanded and nothing is fetched; of a broken document all is taken
that stands before the break.
"""

from __future__ import annotations

import re
from contextlib import suppress
from html import escape
from html.entities import html5
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_XHTML: Final = 500_000
"""Tags of an XHTML document that is still read as XML: 100 MB."""
_CHUNK: Final = 65_536
# References to surrogates, U+D800 to U+DFFF: libxml2 reports them as bytes that lxml
# cannot read.
_SURROGATE = re.compile(
    r"&#(?:x0*+d[89a-f][0-9a-f]{2}|0*+(?:5529[6-9]|55[3-9]\d\d|56\d{3}"
    r"|57[0-2]\d\d|573[0-3]\d|5734[0-3]));",
    re.IGNORECASE,
)
_ENTITY = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]*+);",
    re.DOTALL,
)


class Element(NamedTuple):
    """An element that ended, or a processing instruction (``?target``)."""

    name: str
    parent: str
    attributes: dict[str, str]
    """Local name -> value."""
    text: str
    """Text directly within it, the first 4,096 characters."""


def declares_entities(text: str) -> bool:
    """Whether a document defines entities of its own: never needed on the web."""
    return "<!ENTITY" in text


def xhtml_to_html(text: str) -> str | None:
    """An XML document with an ``html`` root, written as HTML; else None.

    Also None when it is too large for a second tree.

    >>> xhtml_to_html('<html xmlns="http://www.w3.org/1999/xhtml"><p/>&copy;</html>')
    '<!DOCTYPE html><html><p></p>©</html>'
    """
    if text.count("<") > 2 * MAX_XHTML:
        return None
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(_encode(text), parser)
    except etree.XMLSyntaxError:
        return None
    if root is None or _local(str(root.tag)) != "html":
        return None
    for element in root.iter(etree.Element):
        name = str(element.tag)
        # The serialiser writes HTML only for elements without a namespace. (A prefix
        # that nobody declared is a part of the name, which lxml would not take.)
        if name.startswith("{"):
            try:
                element.tag = _local(name)
            except ValueError:  # recovered from what is no name ("a:")
                element.tag = "x-rare"
        if element.tag in {"script", "style"} and element.text:
            # A CDATA section may hold what ends the element in HTML.
            element.text = element.text.replace("</", r"<\/")
    etree.cleanup_namespaces(root)
    # Not as text: libxml2 lets surrogates pass (&#xD800;).
    html = etree.tostring(root, method="html", encoding="utf-8", with_tail=False)
    return "<!DOCTYPE html>" + html.decode("utf-8", "replace")


def elements(text: str) -> Iterator[Element]:
    """The elements of a document in the order of their ends, without a tree.

    >>> [(e.name, e.text) for e in elements("<a><b c='1'>x</b><!--y--></a>")]
    [('b', 'x'), ('a', '')]
    """
    target = _Target()
    # The stubs of lxml ask for methods that lxml does without.
    untyped: Any = target
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        target=untyped,
    )
    data = _encode(text)
    for at in range(0, len(data), _CHUNK):
        try:
            parser.feed(data[at : at + _CHUNK])
        except (etree.XMLSyntaxError, UnicodeDecodeError):
            break
        yield from target.drain()
    with suppress(etree.XMLSyntaxError, UnicodeDecodeError):
        parser.close()
    yield from target.drain()


class _Target:
    """Collects what the parser reports; lxml calls it by these names."""

    __slots__ = ("_done", "_open")

    def __init__(self) -> None:
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._done: list[Element] = []

    def drain(self) -> list[Element]:
        done, self._done = self._done, []
        return done

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        # libxml2 leaves "&" as "&#38;" in attributes when entities are not replaced.
        named = {
            _local(name): value.replace("&#38;", "&")
            for name, value in attributes.items()
        }
        self._open.append((_local(tag), named, []))

    def data(self, data: str) -> None:
        if self._open and len(self._open[-1][2]) < 64:
            self._open[-1][2].append(data)

    def end(self, _tag: str) -> None:
        name, attributes, text = self._open.pop()
        parent = self._open[-1][0] if self._open else ""
        self._done.append(Element(name, parent, attributes, "".join(text)[:4096]))

    def pi(self, target: str, data: str | None = None) -> None:
        pairs = re.findall(r"""([\w-]+)\s*=\s*["']([^"']*)["']""", data or "")
        self._done.append(Element(f"?{target}", "", dict(pairs), ""))

    def close(self) -> None:
        return None


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _encode(text: str) -> bytes:
    """The document for a parser that knows no entity but the five of XML.

    One that it does not know makes libxml2 drop also those that it knows.
    """
    if "&" in text:
        text = _SURROGATE.sub("\ufffd", _ENTITY.sub(_reference, text))
    return text.lstrip("\ufeff\t\n\r ").encode("utf-8", "replace")


def _reference(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return match[0]
    return escape(html5.get(f"{name};", match[0]))
