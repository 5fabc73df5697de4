"""Beliefs in the queue: told, read, summed up; and clusters under one name."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING

from crawler.beliefs import Beliefs
from crawler.cluster import ClusterOptions
from crawler.frontier import Batch, Ledger, open_sqlite
from crawler.items import Vector
from crawler.leading import Leading
from crawler.saturation import Saturation, SaturationOptions

if TYPE_CHECKING:
    from pathlib import Path

ROOT = "http://h"


def vector(number: int) -> Vector:
    """Structures of different numbers share nothing."""
    return Vector({100 * number + n: 0.125 for n in range(8)}, nodes=80)


class Worker:
    """The beliefs of one process."""

    def __init__(self) -> None:
        self.leading = Leading(ClusterOptions())
        self.policy = Saturation(SaturationOptions(), recorded=True)
        self.beliefs = Beliefs(self.policy, self.leading)

    def fetch(self, numbers: range, structure: int = 1) -> None:
        for at in numbers:
            place = self.policy.find(f"{ROOT}/a/{at}", f"{ROOT}/")
            self.beliefs.hosts[place.shape] = "h:80"
            found = self.leading.add("html", place.shape, vector(structure))
            cluster = self.leading.identity(found.cluster)
            self.policy.learn(place.shape, f"{ROOT}/a/{at}", {("cluster", cluster)})


def ledger_of(path: Path) -> Ledger:
    return Ledger(open_sqlite(path), 16, lambda entry: None)


def test_the_next_run_knows_what_this_one_learned(tmp_path: Path) -> None:
    ledger, first = ledger_of(tmp_path / "f.sqlite"), Worker()
    for start in range(0, 60, 20):
        first.fetch(range(start, start + 20))
        ledger.learn(first.beliefs.piece())
        ledger.commit()
    assert first.beliefs.piece() == []
    ledger.close()
    with closing(open_sqlite(tmp_path / "f.sqlite")) as backend:
        second = Worker()
        assert second.beliefs.read(backend)
        assert not second.beliefs.read(backend)
        shape = f"{ROOT}/a/{{int}}"
        assert second.beliefs.hosts[shape] == "h:80"
        for group in (first.policy.groups[shape], second.policy.groups[shape]):
            assert (group.known, group.done, group.news) == (60, 60, 1)
        # The cluster has its name: a page of it is no news.
        before = second.policy.groups[shape].news
        second.fetch(range(60, 61))
        assert second.policy.groups[shape].news == before
        second.fetch(range(61, 62), structure=2)
        assert second.policy.groups[shape].news == before + 1


def test_a_damaged_piece_is_left_out(tmp_path: Path) -> None:
    with closing(open_sqlite(tmp_path / "f.sqlite")) as backend:
        teller = Worker()
        teller.fetch(range(10))
        (piece,) = teller.beliefs.piece()
        spoilt = [piece[:20], piece[:-9], b"", b"x" * 99, piece[:8] + piece[9:]]
        backend.commit(Batch(evidence=[*spoilt, piece, *spoilt]))
        reader = Worker()
        assert reader.beliefs.read(backend)
        assert reader.policy.groups[f"{ROOT}/a/{{int}}"].done == 10


def test_what_is_kept_stays_in_proportion(tmp_path: Path) -> None:
    """Many small pieces become one whole now and then, and always at the end."""
    ledger, worker = ledger_of(tmp_path / "f.sqlite"), Worker()
    counts = []
    for start in range(0, 1200, 30):
        worker.fetch(range(start, start + 30), structure=start // 300)
        ledger.learn([*worker.beliefs.piece(), *pieces_of_others(start)])
        ledger.commit()
        worker.beliefs.read(ledger.backend)
        worker.beliefs.sum_up(ledger)
        counts.append(len(ledger.backend.evidence(0)[1]))
    assert any(after < before for before, after in pairwise(counts))
    worker.fetch(range(5000, 5010))
    worker.beliefs.sum_up(ledger, always=True)
    assert len(ledger.backend.evidence(0)[1]) == 1
    reader = Worker()
    reader.beliefs.read(ledger.backend)
    shape = f"{ROOT}/a/{{int}}"
    assert reader.policy.groups[shape].done == worker.policy.groups[shape].done
    ledger.close()


def pieces_of_others(start: int) -> list[bytes]:
    """Of another worker, whose structures are large."""
    other = Worker()
    for at in range(24):
        features = {hash_of(start, at, n): 1 / 512 for n in range(512)}
        other.leading.add("html", f"/{start}", Vector(features, nodes=900))
    return other.beliefs.piece()


def hash_of(*parts: int) -> int:
    return parts[0] * 10**9 + parts[1] * 10**6 + parts[2] * 7919


def test_a_leader_of_another_worker_is_the_same_cluster() -> None:
    one, other = Leading(ClusterOptions()), Leading(ClusterOptions())
    for number in (1, 2):
        one.add("html", "/a", vector(number))
    other.add("html", "/b", vector(2))
    other.add("html", "/b", vector(3))
    aliases = other.join(one.news())
    mine = one.add("html", "/a", vector(2)).cluster
    theirs = other.add("html", "/b", vector(2)).cluster
    assert aliases == {one.identity(mine): other.identity(theirs)}
    assert not other.add("html", "/a", vector(1)).new
    assert other.identity(other.add("html", "/a", vector(1)).cluster) == one.identity(0)
