"""The choice among all tables and groups of a page, and what one record alone is."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from crawler.harvest.records_claims import FIRM, Claims
from crawler.harvest.records_grid import Grid, grid_of
from crawler.harvest.records_nested import asking, named_alike, refine, sections_of
from crawler.harvest.records_promoted import promoted
from crawler.harvest.records_regions import Group, Profiles, similarity
from crawler.harvest.records_search import groups_of, place_factor
from crawler.harvest.records_single import single
from crawler.harvest.records_table import DataTable, data_table

if TYPE_CHECKING:
    from crawler.harvest.records_tree import Element, Tree

_MOST: Final = 250
_MAX_TABLES: Final = 500
_FITS: Final = 1.6
_MIN_SCORE: Final = 4.0
# Of a list that is left on a page, whose place speaks against it.
_MARGINAL: Final = 0.3
_ALIKE: Final = 0.4
_MAX_KNOWN: Final = 100
_MAX_PATHS: Final = 200_000
_LAID_OUT: Final = 0.8


@dataclass(slots=True, eq=False)
class Choice:
    """What the records of a page are made of."""

    how: str
    items: list[list[Element]]
    """Elements of each record."""
    sections: list[str] = field(default_factory=list)
    tables: list[DataTable] = field(default_factory=list)
    promoted: int = 0
    cut: bool = False
    score: float = 0.0
    known: bool = False
    """It stands where other answers had their records."""
    firm: bool = False
    """It is laid out as those were: what it says is no message of the page."""


class Chooser:
    """Chooses, and knows a place again where records stood before."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Counter[int]] = {}
        self._tables: set[tuple[int, tuple[str, ...], bool]] = set()
        self._numbers: dict[tuple[int, str], int] = {}

    def choose(
        self, tree: Tree, lines: list[tuple[str, int]], *, contrasted: bool
    ) -> Choice | None:
        """The best choice, or None when nothing looks like records."""
        if len(self._numbers) > _MAX_PATHS:
            self._numbers.clear()
            self._known.clear()
            self._tables.clear()
        profiles = Profiles(self._numbers)
        grids, tables = _tables(tree)
        claims = Claims(tree, lines)
        choices = _table_choices(tables, grids, contrasted)
        places = {table.table.place for table in tables}
        groups = groups_of(tree, places, profiles)
        groups = [g for g in groups if not (named_alike(g) or asking(g))]
        for group in groups[:8]:
            refined = refine(group, groups, profiles)
            choices.append(_of_group(refined, contrasted))
        for choice in choices:
            choice.firm = self._is_known(choice, profiles)
            if len(choice.items) == _expected(claims, choice):
                choice.score *= _FITS
        best = max(choices, key=lambda choice: choice.score, default=None)
        known = self._again(tree, profiles)
        if known is not None and (
            best is None or _expected(claims, known) == 1 or _inside(best, known)
        ):
            return known
        if best and len(best.items) > 1 and _expected(claims, best) == 1:
            best = None
        if best is not None and best.how == "single" and contrasted:
            best = _whole(tree, best)
        if best is None or (best.score < _MIN_SCORE and not best.firm):
            alone = single(tree, contrasted=contrasted, sure=claims.expected() == 1)
            return Choice("single", [alone], [""]) if alone else None
        self._remember(best, profiles)
        return best

    def _is_known(self, choice: Choice, profiles: Profiles) -> bool:
        """Whether it is laid out as the records of an answer before."""
        if choice.tables:
            return all(
                _table_key(table) in self._tables and _filled(table)
                for table in choice.tables
            )
        if len(choice.items) < 2 or (parent := choice.items[0][0].parent) is None:
            return False
        profile = self._known.get((parent.path, choice.items[0][0].tag))
        own = profiles.of_run(choice.items[0])
        return profile is not None and similarity(own, profile) >= _ALIKE

    def _remember(self, choice: Choice, profiles: Profiles) -> None:
        if len(choice.items) < 2:
            return
        if len(self._tables) < _MAX_KNOWN:
            self._tables |= {_table_key(table) for table in choice.tables}
        if choice.how != "list":
            return
        first = choice.items[0][0]
        if first.parent is not None and len(self._known) < _MAX_KNOWN:
            key = first.parent.path, first.tag
            self._known.setdefault(key, profiles.of_run(choice.items[0]))

    def _again(self, tree: Tree, profiles: Profiles) -> Choice | None:
        """Items where other answers had theirs."""
        if not self._known:
            return None
        items, likes = [], []
        for element in tree.order:
            if not element.tag or element.parent is None or not element.fresh:
                continue
            profile = self._known.get((element.parent.path, element.tag))
            if not profile:
                continue
            like = similarity(profiles.of(element), profile)
            if like >= _ALIKE:
                items.append([element])
                likes.append(like)
        if len(items) != 1:
            return None  # several are found as a group
        # A message may stand in the place of an item, as one text.
        several = sum(1 for element in items[0][0].below() if element.text) > 1
        firm = several and likes[0] >= _LAID_OUT
        return Choice("single", items, [""], known=True, firm=firm)


