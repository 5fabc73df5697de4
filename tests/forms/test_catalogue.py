"""A catalogue of forms: what is mapped, how parts add up, what is learned."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import MultinomialNB

from crawler.forms import catalogue
from crawler.forms.catalogue import Entry, Part, standard_name
from crawler.forms.catalogue_bayes import Bayes, Counts
from crawler.forms.catalogue_map import Setup, Source, count_labelled, map_pages
from crawler.forms.catalogue_table import Catalogue

if TYPE_CHECKING:
    import random

PAGE = b"""<title>Sea of books</title>
<form name=search action=/find><label>Author <input name=txtAuthor></label>
<select name=ctl00$Main$ddlGenre><option>Secret option</select>
<textarea name=notes>Secret text</textarea><button>Find books</button></form>
<form method=post action=/login><input name=u><input type=password name=p></form>"""


def source(number: int = 0, body: bytes = PAGE) -> Source:
    return Source(f"http://h{number}.example/", body, "text/html")


def test_a_form_is_mapped_without_what_lists_and_areas_hold() -> None:
    part = map_pages(Setup(), [source()])
    search, login = part.entries
    assert search.key == ("http://h0.example/", 0, "search")
    assert search.action == "http://h0.example/find"
    assert search.controls == (
        ("text", "author"),
        ("select-one", "genre"),
        ("textarea", "notes"),
    )
    assert {"author", "find", "books"} <= set(search.keywords)
    assert "secret" not in search.keywords
    assert (search.kind, search.rule, search.domain) == ("search", "", "book")
    assert (login.rule, login.domain, login.score) == ("login", "", 0.0)
    assert part.pages == 1
    assert part.terms["name", "author"] == 1
    assert part.terms["type", "text"] == 2


@pytest.mark.parametrize(
    ("name", "standard"),
    [
        ("departureCity", "departure_city"),
        ("departure-city[]", "departure_city"),
        ("ctl00$body$txtDepartureCity", "departure_city"),
        ("Suche[Titel]", "suche_titel"),
        ("", ""),
        ("___", ""),
        ("q" * 10_000, "q" * 24),
    ],
)
def test_names_are_standardised(name: str, standard: str) -> None:
    assert standard_name(name) == standard


def test_the_published_rules_want_two_controls() -> None:
    one = b"<form><input type=search name=q></form>"
    two = b"<form><input name=a><input name=b></form>"
    pages = [source(0, one), source(1, two)]
    rules = [entry.rule for entry in map_pages(Setup("paper"), pages).entries]
    assert rules == ["paper", ""]
    assert [entry.rule for entry in map_pages(Setup(), pages[:1]).entries] == [""]


def test_every_search_stays_itself() -> None:
    with Catalogue() as found:
        found.add(map_pages(Setup(), [source(n) for n in range(3)]))
        found.add(map_pages(Setup(), [source(1)]))  # met twice
        kept = list(found.entries())
        assert [entry.page for entry in kept] == [
            f"http://h{n}.example/" for n in (0, 1, 2)
        ]
        assert found.counts("domain") == {"book": 3}
        assert found.counts("rule") == {"login": 3}
        assert found.counts("kind") == {"login": 3, "search": 3}
        assert len(list(found.entries(dropped=True))) == 6


def entry(page: int, form: int, domain: str) -> Entry:
    return Entry(
        f"http://h/{page}", form, "n", "GET", "http://h/", ("w",), (("text", "n"),),
        "search", 1.0, "", domain, 0.5,
    )  # fmt: skip


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 9), st.integers(0, 3), st.sampled_from(["book", "job"])
        ),
        max_size=30,
        unique_by=lambda each: each[:2],
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_parts_does_not_matter(
    rows: list[tuple[int, int, str]], rng: random.Random
) -> None:
    entries = [entry(*row) for row in rows]
    with Catalogue() as whole, Catalogue() as parts:
        whole.add(Part(entries, Counter(), len(entries)))
        mixed = list(entries)
        rng.shuffle(mixed)
        for at in range(0, len(mixed), 4):
            some = mixed[at : at + 4]
            parts.add(Part(some, Counter(), len(some)))
        assert list(whole.entries()) == list(parts.entries())
        assert whole.pages == parts.pages
        assert list(whole.entries()) == sorted(
            entries, key=lambda each: (each.domain, each.page, each.form)
        )


LABELLED = st.lists(
    st.tuples(
        st.sampled_from(["book", "film", "other"]),
        st.lists(st.sampled_from("abcdefgh"), max_size=6),
    ),
    min_size=2,
    max_size=40,
)


@settings(deadline=None, max_examples=100)
@given(LABELLED, st.integers(1, 7))
def test_counts_of_parts_are_the_counts_of_one_process(
    labelled: list[tuple[str, list[str]]], size: int
) -> None:
    whole, sums = Counts(), Counts()
    for label, terms in labelled:
        whole.count(label, terms)
    parts = [labelled[at : at + size] for at in range(0, len(labelled), size)]
    for part in reversed(parts):
        counts = Counts()
        for label, terms in part:
            counts.count(label, terms)
        sums.add(Counts.from_dict(json.loads(json.dumps(counts.as_dict()))))
    assert sums == whole
    if len(whole.forms) > 1:
        for _, terms in labelled:
            # To the last bit, not about.
            assert Bayes(sums).probabilities(terms) == Bayes(whole).probabilities(terms)


@settings(deadline=None, max_examples=40)
@given(LABELLED)
def test_scores_are_those_of_scikit_learn(
    labelled: list[tuple[str, list[str]]],
) -> None:
    counts = Counts()
    for label, terms in labelled:
        counts.count(label, terms)
    names = sorted({term for _, terms in labelled for term in terms})
    if len(counts.forms) < 2 or not names:
        return
    matrix = np.array([[name in terms for name in names] for _, terms in labelled])
    fitted = MultinomialNB(alpha=1.0).fit(
        matrix.astype(int), [label for label, _ in labelled]
    )
    ours = Bayes(counts)
    for row, (_, terms) in zip(matrix, labelled, strict=True):
        shares = ours.probabilities([*terms, "never seen"])
        theirs = fitted.predict_proba(row.astype(int)[None, :])[0]
        for name, share in zip(fitted.classes_, theirs, strict=True):
            assert math.isclose(shares[name], share, abs_tol=1e-9)


def test_what_was_learned_takes_the_place_of_the_domains() -> None:
    forms = {
        "recipes": b"<form><input name=ingredient><input name=cuisine></form>",
        "ships": b"<form><input name=hull><input name=harbour></form>",
    }
    taught = [
        replace(source(n, body), label=label)
        for n in range(3)
        for label, body in forms.items()
    ]
    counts = count_labelled(Setup(), taught)
    assert counts.forms == {"recipes": 3, "ships": 3}
    setup = Setup("paper", counts=json.dumps(counts.as_dict()))
    part = map_pages(setup, [source(9, forms["ships"])])
    assert [each.domain for each in part.entries] == ["ships"]


def test_only_the_form_that_is_meant_teaches() -> None:
    body = b"<form><input name=a></form><form><input name=b></form>"
    counts = count_labelled(Setup(), [replace(source(0, body), label="x", first=1)])
    assert counts.forms == {"x": 1}
    assert "name:b" in counts.terms["x"]
    assert "name:a" not in counts.terms["x"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"format": "leadline-form-counts/1"},
        {"format": "leadline-form-counts/1", "forms": {"a": "x"}, "terms": {}},
        {"format": "leadline-form-counts/1", "forms": {"a": 0}, "terms": {}},
        {"format": "leadline-form-counts/1", "forms": {"a": 1}, "terms": {"b": {}}},
        {"format": "leadline-form-counts/1", "forms": [], "terms": {}},
    ],
)
def test_what_are_no_counts(data: object) -> None:
    with pytest.raises(ValueError, match=r"^M: (not a|damaged)"):
        Counts.from_dict(data, "M")


def test_one_class_is_refused() -> None:
    counts = Counts()
    counts.count("book", ["isbn"])
    with pytest.raises(ValueError, match="two classes"):
        Bayes(counts)


def test_terms_do_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "MAX_TERMS", 10)
    with Catalogue() as found:
        for n in range(30):
            found.add(Part([], Counter({("name", "often"): 5, ("name", f"n{n}"): 1})))
        assert len(found.terms) <= 11
        assert found.terms["name", "often"] == 150


def test_half_a_surrogate_pair_is_kept_as_text() -> None:
    with Catalogue() as found:
        found.add(Part([replace(entry(1, 0, "book"), name="\ud800")]))
        assert [each.name for each in found.entries()] == ["?"]
