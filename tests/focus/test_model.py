"""The page model: equal to scikit-learn's, finite on every text, never one class."""

from __future__ import annotations

import json
from math import inf
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from crawler.focus import PageModel, words
from crawler.focus.model import FORMAT
from crawler.focus.training import train
from tests.cases import case

if TYPE_CHECKING:
    from pathlib import Path


def trained(pages: list[list[Any]]) -> PageModel:
    texts, labels = zip(*pages, strict=True)
    return PageModel.from_dict(train(texts, [bool(label) for label in labels]))


def test_c42_scores() -> None:
    inp, expect = case("C42")
    model = trained(inp["train"])
    scores = [model.score(text) for text in inp["score"]]
    assert scores == pytest.approx(expect["p_relevant"], abs=expect["tolerance"])


@given(st.text(alphabet="solar panel wind match x", max_size=200))
def test_scores_are_scikit_learns(text: str) -> None:
    inp, _ = case("C42")
    counter = CountVectorizer(analyzer=lambda page: list(words(page)))
    counts = counter.fit_transform([page for page, _ in inp["train"]])
    peer = MultinomialNB().fit(counts, [label for _, label in inp["train"]])
    expected = peer.predict_proba(counter.transform([text]))[0, 1]
    assert trained(inp["train"]).score(text) == pytest.approx(expected, abs=1e-9)


def test_a_trained_model_survives_its_file(tmp_path: Path) -> None:
    inp, _ = case("C42")
    texts, labels = zip(*inp["train"], strict=True)
    path = tmp_path / "model.json"
    path.write_text(json.dumps(train(texts, [bool(x) for x in labels])), "utf-8")
    assert PageModel.load(path).score("solar") == trained(inp["train"]).score("solar")


@pytest.mark.parametrize(
    ("pages", "labels"),
    [
        (["solar panel", "wind turbine"], [True, True]),
        (["match", "pasta"], [False, False]),
        ([], []),
        (["", " "], [True, False]),
        (["solar"], [True, False]),
    ],
)
def test_one_class_is_refused(pages: list[str], labels: list[bool]) -> None:
    with pytest.raises(ValueError, match=r"kind|word|labels"):
        train(pages, labels)


@given(st.text(max_size=300), st.integers(0, 5000))
def test_any_text_has_a_probability(text: str, times: int) -> None:
    inp, _ = case("C42")
    model = trained(inp["train"])
    assert 0.0 <= model.score(text + " football" * times) <= 1.0


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"format": "other"}',
        json.dumps({"format": FORMAT}),
        json.dumps({"format": FORMAT, "log_prior": [0.0], "log_likelihood": {}}),
        json.dumps({"format": FORMAT, "log_prior": [-1, -1], "log_likelihood": {}}),
        # One class only: the prior of the other is zero, its logarithm infinite.
        json.dumps(
            {
                "format": FORMAT,
                "log_prior": [-inf, 0],
                "log_likelihood": {"1": [-1, -2]},
            }
        ),
    ],
)
def test_what_is_no_model_is_told_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match="FOCUS_MODEL=") as caught:
        PageModel.load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("ＡＢＣ ßtraße", ["abc", "sstrasse"]),
        ("日本語 text", ["日本", "本語", "text"]),
        ("中", ["中"]),
        ("snake_case", ["snake", "case"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected
