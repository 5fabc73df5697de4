"""Other spellings of pages, and other addresses with the same content."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from .catalogue import Catalogue

_SESSION = "9F86D081884C7D659A2FEAA0C55AD015"


def _lower_hex(path: str) -> str:
    """``%C3`` as ``%c3``."""
    parts = path.split("%")
    return "%".join([parts[0], *(part[:2].lower() + part[2:] for part in parts[1:])])


def same_page(site: Catalogue) -> dict[str, tuple[str, ...]]:
    """Canonical URL -> spellings that mean the same page, all of them linked."""
    number = len(site.products)
    item, page = f"/item/{number}", "/list?c=0"
    found = {
        item: (
            item,
            f"{item}#specs",
            f"{item}#",
            f"/./item/{number}",
            f"/help/../item/{number}",
            f"/%69tem/{number}",
            f"{item}?utm_source=mail&utm_campaign=spring",
            f"{item}?gclid=Cj0KCQjw",
            f"{item};jsessionid={_SESSION}",
            f"{item}?PHPSESSID={_SESSION.lower()}",
        ),
        page: (page, "/list?c=0&utm_medium=mail", "/%6Cist?c=%30"),
    }
    if site.plan.category_pages(0) > 1:
        second = "/list?c=0&page=2"
        found[second] = (second, "/list?page=2&c=0", "/list?page=2&c=0#rows")
    accented = next((p.slug for p in site.people if not p.slug.isascii()), None)
    if accented:
        path = f"/people/{quote(accented)}"
        found[path] = (path, _lower_hex(path), f"/people/{accented}")
    return found


def same_content(site: Catalogue) -> dict[str, tuple[str, ...]]:
    """Canonical URL -> different URLs that answer with the same content."""
    return {"/list?c=0": ("/list?c=0&page=1", "/list?c=0&view=")}
