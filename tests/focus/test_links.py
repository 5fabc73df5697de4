"""The link model: what links are known by, and what is learned of it."""

from __future__ import annotations

import json
from math import nan
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crawler.focus.link_model as module
from crawler.focus import LinkModel, features
from crawler.focus.word_id import word_id
from crawler.items import Link, Place

if TYPE_CHECKING:
    from pathlib import Path

LINK = Link(
    "http://h.test/cars/used/4711?page=2",
    "a@href",
    "Used Cars",
    place=Place(
        "Offers of the day", "body>div.nav>ul", "http://i.test/img/car.png", "Red"
    ),
)


def test_what_a_link_is_known_by() -> None:
    names = [
        *("a:used", "a:cars", "u:host:h.test", "u:cars", "u:used", "u:#", "u:page"),
        *("c:offers", "c:of", "c:the", "c:day", "l:red"),
        *("i:host:i.test", "i:img", "i:car", "i:png"),
    ]
    assert features(LINK, paper=True) == tuple(sorted(map(word_id, names)))
    whole = {*features(LINK)} - {*features(LINK, paper=True)}
    assert whole == {word_id("t:body>div.nav>ul")}


@given(st.text(max_size=3_000), st.text(max_size=3_000), st.text(max_size=100))
@settings(deadline=None, max_examples=50)
def test_features_are_few(text: str, around: str, url: str) -> None:
    link = Link(url, "a@href", text, place=Place(around, around, url, text))
    assert len(features(link)) <= 5 * 20 + 3


def test_it_learns_what_leads_on() -> None:
    model = LinkModel()
    assert model.score([1, 2, 3]) == 0.5
    for _ in range(20):
        model.learn([1, 9], leads=True)
        model.learn([2, 9], leads=False)
    assert model.score([1, 9]) > 0.9
    assert model.score([2, 9]) < 0.1
    # What is never seen says nothing.
    assert model.score([1, 77, 78]) == model.score([1])
    assert model.learned == 40


def test_a_share_of_what_came_after_counts_less() -> None:
    whole, part = LinkModel(), LinkModel()
    for model, weight in ((whole, 1.0), (part, 0.25)):
        model.learn([5], leads=False)
        model.learn([1], leads=True, weight=weight)
    assert whole.score([1]) > part.score([1]) > 0.5
    assert part.learned == 1


@given(
    st.lists(st.tuples(st.lists(st.integers(0, 30), max_size=9), st.booleans())),
    st.lists(st.integers(0, 40), max_size=60),
)
@settings(deadline=None, max_examples=100)
def test_what_is_kept_scores_alike(
    seen: list[tuple[list[int], bool]], asked: list[int]
) -> None:
    model = LinkModel()
    for found, leads in seen:
        model.learn(found, leads)
    again = LinkModel.from_dict(json.loads(json.dumps(model.as_dict())))
    assert 0.0 <= model.score(asked) <= 1.0
    assert again.score(asked) == pytest.approx(model.score(asked))
    assert again.learned == model.learned


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FEATURES", 100)
    model = LinkModel()
    for number in range(1_000):
        model.learn([-1, number], leads=number % 2 == 0)
    data = model.as_dict()
    assert len(data["counts"]) <= 100
    assert data["counts"]["-1"] == [500, 500]
    # The totals are those of what is left.
    again = LinkModel.from_dict(data)
    assert again.score([-1, 999]) == pytest.approx(model.score([-1, 999]))


def kept(**changes: object) -> str:
    return json.dumps({**LinkModel().as_dict(), **changes})


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"format": "leadline-link-model/1"}',
        kept(links=[1]),
        kept(links=[1, -1]),
        kept(links=[1, nan]),
        kept(counts=[]),
        kept(counts={"x": [1, 1]}),
        kept(counts={"1": ["x", 1]}),
        kept(learned=None),
    ],
)
def test_what_is_no_link_model_is_told(tmp_path: Path, content: str) -> None:
    path = tmp_path / "links.json"
    path.write_text(content)
    with pytest.raises(ValueError, match="FOCUS_LINKS=") as caught:
        LinkModel.load(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="No such file"):
        LinkModel.load(tmp_path / "none")
