"""Whole crawls of graphs: what is left, and what is never hidden."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.saturation import Saturation, SaturationOptions
from tests.saturation.sites import Shown, crawl

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = SaturationOptions()


def listed(count: int) -> tuple[str, ...]:
    return tuple(f"/item/{number}" for number in range(count))


def shop(path: str) -> Shown:
    """5,000 pages of one template, ten of a section with an upload form among them."""
    if path == "/":
        return Shown(0, (*listed(2500), *(f"/desk/{n}" for n in range(10))))
    if path == "/item/7":
        return Shown(1, tuple(f"/item/{n}" for n in range(2500, 5000)))
    if path.startswith("/desk/"):
        return Shown(2, (), ("upload",) if path == "/desk/9" else ())
    return Shown(1)


@pytest.mark.parametrize("seed", range(5))
def test_a_small_section_is_not_hidden_by_a_big_one(seed: int) -> None:
    done = crawl(shop, options=replace(OPTIONS, seed=seed))
    assert done.count("/desk/") == 10
    assert done.count("/item/") < 500


def folders(path: str) -> Shown:
    """The same as folders of one manual: 500 with ten pages each, one that differs."""
    if path == "/":
        return Shown(0, tuple(f"/man/{_word(n)}/index.html" for n in range(500)))
    folder, _, leaf = path.removeprefix("/man/").partition("/")
    links = tuple(f"/man/{folder}/{_word(n)}-page.html" for n in range(10))
    odd = folder == _word(321)
    if leaf == "index.html":
        return Shown(1, links)
    return Shown(3, (), ("upload",)) if odd else Shown(2)


def _word(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return (
        "w" + letters[number // 676] + letters[number // 26 % 26] + letters[number % 26]
    )


@pytest.mark.parametrize("seed", range(2))
def test_a_folder_of_its_own_kind_is_found_among_many(seed: int) -> None:
    done = crawl(folders, options=replace(OPTIONS, seed=seed))
    assert done.count(f"/man/{_word(321)}/") == 11
    assert len(done.fetched) < 0.6 * 5500


def actions(path: str) -> Shown:
    """One program: what it does is told by a parameter; pages are many."""
    pages = [f"/doc?id=p{_word(n)}" for n in range(600)]
    if path == "/":
        return Shown(0, tuple(pages))
    if "do=" not in path:
        return Shown(1, tuple(f"{path}&do={what}" for what in ("edit", "log", "media")))
    what = path.rpartition("=")[2]
    return Shown({"edit": 2, "log": 3, "media": 4}[what], (), (what,))


def test_values_that_choose_the_template_are_kept_apart() -> None:
    done = crawl(actions)
    for what in ("edit", "log", "media"):
        assert any(path.endswith(f"do={what}") for path in done.fetched)
        assert any(f"do={what}" in shape for shape in done.parked)
    assert len(done.fetched) < 900


def test_fewer_pages_than_the_bound_are_all_fetched() -> None:
    done = crawl(lambda path: Shown(0, listed(58)) if path == "/" else Shown(1))
    assert len(done.fetched) == 59
    assert not done.parked


def rare(path: str) -> Shown:
    """One page in 25 has a form of its own."""
    if path == "/":
        return Shown(0, listed(4000))
    number = int(path.rpartition("/")[2])
    return Shown(1, (), (f"form {number}",) if number % 25 == 0 else ())


def test_a_shape_that_goes_on_teaching_is_not_closed_for_long() -> None:
    """A share of 4 % is below the risk: found often, never forgotten."""
    done = crawl(rare)
    news = [path for path in done.fetched if rare(path).species]
    assert len(news) >= 3
    assert done.count("/item/") > 59


def late(path: str) -> Shown:
    """What is found late is of another kind than what is found first."""
    if path == "/":
        return Shown(0, (*listed(2000), "/list/1"))
    if path.startswith("/list/"):
        number = int(path.rpartition("/")[2])
        more = (f"/list/{number + 1}",) if number < 40 else ()
        first = 2000 + 100 * number
        return Shown(9, (*more, *(f"/item/{n}" for n in range(first, first + 100))))
    number = int(path.rpartition("/")[2])
    return Shown(1) if number < 3000 else Shown(2, (), ("upload",))


def test_a_surprise_opens_a_shape_until_as_many_are_quiet_again() -> None:
    policy = Saturation(OPTIONS)
    shape = ""
    for number in range(5000):
        shape = policy.find(f"http://h/item/{number}").shape
    order = sorted((f"http://h/item/{n}" for n in range(5000)), key=policy.order.number)
    for key in order[:60]:
        policy.learn(shape, key, {("cluster", 1)})
    assert policy.take_changes().close == [shape]
    assert policy.learn(shape, order[60], {("cluster", 2)})
    assert policy.take_changes().open == [shape]
    for key in order[61:119]:
        policy.learn(shape, key, {("cluster", 2)})
    assert shape not in policy.closed
    policy.learn(shape, order[119], {("cluster", 1)})
    assert policy.take_changes().close == [shape]


def test_what_comes_late_is_sampled_too() -> None:
    done = crawl(late)
    assert any(late(path).cluster == 2 for path in done.fetched)
    assert len(done.fetched) < 0.3 * 6000


def test_everything_is_either_fetched_or_set_aside_once() -> None:
    done = crawl(late)
    aside = [path for paths in done.parked.values() for path in paths]
    every = [*done.fetched, *aside]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("order", range(3))
def test_the_set_of_species_does_not_depend_on_the_order_of_links(order: int) -> None:
    def shuffled(path: str) -> Shown:
        page = late(path)
        links = list(page.links)
        random.Random(order).shuffle(links)
        return replace(page, links=tuple(links))

    done = crawl(shuffled)
    assert {late(path).cluster for path in done.fetched} == {0, 1, 2, 9}


def chain(link: Callable[[str], str], entry: str) -> Callable[[str], Shown]:
    def answer(path: str) -> Shown:
        if path == "/":
            return Shown(0, (entry, "/other"))
        return Shown(1) if path == "/other" else Shown(2, (link(path),))

    return answer


def _next_month(path: str) -> str:
    year, month = map(int, path.split("/")[2:])
    month += 1
    return f"/cal/{year + month // 13}/{(month - 1) % 12 + 1:02}"


TRAPS: dict[str, tuple[Callable[[str], str], str]] = {
    "calendar": (_next_month, "/cal/2024/01"),
    "query": (lambda path: f"{path}&v={path.count('v=') + 1}", "/view?v=1"),
    "encoding": (lambda path: path + "%2F", "/list?pos=120"),
    "path": (lambda path: path.replace("a.html", "dir/a.html"), "/dir/a.html"),
    "next": (
        lambda path: f"/signin?next={path.count('2F') + 1}%2F" + path[8:],
        "/signin?next=x",
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_a_family_that_leads_nowhere_but_on_stops_at_forty(name: str) -> None:
    link, entry = TRAPS[name]
    options = replace(OPTIONS, explore=0)
    done = crawl(chain(link, entry), options=options, most=2000)
    assert done.fetched[0] == "/"
    assert "/other" in done.fetched
    assert entry in done.fetched
    assert len(done.fetched) - 2 <= 40
    assert done.rules(entry[:4]) == {"trap"}


def test_a_pager_is_no_trap() -> None:
    """Page after page, each with links to what nobody has seen."""

    def answer(path: str) -> Shown:
        if path == "/":
            return Shown(0, ("/list?page=1",))
        if not path.startswith("/list"):
            return Shown(2)
        number = int(path.rpartition("=")[2])
        items = tuple(f"/item/{10 * number + n}" for n in range(10))
        return Shown(
            1, (*items, *((f"/list?page={number + 1}",) if number < 55 else ()))
        )

    done = crawl(answer)
    assert done.count("/list") == 55


FACETS = ("colour", "size", "make", "year", "shop", "sort", "view", "unit")


def facets(path: str) -> Shown:
    """Each facet of eight can be set to ten values."""
    if path == "/":
        return Shown(0, ("/filter?colour=1",))
    chosen = dict(pair.split("=") for pair in path.partition("?")[2].split("&"))
    links = []
    for facet in FACETS:
        value = int(chosen.get(facet, 0)) % 10 + 1
        query = sorted({**chosen, facet: str(value)}.items())
        links.append("/filter?" + "&".join("=".join(pair) for pair in query))
    return Shown(1, tuple(links))


def test_permutations_of_parameters_are_left_and_named() -> None:
    done = crawl(facets, most=3000)
    assert len(done.fetched) < 500
    assert "trap" in done.rules("/filter")
