"""Where an anchor stands: what is around it, its image, the elements it is in."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.items import Place

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from crawler.dom.links_sink import Sink

MAX_AROUND: Final = 120
"""Characters on either side that are read: about the ten words of other crawlers."""
MAX_LEVELS: Final = 6
"""Elements of a path: the nearest tell most, and trees can be deep."""
MAX_READ: Final = 2 * 2**20
"""Characters that are read for a page, in all: a sibling may be a whole document."""
_SIBLINGS: Final = 6
_INSIDE: Final = 20  # elements of an anchor among which its image is: anchors nest
_OUT: Final = 2  # an anchor is often alone in its list item or cell
_NO_TEXT: Final = frozenset({"script", "style", "template", "noscript", "-comment"})


class Places:
    """Places of the anchors of one document."""

    __slots__ = ("_left", "_sink")

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._left = MAX_READ

    def of(self, node: LexborNode) -> Place:
        inside = islice(node.traverse(), _INSIDE)
        image = next((each for each in inside if each.tag == "img"), None)
        attributes = image.attributes if image is not None else {}
        source = attributes.get("src") or ""
        return Place(
            around=self._around(node),
            path=_path(node),
            image=self._sink.absolute(source, "") if source else "",
            alt=" ".join((attributes.get("alt") or "")[:MAX_AROUND].split()),
        )

    def _around(self, node: LexborNode) -> str:
        """Text before and after, of siblings; where there is none, of the parent's."""
        at: LexborNode | None = node
        for _ in range(_OUT):
            if at is None:
                break
            before, after = self._side(at, back=True), self._side(at, back=False)
            if before or after:
                return f"{before} {after}".strip()
            at = at.parent
        return ""

    def _side(self, node: LexborNode, *, back: bool) -> str:
        pieces: list[str] = []
        size = 0
        sibling = node.prev if back else node.next
        for _ in range(_SIBLINGS):
            if sibling is None or size >= MAX_AROUND or self._left <= 0:
                break
            if sibling.tag not in _NO_TEXT:
                text = sibling.text()
                self._left -= len(text)
                text = text[-2 * MAX_AROUND :] if back else text[: 2 * MAX_AROUND]
                text = " ".join(text.split())
                size += len(text)
                pieces.append(text)
            sibling = sibling.prev if back else sibling.next
        if back:
            return " ".join(reversed(pieces)).strip()[-MAX_AROUND:]
        return " ".join(pieces).strip()[:MAX_AROUND]


def _path(node: LexborNode) -> str:
    names: list[str] = []
    at = node.parent
    while at is not None and len(names) < MAX_LEVELS:
        tag = at.tag or ""
        if tag in {"html", "-document", "-undef"}:
            break
        kind = (at.attributes.get("class") or "")[:200].split()
        names.append(f"{tag[:32]}.{kind[0][:32]}" if kind else tag[:32])
        at = at.parent
    return ">".join(reversed(names))
