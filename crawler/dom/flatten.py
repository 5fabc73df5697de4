"""A bounded form of a document that would cost too much as it is.

One pass over its tokens writes a document with the same content in which every
tag is closed in the reverse order of opening, so that no parser state can make
its tree deeper than this writer's own stack: what would lie beyond level 512
becomes a sibling at that level, as in Chromium, and keeps its text and links.
Whatever could hide tags from one reading and not from another (comments, raw
text, self-closing) is written out unambiguously.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from crawler.dom.elements import (
    ATTRIBUTES_OF_HTML,
    ELEMENTS,
    FOREIGN,
    FORMATTING,
    IMPLIED,
    INLINE,
    MARKERS,
    RAW,
    ROOTS,
    TABLE_PARTS,
    VOID,
    names,
)
from crawler.dom.markup import ATTRIBUTES, BOGUS, COMMENT, PAIR, TAG_NAME, WS

MAX_DEPTH: Final = 512
MAX_TAGS: Final = 1_000_000
MAX_ATTRIBUTES: Final = 256
MAX_NAMES: Final = 10_000
"""Different names of elements, and of attributes, in a document with too many."""

_TOKEN = re.compile(rf"{COMMENT}|<(/?)({TAG_NAME})({ATTRIBUTES})(>|\Z)|{BOGUS}")
_DOCTYPE = re.compile("<!doctype[^>]*+>", re.IGNORECASE)
_PAIR = re.compile(PAIR)

_RAW_END = {
    name: re.compile(rf"</{name}(?=[{WS}/>])[^>]*+(?:>|\Z)", re.IGNORECASE)
    for name in RAW - {"plaintext"}
}
# End tags that are an element of their own, or end a part of the parse.
_WRITTEN_ALONE = {"head": "</head>", "p": "<p></p>", "br": "<br />"}
_TRAIL = "\t\n\f\r /"
# What an element is called whose name is one too many.
_RARE = "x-rare"
# A long tag keeps these although they stand far back.
_KEPT = names("action href method name src type value")


def flatten(
    text: str, formatting: int, *, rare: bool = False
) -> tuple[str, tuple[str, ...]]:
    """The bounded form of *text*, with marks of what it had to leave out.

    *formatting* is the number of formatting elements (``b``, ``font``...) that
    may stand open at a time: the HTML Standard reopens each in every paragraph.
    With *rare* also the different names are counted.

    >>> flatten("<p>a<b>b<i>c</b>d", 1)
    ('<p>a<b>bc</b>d', ('formatting',))
    """
    writer = _Writer(formatting, rare=rare)
    at = 0
    while at < len(text) and "truncated" not in writer.marks:
        match = _TOKEN.search(text, at)
        if match is None:
            writer.text(text[at:])
            break
        if match.start() > at:
            writer.text(text[at : match.start()])
        at = match.end()
        if match[2] is None:
            writer.declaration(match[0])
        elif match[4]:  # else the input ends within the tag, which is dropped
            name = writer.named(match[2].lower())
            if match[1]:
                writer.end(name)
            elif writer.start(name, match[3]) and name in RAW:
                at = writer.raw(name, text, at)
    return "".join(writer.out), tuple(sorted(writer.marks))


class _Writer:
    """The document as written so far, and the elements that are open in it."""

    __slots__ = (
        "_foreign",
        "_formatting",
        "_markers",
        "_names",
        "_places",
        "_rare",
        "_roots",
        "_slot",
        "_stack",
        "_tags",
        "marks",
        "out",
    )

    def __init__(self, formatting: int, *, rare: bool) -> None:
        self.marks: set[str] = set()
        self.out: list[str] = []
        self._stack: list[str] = []
        # Where in the stack the elements of a name are, and those of MARKERS.
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._markers: list[int] = []
        # The one element that is open in the output beyond MAX_DEPTH.
        self._slot = -1
        self._formatting = formatting
        self._foreign = 0
        self._roots: set[str] = set()
        self._tags = 0
        self._rare = rare
        # Of elements, and of attributes.
        self._names: tuple[set[str], set[str]] = (set(), set())

    def named(self, name: str) -> str:
        """The name that an element goes by."""
        return name if self._keeps(name, ELEMENTS, self._names[0]) else _RARE

    def _keeps(self, name: str, common: frozenset[str], met: set[str]) -> bool:
        """Whether a name is common, or one of those that may be rare."""
        if not self._rare or name in common or name in met:
            return True
        if len(met) >= MAX_NAMES:
            self.marks.add("names")
            return False
        met.add(name)
        return True

    def text(self, text: str) -> None:
        # No "<" of a text may meet what is written after it.
        self.out.append(text.replace("<", "&lt;") if "<" in text else text)

    def declaration(self, token: str) -> None:
        """The doctype decides between quirks and standards; comments nothing."""
        if not self._tags and _DOCTYPE.fullmatch(token):
            self.out.append(token)

    def start(self, name: str, attributes: str) -> bool:
        """Write a start tag; true when it leaves an element open."""
        self._tags += 1
        if self._tags > MAX_TAGS:
            self.marks.add("truncated")
            return False
        if len(attributes) > (0 if self._rare else 2 * MAX_ATTRIBUTES):
            attributes = self._cut(attributes)
        if name in ROOTS:
            # Later ones would add their attributes to the first.
            if name not in self._roots:
                self._roots.add(name)
                self.out.append(f"<{name}{attributes}>")
            return False
        if name in VOID:
            self.out.append(f"<{name}{attributes} />")
            return False
        if name in FORMATTING:
            if self._formatting < 1:
                self.marks.add("formatting")
                return False
            self._formatting -= 1
        for group in IMPLIED.get(name, ()):
            self._imply(group)
        closed = self._foreign > 0 and attributes.endswith("/")
        self._push(name, attributes.rstrip(_TRAIL) if closed else attributes)
        if closed:
            self._pop()
        return not closed

    def end(self, name: str) -> None:
        """Write the end tags that this one stands for."""
        places = self._places.get(name)
        if name in ROOTS or not places:
            if name in _WRITTEN_ALONE:
                self.out.append(_WRITTEN_ALONE[name])
            return
        at = places[-1]
        if name in TABLE_PARTS:
            fence = self._places.get("table")
        elif name in {"table", "template"}:
            fence = self._places.get("template")
        else:
            fence = self._markers
        if fence and fence[-1] > at:
            return
        while len(self._stack) > at + 1:
            self._pop()
        self._pop(paragraph=True)

    def raw(self, name: str, text: str, at: int) -> int:
        """Write the content of an element that holds text only; where it ends."""
        ending = _RAW_END.get(name)
        found = ending.search(text, at) if ending else None
        content = text[at : found.start() if found else len(text)]
        # Were this parsed as markup after all (within SVG), it stays a text.
        less = "&lt;" if name in {"title", "textarea"} else r"\x3c"
        self.out.append(content.replace("<", less))
        self._pop()
        return found.end() if found else len(text)

    def _push(self, name: str, attributes: str) -> None:
        at = len(self._stack)
        if at >= MAX_DEPTH:
            if self._slot >= 0:
                self.out.append(f"</{self._stack[self._slot]}>")
            self._slot = at
            self.marks.add("deep")
        self.out.append(f"<{name}{attributes}>")
        self._stack.append(name)
        self._places[name].append(at)
        if name in MARKERS:
            self._markers.append(at)
        self._foreign += name in FOREIGN

    def _imply(self, group: frozenset[str]) -> None:
        """End an element of *group*, with what is left open within a line."""
        at = len(self._stack) - 1
        for _ in range(8):
            if at < 0 or self._stack[at] in group or self._stack[at] not in INLINE:
                break
            at -= 1
        if at >= 0 and self._stack[at] in group:
            while len(self._stack) > at:
                self._pop()

    def _pop(self, *, paragraph: bool = False) -> None:
        """Close the innermost element.

        A paragraph that something else ends has no end tag: if the parser has
        ended it before, the tag would be an empty paragraph.
        """
        name = self._stack.pop()
        at = len(self._stack)
        if (at < MAX_DEPTH or at == self._slot) and (name != "p" or paragraph):
            self.out.append(f"</{name}>")
        if at == self._slot:
            self._slot = -1
        self._places[name].pop()
        if name in MARKERS:
            self._markers.pop()
        self._formatting += name in FORMATTING
        self._foreign -= name in FOREIGN

    def _cut(self, attributes: str) -> str:
        kept: dict[str, str] = {}
        for match in _PAIR.finditer(attributes):
            name = match[1].lower()
            if name in kept:
                continue
            if len(kept) >= MAX_ATTRIBUTES and name not in _KEPT:
                self.marks.add("attributes")
            elif self._keeps(name, ATTRIBUTES_OF_HTML, self._names[1]):
                kept[name] = match[0]
        written = " ".join(kept.values())
        closing = attributes.endswith("/") and not written.endswith("/")
        return f" {written} /" if closing else f" {written}"
