"""What a harvest tells of itself: forecast, progress, verdict."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crawler.harvest import Forecast, Harvest, Outcome, Size
    from crawler.harvesting.entries import Entry
    from crawler.store.rows_harvest import HarvestRow

FILLING = {
    "range": "since a range is narrowed until no answer is cut off",
    "keyword": "since words are tried until they show nothing new",
}
"""Phases of queries with filled boxes, and how long they last."""
_SAMPLING = frozenset({"default", "wide", "sample", "probe", "page", "again"})
"""Phases of queries before the form is exhausted, pages of their answers included."""
_ENOUGH = 30
"""Queries after which the forecast is made anyway: an answer may have no end."""
_FILLED = 12
"""Queries, some of them with filled boxes, that are samples where boxes are needed."""


_UNKNOWN = ("left", "space", "time", "at", "coverage", "size")
"""Of a forecast, where boxes have to be filled."""


def sampled(phase: str, queries: int) -> bool:
    """Whether the samples are over; *phase*: of the next query, *queries*: so far.

    >>> sampled("sample", 5), sampled("lead", 5), sampled("sample", 30)
    (False, True, True)
    >>> sampled("range", 1), sampled("range", 12)
    (False, True)
    """
    enough = _FILLED if phase in FILLING else 0
    return queries >= _ENOUGH or (phase not in _SAMPLING and queries >= enough)


class Teller:
    """Lines of a harvest."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = time.monotonic()
        self.forecast: Forecast | None = None
        self.open_ended = False
        """Boxes have to be filled: what is left is not known."""
        self._claimed = 0

    def foretell(
        self, entry: Entry, harvest: Harvest, told: Forecast, phase: str
    ) -> Iterator[str]:
        """What exhausting the form will take: S, T, the limit that binds.

        *phase*: that of the next query. Behind text boxes there is no telling.
        """
        spent = harvest.spent
        yield (
            f"{entry.name}: {spent.queries} queries brought {spent.records} records"
            f"{_of(told.size)}"
        )
        end = f"{told.binds} ends it at {told.at} queries" if told.binds else "no limit"
        if phase in FILLING:
            each = f"{_bytes(spent.bytes / max(1, spent.queries))} a query"
            yield f"{entry.name}: how many more is not known, {FILLING[phase]}; {each}"
            return
        yield (
            f"{entry.name}: about {told.left} queries more, checks apart,"
            f" {_bytes(told.space)} in all, {_time(told.time)}; {end};"
            f" coverage expected {told.coverage:.0%}"
        )

    def progress(self, entry: Entry, harvest: Harvest) -> str:
        """A line, if it is time for one."""
        if self._seconds <= 0 or time.monotonic() < self._last + self._seconds:
            return ""
        self._last = time.monotonic()
        told = harvest.forecast()
        records = harvest.spent.records
        share = min(1.0, records / told.size.value) if told.size.value else 0.0
        # Of answers that are cut off the size is a lower bound: no share follows.
        line = (
            f"{entry.name}: {records} records{_of(told.size)};"
            f" {harvest.spent.queries} queries"
        )
        if told.size.lower or not told.size.value:
            return f"{line}, more than {told.left} left"
        left = f"about {told.left} and {_time(told.time)} left"
        return f"{line.replace(';', f' ({share:.0%});', 1)}, {left}"

    def numbers(self, harvest: Harvest) -> dict[str, Any]:
        """Columns of the survey that say how far it is."""
        spent, size = harvest.spent, harvest.size()
        told = self.forecast
        return {
            "queries": spent.queries,
            "records": spent.records,
            "bytes": spent.bytes,
            "seconds": round(spent.seconds, 3),
            "size": _finite(size.value),
            "size_low": _finite(size.low),
            "size_high": _finite(size.high),
            "lower": size.lower,
            "forecast": None
            if told is None
            else {
                "left": told.left,
                "space": round(told.space),
                "time": round(told.time, 3),
                "binds": told.binds,
                "at": told.at,
                "coverage": round(told.coverage, 4),
                "size": _finite(told.size.value),
            }
            | (dict.fromkeys(_UNKNOWN) if self.open_ended else {}),
        }

    def claim(self, outcome: Outcome) -> None:
        """Keep the greatest total that an answer has claimed."""
        self._claimed = max(self._claimed, outcome.total or 0)

    def ending(
        self, harvest: Harvest, *, stopped: str, planned: bool
    ) -> dict[str, Any]:
        """Columns that say how it ended; no verdict when it was cut off."""
        verdict = harvest.verdict
        if verdict is not None and not harvest.spent.records:
            why = f"{verdict.reason}; no answer showed a record: --what answers"
            if harvest.space.boxes:
                names = ", ".join(box.label or box.name for box in harvest.space.boxes)
                why += f"; values for its boxes ({names[:100]}): -a fill=FILE"
            return {"verdict": verdict.word, "reason": why, "bound": verdict.bound}
        if verdict is not None:
            missing = self._claimed - harvest.spent.records
            told = f"; {missing} of the {self._claimed} it says it has are not shown"
            return {
                "verdict": verdict.word,
                "reason": verdict.reason + (told if missing > 0 else ""),
                "bound": verdict.bound,
            }
        if planned:
            return {"verdict": "planned", "reason": "plan=1: after the samples"}
        if stopped.startswith("no answer"):
            return {"verdict": "failed", "reason": stopped}
        return {"verdict": "", "reason": stopped}

    def end(
        self, entry: Entry, harvest: Harvest, values: Mapping[str, Any]
    ) -> Iterator[str]:
        """The verdict."""
        word = values["verdict"] or "interrupted"
        yield (
            f"{entry.name}: {word}, {values['reason']};"
            f" {harvest.spent.records} records by {harvest.spent.queries} queries"
        )


