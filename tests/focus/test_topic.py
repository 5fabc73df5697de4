"""A topic without labelled pages: its words, or a few examples, and the background."""

from __future__ import annotations

import json
import random

import pytest

from crawler.focus import TopicModel
from crawler.focus.background import Background, shipped

CARS = "Used cars for sale: this car has a new engine, buy a used car today. "
OTHER = (
    "The committee used to meet on Mondays. ",
    "Recipes for pasta, and what is used to make them. ",
    "Who used the computer? Settings of the keyboard and of the mouse. ",
)


def test_the_background_says_what_it_is_made_of() -> None:
    about = shipped().about
    assert about["pages"] >= 2_000
    assert len(about["languages"]) >= 6
    assert sum(about["languages"].values()) == about["pages"]
    assert about["source"]
    assert about["licence"]


@pytest.mark.parametrize("word", ["the", "und", "les", "para", "и", "het"])
def test_words_of_every_page_of_a_language_are_common(word: str) -> None:
    background = shipped()
    rare = background.idf("cartilage")
    assert background.idf(word) < 0.5
    assert rare > 3
    assert background.idf("zyzzyva") == background.idf("\ud800") >= rare


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"format": "leadline-background/1"},
        {"format": "leadline-background/1", "words": "AAA", "shares": ""},
        {"format": "leadline-background/1", "words": "", "shares": ""},
        {"format": "leadline-background/1", "words": "AAAAAAAAAAA=", "shares": "AAA="},
    ],
)
def test_a_damaged_background_is_told(data: object) -> None:
    with pytest.raises(ValueError, match=r"background|not a"):
        Background.from_dict(data)


def test_pages_on_a_topic_and_off_it() -> None:
    model = TopicModel.of_words("used cars")
    assert model.score(CARS * 5) > 0.5
    assert all(model.score(text * 5) < 0.5 for text in OTHER)
    # Mentioned once on a long page: not what it is about.
    assert model.score(CARS + "The committee met on Mondays. " * 400) < 0.5


def test_rare_words_count_more() -> None:
    model = TopicModel.of_words("the cars")
    assert model.terms["car"] > 10 * model.terms.get("the", 0.0)
    assert sum(model.terms.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("topic", "page"),
    [
        ("中古车", "出售中古车，二手车价格，中古车市场。"),
        ("中古車", "中古車の販売と中古車の検索。中古車を買う。"),
        ("รถมือสอง", "ขายรถมือสอง รถมือสองราคาถูก รถมือสอง"),
        ("gebrauchtwagen", "Gebrauchtwagen: ein Gebrauchtwagen, viele Gebrauchtwagen"),
        ("подержанные автомобили", "Подержанные автомобили, подержанные автомобили"),
    ],
)
def test_topics_in_any_script(topic: str, page: str) -> None:
    model = TopicModel.of_words(topic)
    assert model.score(page * 3) > 0.5
    assert model.score(CARS * 3) < 0.5


@pytest.mark.parametrize("topic", ["", "  ", "- / -", "\0"])
def test_a_topic_needs_a_word(topic: str) -> None:
    with pytest.raises(ValueError, match="no word"):
        TopicModel.of_words(topic)


def test_a_topic_of_common_words_only_is_one() -> None:
    assert TopicModel.of_words("the").score("the the the") > 0.5
    assert TopicModel.of_words("x " * 5_000).score("") == 0.0


def test_examples_make_a_topic() -> None:
    rng = random.Random(4)
    filler = [f"word{i}" for i in range(400)]

    def page(about: str) -> str:
        return " ".join(rng.sample(filler, 120)) + f" {about}" * 6

    model = TopicModel.of_examples([page("gearbox diesel") for _ in range(4)])
    assert {"gearbox", "diesel"} <= model.terms.keys()
    assert model.score(page("gearbox diesel")) > 0.5
    assert model.score(page("pasta tomato")) < 0.5
    again = TopicModel.from_dict(json.loads(json.dumps(model.as_dict())))
    assert again.score(page("diesel")) == pytest.approx(
        model.score(page("diesel")), abs=1
    )
    assert again.half == model.half


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ([], "3 examples or more"),
        (["a car", "a car"], "3 examples or more"),
        (["", "", ""], "no word in common"),
        (["alpha", "beta", "gamma"], "no word in common"),
        (["12", "12", "12"], "no word in common"),
    ],
)
def test_examples_without_a_topic(pages: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        TopicModel.of_examples(pages)
