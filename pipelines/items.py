"""Which items are pages: read through itemadapter, whatever their class."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from itemadapter import ItemAdapter

from crawler.items import Page

_NAMES = frozenset(field.name for field in fields(Page))
# What makes an item of another class a page: it was measured.
_MEASURED = frozenset({"url", "key", "vector"})
# What feeds and log need not see: the survey has it.
_HEAVY = frozenset({"links", "refused", "sketch", "skeleton", "vector"})


def as_page(item: Any) -> Page | None:
    """The page that *item* is, or None when it is an item of the user's own.

    A dict, attrs, dataclass or pydantic item that has what was measured counts.
    """
    if isinstance(item, Page):
        return item
    if not ItemAdapter.is_item(item):
        return None
    adapter = ItemAdapter(item)
    if not adapter.keys() >= _MEASURED:
        return None
    return Page(**{name: adapter[name] for name in adapter if name in _NAMES})


def plain(item: Any) -> dict[str, Any]:
    """An item of the user's own as a plain dict."""
    return ItemAdapter(item).asdict() if ItemAdapter.is_item(item) else {"value": item}


def slim(item: Any) -> dict[str, Any]:
    """A page without what only the survey needs, whatever the class of the item."""
    return {
        name: value for name, value in ItemAdapter(item).items() if name not in _HEAVY
    }
