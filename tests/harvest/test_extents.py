"""How many records a word stands for."""

from __future__ import annotations

import random

import pytest
from pyroaring import FrozenBitMap

from crawler.harvest.extents import Extents, Gauge
from crawler.harvest.ledger import Answer


def told(shown: int, news: int, *, cut: bool = False, error: str = "") -> Answer:
    """The answer to a word, read to its end."""
    records = FrozenBitMap(range(shown))
    return Answer(
        ((), ("word",)),
        records=records,
        known=records,
        pages=1,
        first=shown,
        news=news,
        cut=cut,
        error=error,
    )


@pytest.mark.parametrize("number", [200, 1_000, 5_000])
def test_the_size_is_told_by_what_was_known_of_words(number: int) -> None:
    """Words that are spread evenly: capture and recapture is then right."""
    rng, extents = random.Random(number), Extents()
    texts = [{f"w{i}" for i in range(20) if rng.random() < 0.2} for _ in range(number)]
    known = set(rng.sample(range(number), number // 5))
    for record in known:
        extents.learn(sorted(texts[record]))
    for i in range(8):
        extents.asked(f"w{i}")
        matching = {n for n, text in enumerate(texts) if f"w{i}" in text}
        extents.judged(f"w{i}", told(len(matching), len(matching - known)))
        for record in matching - known:
            extents.learn(sorted(texts[record]))
        known |= matching
    assert extents.growth * len(known) == pytest.approx(number, rel=0.25)
    news, _ = extents.extent("w9")
    left = sum("w9" in texts[n] for n in set(range(number)) - known)
    assert news == pytest.approx(left, rel=0.6, abs=10)


def test_a_word_that_is_cut_off_shows_no_more_than_the_others() -> None:
    extents = Extents()
    for _ in range(100):
        extents.learn(["common"])
    extents.learn(["rare"])
    wide = extents.extent("common").news
    extents.asked("other")
    extents.judged("other", told(30, 20, cut=True))
    assert extents.extent("common").news <= 30 < wide
    assert 0 < extents.extent("rare").news < extents.extent("common").news


def test_words_under_way_are_taken_off_what_others_will_show() -> None:
    extents = Extents()
    for n in range(40):
        extents.learn(["all", f"half{n % 2}"])
    before = extents.extent("half1").news
    extents.asked("all")
    assert 0 < extents.extent("half1").news < 0.1 * before
    extents.judged("all", told(0, 0, error="dropped"))
    assert extents.extent("half1").news == before


def test_the_rest_of_an_answer_counts_what_other_answers_have_shown() -> None:
    extents = Extents()
    for _ in range(50):
        extents.learn(["tea"])
    size, known = extents.rest("tea", told(20, 20))
    assert known == 50 < size


def test_a_gauge_forgets() -> None:
    gauge = Gauge(10.0)
    assert gauge.factor == 1.0
    for _ in range(30):
        gauge.add(10.0, 1.0)
    low = gauge.factor
    for _ in range(30):
        gauge.add(10.0, 10.0)
    assert low < 0.25
    assert gauge.factor > 0.8
