"""Which pages represent a cluster."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import Candidate, representatives
from crawler.cluster.representatives import shown


def candidate(key: str, forms: str = "", parameters: str = "") -> Candidate:
    """One letter a form, one a parameter."""
    return Candidate(key, shown(forms, parameters))


def chosen(leader: str, *candidates: Candidate) -> list[tuple[str, str]]:
    found = representatives(candidates, leader)
    return [(one.key, one.reason) for one in found]


def test_one_for_the_structure() -> None:
    pages = [candidate(f"/{n}") for n in (30, 2, 1, 10)]
    assert chosen("/10", *pages) == [("/10", "structure")]
    # The leader may be no candidate: it was not answered with 2xx.
    assert chosen("/0", *pages) == [("/1", "structure")]
    assert chosen("/0") == []


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        ([("/a", "", ""), ("/b", "f", "")], [("/b", "structure")]),
        (
            [("/a", "f", ""), ("/b", "g", ""), ("/c", "", "p")],
            [("/a", "structure"), ("/b", "form:g"), ("/c", "parameter:p")],
        ),
        (
            [("/a", "f", ""), ("/b", "g", ""), ("/c", "fg", "")],
            [("/c", "structure")],
        ),
        (
            [("/a", "f", "pq"), ("/b", "fg", "p")],
            [("/a", "structure"), ("/b", "form:g")],
        ),
        # Greedy takes /x (4 of 6) first, which /y and /z then make superfluous.
        (
            [("/x", "bcde", ""), ("/y", "abc", ""), ("/z", "def", "")],
            [("/y", "structure"), ("/z", "form:d")],
        ),
        # Of equal ones the shortest key, then the first.
        (
            [("/ccc", "f", ""), ("/bb", "f", ""), ("/aa", "f", "")],
            [("/aa", "structure")],
        ),
    ],
)
def test_all_that_is_shown_is_covered(
    candidates: list[tuple[str, str, str]], expected: list[tuple[str, str]]
) -> None:
    for order in itertools.permutations(candidates):
        assert chosen("/none", *(candidate(*one) for one in order)) == expected


def test_the_leader_is_preferred_where_it_shows_as_much() -> None:
    pages = [candidate("/a", "f"), candidate("/long", "f"), candidate("/b", "fg")]
    assert chosen("/long", *pages[:2]) == [("/long", "structure")]
    assert chosen("/long", *pages) == [("/b", "structure")]


def test_a_form_and_a_parameter_of_one_name_are_two_things() -> None:
    assert len(chosen("/a", candidate("/a", "x"), candidate("/b", "", "x"))) == 2


def test_one_signature_on_5000_pages_is_one_representative() -> None:
    """``/item/N/edit`` folds to one signature; a page without it costs nothing."""
    pages = [candidate(f"/item/{n}", "e" if n % 2 else "", "q") for n in range(5_000)]
    assert chosen("/item/0", *pages) == [("/item/1", "structure")]


def test_a_signature_of_its_own_on_each_page() -> None:
    pages = [
        Candidate(f"/{n}", shown([f"s{n}", f"s{n + 1}"], ["q"])) for n in range(5_000)
    ]
    found = representatives(pages, "/0")
    # Each page shows two of 5,001 signatures: at least 2,501 are needed.
    assert 2_501 <= len(found) <= 3_400


sets = st.lists(st.frozensets(st.sampled_from("abcdefgh")), min_size=1, max_size=8)


@settings(deadline=None, max_examples=200)
@given(sets, st.integers(0, 7))
def test_properties_of_a_choice(shows: list[frozenset[str]], leader: int) -> None:
    pages = [
        Candidate(f"/{number}", shown(sorted(one), []))
        for number, one in enumerate(shows)
    ]
    by_key = {page.key: page for page in pages}
    found = representatives(pages, f"/{leader}")
    everything = frozenset().union(*(page.shows for page in pages))
    covered = [by_key[one.key].shows for one in found]
    assert frozenset().union(*covered) == everything
    # None can be left out.
    for skipped in range(len(covered)):
        rest = covered[:skipped] + covered[skipped + 1 :]
        assert frozenset().union(*rest) != everything or len(found) == 1
    # A reason is something that no earlier one shows.
    assert found[0].reason == "structure"
    for number, one in enumerate(found[1:], 1):
        assert one.reason in covered[number]
        assert all(one.reason not in earlier for earlier in covered[:number])
    # Not much larger than the smallest cover there is.
    smallest = next(
        count
        for count in range(1, len(pages) + 1)
        if any(
            frozenset().union(*(page.shows for page in some)) == everything
            for some in itertools.combinations(pages, count)
        )
    )
    assert len(found) <= smallest + 1
    # The order of the candidates has no part in it.
    shuffled = random.Random(1).sample(pages, len(pages))
    assert representatives(shuffled, f"/{leader}") == found
