"""Words for text boxes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from crawler.harvest import (
    Factor,
    Harvest,
    HarvestOptions,
    Knowledge,
    Outcome,
    Space,
    TextBox,
)
from crawler.harvest.keywords import Keywords
from tests.harvest.kinds import KINDS, make
from tests.harvest.running import run

BOX = Space((), (TextBox("q", "search", required=True),))


@pytest.mark.parametrize("turn", range(3))
def test_a_few_words_of_the_page_lead_to_all_records(turn: int) -> None:
    kind = [each.__name__ for each in KINDS].index("keyword")
    db = make(kind + turn * len(KINDS))
    harvest, asked = run(db)
    assert len(harvest.records) >= 0.99 * len(db.reachable)
    assert harvest.verdict is not None
    assert harvest.verdict.word == "saturated"
    # The last 20 words had no news: nobody knows of the others.
    assert 0.1 < harvest.verdict.bound <= 1
    words = [query.texts[0] for query in asked if query.phase == "keyword"]
    assert len(words) == len(set(words)) <= HarvestOptions().keywords


def test_the_budget_is_kept() -> None:
    kind = [each.__name__ for each in KINDS].index("keyword")
    _, asked = run(make(kind), HarvestOptions(keywords=3))
    assert len([q for q in asked if q.phase == "keyword"]) == 3


def test_given_values_come_first() -> None:
    fill = Knowledge({"q": {"mine": 1.0}})
    harvest = Harvest(BOX, words=("theirs",), knowledge=fill)
    first = harvest.next()
    assert first is not None
    harvest.settle(first, Outcome(error="missing field"))
    second = harvest.next()
    assert second is not None
    assert second.texts == ("mine",)


@pytest.mark.parametrize(
    ("box", "text", "wanted"),
    [
        (TextBox("built", "number"), "flat of 1987, 3 rooms", {"1987", "3"}),
        (TextBox("day", "date"), "on 2024-02-29, not 24-2-29", {"2024-02-29"}),
        (TextBox("zip"), "53111 Bonn, 0228 555", {"53111"}),
        (TextBox("q"), "Bonn am Rhein, Bonn", {"bonn", "rhein"}),
    ],
)
def test_values_of_a_type_are_taken_from_records(
    box: TextBox, text: str, wanted: set[str]
) -> None:
    keywords = Keywords(Space((), (box,)), ())
    keywords.wanted = True
    keywords.learn([text, text, text])
    asked = set()
    for _ in range(12):
        word = keywords.best()
        if word is None:
            break
        keywords.asked(word)
        asked.add(word.word)
    assert wanted <= asked


def test_other_required_boxes_are_filled_with_a_usual_value() -> None:
    space = Space((), (TextBox("q"), TextBox("day", "date", required=True)))
    keywords = Keywords(space, ("tea",))
    keywords.wanted = True
    word = keywords.best()
    assert word is not None
    assert word.texts == ("tea", "2000-01-01")


def test_what_was_learned_serves_the_next_form() -> None:
    """The options of a menu become values of a box with the same label."""
    menu = Factor("city", ("any", "Bonn", "Ulm"), wide=0, label="City")
    first = Harvest(Space((menu,)))
    kept = Knowledge(first.knowledge.data())
    assert [value for value, _ in kept.suggest("city")] == ["Bonn", "Ulm"]
    second = Harvest(
        Space((), (TextBox("x", label="city", required=True),)), knowledge=kept
    )
    query = second.next()
    assert query is not None
    second.settle(query, Outcome(error="missing field"))
    query = second.next()
    assert query is not None
    assert query.texts == ("Bonn",)


def test_words_that_bring_records_are_learned() -> None:
    harvest = Harvest(BOX, words=("nothing", "tea"))
    while (query := harvest.next()) is not None:
        found = ("1",) if query.texts == ("tea",) else ()
        harvest.settle(query, Outcome(found))
    values = dict(harvest.knowledge.suggest("q"))
    assert values == {"tea": pytest.approx(0.4 + 0.2 * 0.6)}


_ASKED = """
from tests.harvest.kinds import KINDS, make
from tests.harvest.running import run
kind = [each.__name__ for each in KINDS].index("keyword")
harvest, asked = run(make(kind))
for query in asked:
    print(query.values, query.texts, query.page, query.expected)
print(harvest.verdict)
"""


def test_the_same_seed_asks_the_same_words_whatever_the_hashes() -> None:
    """Words are kept in sets and counters; their order is never that of hashes."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _ASKED],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env=os.environ | {"PYTHONHASHSEED": str(seed)},
        )
        for seed in (1, 2)
    ]
    said = [process.communicate()[0] for process in running]
    assert all(process.returncode == 0 for process in running)
    assert len(said[0].splitlines()) > 50
    assert said[0] == said[1]


def test_words_of_the_user_are_not_put_off_for_being_rare() -> None:
    fill = Knowledge({"q": {"mine": 1.0}})
    keywords = Keywords(BOX, ("theirs",), fill)
    keywords.wanted = True
    keywords.learn([f"common word{n}" for n in range(100)])
    for _ in range(2):
        word = keywords.best()
        assert word is not None
        keywords.asked(word)
        if word.word == "mine":
            break
    else:
        pytest.fail("other words came first")
