"""How links are ranked, and what a page teaches of those that led to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from scrapy.settings import Settings

from crawler.focus import FocusOptions, LinkModel, TopicModel, features
from crawler.guide import SCALE, Guide
from crawler.items import Form, Link, Page, Place

if TYPE_CHECKING:
    from pathlib import Path

HOME = Page("http://h.test/", relevance=0.2)
CARS = Link("http://h.test/x1", "a@href", "Used cars", place=Place("of today", "ul>li"))
FOOD = Link("http://h.test/x2", "a@href", "Pasta", place=Place("of today", "ul>li"))


def guide(**changes: Any) -> Guide:
    options = FocusOptions(**{"topic": "used cars", "explore": 0.0, **changes})
    return Guide(options, TopicModel.of_words("used cars"), LinkModel(), None)


@pytest.mark.parametrize(("topic", "warned"), [("the of", True), ("the cars", False)])
def test_a_topic_that_says_little_is_told(
    topic: str, warned: bool, caplog: pytest.LogCaptureFixture
) -> None:
    assert Guide.from_settings(Settings({"FOCUS_TOPIC": topic})) is not None
    assert ("name what it is about" in caplog.text) is warned


def test_it_is_off_without_a_topic() -> None:
    assert Guide.from_settings(Settings()) is None
    assert Guide.from_settings(Settings({"FOCUS_TOPIC": "cars"})) is not None


def test_words_count_while_nothing_was_learned() -> None:
    new = guide()
    assert 0 <= new.prioritise(HOME, FOOD) < new.prioritise(HOME, CARS) <= SCALE
    better = replace(HOME, relevance=0.9)
    assert new.prioritise(better, FOOD) > new.prioritise(HOME, FOOD)


def test_what_was_learned_counts_more_and_more() -> None:
    new = guide()
    before = new.prioritise(HOME, FOOD)
    for _ in range(100):
        new.learn({"focus_trail": new.trail(FOOD, {})}, leads=True)
        new.learn({"focus_trail": new.trail(CARS, {})}, leads=False)
    assert new.prioritise(HOME, FOOD) > 600 > before
    assert new.prioritise(HOME, FOOD) > new.prioritise(HOME, CARS)


def test_parts_of_a_page_come_last() -> None:
    assert guide().prioritise(HOME, replace(CARS, embedded=True)) == 0


def test_chance_is_the_same_in_every_run() -> None:
    first, second = guide(explore=1.0), guide(explore=1.0)
    links = [replace(CARS, url=f"http://h.test/{n}") for n in range(200)]
    ranks = [first.prioritise(HOME, link) for link in links]
    assert ranks == [second.prioritise(HOME, link) for link in links]
    assert min(ranks) < SCALE / 10
    assert max(ranks) > SCALE * 9 / 10


def test_a_trail_is_of_three_links() -> None:
    new = guide()
    meta: dict[str, Any] = {}
    for link in (CARS, FOOD, CARS, FOOD):
        meta = {"focus_trail": new.trail(link, meta)}
    own = [list(features(link)) for link in (FOOD, CARS, FOOD)]
    assert meta["focus_trail"] == own


def test_a_page_teaches_of_the_links_before_only_when_it_was_found() -> None:
    new = guide()
    meta = {"focus_trail": new.trail(FOOD, {"focus_trail": new.trail(CARS, {})})}
    new.learn(meta, leads=False)
    only = set(features(CARS)) - set(features(FOOD))
    assert not only & {int(name) for name in new.links.as_dict()["counts"]}
    new.learn(meta, leads=True)
    counts = new.links.as_dict()["counts"]
    assert {tuple(counts[str(name)]) for name in only} == {(0.0, 0.5)}
    assert new.links.learned == 2


@pytest.mark.parametrize(
    ("goal", "relevance", "kind", "found"),
    [
        ("topic", 0.6, "", True),
        ("topic", 0.4, "search", False),
        ("interface", 0.6, "", False),
        ("interface", 0.6, "login", False),
        ("interface", 0.6, "search", True),
        ("interface", 0.4, "search", False),
    ],
)
def test_what_links_are_to_lead_to(
    goal: str, relevance: float, kind: str, found: bool
) -> None:
    forms = (Form("http://h.test/s", kind=kind),) if kind else ()
    page = Page("http://h.test/", relevance=relevance, forms=forms)
    assert guide(goal=goal).is_found(page) is found


def test_a_page_that_was_not_judged_teaches_nothing() -> None:
    new = guide()
    new.learn_page(Page("http://h.test/"), {"focus_trail": new.trail(CARS, {})})
    assert new.links.learned == 0


def test_as_published_only_the_link_model_counts() -> None:
    new = guide(mode="paper", explore=1.0)
    assert {new.prioritise(HOME, CARS), new.prioritise(HOME, FOOD)} == {SCALE // 2}
    trail = new.trail(CARS, {"focus_trail": new.trail(FOOD, {})})
    assert trail == [list(features(CARS, paper=True))]
    new.learn({"focus_trail": trail}, leads=True)
    new.learn({"focus_trail": new.trail(FOOD, {})}, leads=False)
    assert new.prioritise(HOME, CARS) > new.prioritise(HOME, FOOD)


def test_a_file_that_cannot_be_written_costs_no_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "none" / "links.json"
    settings = Settings({"FOCUS_TOPIC": "cars", "FOCUS_LINKS": str(file)})
    new = Guide.from_settings(settings)
    assert new is not None
    new.save()
    assert "FOCUS_LINKS=" in caplog.text
