"""All families of hostile bodies by name, and a body of each in any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.hostile.files import BODIES, BYTES, HTML
from tests.hostile.markup import MARKUP

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.hostile.files import Kind

FAMILIES: Final[dict[str, tuple[Kind, Callable[[int], str | bytes]]]] = {
    **{name: (HTML, make) for name, make in MARKUP.items()},
    **BODIES,
    **BYTES,
}
GROUPS: Final = tuple(dict.fromkeys(name.partition(":")[0] for name in FAMILIES))


def body_of(name: str, size: int) -> tuple[bytes, Kind]:
    """About *size* bytes of a family, and how they are sent."""
    kind, make = FAMILIES[name]
    made = make(size)
    if isinstance(made, str):
        made = made.encode("utf-8", "surrogatepass")
    return made, kind
