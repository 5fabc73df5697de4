"""Links between pages: pagers, breadcrumbs, and spellings of product links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .catalogue import Product


def product_href(number: int, listed: bool = True) -> str:
    """Path of a product; lists spell some of them with what names no other page."""
    if listed and number % 7 == 3:
        return f"/item/{number}?utm_source=list&amp;utm_medium=web"
    if listed and number % 11 == 5:
        return f"/item/{number}#specs"
    return f"/item/{number}"


def money(cents: int) -> str:
    return f"€ {cents // 100:,}.{cents % 100:02}"


def product_link(product: Product) -> str:
    return f'<a href="{product_href(product.id)}">{escape(product.name)}</a>'


def page_path(base: str, page: int) -> str:
    """Address of a page of a list; the first has no number."""
    if page == 1:
        return base
    return f"{base}{'&' if '?' in base else '?'}page={page}"


def page_paths(base: str, pages: int) -> list[str]:
    return [page_path(base, page) for page in range(1, pages + 1)]


def pager_pages(page: int, pages: int) -> list[int]:
    """All pages of a short list; near ones, jumps and both ends of a long one.

    >>> pager_pages(20, 50)
    [1, 10, 18, 19, 20, 21, 22, 30, 50]
    """
    if pages <= 12:
        return list(range(1, pages + 1))
    wanted = {1, page - 10, *range(page - 2, page + 3), page + 10, pages}
    return sorted(n for n in wanted if 1 <= n <= pages)


def pager(base: str, page: int, pages: int) -> str:
    """A list of page links, empty when there is one page."""
    if pages < 2:
        return ""
    items = []
    for number in pager_pages(page, pages):
        if number == page:
            items.append(f"<li><b>{number}</b></li>")
        else:
            href = escape(page_path(base, number))
            items.append(f'<li><a href="{href}">{number}</a></li>')
    return f'<ul class="pager">{"".join(items)}</ul>'


def trail(*steps: tuple[str, str]) -> str:
    """Breadcrumbs of (path, text)."""
    items = "".join(
        f'<li><a href="{escape(href)}">{escape(text)}</a></li>' for href, text in steps
    )
    return f'<nav class="trail"><ol>{items}</ol></nav>'
