"""Plain data as bytes and back, exactly; nothing else."""

from __future__ import annotations

import collections
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier import UnstorableError, pack, unpack

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8"))
    | st.binary()
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(SCALARS, inner, max_size=5)
    ),
    max_leaves=20,
)


def kinds(value: Any) -> Any:
    """The types at every place: 1 is True, and () is no list."""
    if isinstance(value, dict):
        return [(type(key), kinds(part)) for key, part in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [kinds(part) for part in value]
    return type(value)


@settings(deadline=None, max_examples=100)
@given(PLAIN)
def test_comes_back_as_it_was(value: Any) -> None:
    found = unpack(pack(value))
    assert found == value
    assert kinds(found) == kinds(value)


class Text(str):
    __slots__ = ()


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"meta": {"a": object()}}, "meta.a is of type object"),
        ({"meta": {"a": [1, (2, {3})]}}, r"meta.a\[1\]\[1\] is of type set"),
        ({"cb_kwargs": {"f": len}}, "cb_kwargs.f is of type builtin_function"),
        ({"meta": {"t": Text("x")}}, "meta.t is of type Text"),
        ({"meta": collections.OrderedDict(a=1)}, "meta is of type OrderedDict"),
        ({"meta": {(1, 2j): 1}}, r"a key of meta\[1\] is of type complex"),
        ({"meta": {"n": 2**64}}, "meta.n is too large"),
        ({"url": "http://h/\ud800"}, "url holds half a surrogate"),
    ],
)
def test_what_is_not_plain_is_named(value: Any, place: str) -> None:
    with pytest.raises(UnstorableError, match=place):
        pack(value)


def test_what_is_nested_without_end_is_named() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(UnstorableError, match="nested too deep"):
        pack({"meta": endless})


@settings(deadline=None, max_examples=100)
@given(st.binary() | PLAIN.map(pack).map(lambda data: data[:-1]))
def test_other_bytes_are_told_or_plain(data: bytes) -> None:
    """Whatever somebody put there: plain data comes out, or one kind of error."""
    try:
        found = unpack(data)
    except ValueError:
        return
    assert kinds(found) is not None
