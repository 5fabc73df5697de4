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
    from crawler.harvest.ledger import Answer
    from crawler.harvest.queries import Key
    from crawler.harvest.state import State

_TRIES = 2
"""Values of each factor; one, where the widest query is an error: that is no chance."""
_ROOTS = 8
"""Queries with "any" that have to show nothing, where there are several."""


class Diagnosis:
    """Tells why the widest query brought an error or nothing."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._tried: dict[int, list[Key]] | None = None
        self._left: list[int] = []
        """Suspects that have not been tried."""
        self._over = False

    def ask(self) -> list[Key]:
        """What to ask to find out; nothing when there is nothing to find out."""
        if self._over:
            return []
        state = self._state
        root = state.ledger.answers.get(state.key(state.widest()))
        if self._tried is None:
            if root is None or root.records or not self._suspects():
                self._over = root is not None
                return []
            if not root.error and self._is_by_chance():
                return []
            self._tried, factors = {}, state.space.factors
            # Any of them will do as the condition: first those with few values.
            self._left = sorted(self._suspects(), key=lambda k: len(factors[k]))
        while root is not None and self._left:
            keys = self._values(self._left.pop(0), root)
            if keys:
                return keys
        return []

    def _values(self, k: int, root: Answer) -> list[Key]:
        """Values of factor *k*, alone."""
        state, (values, texts) = self._state, root.key
        wides = state.beliefs.wides[k]
        others = [u for u in range(len(state.space.factors[k])) if u not in wides]
        tries = 1 if root.error else _TRIES
        chosen = state.rng.sample(others, min(tries, len(others)))
        keys = [((*values[:k], u, *values[k + 1 :]), texts) for u in chosen]
        assert self._tried is not None
        self._tried[k] = [key for key in keys if key not in state.asked]
        return self._tried[k]

    def conclude(self) -> None:
        """Take the answers into the beliefs, once all are in."""
        if self._over or self._tried is None:
            return
        answers, factors = self._state.ledger.answers, self._state.space.factors
        found = [
            k
            for k, keys in self._tried.items()
            if any(key in answers and answers[key].records for key in keys)
        ]
        if not found and self._left:
            return
        self._over = True
        if found:
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
