"""The skeleton holds the tree of tags, classes and texts, exactly."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from crawler.dom.skeleton import decode, encode

if TYPE_CHECKING:
    from crawler.dom.skeleton import Node


def outline(root: Any) -> list[tuple[int, str, str]]:
    """Depth, tag and first class of each node that counts: an independent walk."""
    found = []
    waiting = [(0, root)]
    while waiting:
        depth, node = waiting.pop()
        tag = node.tag
        if tag == "-text":
            if not node.is_empty_text_node:
                found.append((depth, tag, ""))
            continue
        if tag.startswith("-"):
            continue
        classes = (node.attributes.get("class") or "").split()
        found.append((depth, tag, classes[0][:64] if classes else ""))
        children = []
        child = node.first_child
        while child is not None:
            children.append((depth + 1, child))
            child = child.next
        waiting += reversed(children)
    return found


def tree(html: str) -> Any:
    return LexborHTMLParser(html).root


@pytest.mark.parametrize(
    "html",
    [
        "",
        "plain text",
        "<!doctype html><!-- a --><p>one<p>two<!-- b -->three",
        "<table><form id=b><tr><td><input name=b1></td></tr></form></table>after",
        "<ul>" + "<li class='row odd'><a>x</a></li>" * 200 + "</ul><footer>",
        "<div>" * 300 + "deep" + "</div>" * 300 + "<p>tail",
        "<svg><path class=a /><foreignObject><p>x</svg><math><mi>y</math>",
        "<script>var a = '<p>';</script><style>p{}</style><template><b>t</template>",
        "<p class='\t\n '><b class='  a\tb'>x</b><i class=''>y</i>",
        "<o:p>x</o:p><a<b>y</a<b><x-y class=é-1>z</x-y>",
        f"<p class='{'c' * 500} d'>long",
        "<frameset><frame><frame></frameset>",
        "<p>\u00a0</p><p>\u2003</p><p> \t\n\f\r</p>",
    ],
)
def test_tree_comes_back(html: str) -> None:
    root = tree(html)
    decoded = decode(encode(root))
    assert outline(decoded.root) == outline(root)
    assert not decoded.cut
    assert encode(decoded.root) == encode(root)


NAMES = st.sampled_from(
    [
        *("p", "div", "a", "table", "tr", "td", "form", "select", "option", "svg"),
        *("script", "i", "b", "body", "head", "br", "x-y", "#"),
    ]
)
PIECES = st.one_of(
    NAMES.map("<{}>".format),
    NAMES.map("</{}>".format),
    st.text(alphabet="ab \n\x00é<>&\"'=", max_size=8).map("<i class={}>".format),
    st.text(alphabet="ab \n\t\x00<>&", max_size=6),
    st.just("<!-- c -->"),
)


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(deadline=None, max_examples=200)
def test_any_markup_comes_back(html: str) -> None:
    root = tree(html)
    assert outline(decode(encode(root)).root) == outline(root)


def test_no_text_value_or_address_is_kept() -> None:
    html = "<a href=/secret1 id=secret2 data-x=secret3>secret4</a><!--secret5-->"
    assert b"secret" not in zlib.decompress(encode(tree(html))[1:])


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 50])
def test_a_large_tree_is_cut_in_document_order(limit: int) -> None:
    root = tree("<ul>" + "<li>x</li>" * 200 + "</ul>")
    decoded = decode(encode(root, limit))
    assert decoded.cut
    assert outline(decoded.root) == outline(root)[:limit]


def test_a_page_of_many_nodes_stays_small() -> None:
    root = tree("<ul>" + "<li><a href=/w>w</a></li>" * 30_000 + "</ul>")
    data = encode(root)
    assert len(data) < 2_000
    assert len(outline(decode(data).root)) == 90_004


@pytest.mark.parametrize("html", ["<title>t</title><p>x", ""])
def test_body_is_the_parsers(html: str) -> None:
    parser = LexborHTMLParser(html)
    assert parser.root is not None
    assert parser.body is not None
    body: Node | None = decode(encode(parser.root)).body
    assert body is not None
    assert outline(body) == outline(parser.body)


def test_a_page_of_frames_has_no_body() -> None:
    assert decode(encode(tree("<frameset><frame></frameset>"))).body is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00",
        b"\x00nonsense",
        b"\x00" + zlib.compress(b"html\n\t\thead")[:-3],
        b"\x00" + zlib.compress(b"html\n\thead"),
        b"\x00" + zlib.compress(b"html\n\xff"),
        b"\x00" + zlib.compress(b"p\n" * (40 << 20), 9),
    ],
)
def test_what_is_no_skeleton_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="not a skeleton"):
        decode(data)
