"""Pages with the same content, in any language, whatever changes between fetches."""

from __future__ import annotations

import random
import sys
import time
from datetime import UTC, datetime

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.dom.sketch import MIN_GRAMS, SIZE, grams, resemblance, sketch
from crawler.dom.text import visible_text
from crawler.dom.twins import Twins
from crawler.dom.volatile import steady
from tests.cases import case

_MADE = [
    "".join(random.Random(n).choices("abcdefghijklmnopqrstuvwxyz", k=3 + n % 7))
    for n in range(4000)
]
# Not "mar" and the like, which goes with a number beside it.
WORDS = [word for word in _MADE if steady(f"1 {word}")]


def near(one: str, other: str) -> bool:
    twins = Twins()
    assert twins.add("http://h/1", "", sketch(one)) is None
    found = twins.add("http://h/2", "", sketch(other))
    assert found in {None, ("http://h/1", "near")}
    return found is not None


class TestSymptoms:
    def test_scripts_without_spaces_and_empty_texts(self) -> None:
        given_, expected = case("C20")
        texts = given_["texts"]
        for (one, other), answer in zip(
            given_["pairs"], expected["near_duplicate"], strict=True
        ):
            assert near(texts[one], texts[other]) is (answer == "yes")
        for name in ("empty", "blank", "ok", "no"):
            assert sketch(texts[name]) == ()

    def test_volatile_parts_of_a_page(self) -> None:
        pages = case("C21")[0]["pages"]
        text = {
            name: visible_text(
                parse(html.encode(), url="http://h.test/", content_type="text/html")
            )
            for name, html in pages.items()
        }
        assert near(text["p1_first"], text["p1_again"])
        assert not near(text["p1_first"], text["p2"])


