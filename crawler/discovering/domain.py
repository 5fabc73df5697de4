"""What a query interface asks about: the one place where it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.items import Form, Page

OTHER = "other"


def domain_of(form: Form, page: Page) -> tuple[str, float | None]:  # noqa: ARG001 - until there is a model
    """Domain of an interface (``airfare``, ``book``... ``other``), and how sure it is;
    None when nobody can tell."""
    return OTHER, None
