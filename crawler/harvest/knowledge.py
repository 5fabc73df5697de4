"""Values that go with labels: learned from menus and records, kept across surveys.

The table is that of HiWE (Raghavan and Garcia-Molina 2001): rows of a label and a set
of values with weights in [0, 1]; a control takes the values of the row whose label is
the most like its own, by edit distance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.harvest.factors import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_ROWS = 2_000
MAX_VALUES = 1_000
_MAX_LABEL = 80
LIKE = 0.75
"""Labels at least as like as this are of one kind."""
GIVEN, LISTED, FOUND = 1.0, 0.8, 0.4
"""Weights: given by the user, an option of a menu, met in a record."""
_STEP = 0.2


class Knowledge:
    """Label -> value -> weight."""

    def __init__(self, rows: Mapping[str, Mapping[str, float]] | None = None) -> None:
        self._rows: dict[str, dict[str, float]] = {}
        for label, values in (rows or {}).items():
            for value, weight in values.items():
                self.learn(label, (value,), weight)

    def learn(self, label: str, values: Iterable[str], weight: float) -> None:
        """Values seen with a label; a weight only ever grows by this."""
        row = fold(label[:_MAX_LABEL])
        if not row or (row not in self._rows and len(self._rows) >= MAX_ROWS):
            return
        known = self._rows.setdefault(row, {})
        for value in values:
            if value and (value in known or len(known) < MAX_VALUES):
                known[value] = max(known.get(value, 0.0), min(1.0, max(0.0, weight)))

    def outcome(self, label: str, value: str, *, found: bool) -> None:
        """Move the weight of a value that was asked a fifth of the way to 0 or 1.

        >>> table = Knowledge({"City": {"Bonn": 0.5}})
        >>> table.outcome("city", "Bonn", found=True)
        >>> table.suggest("City name")
        []
        >>> table.suggest("city:")
        [('Bonn', 0.6)]
        """
        row = self._row(label)
        if row is not None and value in self._rows[row]:
            weight = self._rows[row][value]
            self._rows[row][value] = weight + _STEP * (float(found) - weight)

    def suggest(self, label: str) -> list[tuple[str, float]]:
        """Values for a control of this label, the heaviest first.

        >>> Knowledge({"Postcode": {"53111": 0.8, "10115": 1}}).suggest("post code")
        [('10115', 1.0), ('53111', 0.8)]
        """
        row = self._row(label)
        if row is None:
            return []
        return sorted(self._rows[row].items(), key=lambda item: (-item[1], item[0]))

    def data(self) -> dict[str, dict[str, float]]:
        """Plain data, as the constructor takes it."""
        return {label: dict(values) for label, values in self._rows.items()}

    def _row(self, label: str) -> str | None:
        wanted = fold(label[:_MAX_LABEL])
        if wanted in self._rows:
            return wanted
        likeness = ((_like(wanted, row), row) for row in self._rows)
        value, best = max(likeness, default=(0.0, ""))
        return best if value >= LIKE else None


def read_fill(data: Any) -> Knowledge:
    """The user's values: a JSON object of label -> value, list, or value -> weight.

    :raises ValueError: in one line, saying what does not fit.

    >>> read_fill({"City": ["Bonn", "Ulm"], "Year": 2024}).suggest("Year")
    [('2024', 1.0)]
    """
    if not isinstance(data, dict):
        raise ValueError(  # noqa: TRY004 - of a file that the user wrote
            'fill: expected an object like {"City": ["Bonn", "Ulm"]}'
        )
    table = Knowledge()
    for label, given in data.items():
        values = given if isinstance(given, list | dict) else [given]
        weights = (
            values if isinstance(values, dict) else dict.fromkeys(map(str, values))
        )
        for value, told in weights.items():
            weight = GIVEN if told is None else told
            if not isinstance(weight, int | float) or not 0 <= weight <= 1:
                raise ValueError(
                    f"fill: {label!r}: {weight!r} is no weight from 0 to 1"
                )
            table.learn(str(label), (str(value),), float(weight))
    return table


def _like(a: str, b: str) -> float:
    """1 - edit distance / longer length.

    >>> round(_like("author", "authors"), 2), _like("", "")
    (0.86, 1.0)
    """
    longer = max(len(a), len(b))
    if not longer:
        return 1.0
    if abs(len(a) - len(b)) > longer * (1 - LIKE):
        return 0.0
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, right in enumerate(b, 1):
            cost = min(row[j] + 1, row[j - 1] + 1, previous + (left != right))
            previous, row[j] = row[j], cost
    return 1.0 - row[-1] / longer