# One sentence in many scripts, one word or sign changed, and another sentence.
LANGUAGES = {
    "zh": (
        ("城市轨道交通三号线将于下月开始夜间维护，请乘客提前安排出行时间并关注公告。"),
        ("城市轨道交通四号线将于下月开始夜间维护，请乘客提前安排出行时间并关注公告。"),
        ("今年的水稻收成比去年同期增长了百分之八，主要原因是雨水充足和新品种的推广。"),
    ),
    "ja": (
        (
            "図書館では毎週土曜日の午後に子ども向けの読み聞かせ会を開いています。予約"
            "は要りません。"
        ),
        (
            "図書館では毎週日曜日の午後に子ども向けの読み聞かせ会を開いています。予約"
            "は要りません。"
        ),
        (
            "新しい橋の工事が始まったため、駅前の通りは来月まで車の通行ができなくなり"
            "ます。"
        ),
    ),
    "ko": (
        (
            "이번 주말에는 전국이 맑고 낮 기온이 크게 오르겠으나 아침저녁으로는 "
            "쌀쌀하겠습니다"
        ),
        (
            "이번 주말에는 전국이 맑고 낮 기온이 크게 내리겠으나 아침저녁으로는 "
            "쌀쌀하겠습니다"
        ),
        (
            "도서관은 공사 때문에 다음 달까지 문을 닫으며 빌린 책은 우체국에서 반납할 "
            "수 있습니다"
        ),
    ),
    "th": (
        ("อากาศวันนี้แจ่มใสและมีลมเย็นตลอดทั้งวันโดยเฉพาะบริเวณชายฝั่งทะเลทางภาคใต้ของประเทศ"),
        ("อากาศวันนี้แจ่มใสและมีลมแรงตลอดทั้งวันโดยเฉพาะบริเวณชายฝั่งทะเลทางภาคใต้ของประเทศ"),
        ("รถไฟขบวนเช้าล่าช้าสี่สิบนาทีเพราะรางชำรุดใกล้สถานีและต้องรอช่างมาซ่อมก่อนเดินทางต่อ"),
    ),
    "ru": (
        (
            "Библиотека закрыта на ремонт до конца месяца, книги можно вернуть на "
            "почте рядом"
        ),
        (
            "Библиотека закрыта на ремонт до конца недели, книги можно вернуть на "
            "почте рядом"
        ),
        ("Новый мост откроют осенью, а пока поезда идут в объезд через соседний город"),
    ),
    "ar": (
        (
            "المكتبة مغلقة للصيانة حتى نهاية الشهر ويمكن إعادة الكتب في مكتب البريد "
            "المجاور للمحطة"
        ),
        (
            "المكتبة مغلقة للصيانة حتى نهاية العام ويمكن إعادة الكتب في مكتب البريد "
            "المجاور للمحطة"
        ),
        (
            "سيفتح الجسر الجديد في الخريف وتسير القطارات الآن عبر المدينة المجاورة "
            "إلى البحر"
        ),
    ),
    "en": (
        (
            "The library is closed for repairs until the end of the month; books can "
            "be returned at the post office beside it, where a box for them stands in "
            "the yard."
        ),
        (
            "The library is closed for repairs until the end of the year; books can "
            "be returned at the post office beside it, where a box for them stands in "
            "the yard."
        ),
        (
            "The new bridge opens in autumn, and trains run through the next town "
            "until then, with a stop at the market hall."
        ),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_script_has_grams(language: str) -> None:
    one, changed, other = LANGUAGES[language]
    assert resemblance(sketch(one), sketch(changed)) > 0.7
    assert resemblance(sketch(one), sketch(other)) < 0.1
    assert near(one, one.upper())
    assert not near(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Report from 10:00:01", "Report from 23:59"),
        ("Updated 2024-01-31T10:00:01Z", "Updated 2025-12-01T09:30:00+02:00"),
        ("Mon, 12 March 2024 10:00 GMT", "Tue, 3 Apr 2023 08:15 GMT"),
        ("Stand: 12. März 2024, 9 Uhr", "Stand: 1. Juni 2023, 11 Uhr"),
        ("le 3 février 2024 à 10h30", "le 14 août 2023 à 9h05"),
        ("2 minutes ago", "3 hours ago"),
        ("Visitors today: 1,204", "Visitors today: 33"),
        ("Order 17 of 20", "Order 3 of 4"),
        ("id=1700000001", "id=42"),
        (
            "[f47ac10b-58cc-4372-a567-0e02b2c3d479]",
            "[aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee]",
        ),
        ("token 9f2c", "token 77d0"),
        (
            "sha d41d8cd98f00b204e9800998ecf8427e",
            "sha 0cc175b9c0f1b6a831c399e269772661",
        ),
        ("key dGhpcyBpcyBhIHRlc3Q5OTk", "key QmFzZTY0IGlzIGZ1biA0Mg"),
        ("第１２３章", "第４章"),
        ("٢٠٢٤ عام", "١٩٩٩ عام"),
        ("2024年1月31日", "2023年12月1日"),
    ],
)
def test_volatile(one: str, other: str) -> None:
    assert steady(one) == steady(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("int16", "int32"),
        ("the mp3 file", "the mp4 file"),
        ("Pump model", "Valve model"),
        ("vld1_p16", "vld2_p16"),
        ("version v2", "version v3"),
        ("SimpleRelease20240101", "AnotherRelease20240101"),
        ("int16x4x4_t", "int16x4x2_t"),
        ("deadbeef", "cafebabe"),
        ("Chapter two", "Chapter three"),
        ("12 apples", "12 pears"),
    ],
)
def test_not_volatile(one: str, other: str) -> None:
    assert steady(one) != steady(other)


numbers = st.integers(0, 10**12).map(str) | st.integers(0, 10**9).map("{:,}".format)
moments = st.integers(0, 4 * 10**9).map(lambda s: datetime.fromtimestamp(s, UTC))
volatile = (
    numbers
    | moments.flatmap(
        lambda moment: st.sampled_from(
            [
                moment.isoformat(),
                moment.strftime("%H:%M:%S"),
                moment.strftime("%d.%m.%Y"),
                moment.strftime("%a, %d %b %Y %H:%M:%S GMT"),
                moment.strftime("%B %d, %Y"),
            ]
        )
    )
    | st.uuids(version=4).map(str)
    | st.binary(min_size=8, max_size=32)
    .map(bytes.hex)
    .filter(lambda t: not t.isalpha())
)
prose = st.integers(0, 10**6).map(
    lambda seed: " ".join(random.Random(seed).choices(WORDS, k=40))
)


