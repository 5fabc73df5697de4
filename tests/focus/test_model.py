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
from crawler.focus.model import FORMAT, word_id
from tests.cases import case

if TYPE_CHECKING:
    from pathlib import Path


def train(pages: list[list[Any]]) -> tuple[CountVectorizer, MultinomialNB]:
    counter = CountVectorizer(analyzer=lambda text: list(words(text)))
    counts = counter.fit_transform([text for text, _ in pages])
    return counter, MultinomialNB().fit(counts, [label for _, label in pages])


def as_json(counter: CountVectorizer, model: MultinomialNB) -> dict[str, Any]:
    likelihood = model.feature_log_prob_
    return {
        "format": FORMAT,
        "log_prior": list(model.class_log_prior_),
        "log_likelihood": {
            str(word_id(word)): [likelihood[0, i], likelihood[1, i]]
            for word, i in counter.vocabulary_.items()
        },
    }


def test_c42_scores() -> None:
    inp, expect = case("C42")
    model = PageModel.from_dict(as_json(*train(inp["train"])))
    scores = [model.score(text) for text in inp["score"]]
    assert scores == pytest.approx(expect["p_relevant"], abs=expect["tolerance"])


@given(st.text(alphabet="solar panel wind match x", max_size=200))
def test_scores_are_scikit_learns(text: str) -> None:
    inp, _ = case("C42")
    counter, trained = train(inp["train"])
    model = PageModel.from_dict(as_json(counter, trained))
    expected = trained.predict_proba(counter.transform([text]))[0, 1]
    assert model.score(text) == pytest.approx(expected, abs=1e-9)


@given(st.text(max_size=300), st.integers(0, 5000))
def test_any_text_has_a_probability(text: str, times: int) -> None:
    inp, _ = case("C42")
    model = PageModel.from_dict(as_json(*train(inp["train"])))
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
