"""The table of templates: it serves the site, and the truth is told from it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from . import pages_account as account
from . import pages_community as community
from . import pages_editorial as editorial
from . import pages_search as search
from . import pages_shop as shop
from .content import CONTENT
from .model import Placed, Template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .catalogue import Catalogue
    from .model import Body, Visit

STOCK_QUERY = ("q", "category", "brand", "condition", "in_stock", "sort", "page")


def _always(*names: str) -> tuple[Placed, ...]:
    return tuple(map(Placed, names))


def _one(
    name: str,
    path: str,
    render: Callable[[Visit], Body | None],
    *forms: str,
    query: tuple[str, ...] = (),
) -> Template:
    """A template of a single page."""
    return Template(
        name, path, render, lambda _: (path,), forms=_always(*forms), query=query
    )


def _stock_urls(site: Catalogue) -> Iterable[str]:
    # Only what the searches on the home page show: the rest is behind the forms.
    return [f"/stock/{url.partition('=')[2]}" for url in shop.popular_searches(site)]


SINGLE = (
    _one("home", "/", shop.home),
    _one("forum", "/forum", community.forum),
    _one("journal", "/journal", editorial.journal),
    _one("help", "/help", editorial.help_index),
    _one("manuals", "/manuals", editorial.manuals),
    _one("bookmarks", "/bookmarks", editorial.bookmarks),
    _one("contact", "/contact", account.contact, "contact"),
    _one("register", "/register", account.register, "register"),
    _one("cart", "/cart", account.cart, "cart"),
    _one("settings", "/admin/settings", account.settings, "settings"),
    _one("account", "/account", account.account, "address"),
    _one("search", "/search", search.search, "search"),
    _one("advanced", "/search/advanced", search.advanced, "advanced"),
    _one("private", "/private/reports", account.private),
    Template(
        "login",
        r"/login",
        account.login,
        lambda _: ("/login", "/login?next=%2Fmember"),
        forms=_always("login", "forgot"),
        query=("next", "failed"),
    ),
    Template(
        "manual-upload",
        r"/manual/returns",
        editorial.manual_upload,
        lambda _: ("/manual/returns",),
        layout="manual",
        forms=_always("upload"),
    ),
    Template(
        "manual-login",
        r"/manual/trade",
        editorial.manual_login,
        lambda _: ("/manual/trade",),
        layout="manual",
        forms=_always("trade-login"),
    ),
    Template(
        "legacy-index",
        r"/legacy",
        editorial.legacy_index,
        lambda _: ("/legacy",),
        layout="legacy",
    ),
    Template(
        "traps",
        r"/traps",
        account.traps,
        lambda s: ("/traps",) if s.options.traps else (),
    ),
)
BEHIND_FORMS = (
    Template(
        "results",
        r"/results",
        search.results,
        shop.popular_searches,
        forms=(Placed("search"),),
        query=STOCK_QUERY,
    ),
    Template(
        "results-advanced",
        r"/results/advanced",
        search.results,
        lambda _: (),
        forms=(Placed("advanced"),),
        query=(*STOCK_QUERY, "price_min", "price_max", "year", "feature"),
    ),
    Template("stock", r"/stock/([A-F]\d{5})", search.stock, _stock_urls),
    Template(
        "legacy-find",
        r"/legacy/find",
        editorial.legacy_find,
        lambda _: (),
        layout="legacy",
        query=("nomer", "god"),
    ),
    Template("member", r"/member", account.member, lambda _: (), members=True),
    Template("thanks", r"/thanks", account.thanks, lambda _: (), layout="bare"),
)
NOT_FOUND = Template(
    "not-found",
    r"/item/999999999",
    account.not_found,
    lambda _: ("/item/999999999",),
    status=404,
)
BROKEN = Template(
    "broken",
    r"/broken",
    account.broken,
    lambda _: ("/broken",),
    layout="bare",
    status=500,
)
TEMPLATES = (*CONTENT, *SINGLE, *BEHIND_FORMS, NOT_FOUND, BROKEN)


def url_pattern(template: Template) -> str:
    """Regular expression of the URLs (path and query) of a template."""
    return rf"^{template.path}(?:;[^?]*)?(?:\?.*)?$"


@cache
def _by_first_word() -> dict[str, list[Template]]:
    table: dict[str, list[Template]] = {}
    for template in TEMPLATES:
        first = re.split(r"[^a-z]", template.path[1:], maxsplit=1)[0]
        table.setdefault(first, []).append(template)
    return table


def candidates(path: str) -> list[Template]:
    """Templates whose path starts with the same word."""
    first = re.split(r"[^a-z]", path[1:], maxsplit=1)[0]
    return _by_first_word().get(first, [])