@settings(deadline=None, max_examples=200)
@given(prose, prose, volatile, volatile)
def test_a_sketch_does_not_see_what_changes(
    before: str, after: str, one: str, other: str
) -> None:
    assert sketch(f"{before} {one} {after}") == sketch(f"{before} {other} {after}")
    assert sketch(f"{before}\n{one}\n{after}") == sketch(f"{before} {after}")


@settings(deadline=None, max_examples=200)
@given(
    st.text(max_size=300),
    st.lists(st.sampled_from(" \t\n\r\f\u00a0\u3000"), min_size=1),
)
def test_a_sketch_does_not_see_white_space_and_case(
    text: str, spaces: list[str]
) -> None:
    spread = "".join(spaces).join(text.split())
    assert sketch(f" {spread}\n") == sketch(" ".join(text.split()))
    assume(text.isascii())
    assert sketch(text.upper()) == sketch(text.lower())


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(), max_size=400), st.text(st.characters(), max_size=400))
def test_any_text_has_a_sketch(one: str, other: str) -> None:
    a, b = sketch(one), sketch(one + other)
    for found in (a, b):
        assert list(found) == sorted(set(found))
        assert len(found) <= SIZE
        assert not found or len(found) >= MIN_GRAMS
        assert all(0 <= value < 1 << 63 for value in found)
    assert 0 <= resemblance(a, b) == resemblance(b, a) <= 1
    assert resemblance(b, b) == (1 if b else 0)
    assert grams(b) >= len(b)


def test_a_sketch_is_the_same_for_ever() -> None:
    # Stored: another value means another version of the survey.
    text = "The quick brown fox jumps over the lazy dog, and the dog sleeps on."
    assert sketch(text)[:3] == (
        113686871107542896,
        1166122249306341980,
        1358041552550689707,
    )


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10**6,
        "x\u0301\u0323" * 300_000,
        "\ufdfa" * 10**6,
        "a1 " * 300_000,
        "aa-" * 300_000 + "1",
        "a1" * 300_000 + "_",
        "1" * 10**6,
        "\ud800" * 10**5,
        "中" * 10**6,
    ],
    ids=[
        "one",
        "marks",
        "expanding",
        "tokens",
        "token",
        "random",
        "number",
        "surrogates",
        "han",
    ],
)
def test_bounded_time(text: str) -> None:
    start = time.process_time()
    sketch(text)
    assert time.process_time() - start < 2


def page(rng: random.Random, chrome: list[str], words: int) -> list[str]:
    return chrome + rng.choices(WORDS, k=words)


def edited(rng: random.Random, words: list[str], share: float) -> list[str]:
    """*words* with that share of them replaced, in runs as an editor would."""
    words = words.copy()
    for _ in range(max(1, round(len(words) * share / 4))):
        start = rng.randrange(len(words))
        words[start : start + 4] = rng.choices(WORDS, k=4)
    return words


def true_resemblance(one: list[str], other: list[str]) -> float:
    """The Jaccard index of all 5-grams."""
    a, b = (
        {text[n : n + 5] for n in range(len(text) - 4)}
        for text in ("".join(one), "".join(other))
    )
    return len(a & b) / len(a | b)


