"""Records as small numbers: their identities, exactly and in few bytes."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from pyroaring import BitMap, FrozenBitMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WIDTH: Final = 16
"""Bytes of an identity: 128 bits."""
_SMALLEST: Final = 1 << 8
_FULL: Final = 2 / 3
"""Share of the slots that are taken at most."""
NONE: Final = FrozenBitMap()
"""No records."""


class Texts:
    """A list of texts. Of 32 hex digits, as identities are, it keeps the 16 bytes.

    >>> texts = Texts()
    >>> texts.append("0f" * 16), texts.append("other")
    (None, None)
    >>> texts[1], len(texts)
    ('other', 2)
    """

    def __init__(self) -> None:
        self._kept = bytearray()
        self._aside: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._kept) // _WIDTH

    def __getitem__(self, number: int) -> str:
        aside = self._aside.get(number) if self._aside else None
        return self._raw(number).hex() if aside is None else aside

    def __iter__(self) -> Iterator[str]:
        return map(self.__getitem__, range(len(self)))

    def append(self, text: str) -> None:
        """Add one more."""
        self._append(*_packed(text))

    def _append(self, raw: bytes, aside: str | None) -> None:
        if aside is not None:
            self._aside[len(self)] = aside
        self._kept += raw

    def _raw(self, number: int) -> bytes:
        return bytes(self._kept[_WIDTH * number : _WIDTH * (number + 1)])


class Names(Texts):
    """Distinct texts, numbered from 0 in the order added.

    A hash table of numbers with open addressing and linear probing, 6 to 12 bytes a
    text; what is found is compared in full, so no text is ever taken for another one.
    (That two *records* share all 128 bits of their identities has a probability of
    n^2 / 2^129: 1.5e-27 of a million.)

    >>> names = Names()
    >>> [names.add(text) for text in ("a", "b", "a")], names.number("c"), names[1]
    ([0, 1, 0], None, 'b')
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        super().__init__()
        self._slots = array("I", bytes(4 * _SMALLEST))  # number + 1; 0 is empty
        for text in texts:
            self.add(text)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.number(text) is not None

    def add(self, text: str) -> int:
        """Its number, a new one for a new text."""
        raw, aside = _packed(text)
        place, number = self._find(raw, aside)
        if number is not None:
            return number
        number = len(self)
        self._append(raw, aside)
        self._slots[place] = number + 1
        if number + 1 > _FULL * len(self._slots):
            self._grow()
        return number

    def number(self, text: str) -> int | None:
        """Its number; None when it is not there."""
        return self._find(*_packed(text))[1]

    def _find(self, raw: bytes, aside: str | None) -> tuple[int, int | None]:
        """The slot of a text, or the empty one that it belongs into; its number."""
        slots, kept, last = self._slots, self._kept, len(self._slots) - 1
        # The hash of bytes is keyed: a site cannot choose what falls on one slot.
        # It decides on slots alone, which are never stored; numbers do not follow it.
        at = hash(raw) & last
        while found := slots[at]:
            number = found - 1
            start = _WIDTH * number
            same = kept[start : start + _WIDTH] == raw
            if same and self._aside.get(number) == aside:
                return at, number
            at = (at + 1) & last
        return at, None

    def _grow(self) -> None:
        slots = array("I", bytes(8 * len(self._slots)))
        last = len(slots) - 1
        for number in range(len(self)):
            at = hash(self._raw(number)) & last
            while slots[at]:
                at = (at + 1) & last
            slots[at] = number + 1
        self._slots = slots


def _packed(text: str) -> tuple[bytes, str | None]:
    """Sixteen bytes that stand for a text; and the text where they do not say it all.

    >>> _packed("0f" * 16) == (b"\\x0f" * 16, None), _packed("0F" * 16)[1] is None
    (True, False)
    """
    if len(text) == 2 * _WIDTH:
        try:
            raw = bytes.fromhex(text)
        except ValueError:
            raw = b""
        if raw.hex() == text:
            return raw, None
    data = text.encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=_WIDTH).digest(), text


class Met(Mapping[str, int]):
    """Record -> in how many answers it was met, in the order found.

    >>> met = Met()
    >>> met.meet([met.names.add("a"), met.names.add("b")]), met.meet([1])
    (2, 0)
    >>> dict(met)
    {'a': 1, 'b': 2}
    """

    def __init__(self, names: Names | None = None) -> None:
        """*names*: those that have numbers already; it is added to."""
        self.names = Names() if names is None else names
        self.there = BitMap()
        """Numbers of all that was met."""
        self._counts = array("I")
        self._order = array("I")

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        return map(self.names.__getitem__, self._order)

    def __contains__(self, record: object) -> bool:
        number = self.names.number(record) if isinstance(record, str) else None
        return number is not None and number in self.there

    def __getitem__(self, record: str) -> int:
        number = self.names.number(record)
        if number is None or number not in self.there:
            raise KeyError(record)
        return self._counts[number]

    def meet(self, numbers: Iterable[int]) -> int:
        """Count records that one more answer shows; how many are new."""
        counts, before = self._counts, len(self._order)
        counts.frombytes(bytes(4 * (len(self.names) - len(counts))))
        for number in numbers:
            if not counts[number]:
                self._order.append(number)
            counts[number] += 1
        self.there.update(self._order[before:])
        return len(self._order) - before