def harvest_line(row: HarvestRow) -> str:
    """A harvest in one line of the summary."""
    if row.verdict in {"refused", "failed"} and not row.records:
        return f"{row.verdict}, {row.reason}: {row.method} {row.action}"
    word = row.verdict or "interrupted"
    text = f"{word}: {row.records} records"
    if row.size:
        text += f", {_interval(row.size, row.size_low, row.size_high, row.lower)}"
    text += f", {row.queries} queries"
    # 0: nothing is left to sample; 1: nothing was learned of what is left.
    if row.bound is not None and 0 < row.bound < 1:
        text += f"; one more finds something with at most {row.bound:.0%}"
    if row.reason:
        text += f" ({row.reason})"
    return f"{text}: {row.method} {row.action}"


def change_line(row: HarvestRow, counts: Mapping[str, int]) -> str:
    """What has changed since an earlier survey, in one line of the summary."""
    told = ", ".join(
        f"{counts[kind]} {word}"
        for kind, word in (
            ("new", "new"),
            ("changed", "changed"),
            ("gone", "gone"),
            ("unsure", "not met again, of which nothing can be said"),
        )
        if counts.get(kind)
    )
    text = f"{told or 'none'} since {row.begun['since']}"
    if not row.begun.get("finished"):
        text += ", which had not asked everything"
    return f"{text}: --what changes"


def _of(size: Size) -> str:
    """Of how many; nothing as long as nothing is known of it."""
    return f", {_size(size)}" if size.value else ""


def _size(size: Size) -> str:
    return _interval(size.value, _finite(size.low), _finite(size.high), size.lower)


def _interval(value: float, low: float | None, high: float | None, lower: bool) -> str:
    if lower:
        return f"of at least {value:.0f}"
    if low is None or high is None or round(low) == round(high):
        return f"of about {value:.0f}"
    return f"of about {value:.0f} ({low:.0f} to {high:.0f})"


def _finite(value: float) -> float | None:
    return round(value, 2) if math.isfinite(value) else None


def _bytes(number: float) -> str:
    for unit in ("B", "KB", "MB"):
        if number < 1000:
            return f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:.1f} GB"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
