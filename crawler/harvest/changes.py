"""What became of records from one harvest to the next."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, TypeAlias

from crawler.harvest.identity import fold
from crawler.urls import canonical_key

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

Kind: TypeAlias = Literal["new", "changed", "gone", "unsure"]
_ENOUGH: Final = 5
"""Records whose first field tells them apart, before it is taken for a name."""


class Said(Protocol):
    """A record."""

    @property
    def fields(self) -> Mapping[str, str]: ...
    @property
    def links(self) -> Mapping[str, str]: ...


class Change(NamedTuple):
    """What became of one record."""

    kind: Kind
    """``unsure``: not met again, and not everything that showed it was asked again."""
    identity: str
    """Of now; of before, for what is not there."""
    was: str = ""
    """Of before; empty for a new record."""


def compare(
    before: Mapping[str, Said],
    after: Mapping[str, Said],
    lost: Mapping[str, bool],
    ignored: Container[str] = (),
) -> list[Change]:
    """Changes by the identity of records, in the order of *after*, then of *before*.

    One record of both is *changed* when a field says something else, *ignored* fields
    apart. A record that is not there and a new one are one that has changed when a
    link that no other record has leads from both, or when they have the same first
    field, where that tells the records apart. *lost*: whether what is not there is
    known to be gone; it is taken for granted where nothing is said.

    >>> from crawler.harvest.records_item import Record
    >>> tea = Record({"name": "Tea", "price": "3"}, {"name": "http://h/1"})
    >>> dear = Record({"name": "Tea", "price": "4"}, {"name": "http://h/1"})
    >>> salt, ice = Record({"name": "Salt"}), Record({"name": "Ice"})
    >>> for change in compare({"a": tea, "b": salt}, {"c": dear, "d": ice}, {}):
    ...     print(*change)
    changed c a
    new d\x20
    gone b b
    """
    missing = [identity for identity in before if identity not in after]
    came = [identity for identity in after if identity not in before]
    pairs = _paired(before, after, missing, came)
    found: list[Change] = []
    for identity, now in after.items():
        was = before.get(identity)
        if was is not None:
            if differs(was, now, ignored):
                found.append(Change("changed", identity, identity))
        elif identity in pairs:
            found.append(Change("changed", identity, pairs[identity]))
        else:
            found.append(Change("new", identity))
    changed = set(pairs.values())
    for identity in missing:
        if identity not in changed:
            kind: Kind = "gone" if lost.get(identity, True) else "unsure"
            found.append(Change(kind, identity, identity))
    return found


def differs(one: Said, other: Said, ignored: Container[str] = ()) -> bool:
    """Whether one record says something else than before.

    The same words under other names are no change: a record that stands alone on its
    page is taken apart in another way. Neither are fields that only one of them has,
    where they have some in common: they are of another layout, or of a detail page.
    """
    left, right = _texts(one, ignored), _texts(other, ignored)
    if _words(left.values()) == _words(right.values()):
        return False
    common = left.keys() & right.keys()
    return not common or any(left[name] != right[name] for name in common)


def _texts(record: Said, ignored: Container[str]) -> dict[str, str]:
    return {n: fold(v) for n, v in record.fields.items() if n not in ignored}


def _words(texts: Iterable[str]) -> Counter[str]:
    return Counter(" ".join(texts).split())


def _paired(
    before: Mapping[str, Said],
    after: Mapping[str, Said],
    missing: list[str],
    came: list[str],
) -> dict[str, str]:
    """New record -> the missing one that it was."""
    found: dict[str, str] = {}
    if not missing or not came:
        return found
    for names_of in (_links, _lead(before, after)):
        once = [
            {name for name, count in counts.items() if count == 1}
            for side in (before, after)
            for counts in [Counter(n for one in side.values() for n in names_of(one))]
        ]
        owners = {
            name: identity
            for identity in missing
            for name in names_of(before[identity])
            if name in once[0]
        }
        taken = set(found.values())
        for identity in came:
            for name in names_of(after[identity]):
                was = owners.get(name, "")
                if was and was not in taken and name in once[1]:
                    if identity not in found:
                        found[identity] = was
                        taken.add(was)
                    break
    return found


class _Names(Protocol):
    def __call__(self, record: Said, /) -> set[str]: ...


def _links(record: Said) -> set[str]:
    return {canonical_key(url) for url in record.links.values()}


def _lead(before: Mapping[str, Said], after: Mapping[str, Said]) -> _Names:
    """The text of the first field, if there is one that tells all records apart."""
    first = next(iter(next(iter(before.values())).fields), "")

    def text(record: Said) -> set[str]:
        said = fold(record.fields.get(first, ""))
        # A number may be that of the row.
        return {said} if any(map(str.isalpha, said)) else set()

    for side in (before, after):
        texts = [text(record) for record in side.values()]
        if len(texts) < _ENOUGH or not all(texts):
            return lambda _: set()
        if len(set().union(*texts)) < len(texts):
            return lambda _: set()
    return text