class TestTwins:
    def test_equal_bodies(self) -> None:
        twins = Twins()
        assert twins.add("http://h/1", "d1", ()) is None
        assert twins.add("http://h/2", "d1", ()) == ("http://h/1", "content")
        assert twins.add("http://h/1", "d1", ()) is None  # the page itself
        assert twins.add("http://h/3", "d2", ()) is None
        assert twins.add("http://h/4", "", ()) is None
        assert twins.add("http://h/5", "", ()) is None

    def test_content_comes_before_near(self) -> None:
        twins = Twins()
        text = sketch(" ".join(WORDS[:200]))
        assert twins.add("http://h/1", "d1", text) is None
        assert twins.add("http://h/2", "d2", text) == ("http://h/1", "near")
        assert twins.add("http://h/3", "d2", text) == ("http://h/2", "content")
        assert twins.add("http://h/1", "d3", text) is None  # changed, but itself

    def test_beyond_the_limit_pages_are_still_compared(self) -> None:
        twins = Twins(limit=1)
        one, other = (sketch(" ".join(WORDS[n : n + 200])) for n in (0, 1000))
        assert twins.add("http://h/1", "", one) is None
        assert twins.add("http://h/2", "", other) is None
        assert twins.add("http://h/3", "", other) is None
        assert twins.add("http://h/4", "", one) == ("http://h/1", "near")

    def test_planted_copies_are_found_and_only_they(self) -> None:
        """1,000 pages that share 70 % of their text, and edited copies of some."""
        rng = random.Random(7)
        chrome = rng.choices(WORDS, k=700)
        twins = Twins()
        originals: dict[str, tuple[int, ...]] = {}
        texts: dict[str, list[str]] = {}
        wrong = 0
        for n in range(1000):
            url = f"http://h/{n}"
            texts[url] = page(rng, chrome, 300)
            originals[url] = sketch(" ".join(texts[url]))
            wrong += twins.add(url, str(n), originals[url]) is not None
        assert wrong == 0
        found = close = 0
        for n, url in enumerate(rng.sample(sorted(texts), 300)):
            copy = edited(rng, texts[url], rng.uniform(0, 0.02))
            near_equal = true_resemblance(copy, texts[url]) >= 0.95
            twin = twins.add(f"http://h/copy/{n}", "", sketch(" ".join(copy)))
            close += near_equal
            found += near_equal and twin == (url, "near")
        assert close > 250
        assert found / close >= 0.98

    def test_time_and_memory_do_not_grow_with_the_site(self) -> None:
        """Sketches of 4,000 pages of 10,000 grams, 7,000 of them shared."""
        rng = random.Random(11)
        shared = sorted(rng.getrandbits(63) for _ in range(7000))[:SIZE]
        twins = Twins()
        took = []
        for part in range(4):
            sketches = []
            for _ in range(1000):
                # The smallest of 3,000 values of its own, and of the shared ones.
                own = [int(2**63 * gap / 3000) for gap in gaps(rng, 60)]
                sketches.append(tuple(sorted({*shared, *own})[:SIZE]))
            start = time.process_time()
            for n, values in enumerate(sketches):
                assert twins.add(f"http://h/{part}/{n}", f"{part}.{n}", values) is None
            took.append(time.process_time() - start)
        assert took[-1] < 3 * took[0] + 0.5
        assert max(len(group) for group in groups(twins)) <= 16
        assert size_of(twins) / 4_000 < 5_000


def gaps(rng: random.Random, count: int) -> list[float]:
    """The first *count* points of a Poisson process of rate 1."""
    at, points = 0.0, []
    for _ in range(count):
        at += rng.expovariate(1)
        points.append(at)
    return points


def groups(twins: Twins) -> list[tuple[int, ...]]:
    return [group for group in twins._bands.values() if isinstance(group, tuple)]


def size_of(twins: Twins) -> int:
    """Bytes that the index holds, the keys and values of its tables included."""
    total = sum(map(sys.getsizeof, (twins._bodies, twins._bands, twins._sketches)))
    total += sum(map(sys.getsizeof, twins._sketches))
    total += sum(sys.getsizeof(key) for key in twins._bands)
    total += sum(map(sys.getsizeof, groups(twins)))
    return total + sum(sys.getsizeof(t) for pair in twins._bodies.items() for t in pair)
