"""Coverage against downloads: what was known after so many pages, as curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from crawler.report.html_text import Html, element, joined
from crawler.store.schema import page_forms, pages, parameters
from crawler.store.streaming import stream

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sqlalchemy import Connection, Table

WIDTH: Final = 300
HEIGHT: Final = 96
SHARE: Final = 0.9
"""Of all that was found in the end: the point that is marked."""


@dataclass(frozen=True)
class Curve:
    """One kind of finding."""

    name: str
    pages: int
    """Downloads in all."""
    firsts: tuple[int, ...]
    """For each finding the place of the page that showed it first, from 1, sorted."""

    def known_at(self, share: float) -> int:
        """Pages after which this share of all that was found was known.

        >>> Curve("", 10, (1, 1, 2, 7)).known_at(0.75)
        2
        """
        needed = -(-len(self.firsts) * round(share * 1000) // 1000)
        return self.firsts[max(0, needed - 1)]


def curves(connection: Connection) -> list[Curve]:
    """Clusters, forms and parameters over the pages in the order of fetching."""
    place: dict[int, int] = {}
    first_of: dict[int, int] = {}
    query = select(pages.c.id, pages.c.cluster_id)
    order = query.order_by(pages.c.fetched_at, pages.c.id)
    for page_id, cluster in stream(connection, order):
        place[page_id] = len(place) + 1
        if cluster is not None:
            first_of.setdefault(cluster, len(place))
    total = len(place)
    forms = _firsts(connection, page_forms, "signature", place)
    names = _firsts(connection, parameters, "name", place)
    found = (
        ("clusters", first_of.values()),
        ("forms", forms),
        ("parameters", names),
    )
    return [Curve(name, total, tuple(sorted(firsts))) for name, firsts in found]


def _firsts(
    connection: Connection, table: Table, column: str, place: Mapping[int, int]
) -> Iterable[int]:
    found: dict[str, int] = {}
    query = select(table.c.page_id, table.c[column])
    for page_id, value in stream(connection, query):
        now = place.get(page_id)
        if now is not None and now < found.get(value, now + 1):
            found[value] = now
    return found.values()


def points(curve: Curve) -> list[tuple[float, float]]:
    """Corners of the curve in the drawing, at most one step a column of it.

    >>> points(Curve("", 4, (1, 2)))
    [(0.0, 96.0), (75.0, 96.0), (75.0, 48.0), (150.0, 48.0), (150.0, 0.0), (300.0, 0.0)]
    """
    found = [(0.0, float(HEIGHT))]
    count = len(curve.firsts)
    column = -1
    height = float(HEIGHT)
    for number, first in enumerate(curve.firsts, 1):
        x = round(first / curve.pages * WIDTH, 1)
        y = round(HEIGHT * (1 - number / count), 1)
        if int(x) == column:
            found[-1] = (found[-1][0], y)
        else:
            found += [(x, height), (x, y)]
            column = int(x)
        height = y
    found.append((float(WIDTH), height))
    return found


def drawing(found: Sequence[Curve]) -> Html:
    """A small drawing for each curve that has something to show."""
    return joined(*(_figure(curve) for curve in found if curve.firsts))


def _figure(curve: Curve) -> Html:
    reached = curve.known_at(SHARE)
    told = (
        f"{SHARE:.0%} known after {reached:,} of {curve.pages:,} pages"
        f" ({reached / curve.pages:.0%})"
    )
    mark_x = round(reached / curve.pages * WIDTH, 1)
    line = " ".join(f"{x:g},{y:g}" for x, y in points(curve))
    parts = [
        _line(0, HEIGHT, WIDTH, HEIGHT, "axis"),
        _line(mark_x, 0, mark_x, HEIGHT, "mark"),
        element("polygon", class_="area", points=f"{line} {WIDTH},{HEIGHT}"),
        element("polyline", class_="line", points=line),
    ]
    image = element(
        "svg",
        *parts,
        viewBox=f"0 -4 {WIDTH} {HEIGHT + 8}",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"{curve.name} found over pages fetched: {told}",
    )
    head = element("strong", f"{len(curve.firsts):,} {curve.name}")
    ends = element("span", "1") + element("span", f"{curve.pages:,} pages")
    return element(
        "figure",
        element("figcaption", head, element("span", told)),
        image,
        element("div", Html(ends), class_="ends"),
    )


def _line(x1: float, y1: float, x2: float, y2: float, name: str) -> Html:
    places = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
    return element("line", class_=name, **places)
