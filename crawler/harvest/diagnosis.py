"""When the query without conditions finds nothing: which "any" is none?

Many forms want a condition, or have "choose one" where others have "any". One value
of each factor is tried alone. Where that finds something, the factor is one that has
to be set; where no single one does, none of the suspects is taken for "any", until
comparisons prove it.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest.queries import Key
    from crawler.harvest.state import State

_TRIES = 2
"""Values of each factor."""
_ROOTS = 8
"""Queries with "any" that have to show nothing, where there are several."""


class Diagnosis:
    """Tells why the widest query brought an error or nothing."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._tried: dict[int, list[Key]] | None = None
        self._over = False

    def ask(self) -> list[Key]:
        """What to ask to find out; nothing when there is nothing to find out."""
        state = self._state
        if self._over or self._tried is not None:
            return []
        root = state.ledger.answers.get(state.key(state.widest()))
        if root is None or root.records or not self._suspects():
            self._over = root is not None
            return []
        if not root.error and self._is_by_chance():
            return []
        self._tried = {}
        values, texts = root.key
        for k in self._suspects():
            others = [
                u
                for u in range(len(state.space.factors[k]))
                if u not in state.beliefs.wides[k]
            ]
            chosen = state.rng.sample(others, min(_TRIES, len(others)))
            keys = [((*values[:k], u, *values[k + 1 :]), texts) for u in chosen]
            self._tried[k] = [key for key in keys if key not in state.asked]
        return [key for keys in self._tried.values() for key in keys]

    def conclude(self) -> None:
        """Take the answers into the beliefs, once all are in."""
        if self._over or self._tried is None:
            return
        self._over = True
        answers, factors = self._state.ledger.answers, self._state.space.factors
        found = [
            k
            for k, keys in self._tried.items()
            if any(key in answers and answers[key].records for key in keys)
        ]
        if found:
            # Any of them will do as the condition; the one with the fewest values.
            self._state.beliefs.distrust(min(found, key=lambda k: len(factors[k])))
            return
        for k in self._suspects():
            self._state.beliefs.distrust(k)

    def _is_by_chance(self) -> bool:
        """Whether other values of the factors without "any" may show something.

        Where one does, there was nothing wrong with the "any" of the others.
        """
        state = self._state
        widest, rigid = state.widest(), state.beliefs.rigid()
        if not rigid:
            return False
        asked = [
            answer
            for (values, texts), answer in state.ledger.answers.items()
            if texts == state.texts
            and all(k in rigid or v == widest[k] for k, v in enumerate(values))
        ]
        if any(answer.records for answer in asked):
            self._over = True
            return True
        return len(asked) < min(
            _ROOTS, prod(len(state.space.factors[k]) for k in rigid)
        )

    def _suspects(self) -> list[int]:
        beliefs = self._state.beliefs
        return [
            k
            for k, wides in enumerate(beliefs.wides)
            if wides and not beliefs.looks[k] and not beliefs.trusted(k)
        ]
