"""Whether a link tells the record: learned from what answers show."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from crawler.harvest.identity_links import MAX_LINKS, Sight, Sightings
from crawler.harvest.records_item import Record
from crawler.harvesting.identity import Identities
from tests.harvest.worlds import MANY, ONE, World


def harvested(world: World, seed: int, queries: int) -> Identities:
    """What is learned from answers to that many words."""
    rng = random.Random(seed)
    vocabulary = sorted({word for row in world.rows for word in row.words()})
    identities = Identities()
    for _ in range(queries):
        word = rng.choice(vocabulary)
        for records, whole in world.answer(word, rng):
            identities.observe(records, [word], (), whole=whole)
    return identities


@pytest.mark.parametrize("name", ["snippets", "scores"])
def test_text_that_belongs_to_the_question_is_no_part_of_a_record(name: str) -> None:
    for seed in range(3):
        learned = harvested(ONE[name](random.Random(seed)), seed, 60)
        assert (learned.by_link, learned.changed) == (True, True)


def test_answers_that_are_never_whole_tell_after_a_while() -> None:
    held = [
        harvested(ONE["snippets, cut off"](random.Random(seed)), seed, 60).by_link
        for seed in range(6)
    ]
    assert sum(held) > 3


@pytest.mark.parametrize("name", list(MANY))
def test_records_that_share_a_link_stay_apart(name: str) -> None:
    for seed in range(3):
        learned = harvested(MANY[name](random.Random(seed)), seed, 60)
        assert (learned.by_link, learned.changed) == (False, False)


def row(name: str, snippet: str, url: str = "http://a.test/1") -> Record:
    return Record({"title": name, "text": snippet}, {"title": url})


def held() -> Identities:
    identities = Identities()
    identities.restore({"by_link": True})
    return identities


def test_link_and_name_tell_it_then() -> None:
    identity = held().identity
    assert identity(row("A", "x")) == identity(row("A", "y"))
    assert identity(row("A", "x")) != identity(row("B", "x"))
    assert identity(row("A", "x")) != identity(row("A", "x", "http://a.test/2"))
    without = Record({"title": "A", "text": "x"})
    assert identity(without) != identity(Record({"title": "A", "text": "y"}))


def test_what_was_learned_is_there_after_a_resume() -> None:
    first = Identities(asked=["q"])
    first.columns, first.parameters, first.by_link = {"views"}, {"hl"}, True
    again = Identities(asked=["q"])
    again.restore(first.data())
    assert again.data() == first.data()
    # What the site shows today does not tell yesterday's records apart anew.
    again.learn_again([row("A", "1")] * 3, [row("A", "2")] * 3)
    assert again.data() == first.data()


def test_a_parameter_that_repeats_the_question_is_learned_on_the_way() -> None:
    identities = Identities()
    for word in ("tea", "ink"):
        records = [
            row(f"{n}", "x", f"http://a.test/d?id={n}&hl={word}") for n in range(5)
        ]
        identities.observe(records, [word], (), whole=True)
    assert identities.parameters == {"hl"}
    assert identities.changed
    # Also where nothing else stands there; the question itself tells pages apart.
    assert identities.link("http://a.test/d/1?hl=tea") == "http://a.test/d/1"
    assert identities.link("http://a.test/find?q=tea") == "http://a.test/find?q=tea"


def test_what_else_was_chosen_may_be_why_a_record_is_not_shown() -> None:
    told = {}
    for same in (True, False):
        sightings = Sightings()
        for number in range(10):
            head = f"/{number}"
            sightings.add([Sight(head, "a", "rome tea")], ["rome"], 0)
            sightings.add([Sight(head, "b", "oslo tea")], ["tea"], 0 if same else 1)
        told[same] = sightings.tells()
    assert told == {True: True, False: False}


def test_a_page_to_come_may_show_it_after_all() -> None:
    sightings = Sightings()
    for number in range(30):
        head = f"/{number}"
        sightings.add([Sight(head, "a", "rome tea")], ["rome"])
        sightings.add([Sight(head, "b", "oslo tea")], ["tea"], whole=False)
    assert (sightings.restated, sightings.moved) == (0, 30)
    for number in range(30):
        sightings.add([Sight(f"/{number}", "a", "rome tea")], ["tea"], whole=False)
    assert (sightings.moved, sightings.apart, sightings.tells()) == (0, 30, False)
    sightings.add([], ["tea"])
    assert sightings.restated == 0


def test_memory_is_bounded() -> None:
    sightings = Sightings()
    long = "x" * 20_000
    tracemalloc.start()
    for number in range(MAX_LINKS + 500):
        for word in ("tea", "ink"):
            sight = Sight(f"/{number}", f"{number}.{word}", f"{word} {number} {long}")
            sightings.add([sight], [word])
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert used < 30_000_000
