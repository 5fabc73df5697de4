"""Text boxes that are the ends of a range: "price from", "price to", "year_min".

The whole range is asked first, then parts of what is cut off: see :mod:`.descent` for
two ends, :mod:`.thresholds` for one. The range is walked through once for each setting
of the other controls that no wider one stands for: each value of a menu without "any",
and each word where the form shows nothing without one.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final, TypeAlias

from crawler.harvest.cutoffs import Cutoffs
from crawler.harvest.descent import IDLE, Descent
from crawler.harvest.ends import Interval, read, span_of, write
from crawler.harvest.scale import Scale
from crawler.harvest.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crawler.harvest.descent import Part
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key
    from crawler.harvest.state import State

Walk: TypeAlias = "Descent | Thresholds"
Said: TypeAlias = "tuple[Key, Interval, list[float], int]"
"""Setting, interval, the quantities shown, and how many records."""

_ALL: Final = Interval(None, None)


class Spans:
    """The intervals of one span that are still to be asked."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.span = span_of(state.space)
        self._scale = Scale(self.span) if self.span else None
        self._walks: dict[Key, Walk] = {}
        """By the setting of all else: the query without ends."""
        self._heap: list[tuple[float, int, Key, Interval]] = []
        self._number = 0
        self._places: dict[Key, tuple[Key, Interval]] = {}
        """Of each query that was asked for: setting and interval."""
        self._fields: dict[Key, dict[str, list[float]]] = {}
        self._cutoffs: Cutoffs[Said] = Cutoffs()
        self._test: Said | None = None
        self._taken: set[Key] = set()
        self._kept: dict[Key, dict[str, list[float]]] = {}
        """What answers without ends show that are cut off."""
        self._empty: list[Key] = []
        """Settings that show nothing without ends."""
        self._silent: set[Key] = set()
        """Those that were walked through for that."""
        self._begun = False
        self._passed: list[Key] = []
        """Answers to words that are cut off, where the range may stand for them."""
        self._refuted = False
        """A word has shown what the whole range did not."""

    def __len__(self) -> int:
        return len(self._heap)

    @property
    def whole(self) -> bool:
        """Everything that the form has was shown in full."""
        plain = (
            walk.shown
            for (_, texts), walk in self._walks.items()
            if texts == self._state.texts
        )
        return any(plain) and self.answered and not self._refuted

    @property
    def answered(self) -> bool:
        """Every part of each range that was begun was answered in full."""
        return not self._heap and all(walk.whole for walk in self._walks.values())

    @property
    def why(self) -> str:
        """Why something may be missing; empty where nothing is, as far as is known."""
        walks = self._walks.values()
        if self.span is None or self.answered:
            return ""
        if any(walk.left for walk in walks):
            return "parts of the range were left when many had shown nothing new"
        if None in (self.span.low, self.span.high):
            return "one end of a range cannot tell all records apart"
        return "a range stays cut off, or unanswered, where it is narrowest"

    def begin(self, *, silent: bool) -> None:
        """Ask for the whole range; *silent*: without ends the form shows nothing."""
        base = self._state.key(self._state.widest())
        barren = not self._heap and not any(w.shown for w in self._walks.values())
        if self._begun and not (silent and barren):
            return
        self._begun = True
        if self.span is not None and base not in self._walks:
            self._start(base, silent=silent)

    def take(self, answer: Answer) -> None:
        """Narrow by ranges an answer that is cut off and that nothing else narrows.

        Or the wider one that stands for it: all menus with "any" at that.
        """
        place = self._place(answer.key)
        if place is None or place[1] != _ALL:
            return
        root = self._root(answer.key)
        if root in self._walks:
            return
        if root[1] != self._state.texts and self._speaks() and not self._refuted:
            self._passed.append(root)
        elif root == answer.key:
            self._taken.add(root)  # as soon as it is known what it shows
        else:
            self._start(root, silent=False)

    def best(self, other: float) -> tuple[Key, float] | None:
        """What to ask, and the records expected; the most first.

        None where something *other* promises more.
        """
        if not self._heap and not any(walk.open for walk in self._walks.values()):
            self._suspect()
        while self._heap and -self._heap[0][0] > other:
            expected, _, base, interval = heapq.heappop(self._heap)
            walk, key = self._walks[base], self._key(base, interval)
            if key in self._places or walk.needless(interval):
                continue
            if walk.idle >= IDLE:
                walk.left = True
                continue
            self._places[key] = base, interval
            walk.open.add(interval)
            return key, -expected
        return None

    def learn(self, key: Key, said: Iterable[Mapping[str, str]]) -> None:
        """Take in the fields of the records of one page."""
        place = self._place(key)
        if self._scale is not None and place is not None:
            self._scale.learn(place[1], said, self._fields.setdefault(key, {}))

    def judged(self, answer: Answer, new: int) -> None:
        """Split what is cut off, once all its pages are read."""
        place = self._place(answer.key)
        if place is None or answer.next or self._scale is None:
            return
        base, interval = place
        fields = self._fields.pop(answer.key, {})
        values = self._scale.values(fields)
        walk = self._walks.get(base)
        if walk is None and interval == _ALL:
            self._check(base, new)
            self._met(answer, fields)
            return
        walk = walk or self._walk(base)
        walk.said(interval, fields)
        walk.open.discard(interval)
        walk.idle = 0 if new else walk.idle + (not answer.presumed)
        if new and self._cutoffs.news():
            self._test = None
            for other, part, shown, number in self._cutoffs.exposed():
                self._push(other, self._walks[other].narrow(part, shown, number))
        cut = answer.cut or self._is_cut(answer, base, interval, values)
        self._push(base, walk.judged(interval, values, answer, cut=cut))
        if self._empty and any(self._walks[key].shown for key in self._silent):
            empty, self._empty = self._empty, []
            for key in empty:
                if key not in self._walks:
                    self._start(key, silent=True)

    def is_split(self, key: Key) -> bool:
        """Whether an answer is narrowed here."""
        place = self._place(key)
        return place is not None and place[0] in self._walks and place[1] != _ALL

    def _check(self, base: Key, new: int) -> None:
        """Whether a word shows what the whole range has not: then words are needed."""
        if new and base[1] != self._state.texts and self.whole:
            self._refuted = True
            for root in self._passed:
                if root not in self._walks:
                    self._start(root, silent=False)

    def _met(self, answer: Answer, fields: dict[str, list[float]]) -> None:
        """An answer without ends, where ranges were not asked for yet."""
        key, records = answer.key, len(answer.records)
        if key in self._taken:
            self._taken.discard(key)
            self._kept[key] = fields
            self._start(key, silent=False)
        elif key != self._root(key):
            return
        elif not records:
            self._empty.append(key)
        elif answer.cut:
            self._kept[key] = fields
        elif answer.total is None and self._state.earlier is None and records > 1:
            # All there is, or a limit that nothing is said of.
            walk, values = self._walk(key), self._scale_values(fields)
            walk.said(_ALL, fields)
            walk.judged(_ALL, values, answer, cut=False)
            self._cutoffs.met(records, (key, _ALL, values, records), doubtful=True)

    def _is_cut(
        self, answer: Answer, base: Key, interval: Interval, values: list[float]
    ) -> bool:
        """Whether an answer that says nothing of it ends where answers are cut off."""
        number, total = len(answer.records), answer.total
        if answer.error or total not in {None, number}:
            return False
        first = self._scale is not None and self._scale.is_all(interval)
        said = base, interval, values, number
        return self._cutoffs.met(number, said, doubtful=first and total is None)

    def _suspect(self) -> None:
        """Split one whole answer, to see whether it is whole.

        What shows "200 rows" may have no more, or be cut off there.
        """
        if self._test is not None:
            base, interval, _, _ = self._test
            self._walks[base].believe(interval)
        self._test = self._cutoffs.test()
        if self._test is not None:
            base, interval, values, number = self._test
            self._push(base, self._walks[base].narrow(interval, values, number))

    def _start(self, base: Key, *, silent: bool) -> None:
        walk, fields = self._walk(base), self._kept.pop(base, None)
        if silent:
            self._silent.add(base)
        if fields is None or silent:
            self._push(base, walk.begin(silent=silent))
        else:
            self._places[base] = base, _ALL
            walk.shown = True
            walk.said(_ALL, fields)
            values = self._scale_values(fields)
            self._push(base, walk.narrow(_ALL, values, len(values)))

    def _scale_values(self, fields: dict[str, list[float]]) -> list[float]:
        return self._scale.values(fields) if self._scale is not None else []

    def _walk(self, base: Key) -> Walk:
        assert self._scale is not None
        span = self._scale.span
        both = span.low is not None and span.high is not None
        walk = Descent(self._scale) if both else Thresholds(self._scale)
        return self._walks.setdefault(base, walk)

    def _push(self, base: Key, parts: Sequence[Part]) -> None:
        for interval, expected in parts:
            heapq.heappush(self._heap, (-expected, self._number, base, interval))
            self._number += 1

    def _root(self, key: Key) -> Key:
        """The widest query that stands for one: "any" wherever there is one."""
        widest, rigid = self._state.widest(), self._state.beliefs.rigid()
        values = (v if k in rigid else widest[k] for k, v in enumerate(key[0]))
        return tuple(values), key[1]

    def _speaks(self) -> bool:
        """Whether the form shows something without a word."""
        answers = self._state.ledger.answers
        answer = answers.get(self._state.key(self._state.widest()))
        plain = any(
            w.shown and k[1] == self._state.texts for k, w in self._walks.items()
        )
        return plain or (answer is not None and bool(answer.known))

    def _key(self, base: Key, interval: Interval) -> Key:
        assert self.span is not None
        return base[0], write(self.span, base[1], interval)

    def _place(self, key: Key) -> tuple[Key, Interval] | None:
        """Setting and interval of a query; None when it asks for something else."""
        if self.span is None:
            return None
        if key in self._places:
            return self._places[key]
        found = read(self.span, self._state.space, key[1])
        return ((key[0], found[0]), found[1]) if found is not None else None
