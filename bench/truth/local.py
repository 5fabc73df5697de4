"""Template of a page of the test site, by the routes of the site itself."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from tests.site.catalogue import SiteOptions
from tests.site.site import Site


@lru_cache(maxsize=1)
def _site() -> Site:
    # Which template answers a path does not depend on the size of the site.
    return Site(SiteOptions())


def label(url: str) -> str:
    """The name of the template, ``other`` where none answers.

    >>> label("http://h/item/17?utm_source=x")
    'item'
    """
    parts = urlsplit(url)
    visit = _site().visit(parts.path, parts.query)
    return visit.template.name if visit else "other"
