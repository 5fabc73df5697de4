"""What a run may spend on all its forms together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.harvest import HarvestOptions, Spent, Verdict

RUN: Final = ("queries", "records", "bytes", "seconds")
"""Limits that a run can have; the others are of one form."""


class Budget:
    """Limits of the whole run, beside those of each form (``HARVEST_*``).

    >>> from crawler.harvest import HarvestOptions, Spent
    >>> budget = Budget({"queries": 30})
    >>> budget.options(HarvestOptions(queries=20)).queries
    20
    >>> budget.spend(Spent(queries=20))
    >>> budget.options(HarvestOptions(queries=20)).queries, budget.used_up()
    (10, '')
    >>> budget.spend(Spent(queries=10))
    >>> budget.used_up()
    'queries=30'
    """

    def __init__(self, limits: Mapping[str, float]) -> None:
        self._limits = dict(limits)
        self._left = dict(limits)

    def options(self, options: HarvestOptions) -> HarvestOptions:
        """Those of the next form: what is left of the run is a limit of it, too."""
        lowered = {
            name: type(getattr(options, name))(left)
            for name, left in self._left.items()
            if left < getattr(options, name)
        }
        return replace(options, **lowered)

    def spend(self, spent: Spent) -> None:
        """A form has taken its share."""
        for name in self._left:
            self._left[name] -= getattr(spent, name)

    def used_up(self) -> str:
        """The limit that is reached, as an argument; empty when none is."""
        for name, left in self._left.items():
            if left <= 0:
                return f"{name}={self._limits[name]:g}"
        return ""

    def told(self, verdict: Verdict, options: HarvestOptions) -> Verdict:
        """The verdict on a form, which names the limit by what the user gave.

        *options*: those of the form, not lowered.
        """
        for name, left in self._left.items():
            setting = f"HARVEST_{name.upper()}"
            if left < getattr(options, name) and verdict.reason.startswith(setting):
                limit = f"{name}={self._limits[name]:g}"
                return replace(verdict, reason=f"{limit} is reached")
        return verdict
