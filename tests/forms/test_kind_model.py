"""The model: the scores of scikit-learn, and files that are none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from crawler.forms import kind_training, linear_training
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_features import features
from crawler.forms.kind_model import KIND_LAYOUT
from crawler.forms.kind_rules import KINDS
from crawler.forms.kind_training import Labelled, train
from crawler.forms.linear_model import LinearModel
from crawler.items import Field, Form, Hints, Submitter

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def examples(kinds: int = 8) -> list[Labelled]:
    """Forms of some kinds on some domains, no two alike."""
    words = ["find", "password", "sign up", "forgot", "news", "message", "cart", "vote"]
    return [
        Labelled(
            Form(
                f"http://h{site}/{kind}/{words[(kind + site) % 8]}",
                "GET" if kind % 2 else "POST",
                fields=(
                    Field(words[kind], "text", label=f"your {words[kind]}"),
                    *(Field(f"f{n}", "hidden") for n in range(site % 4)),
                ),
                submitters=(Submitter(value=f"{words[kind]} now"),) * (site % 3),
                hints=Hints(form=f"{words[(kind * site) % 8]} box"),
            ),
            KINDS[kind],
            f"h{site}",
        )
        for site in range(9)
        for kind in range(kinds)
    ]


def scikit_learn(data: dict[str, Any]) -> tuple[Any, CountVectorizer]:
    """What scikit-learn would be, had it fitted these very numbers."""
    counter = CountVectorizer(analyzer=lambda one: one, vocabulary=[*data["weights"]])
    weights = np.array([*data["weights"].values()]).T
    classes, bias = np.array(data["kinds"]), np.array(data["bias"])
    if data["model"] == "nb":
        bayes = MultinomialNB()
        bayes.classes_, bayes.class_log_prior_ = classes, bias
        bayes.feature_log_prob_ = weights
        bayes.n_features_in_ = weights.shape[1]
        return bayes, counter
    logistic = LogisticRegression()
    logistic.classes_, logistic.intercept_, logistic.coef_ = classes, bias, weights
    logistic.n_features_in_ = weights.shape[1]
    if len(classes) == 2:
        logistic.intercept_ = bias[1:] - bias[0]
        logistic.coef_ = weights[1:] - weights[0]
    return logistic, counter


def difference(data: dict[str, Any], forms: Sequence[Form]) -> float:
    """The greatest between our probabilities and those of scikit-learn."""
    model = LinearModel.from_dict(KIND_LAYOUT, data)
    theirs, counter = scikit_learn(data)
    found = [features(form) for form in forms]
    expected = theirs.predict_proba(counter.transform(found))
    ours = np.array([[*model.probabilities(one).values()] for one in found])
    assert ours.shape == expected.shape
    return float(abs(ours - expected).max())


@pytest.mark.parametrize("model", kind_training.MODELS)
@pytest.mark.parametrize("kinds", [2, 3, 8])
def test_scores_are_those_of_scikit_learn(model: str, kinds: int) -> None:
    labelled = examples(kinds)
    data = train(labelled, model)
    forms = [item.form for item in labelled]
    assert difference(data, [*forms, Form("")]) < 1e-9


def test_the_shipped_model_scores_as_scikit_learn() -> None:
    shipped = LinearModel.shipped(KIND_LAYOUT)
    rows = shipped.weights.tolist()
    data = {
        "format": KIND_LAYOUT.format,
        "model": shipped.about["model"],
        "kinds": [*shipped.classes],
        "bias": shipped.bias.tolist(),
        "weights": dict(zip(shipped.rows, rows, strict=True)),
    }
    assert difference(data, [item.form for item in examples()]) < 1e-9


@pytest.mark.parametrize("model", kind_training.MODELS)
@pytest.mark.parametrize("kinds", [2, 8])
def test_what_is_kept_is_what_was_fitted(model: str, kinds: int) -> None:
    labelled = examples(kinds)
    data = train(labelled, model)
    counter = CountVectorizer(analyzer=lambda one: one, vocabulary=[*data["weights"]])
    found = [features(item.form) for item in labelled]
    matrix = counter.transform([*found, *map(linear_training.bare_of, found)])
    share = np.repeat([1.0, KIND_LAYOUT.bare], len(found))
    kinds_twice = [item.kind for item in labelled] * 2
    fitted = linear_training.estimator(model).fit(
        matrix, kinds_twice, sample_weight=share
    )
    expected = fitted.predict_proba(matrix[: len(found)])
    ours = [
        [
            *LinearModel.from_dict(KIND_LAYOUT, data)
            .probabilities(features(item.form))
            .values()
        ]
        for item in labelled
    ]
    # Up to the decimals that are written.
    assert np.allclose(ours, expected, atol=1e-3)


def test_the_shipped_model_tells_its_origin() -> None:
    shipped = LinearModel.shipped(KIND_LAYOUT)
    assert set(shipped.classes) == set(KINDS)
    assert "formasaurus" in shipped.about["source"]
    assert shipped.about["licence"] == "MIT"


def test_training_again_gives_the_same() -> None:
    assert train(examples()) == train(examples())
    # Whatever the order of the features in a set: nothing depends on a hash.
    assert [*train(examples())["weights"]] == sorted(train(examples())["weights"])


def test_a_feature_of_one_domain_is_not_learnt() -> None:
    odd = [
        Labelled(Form("http://odd/", fields=(Field("zzyzx", "text"),)), "search", "odd")
    ] * 5
    weights = train([*examples(), *odd])["weights"]
    assert "fields=1" in weights
    assert not [name for name in weights if "zzyzx" in name]


def test_best_features_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    every = train(examples())["weights"]
    monkeypatch.setattr(linear_training, "MAX_FEATURES", 20)
    few = train(examples())["weights"]
    assert len(few) == 20
    assert few.keys() < every.keys()


@pytest.mark.parametrize(
    ("labelled", "said"),
    [
        ([], "two kinds or more"),
        (examples(1), "two kinds or more"),
    ],
)
def test_what_cannot_be_trained(labelled: list[Labelled], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        train(labelled)


def test_held_out_models_have_not_seen_the_domain() -> None:
    labelled = examples()
    for index, model in kind_training.held_out(labelled, "nb", folds=3):
        shown = f"action:h{labelled[index].domain}"
        assert shown not in model.rows
    assert sorted(i for i, _ in kind_training.held_out(labelled, "nb", 3)) == [
        *range(len(labelled))
    ]


GOOD: dict[str, Any] = {
    "format": KIND_LAYOUT.format,
    "kinds": ["search", "other"],
    "bias": [0.0, 1.0],
    "weights": {"fields=1": [0.5, -0.5]},
}


def test_a_small_model() -> None:
    model = LinearModel.from_dict(KIND_LAYOUT, GOOD)
    assert model.probabilities(["fields=1"]) == pytest.approx(
        {"search": 0.5, "other": 0.5}
    )
    assert model.probabilities([])["other"] == pytest.approx(0.7310585786)


def test_certainty_is_no_trouble() -> None:
    model = LinearModel.from_dict(KIND_LAYOUT, {**GOOD, "bias": [9e5, -9e5]})
    assert model.probabilities(["fields=1"]) == {"search": 1.0, "other": 0.0}
    form = Form("http://h/", "POST", fields=(Field("x", "file"),))
    # The model gives everything to what the rule rules out.
    assert Kinds(model)(form).probabilities == {"other": 1.0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "recursion|nesting|Too deep"),
        ("{}", "not a leadline-form-model/1 file"),
        ("[]", "not a leadline-form-model/1 file"),
        ({"format": "leadline-page-model/1"}, "not a leadline-form-model/1 file"),
        ({"kinds": None}, "damaged"),
        ({"kinds": ["search"], "bias": [0]}, "two kinds or more"),
        ({"kinds": ["search", "search"]}, "two kinds or more"),
        ({"kinds": ["search", "spam"]}, "'spam' is no kind of form"),
        ({"bias": [0.0]}, "a weight is missing"),
        ({"bias": ["x", "y"]}, "damaged"),
        ({"bias": [0.0, float("nan")]}, "out of bounds"),
        ({"bias": [0.0, 1e308]}, "out of bounds"),
        ({"weights": {}}, "a weight is missing"),
        ({"weights": []}, "damaged"),
        ({"weights": {"a": [1.0]}}, "a weight is missing"),
        ({"weights": {"a": [1.0, 2.0], "b": [1.0]}}, "damaged"),
        ({"weights": {"a": [1.0, None]}}, "out of bounds|damaged"),
    ],
)
def test_what_is_no_model(
    tmp_path: Path, text: str | dict[str, Any], said: str
) -> None:
    path = tmp_path / "model.json"
    path.write_text(text if isinstance(text, str) else json.dumps({**GOOD, **text}))
    with pytest.raises(ValueError, match=said) as caught:
        Kinds.of(FormsOptions(model=str(path)))
    assert str(caught.value).startswith(f"FORMS_MODEL={path}: ")
    assert "\n" not in str(caught.value)


def test_a_model_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps(GOOD))
    kinds = Kinds.of(FormsOptions(model=str(path)))
    assert (
        kinds(Form("http://h/", "POST", fields=(Field("x", "text"),))).kind == "other"
    )
    with pytest.raises(ValueError, match="No such file"):
        Kinds.of(FormsOptions(model=str(tmp_path / "none.json")))
