"""The templates of the content pages, those that the size of a site counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import pages_community as community
from . import pages_editorial as editorial
from . import pages_shop as shop
from .links import page_paths
from .model import Placed, Template
from .words import DEPARTMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .catalogue import Catalogue


def _category_urls(site: Catalogue) -> Iterator[str]:
    for number in range(len(site.shelves)):
        yield from page_paths(f"/list?c={number}", site.plan.category_pages(number))


def _board_urls(site: Catalogue) -> Iterator[str]:
    for number, name in enumerate(site.boards):
        yield from page_paths(f"/forum/{name}", site.plan.board_pages(number))


def _numbered(form: str, count: Callable[[Catalogue], int]) -> Callable[..., list[str]]:
    return lambda site: [form.format(n) for n in range(1, count(site) + 1)]


def _alert(_: Catalogue, number: str) -> bool:
    return int(number) % 40 == 7


CONTENT = (
    Template(
        "department",
        r"/parts/([^/?]+)",
        shop.department,
        lambda s: [f"/parts/{name}" for name in DEPARTMENTS[: s.plan.departments]],
        content=True,
    ),
    Template(
        "category",
        r"/list",
        shop.category,
        _category_urls,
        forms=(Placed("list-filter"),),
        query=("c", "page", "order"),
        content=True,
    ),
    Template(
        "brand",
        r"/brand/([^/?]+)",
        shop.brand,
        lambda s: [f"/brand/{slug}" for slug in s.brand_slugs],
        content=True,
    ),
    Template(
        "product",
        r"/item/(\d+)",
        shop.product,
        _numbered("/item/{}", lambda s: len(s.products)),
        forms=(Placed("basket"), Placed("price-alert", _alert)),
        content=True,
    ),
    Template(
        "reviews",
        r"/item/(\d+)/reviews",
        shop.reviews,
        lambda s: [f"/item/{p.id}/reviews" for p in s.products if p.reviews],
        forms=(Placed("review"),),
        content=True,
    ),
    Template(
        "board",
        r"/forum/([^/?]+)",
        community.board,
        _board_urls,
        query=("page",),
        content=True,
    ),
    Template(
        "thread",
        r"/thread/(\d+)",
        community.thread,
        _numbered("/thread/{}", lambda s: len(s.threads)),
        forms=(Placed("reply"), Placed("poll", community.has_poll)),
        content=True,
    ),
    Template(
        "profile",
        r"/people/([^/?]+)",
        community.profile,
        lambda s: [s.person_path(n) for n in range(len(s.people))],
        forms=(Placed("message"),),
        content=True,
    ),
    Template(
        "archive",
        r"/journal/(\d{4})/(\d\d)",
        editorial.archive,
        lambda s: [f"/journal/{year}/{month:02}" for year, month in s.months()],
        content=True,
    ),
    Template(
        "article",
        r"/journal/\d{4}/\d\d/[a-z0-9-]+-(\d+)",
        editorial.article,
        lambda s: [a.path for a in s.articles],
        forms=(Placed("comment"), Placed("survey", editorial.has_survey)),
        content=True,
    ),
    Template(
        "help-page",
        r"/help/([^/?]+)",
        editorial.help_page,
        lambda s: [f"/help/{slug}" for slug in s.help_topics],
        content=True,
    ),
    Template(
        "manual",
        r"/manual/(\d+)",
        editorial.manual,
        _numbered("/manual/{}", lambda s: s.plan.manuals),
        layout="manual",
        content=True,
    ),
    Template(
        "legacy",
        r"/legacy/(\d+)\.htm",
        editorial.legacy,
        _numbered("/legacy/{}.htm", lambda s: s.plan.legacy),
        layout="legacy",
        forms=(Placed("legacy-find"),),
        content=True,
    ),
)
