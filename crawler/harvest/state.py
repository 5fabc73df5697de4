"""What the parts of the default planner share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crawler.harvest.beliefs import Beliefs
from crawler.harvest.conflicts import Conflicts
from crawler.harvest.coverage import Coverage
from crawler.harvest.facets import Facets
from crawler.harvest.families import Families
from crawler.harvest.owners import Owners
from crawler.harvest.yields import Yields

if TYPE_CHECKING:
    import random

    from crawler.harvest.earlier import Earlier
    from crawler.harvest.factors import Combination, Space
    from crawler.harvest.ledger import Ledger
    from crawler.harvest.options import HarvestOptions
    from crawler.harvest.queries import Key
    from crawler.harvest.spans import Spans


class Draft(NamedTuple):
    """A query that has no number yet."""

    key: Key
    page: int
    phase: str
    expected: float = 0.0


class State:
    """The form, what is believed of it, and what has been asked."""

    def __init__(
        self, space: Space, options: HarvestOptions, rng: random.Random, ledger: Ledger
    ) -> None:
        self.space, self.options, self.rng = space, options, rng
        self.ledger = ledger
        self.beliefs = Beliefs(space, options.tau)
        self.conflicts = Conflicts(space)
        self.facets = Facets(space, self.beliefs)
        self.owners = Owners(space, self.beliefs, self.facets)
        self.yields = Yields(space, self.facets)
        if options.conflicts:
            self.yields = Yields(space, self.facets, self.conflicts, self.owners)
        self.coverage = Coverage(self.beliefs)
        self.families = Families(space, self.beliefs, self.yields)
        self.spans: Spans | None = None
        """Ranges of text boxes, whose answers are narrowed there."""
        self.earlier: Earlier | None = None
        """Answers of another time."""
        self.asked: set[Key] = set()
        """Every key that was planned."""
        self.texts = tuple(box.default for box in space.boxes)
        """What the boxes hold in queries that are not about words."""

    def key(self, values: Combination) -> Key:
        """The query of these values, words aside."""
        return values, self.texts

    def widest(self) -> Combination:
        """Each factor at a value that sets no condition, where it has one."""
        return tuple(
            min(wides) if wides and not looks else factor.default
            for factor, wides, looks in zip(
                self.space.factors, self.beliefs.wides, self.beliefs.looks, strict=True
            )
        )

    def needless(self, key: Key) -> bool:
        """Whether asking would bring nothing, for all that is believed."""
        if key in self.asked or self.coverage.covers(key):
            return True
        return self.options.conflicts and self.conflicts.ruled_out(key[0])
