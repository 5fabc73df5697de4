"""The seen-table against a Python set, and its file against what can befall it."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import Table, slots
from crawler.urls.rabin import rabin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MASK = (1 << 64) - 1


def prints(keys: Iterable[int]) -> list[bytes]:
    return [key.to_bytes(8, "big") for key in keys]


def random_prints(number: int, seed: int = 1) -> list[bytes]:
    source = random.Random(seed)
    return [source.randbytes(16) for _ in range(number)]


def living_at(table: Table, home: int, number: int) -> bytes:
    """A fingerprint with this home: what a site cannot make without the salt."""
    shift = 64 - (len(table._slots) - 1).bit_length()
    product = (home % len(table._slots) << shift) + number
    return (product * pow(table._salt, -1, 1 << 64) & _MASK).to_bytes(8, "big")


def is_sound(table: Table) -> bool:
    """Every key is found where it is looked for, and none is there twice."""
    keys = [key for key in table._slots if key]
    counted = slots.count(table._slots, table._salt)
    return counted == len(keys) == len(set(keys)) == len(table)


def displacement(table: Table) -> float:
    """How far behind its home a key is, on average."""
    held = np.array(table._slots, np.uint64)
    places = np.flatnonzero(held)
    shift = np.uint64(64 - (len(held) - 1).bit_length())
    homes = (held[places] * np.uint64(table._salt) >> shift).astype(np.int64)
    return float(((places - homes) % len(held)).mean())


changes = st.lists(
    st.tuples(st.booleans(), st.integers(-6, 6), st.integers(1, 4)), max_size=120
)


@settings(deadline=None, max_examples=200)
@given(changes)
def test_it_is_a_set_also_where_keys_crowd_and_go_around_the_end(
    changes: list[tuple[bool, int, int]],
) -> None:
    table, model = Table(), set[bytes]()
    everyone = {living_at(table, h, n) for h in range(-6, 7) for n in range(1, 5)}
    for takes, home, number in changes:
        fingerprint = living_at(table, home, number)
        if takes:
            assert table.add(fingerprint) == (fingerprint not in model)
            model.add(fingerprint)
        else:
            table.discard(fingerprint)
            model.discard(fingerprint)
        assert len(table) == len(model)
    assert {each for each in everyone if each in table} == model
    assert is_sound(table)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 6000), st.booleans())
def test_it_is_a_set_while_it_grows_and_is_opened_again(
    seed: int, number: int, in_file: bool
) -> None:
    # Half of the fingerprints come twice.
    source = random.Random(seed)
    some = [source.randint(1, number).to_bytes(8, "big") for _ in range(number)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "seen" if in_file else None
        table, model = Table(path), set[bytes]()
        for fingerprint in some:
            assert table.add(fingerprint) == (fingerprint not in model)
            model.add(fingerprint)
            if path is not None and source.random() < 0.001:
                table.close()
                table = Table.open(path)
        assert len(table) == len(model)
        everyone = prints(range(1, number + 1))
        assert {each for each in everyone if each in table} == model
        assert is_sound(table)
        table.close()


@pytest.mark.parametrize("crowd", [0, 1, 511, 767, 1023])
def test_growth_where_all_keys_crowd_at_one_home(crowd: int) -> None:
    """The worst layout: a run of 768 slots, around the end or not."""
    table = Table()
    kept = [living_at(table, crowd, number) for number in range(1, 769)]
    kept += random_prints(2)
    assert all(table.add(fingerprint) for fingerprint in kept)
    assert all(fingerprint in table for fingerprint in kept)
    assert table.nbytes > 2048 * 8
    assert is_sound(table)


def test_the_size_doubles_when_three_quarters_are_full() -> None:
    table = Table()
    sizes: dict[int, int] = {}
    for number, fingerprint in enumerate(random_prints(100_000), 1):
        table.add(fingerprint)
        sizes.setdefault(table.nbytes, number)
    doubled = [(1024 << k) * 3 // 4 + 1 for k in range(len(sizes) - 1)]
    assert list(sizes.values()) == [1, *doubled]
    # 21.3 bytes for a key right after, and the 64 of the header.
    for size, number in list(sizes.items())[1:]:
        assert (size - 64) / number <= 21.34
    assert is_sound(table)


def test_sixteen_and_eight_bytes_and_the_reserved_key() -> None:
    table = Table()
    assert table.add(bytes(16))
    assert not table.add(bytes(8)), "the first eight bytes count"
    assert bytes(8) in table
    assert not table.add((1).to_bytes(8, "big")), "0 is an empty slot, and kept as 1"
    assert len(table) == 1
    table.discard(bytes(8))
    assert bytes(8) not in table
    assert len(table) == 0


@pytest.mark.parametrize(
    "keys",
    [
        range(30_000),
        [n << 20 for n in range(1 << 20, (1 << 20) + 30_000)],
        [n << 34 for n in range(30_000)],
        [n << 48 | n for n in range(30_000)],
        [int.from_bytes(rabin(b"http://h.test/?n=%d" % n)) for n in range(30_000)],
    ],
    ids=["counted", "in steps", "top bits", "both ends", "rabin"],
)
def test_regular_keys_do_not_crowd(keys: Sequence[int]) -> None:
    """Whatever bits they share; for most salts they lie better than random ones."""
    source = random.Random(2)
    found = []
    for _ in range(5):
        table = Table()
        table._salt = source.getrandbits(64) | 1
        for fingerprint in prints(keys):
            table.add(fingerprint)
        found.append(displacement(table))
        assert is_sound(table)
    # Random keys at this load: (1 / (1 - load) - 1) / 2 (D. Knuth, 6.4, theorem K).
    assert sorted(found)[2] < 0.45
    assert max(found) < 10


def test_tables_share_no_salt() -> None:
    assert len({Table()._salt for _ in range(20)}) == 20
    assert all(Table()._salt & 1 for _ in range(20)), "or homes lose their bits"


def test_a_closed_table_is_closed() -> None:
    table = Table()
    table.add(bytes(16))
    table.close()
    table.close()
    with pytest.raises(ValueError, match="released"):
        table.add(bytes(16))
