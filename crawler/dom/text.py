"""The text that a reader of a page sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from crawler.dom.document import Document

MAX_TEXT = 200_000
"""Characters of text that are read; the rest of the document is ignored."""
MAX_NODES = 500_000
"""Nodes that are visited; a document of markup alone ends here."""

# As a word of its own it outlives the collapsing of white space. No HTML text
# contains it: the tokenizer drops or replaces NUL.
_BREAK = " \0 "

# What an element does to the text around and inside it.
_BLOCK, _SECTION, _LANDMARK, _BANNER, _SKIP, _TEXT = 1, 2, 4, 8, 16, 32

# HTML 15.3 (rendering): display other than inline; br, hr, cells and options
# separate words just as well.
_BLOCKS = """
    address article aside blockquote body br button caption center dd details dialog
    dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
    hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre
    search section select summary table tbody td textarea tfoot th thead tr ul xmp
"""
# Not rendered, or shown only where scripts, frames or media do not work.
_SKIPPED = """
    area audio canvas datalist embed head iframe link meta noembed noframes noscript
    object param rp script style template title video
"""
_ROLES = dict.fromkeys(_BLOCKS.split(), _BLOCK)
_ROLES |= dict.fromkeys(["article", "main", "section"], _BLOCK | _SECTION)
_ROLES |= dict.fromkeys(["nav", "aside"], _BLOCK | _LANDMARK)
_ROLES |= dict.fromkeys(["header", "footer"], _BLOCK | _BANNER)
_ROLES |= dict.fromkeys(_SKIPPED.split(), _SKIP)
_ROLES["-text"] = _TEXT

_HIDDEN = (
    '[hidden],dialog:not([open]),[style*="display:none" i],[style*="display: none" i]'
)
# The roles that HTML-AAM gives to nav, aside and the header and footer of a page.
_LANDMARKS = (
    '[role="navigation" i],[role="complementary" i],'
    '[role="banner" i],[role="contentinfo" i]'
)


def visible_text(document: Document) -> str:
    """The text of the body, one line a block, white space collapsed.

    Left out: what is not rendered (``hidden``, ``display: none`` in a style
    attribute, closed dialogs, scripts, ``noscript``) and the chrome of the
    site: ``nav``, ``aside``, and ``header`` and ``footer`` outside of an
    article, section or main, also where the role attribute says so. When
    nothing else is there, chrome is all the reader sees, and it is kept. A
    little text beside much chrome ("Saved") stays a little text: with the
    chrome, two such pages would look alike. Plain text is its own text; JSON,
    CSS and other data are not text to read, and give an empty string.
    """
    if document.tree is None:
        source = document.text[:MAX_TEXT] if document.kind == "text" else ""
        lines = (" ".join(line.split()) for line in source.splitlines())
        return "\n".join(line for line in lines if line)
    body = document.tree.body
    if body is None:
        return ""
    hidden = _ids(document.tree, f"{_HIDDEN},{_LANDMARKS}")
    text = _gather(body, hidden, _LANDMARK | _BANNER | _SKIP)
    return text or _gather(body, _ids(document.tree, _HIDDEN), _SKIP)


def _ids(tree: LexborHTMLParser, selector: str) -> set[int]:
    return {node.mem_id for node in tree.css(selector)}


def _collapse(pieces: Iterable[str]) -> str:
    """Break marks to line ends, any other run of white space to one space."""
    text = " ".join("".join(pieces)[: 2 * MAX_TEXT].split())
    return text.replace(_BREAK, "\n").strip("\0 ")[:MAX_TEXT].rstrip()


def _gather(body: LexborNode, hidden: set[int], unwanted: int) -> str:
    """The text below *body*, without what is hidden or plays an unwanted role."""
    pieces: list[str] = []
    room = 2 * MAX_TEXT  # white space goes later
    roles: dict[int, int] = {}  # by tag id, which is an address for unknown tags
    path: list[tuple[LexborNode, int]] = []
    sections = 0
    broken = True  # one break is enough, and white space beside it is none
    node: LexborNode | None = body.first_child
    for _ in range(MAX_NODES):
        if node is None:
            if not path or room <= 0:
                break
            node, role = path.pop()
            sections -= role & _SECTION
            child = None
        else:
            tag = node.tag_id
            role = roles.get(tag, -1)
            if role == _TEXT:
                text = node.text_content or ""
                if text and not (broken and text.isspace()):
                    pieces.append(text)
                    room -= len(text)
                    broken = False
                node = node.next
                continue
            if role < 0:
                roles[tag] = _ROLES.get(node.tag or "", 0)
                continue
            refused = role & unwanted and not (sections and role & _BANNER)
            skipped = refused or (hidden and node.mem_id in hidden)
            child = None if skipped else node.first_child
        if role & _BLOCK and not broken:
            pieces.append(_BREAK)
            broken = True
        if child is None:
            node = node.next
        else:
            path.append((node, role))
            sections += role & _SECTION
            node = child
    return _collapse(pieces)
