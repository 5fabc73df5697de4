"""Template, visit and body: what the page functions take and give."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from .form_table import FORMS
from .forms import render as render_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Body:
    """The part of a page that its layout goes around."""

    title: str
    main: str
    head: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A form on the pages of a template, or on some of them."""

    form: str
    when: Callable[[Catalogue, str], bool] | None = None
    """Of the site and what the page is about (the first group of its path)."""


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of page; this table serves the site and tells the truth about it."""

    name: str
    path: str
    """Regular expression of the whole decoded path."""
    render: Callable[[Visit], Body | None]
    """None: there is no such page."""
    urls: Callable[[Catalogue], Iterable[str]]
    """What links lead to, in their canonical spelling."""
    layout: str = "shop"
    forms: tuple[Placed, ...] = ()
    query: tuple[str, ...] = ()
    """Parameters the page depends on; others are ignored."""
    content: bool = False
    """Counted by ``pages``."""
    status: int = 200
    members: bool = False
    """Redirects to the login form without a session."""

    def placed(self, site: Catalogue, about: str) -> list[str]:
        return [
            place.form
            for place in self.forms
            if place.when is None or place.when(site, about)
        ]


@cache
def path_pattern(path: str) -> re.Pattern[str]:
    return re.compile(path)


@dataclass(frozen=True, slots=True)
class Visit:
    """One page asked for: its template, what the path and the query said."""

    site: Catalogue
    template: Template
    path: str
    groups: tuple[str, ...] = ()
    query: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def about(self) -> str:
        return self.groups[0] if self.groups else ""

    @property
    def key(self) -> str:
        """Canonical path and query: equal for all spellings of a page."""
        pairs = [(k, v) for k in sorted(self.query) for v in self.query[k]]
        return quote(self.path) + (f"?{urlencode(pairs)}" if pairs else "")

    def rng(self, purpose: str) -> Random:
        return Random(f"{self.site.seed}:{self.key}:{purpose}")

    def first(self, name: str, default: str = "") -> str:
        return self.query.get(name, (default,))[0]

    def number(self, name: str, default: int = 1) -> int:
        """A parameter as a number; 0, which no page has, if it is not one."""
        text = self.first(name, str(default))
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0

    def form(
        self, name: str, about: str = "", values: Mapping[str, str] | None = None
    ) -> str:
        """HTML of a form, empty when it is not placed on this page."""
        if name not in self.template.placed(self.site, self.about):
            return ""
        return render_form(FORMS[name], about or self.about, values)