def _whole(tree: Tree, best: Choice) -> Choice:
    """A small table of names and values, with what else is new around it."""
    around = single(tree, contrasted=True, sure=True)
    place = best.items[0][0].place
    if best.tables and not best.tables[0].keys:
        return best
    if around and any(e.place == place for one in around for e in one.below()):
        return Choice("single", [around], [""])
    return best


def _inside(best: Choice, known: Choice) -> bool:
    """Whether what looks like several records is the inside of the known one."""
    element = known.items[0][0]
    inner = best.items[0][0]
    return any(above is element for above in inner.ancestors()) or inner is element


def _expected(claims: Claims, choice: Choice) -> int | None:
    """How many records there are, by what is said outside of those of a choice."""
    firm = bool(choice.tables) or choice.firm or len(choice.items) > FIRM
    return claims.expected(choice.items, firm=firm)


def _table_key(table: DataTable) -> tuple[int, tuple[str, ...], bool]:
    return table.table.path, tuple(table.names), table.keys


def _filled(table: DataTable) -> bool:
    """Whether its rows have a value in most columns: a message has one."""
    full = [sum(bool(c and c.size) for c in dict.fromkeys(row)) for row in table.rows]
    return all(2 * number > len(table.names) for number in full[:FIRM])


def _tables(tree: Tree) -> tuple[dict[int, Grid], list[DataTable]]:
    grids: dict[int, Grid] = {}
    tables = []
    for element in tree.root.find("table"):
        if len(grids) >= _MAX_TABLES:
            break
        if element.fresh:
            grid = grids[element.place] = grid_of(element)
            table = data_table(grid)
            if table is not None:
                tables.append(table)
    return grids, tables


def _table_choices(
    tables: list[DataTable], grids: dict[int, Grid], contrasted: bool
) -> list[Choice]:
    """Tables with the same columns are one, however many sections part them."""
    alike: dict[tuple[object, ...], list[DataTable]] = defaultdict(list)
    for table in tables:
        names = tuple(table.names)
        key = names if any(names) else (*names, table.table.path)
        alike[key, table.keys].append(table)
    found = []
    for group in alike.values():
        score, items = 0.0, []
        dropped = 0
        for table in group:
            dropped += _leave_promoted(table, contrasted)
            factor = place_factor(table.table, table.table)
            for row, source in zip(table.rows, table.sources, strict=True):
                fresh = sum(cell.fresh for cell in dict.fromkeys(row) if cell)
                score += factor * min(_MOST, fresh)
                items.append([source])
        cut = any(grids[table.table.place].cut for table in group)
        if group[0].keys:
            score *= 0.6  # what stands around it may belong to the record
        how = "table" if len(items) > 1 else "single"
        sections = [section for table in group for section in table.sections]
        if items:
            found.append(Choice(how, items, sections, group, dropped, cut, score))
    return found


def _leave_promoted(table: DataTable, contrasted: bool) -> int:
    marked = promoted([[source] for source in table.sources])
    kept = []
    for number, row in enumerate(table.rows):
        fresh = any(cell.fresh for cell in row if cell is not None)
        if number not in marked and (fresh or not contrasted):
            kept.append(number)
    dropped = len(table.rows) - len(kept)
    table.rows = [table.rows[number] for number in kept]
    table.sources = [table.sources[number] for number in kept]
    table.sections = [table.sections[number] for number in kept]
    return dropped


def _of_group(group: Group, contrasted: bool) -> Choice:
    marked = promoted(group.items)
    items = []
    for number, item in enumerate(group.items):
        fresh = any(part.fresh for part in item)
        size = any(part.size for part in item)
        if number not in marked and (fresh if contrasted else size):
            items.append(item)
    dropped = len(group.items) - len(items)
    return Choice("list", items, sections_of(items), [], dropped, False, group.score)
