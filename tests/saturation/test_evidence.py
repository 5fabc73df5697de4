"""What workers tell one another adds up to what one of them would know."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.saturation import Evidence, Saturation, SaturationOptions
from tests.saturation.sites import ROOT, Shown, crawl
from tests.saturation.test_policy import folders, shop

if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = SaturationOptions()


def passed_on(evidence: Evidence) -> Evidence:
    """As another process gets it."""
    return Evidence.unpack(evidence.pack())


def is_same(one: Saturation, other: Saturation) -> bool:
    return _plain(one) == _plain(other)


def _plain(policy: Saturation) -> object:
    evidence = policy.evidence()
    groups = {
        name: (
            (group.known, group.done, group.news, group.inside, group.tail),
            (group.begun, group.sketch.data(), group.clusters, set(group.members)),
        )
        for name, group in evidence.groups.items()
        if group.known or group.done
    }
    words = evidence.words
    return (
        groups,
        (words.values, words.times, words.leaves, words.folders),
        (evidence.species, evidence.sections, evidence.closed),
    )


@pytest.mark.parametrize("site", [shop, folders])
def test_the_whole_comes_back_as_it_was(site: Callable[[str], Shown]) -> None:
    policy = crawl(site, most=300).policy
    again = Saturation(OPTIONS)
    again.join(passed_on(policy.evidence()))
    assert is_same(policy, again)


@dataclass
class Worker:
    """One of several that share a queue."""

    policy: Saturation = field(
        default_factory=lambda: Saturation(OPTIONS, recorded=True)
    )
    inbox: list[bytes] = field(default_factory=list)


@dataclass
class Crew:
    """Workers that take turns, and tell one another now and then."""

    answer: Callable[[str], Shown]
    workers: list[Worker]
    every: int = 10
    fetched: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows: dict[str, tuple[int, int, str, bool]] = {}
        self.push(self.workers[0], "/", "")

    def push(self, worker: Worker, path: str, source: str) -> None:
        place = worker.policy.find(
            ROOT + path, source and ROOT + source, kept=not source
        )
        if path in self.rows or path in self.fetched:
            worker.policy.found_elsewhere(place.shape)
            return
        self.rows[path] = place.level, len(self.rows), place.shape, place.kept

    def run(self, rng: random.Random) -> Crew:
        count = 0
        while True:
            worker = rng.choice(self.workers)
            free = [
                (level, at, path)
                for path, (level, at, shape, kept) in self.rows.items()
                if kept or shape not in worker.policy.closed
            ]
            if not free:
                if any(each.inbox for each in self.workers) or self.tell():
                    self.listen()
                    continue
                return self
            path = min(free)[2]
            shape = self.rows.pop(path)[2]
            self.fetched.append(path)
            page = self.answer(path)
            worker.policy.learn(
                shape, ROOT + path, {("cluster", page.cluster), *page.species}
            )
            for link in page.links:
                self.push(worker, link, path)
            count += 1
            if count % self.every == 0:
                self.tell()
                self.listen()

    def tell(self) -> bool:
        found = False
        for worker in self.workers:
            evidence = worker.policy.take_evidence()
            if not evidence:
                continue
            found = True
            for other in self.workers:
                if other is not worker:
                    other.inbox.append(evidence.pack())
        return found

    def listen(self) -> None:
        for worker in self.workers:
            inbox, worker.inbox = worker.inbox, []
            for data in inbox:
                worker.policy.join(Evidence.unpack(data))


@pytest.mark.parametrize("seed", range(2))
def test_three_workers_learn_as_one(seed: int) -> None:
    """They fetch hardly more than one would, and all that others must not hide."""
    small = replace_shop()
    alone = Crew(small, [Worker()]).run(random.Random(seed))
    crew = Crew(small, [Worker(), Worker(), Worker()]).run(random.Random(seed))
    assert sum("/desk/" in path for path in crew.fetched) == 10
    assert len(crew.fetched) <= 1.35 * len(alone.fetched)
    assert len(crew.fetched) == len(set(crew.fetched))
    closed = [set(worker.policy.closed) for worker in crew.workers]
    assert closed[0] == closed[1] == closed[2] == set(alone.workers[0].policy.closed)


def replace_shop() -> Callable[[str], Shown]:
    """The shop with fewer pages."""

    def answer(path: str) -> Shown:
        page = shop(path)
        some = tuple(each for each in page.links if len(each) < len("/item/999") + 1)
        return replace(page, links=some)

    return answer


def test_pieces_add_up_to_the_whole() -> None:
    """Whoever reads all that one told knows what it knows."""
    crew = Crew(folders, [Worker(), Worker(policy=Saturation(OPTIONS))])
    teller, reader = crew.workers
    crew.workers = [teller]
    for most in (7, 40, 200):
        crew.fetched.clear()
        pages = crawl_some(crew, most)
        assert pages == most
        reader.policy.join(passed_on(teller.policy.take_evidence()))
    assert is_same(teller.policy, reader.policy)


def crawl_some(crew: Crew, most: int) -> int:
    worker = crew.workers[0]
    for at in range(most):
        path = min((level, at, path) for path, (level, at, _, _) in crew.rows.items())[
            2
        ]
        shape = crew.rows.pop(path)[2]
        page = crew.answer(path)
        worker.policy.learn(
            shape, ROOT + path, {("cluster", page.cluster), *page.species}
        )
        for link in page.links:
            if link not in crew.rows:
                crew.push(worker, link, path)
        if at % 3 == 0:
            worker.policy.take_changes()
    return most


def closed_pair() -> tuple[Saturation, Saturation, str]:
    """Two workers, to both of whom one shape is closed."""
    one, other = (Saturation(OPTIONS, recorded=True) for _ in range(2))
    for at in range(400):
        one.find(f"{ROOT}/item/{at}", f"{ROOT}/")
    for at in sorted(range(400), key=lambda at: one.order.number(f"{ROOT}/item/{at}"))[
        :70
    ]:
        one.learn(f"{ROOT}/item/{{int}}", f"{ROOT}/item/{at}", {("cluster", 1)})
    (shape,) = one.closed
    other.join(passed_on(one.take_evidence()))
    assert set(other.closed) == {shape}
    assert other.take_changes().closed == [shape]
    return one, other, shape


def test_a_surprise_opens_a_shape_to_all() -> None:
    one, other, shape = closed_pair()
    one.take_changes()
    assert other.learn(shape, f"{ROOT}/item/399", {("form", "upload")})
    assert shape not in other.closed
    one.join(passed_on(other.take_evidence()))
    assert shape not in one.closed
    assert one.take_changes().opened == [shape]


def test_who_closed_too_early_hears_of_it() -> None:
    """A page brought news to one while the other closed its shape."""
    one, other = (Saturation(OPTIONS, recorded=True) for _ in range(2))
    for policy in (one, other):
        for at in range(400):
            policy.find(f"{ROOT}/item/{at}", f"{ROOT}/")
    one.take_evidence()
    other.take_evidence()
    shape = f"{ROOT}/item/{{int}}"
    drawn = sorted(range(400), key=lambda at: one.order.number(f"{ROOT}/item/{at}"))
    for at in drawn[:70]:
        one.learn(shape, f"{ROOT}/item/{at}", {("cluster", 1)})
    assert shape in one.closed
    other.learn(shape, f"{ROOT}/item/{drawn[80]}", {("form", "upload")})
    other.join(passed_on(one.take_evidence()))
    assert shape not in other.closed
    assert other.take_changes().opened == [shape]
    one.join(passed_on(other.take_evidence()))
    assert shape not in one.closed


def test_clusters_have_other_names_elsewhere() -> None:
    one, _, _ = closed_pair()
    evidence = one.evidence()
    evidence = passed_on(evidence)
    evidence.rename({1: 77})
    assert all(1 not in group.clusters for group in evidence.groups.values())
    assert any(77 in group.clusters for group in evidence.groups.values())
    assert ("cluster", 77) in evidence.species


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=200), st.integers(0, 10**6))
def test_other_bytes_are_refused(noise: bytes, at: int) -> None:
    """Whatever stood there: evidence, or a ValueError."""
    data = PACKED
    at %= len(data)
    for spoilt in (noise, data[:at] + noise + data[at + len(noise) :]):
        try:
            told = Evidence.unpack(spoilt)
            Saturation(OPTIONS).join(told)
        except ValueError:
            continue


def _small() -> bytes:
    policy = Saturation(OPTIONS)
    for at in range(30):
        policy.find(f"{ROOT}/a/{at}?b=c", f"{ROOT}/")
        policy.learn(f"{ROOT}/a/{{int}}?b", f"{ROOT}/a/{at}?b=c", {("cluster", at)})
    return policy.evidence().pack()


PACKED = _small()
