"""A form as the space of the queries that it can ask."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from crawler.items import Field, Form

Combination: TypeAlias = tuple[int, ...]
"""One value of each factor, by its place."""

MAX_FACTORS = 100
"""Controls of a form that are varied; further ones keep their defaults."""

_CHOICES = frozenset({"select-one", "select-multiple", "radio", "checkbox"})
_UNSENT = frozenset({"hidden", "file", "password", "image", "submit", "reset"})
_WORD = re.compile(r"[^\W_]+")
# What menus call the absence of a condition, folded; whole values only.
# fmt: off
_WIDE = frozenset({
    "", "all", "any", "both", "everything", "everywhere", "anywhere", "no preference",
    "does not matter", "doesn t matter", "alle", "alles", "beliebig", "egal", "tous",
    "toutes", "tout", "todos", "todas", "todo", "cualquiera", "qualquer", "tutti",
    "tutte", "qualsiasi", "wszystkie", "vse", "все", "любой", "всі", "全部", "すべて",
    "所有", "전체", "हर", "الكل",
})
# Names of controls that order or lay out what is found.
_LOOK = frozenset({
    "sort", "sortby", "sorting", "order", "orderby", "ordering", "dir", "direction",
    "asc", "desc", "view", "viewas", "display", "layout", "style", "theme", "lang",
    "perpage", "pagesize", "pp", "limit", "rows", "rpp", "hits", "sortierung",
    "reihenfolge", "ansicht", "tri", "trier", "orden", "ordenar", "ordina",
})
_AMOUNT = frozenset({"perpage", "pagesize", "pp", "limit", "rows", "rpp", "hits"})
# fmt: on


@dataclass(frozen=True, slots=True)
class Factor:
    """A control with finitely many values."""

    name: str
    values: tuple[str | None, ...]
    """What is sent; None sends nothing (a box that is not checked)."""
    default: int = 0
    """Place of the value that the untouched form sends."""
    wide: int | None = None
    """Place of the value that, by its wording, sets no condition."""
    looks: bool = False
    """By its name it orders or lays out the records, and does not choose them."""
    label: str = ""
    field: int = -1
    """Place of the control among the fields of the form."""

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True)
class TextBox:
    """A control with infinitely many values."""

    name: str
    type: str = "text"
    """As in :attr:`crawler.items.Field.type`."""
    label: str = ""
    required: bool = False
    default: str = ""
    field: int = -1


@dataclass(frozen=True, slots=True)
class Space:
    """The queries of a form."""

    factors: tuple[Factor, ...] = ()
    boxes: tuple[TextBox, ...] = ()

    @property
    def cards(self) -> tuple[int, ...]:
        """|Li|, the number of values of each factor."""
        return tuple(map(len, self.factors))

    @property
    def size(self) -> int:
        """N, the product of the |Li|; text boxes do not count.

        >>> Space((Factor("a", tuple("1234567")), Factor("b", tuple("1234")))).size
        28
        """
        return prod(self.cards)

    @property
    def default(self) -> Combination:
        """What the untouched form asks."""
        return tuple(factor.default for factor in self.factors)


def space_of(form: Form) -> Space:
    """The factors and text boxes of a form.

    Disabled, hidden and nameless controls are sent as they are or not at all, so
    they are neither. A multiple select gives one of its values, or none.

    >>> from crawler.items import Field, Form
    >>> space = space_of(Form("http://h/", fields=(
    ...     Field("make", "select-one", "", ("", "audi", "bmw")),
    ...     Field("new", "checkbox", "1"), Field("q", "search"))))
    >>> [factor.values for factor in space.factors], space.size
    ([('', 'audi', 'bmw'), (None, '1')], 6)
    >>> [box.name for box in space.boxes]
    ['q']
    """
    factors: list[Factor] = []
    boxes: list[TextBox] = []
    for place, field in enumerate(form.fields):
        if not field.name or field.disabled or field.type in _UNSENT:
            continue
        if field.type in _CHOICES or field.options:
            factor = _factor(field, place)
            if len(factor) > 1 and len(factors) < MAX_FACTORS:
                factors.append(factor)
        else:
            boxes.append(
                TextBox(
                    field.name,
                    field.type,
                    field.label,
                    field.required,
                    field.value,
                    place,
                )
            )
    return Space(tuple(factors), tuple(boxes))


def _factor(field: Field, place: int) -> Factor:
    values, default = _values(field)
    name = "".join(words(field.name))
    looks = name in _LOOK or bool(_LOOK & set(words(field.name)))
    if looks and (name in _AMOUNT or _AMOUNT & set(words(field.name))):
        # The most at a time: fewer pages, and more of what a limit cuts off.
        sizes = [int(v) if v and v.isdecimal() else 0 for v in values]
        default = max(range(len(sizes)), key=sizes.__getitem__)
    return Factor(
        name=field.name,
        values=values,
        default=default,
        wide=wide_place(values),
        looks=looks,
        label=field.label,
        field=place,
    )


def _values(field: Field) -> tuple[tuple[str | None, ...], int]:
    """All different values, and the place of the default."""
    if field.type == "checkbox":
        return (None, field.value or "on"), int(field.checked)
    known: dict[str | None, None] = dict.fromkeys(field.options)
    if field.type == "select-multiple" or (
        field.type == "radio" and not field.checked and "" not in known
    ):
        known = {None: None, **known}
    if field.type not in _CHOICES:  # a text box with suggestions
        known = {"": None, **known}
    values = tuple(known)
    wanted: str | None = field.value
    if wanted not in known or (wanted == "" and None in known):
        wanted = values[0] if values else None
    return values, values.index(wanted) if values else 0


def wide_place(values: tuple[str | None, ...]) -> int | None:
    """Place of the value that sets no condition, judged by its wording.

    >>> wide_place(("red", "All colours", "all")), wide_place(("1", "2"))
    (2, None)
    """
    for place, value in enumerate(values):
        if value is None or fold(value) in _WIDE:
            return place
    return None


def fold(text: str) -> str:
    """Words in lower case, one space between them.

    >>> fold(" -- ANY  make-- ")
    'any make'
    """
    return " ".join(words(text))


def words(text: str) -> list[str]:
    """The words of a name or a text, folded."""
    plain = unicodedata.normalize("NFKC", text[:2_000]).casefold()
    return _WORD.findall(plain)
