"""What the tests of documents share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.dom import Document, extract_links, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.items import Link

URL = "http://h.test/dir/page"
UTF8 = "text/html; charset=utf-8"


def document(
    source: str | bytes, content_type: str | None = UTF8, url: str = URL
) -> Document:
    body = (
        source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    )
    return parse(body, url=url, content_type=content_type)


def links(
    source: str | bytes,
    content_type: str | None = UTF8,
    url: str = URL,
    headers: Mapping[str, str | list[str]] | None = None,
) -> tuple[Link, ...]:
    return extract_links(document(source, content_type, url), headers or {})


def urls(
    source: str | bytes, content_type: str | None = UTF8, url: str = URL
) -> list[str]:
    return [link.url for link in links(source, content_type, url)]


def depth(found: Document) -> int:
    """Levels of the tree, walked without recursion."""
    assert found.tree is not None
    node, level, deepest = found.tree.root, 1, 1
    while node is not None:
        if node.first_child is not None:
            node, level = node.first_child, level + 1
            deepest = max(deepest, level)
            continue
        while node is not None and node.next is None:
            node, level = node.parent, level - 1
            if level < 1:
                return deepest
        node = node.next if node is not None else None
    return deepest


def real_urls(
    source: str | bytes, content_type: str | None = UTF8, url: str = URL
) -> list[str]:
    """Without what is only guessed."""
    return [link.url for link in links(source, content_type, url) if not link.guessed]
