"""Links that change something when they are merely requested."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .forms import INT, WORD, shape_pattern


@dataclass(frozen=True, slots=True)
class Danger:
    kind: str
    shape: str
    """Path, and at most one parameter."""
    text: str
    templates: tuple[str, ...]
    """Where it is linked; ``*`` stands for every page of the shop layout."""

    @property
    def pattern(self) -> str:
        """Regular expression of its URLs, more parameters allowed."""
        path, _, query = self.shape.partition("?")
        found = shape_pattern(path).pattern
        if not query:
            return rf"{found}(?:\?.*)?"
        return rf"{found}\?(?:.*&)?{shape_pattern(query).pattern}(?:&.*)?"

    def link(self, about: str = "") -> str:
        href = self.shape.replace(INT, about).replace(WORD, about)
        return f'<a href="{href}">{self.text}</a>'


DANGERS = {
    "logout": Danger("logout", "/logout", "Log out", ("*",)),
    "abmelden": Danger("logout", "/session/end", "Abmelden", ("account",)),
    "deconnexion": Danger("logout", "/account/bye", "Déconnexion", ("account",)),
    "add": Danger("buy", "/cart/add?item={int}", "Add to cart", ("product",)),
    "order": Danger("buy", "/cart/checkout?confirm=1", "Order now", ("cart",)),
    "remove": Danger("delete", "/cart/remove?item={int}", "Remove", ("cart",)),
    "thread": Danger("delete", "/thread/{int}?op=delete", "Delete", ("thread",)),
    "person": Danger(
        "delete", "/people/{word}/delete", "Delete this account", ("profile",)
    ),
    "news": Danger(
        "unsubscribe", "/newsletter/unsubscribe?u=guest", "Unsubscribe", ("*",)
    ),
}
_ANY = re.compile("|".join(f"({danger.pattern})" for danger in DANGERS.values()))


def kind_of(path_and_query: str) -> str | None:
    """What requesting this changes.

    >>> kind_of("/cart/add?ref=x&item=7"), kind_of("/thread/7"), kind_of("/logout")
    ('buy', None, 'logout')
    """
    match = _ANY.fullmatch(path_and_query)
    if match is None or match.lastindex is None:
        return None
    return tuple(DANGERS.values())[match.lastindex - 1].kind
