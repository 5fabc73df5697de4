"""The page model: equal to scikit-learn's, finite on every text, never one class."""

from __future__ import annotations

import json
from math import inf, nan
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from crawler.focus import FocusOptions, PageModel, load_model, scorer_of, words
from crawler.focus.model import FORMAT, MODELS
from crawler.focus.topic import TopicModel
from crawler.focus.training import held_out, train
from tests.cases import case
from tests.focus.pages import PAGES

if TYPE_CHECKING:
    from pathlib import Path

INPUT, EXPECT = case("C42")
TEXTS = [text for text, _ in INPUT["train"]]
LABELS = ["on" if label else "off" for _, label in INPUT["train"]]
TRAINED = {name: train(TEXTS, LABELS, {"on"}, model=name) for name in MODELS}
MODEL = PageModel.from_dict(TRAINED["nb"])
LINEAR = PageModel.from_dict(TRAINED["lr"])


def test_c42_scores() -> None:
    scores = [MODEL.score(text) for text in INPUT["score"]]
    assert scores == pytest.approx(EXPECT["p_relevant"], abs=EXPECT["tolerance"])


@given(st.text(alphabet="solar panel wind match x", max_size=200))
@settings(deadline=None, max_examples=50)
def test_naive_bayes_is_scikit_learns(text: str) -> None:
    counter = CountVectorizer(analyzer=lambda page: list(words(page)))
    peer = MultinomialNB().fit(counter.fit_transform(TEXTS), LABELS)
    expected = peer.predict_proba(counter.transform([text]))[0, 1]
    assert MODEL.score(text) == pytest.approx(expected, abs=1e-5)


@given(st.text(alphabet="solar panel wind match x", max_size=200))
@settings(deadline=None, max_examples=50)
def test_linear_is_scikit_learns(text: str) -> None:
    weigh = TfidfVectorizer(analyzer=lambda page: list(words(page)), sublinear_tf=True)
    peer = LogisticRegression(C=30.0, class_weight="balanced").fit(
        weigh.fit_transform(TEXTS), LABELS
    )
    expected = peer.predict_proba(weigh.transform([text]))[0, 1]
    assert LINEAR.score(text) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("name", MODELS)
def test_a_trained_model_survives_its_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(TRAINED[name]), "utf-8")
    model = load_model(path)
    assert model.kind == name
    assert model.score("solar") == PageModel.from_dict(TRAINED[name]).score("solar")


def test_several_classes_of_which_some_are_on_the_topic() -> None:
    data = train(
        ["red apple", "green pear", "fast car", "old car"],
        ["apple", "pear", "car", "car"],
        {"apple", "pear"},
    )
    model = PageModel.from_dict(data)
    assert model.classes == ("apple", "car", "pear")
    shares = model.probabilities("green pear")
    assert sum(shares.values()) == pytest.approx(1.0)
    assert max(shares, key=shares.__getitem__) == "pear"
    assert model.score("green pear") == pytest.approx(shares["apple"] + shares["pear"])
    assert model.score("fast car") < 0.5


@pytest.mark.parametrize(
    ("pages", "labels", "on", "said"),
    [
        (["solar panel", "wind turbine"], ["on", "on"], {"on"}, "one kind"),
        (["match", "pasta"], ["off", "off"], {"on"}, "no page is labelled 'on'"),
        (["match", "pasta"], ["a", "b"], {"a", "b"}, "one kind"),
        (["match", "pasta"], ["a", "b"], set(), "one kind"),
        ([], [], {"on"}, "labelled"),
        (["", " "], ["on", "off"], {"on"}, "no page has a word"),
        (["solar"], ["on", "off"], {"on"}, "1 pages, but 2 labels"),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_one_class_is_refused(
    pages: list[str], labels: list[str], on: set[str], said: str, model: str
) -> None:
    with pytest.raises(ValueError, match=said):
        train(pages, labels, on, model=model)


@given(st.text(max_size=300), st.integers(0, 50_000))
@settings(deadline=None, max_examples=50)
def test_any_text_has_a_probability(text: str, times: int) -> None:
    for model in (MODEL, LINEAR, TopicModel.of_words("solar panel")):
        assert 0.0 <= model.score(text + " football" * times) <= 1.0


@pytest.mark.parametrize(
    "text", ["", " \n", "zebra quagga", "\0", "\ud800", "\U000e0001"]
)
def test_a_page_without_known_words_has_the_prior(text: str) -> None:
    assert MODEL.score(text) == pytest.approx(0.5)
    assert LINEAR.score(text) == LINEAR.score("")
    assert TopicModel.of_words("solar").score(text) == 0.0


def test_only_so_much_of_a_page_is_read() -> None:
    start = "football " * 30_000
    assert MODEL.score(start + "solar " * 90_000) == MODEL.score(start)


def test_no_held_out_page_is_of_a_host_that_was_learned_from() -> None:
    seen = dict(held_out(PAGES, {"on"}, "nb", folds=3))
    assert seen.keys() == set(range(len(PAGES)))
    # A word that only the pages of one host have is unknown to its own model.
    for index, model in seen.items():
        own = PAGES[index].host.replace(".", "")
        assert model.score(own) == model.score("")


def damaged(**changes: Any) -> str:
    return json.dumps({**TRAINED["lr"], **changes})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[" * 100_000,
        "[]",
        '{"format": "other"}',
        json.dumps({"format": FORMAT}),
        json.dumps({"format": FORMAT, "model": "topic"}),
        json.dumps({"format": FORMAT, "model": "topic", "half": 0.5, "terms": {}}),
        json.dumps({"format": FORMAT, "model": "topic", "half": 0, "terms": {"a": 1}}),
        json.dumps(
            {"format": FORMAT, "model": "topic", "half": 1, "terms": {"a": nan}}
        ),
        damaged(model="svm"),
        damaged(weights={}),
        damaged(weights={"1": [0.0]}),
        damaged(weights={"x": [0.0, 0.0]}),
        damaged(weights=[1]),
        damaged(idf=[1.0]),
        damaged(bias=[0.0]),
        damaged(bias=["x", "y"]),
        damaged(bias=[nan, 0.0]),
        # One class only: the prior of the other is zero, its logarithm infinite.
        damaged(bias=[-inf, 0.0]),
        damaged(classes=["on"]),
        damaged(classes=["on", "on"]),
        damaged(on=[]),
        damaged(on=["on", "off"]),
        damaged(on=["else"]),
    ],
)
def test_what_is_no_model_is_told_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match="FOCUS_MODEL=") as caught:
        load_model(path)
    assert "\n" not in str(caught.value)


def test_what_judges_by_the_settings(tmp_path: Path) -> None:
    files = {}
    for name in MODELS:
        files[name] = str(tmp_path / name)
        (tmp_path / name).write_text(json.dumps(TRAINED[name]), "utf-8")
    assert scorer_of(FocusOptions(topic="solar")).kind == "topic"
    assert scorer_of(FocusOptions(topic="solar", model=files["lr"])).kind == "lr"
    assert scorer_of(FocusOptions(model=files["nb"], mode="paper")).kind == "nb"
    for options, said in (
        (FocusOptions(topic=" - "), "FOCUS_TOPIC"),
        (FocusOptions(model=str(tmp_path)), "FOCUS_MODEL"),
        (FocusOptions(model=files["lr"], mode="paper"), "naive Bayes"),
        (FocusOptions(topic="solar", mode="paper"), "FOCUS_MODEL is needed"),
    ):
        with pytest.raises(ValueError, match=said):
            scorer_of(options)
