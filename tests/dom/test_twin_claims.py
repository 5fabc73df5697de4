"""Twins: looked for without being kept, and confirmed where a page claims one."""

from __future__ import annotations

from random import Random

import pytest

from crawler.dom.sketch import sketch
from crawler.dom.twins import Twins

LETTERS = "abcdefghijklmnoprstuvwyz"


def text(seed: int, words: int = 500) -> str:
    random = Random(seed)
    return " ".join("".join(random.choices(LETTERS, k=6)) for _ in range(words))


def test_to_look_is_not_to_keep() -> None:
    twins = Twins()
    one = sketch(text(1))
    assert twins.find("http://h/1", "d", one) is None
    assert "http://h/1" not in twins
    assert twins.add("http://h/2", "d", one) is None
    assert twins.find("http://h/1", "d", one) == ("http://h/2", "content")
    assert twins.find("http://h/1", "e", one) == ("http://h/2", "near")
    assert twins.find("http://h/2", "e", one) is None  # changed, but itself
    assert "http://h/2" in twins


@pytest.mark.parametrize(
    ("more", "twin", "confirmed"),
    [
        (0, True, True),
        (75, False, True),  # too much for a twin, enough for one that claims it
        (300, False, False),
    ],
)
def test_a_claim_is_weighed(more: int, twin: bool, confirmed: bool) -> None:
    twins = Twins()
    twins.add("http://h/list", "d1", sketch(text(1)))
    sorted_list = sketch(f"{text(1)} {text(2, more)}")
    found = twins.add("http://h/list?sort", "d2", sorted_list)
    assert (found is not None) == twin
    assert twins.confirms("http://h/list", "d2", sorted_list) is confirmed


def test_a_claim_of_what_nobody_saw_is_open() -> None:
    twins = Twins()
    one = sketch(text(1))
    twins.add("http://h/short", "d1", ())
    assert twins.confirms("http://h/unseen", "d2", one) is None
    assert twins.confirms("http://h/short", "d2", one) is None
    assert twins.confirms("http://h/short", "d1", ()) is True
    twins.add("http://h/long", "d3", one)
    assert twins.confirms("http://h/long", "d4", ()) is None


def test_a_claim_of_a_twin_is_weighed_by_what_it_is_a_twin_of() -> None:
    twins = Twins()
    one = sketch(text(1))
    twins.add("http://h/1", "d1", one)
    twins.add("http://h/2", "d1", one)
    twins.add("http://h/3", "d3", one)
    for claim in ("http://h/1", "http://h/2", "http://h/3"):
        assert twins.confirms(claim, "d4", one) is True
        assert twins.confirms(claim, "d4", sketch(text(9))) is False
