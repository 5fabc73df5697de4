"""The writer: what is reported as stored is stored, and nothing else."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from crawler.store import StoreOptions, Survey, SurveyWriteError, SurveyWriter
from crawler.store.readers import read_decisions, read_items, read_runs
from tests.store.examples import FORMAT, keys_in, page, start, survey_at, writer_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_a_future_is_done_after_the_commit(target: str) -> None:
    missing: list[int] = []

    def look(number: int, future: Future[None]) -> None:
        future.result()
        if page(number).key not in keys_in(target):
            missing.append(number)

    with survey_at(target) as survey, writer_of(survey) as writer:
        for number in range(30):
            future = writer.submit(page(number))
            future.add_done_callback(lambda done, n=number: look(n, done))  # type: ignore[misc]
    assert missing == []
    assert len(keys_in(target)) == 30


def test_what_arrives_during_a_commit_shares_the_next(target: str) -> None:
    commits: list[int] = []
    with survey_at(target) as survey:
        event.listen(survey.engine, "commit", lambda _: commits.append(1))
        with writer_of(survey) as writer:
            commits.clear()
            wait([writer.submit(page(number)) for number in range(1_200)])
    assert 3 <= len(commits) <= 60  # 500 pages a commit at most
    assert len(keys_in(target)) == 1_200


def test_submitted_from_many_threads(target: str) -> None:
    with survey_at(target) as survey, writer_of(survey) as writer:

        def work(first: int) -> None:
            for number in range(first, first + 40):
                writer.decide(f"http://o.test/{number % 10}", "out-of-scope")
                writer.submit(page(number)).result(timeout=30)

        threads = [threading.Thread(target=work, args=(n * 40,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    with Survey.open(target) as survey:
        assert survey.page_count() == 160
        assert [row.count for row in survey.read(read_decisions)] == [16] * 10


def test_close_writes_what_is_queued(target: str) -> None:
    with survey_at(target) as survey:
        writer = SurveyWriter(survey, start(survey), FORMAT)
        futures = [writer.submit(page(number)) for number in range(700)]
        item = writer.submit_item({"a": 1}, "http://h/", "Thing")
        writer.decide("http://o.test/", "robots")
        writer.close()
        assert all(future.done() for future in [*futures, item])
        writer.close()
        assert survey.page_count() == 700
        assert [row.data for row in survey.read(read_items)] == [{"a": 1}]
        assert [row.rule for row in survey.read(read_decisions)] == ["robots"]
        late = writer.submit(page(701))
        with pytest.raises(SurveyWriteError, match="closed"):
            late.result(timeout=0)
        writer.decide("http://late.test/", "robots")
        assert survey.summary().decisions == {"robots": 1}


def test_decisions_do_not_wait_for_pages(target: str) -> None:
    with survey_at(target) as survey, writer_of(survey) as writer:
        writer.decide("http://o.test/", "robots")
        assert survey.summary().decisions == {}
        assert within(5, lambda: survey.summary().decisions == {"robots": 1})
        started = time.monotonic()
        for number in range(2_000):
            writer.decide(f"http://o.test/{number}", "scheme")
        assert within(0.9, lambda: survey.summary().decisions.get("scheme") == 2_000)
        assert time.monotonic() - started < 5


def test_a_page_takes_back_the_decision_before_it(target: str) -> None:
    with survey_at(target) as survey:
        with writer_of(survey) as writer:
            for number in range(20):
                writer.decide(page(number).url, "depth")
                writer.submit(page(number))
        assert survey.summary().decisions == {}


def test_who_stops_waiting_cancels_no_write(target: str) -> None:
    with survey_at(target) as survey:
        with writer_of(survey) as writer:
            assert not writer.submit(page(1)).cancel()
        assert survey.page_count() == 1


def limited(survey: Survey, pages: int) -> None:
    """Let the database file grow to that many pages of 4 KiB, no further."""

    @event.listens_for(survey.engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    survey.engine.dispose()


def test_full_disk(tmp_path: Path) -> None:
    """Neither is stored lost, nor is lost reported as stored."""
    path = tmp_path / "s"
    with survey_at(path) as survey:
        limited(survey, 80)
        writer = SurveyWriter(survey, start(survey), FORMAT)
        stored: set[str] = set()
        refused: set[str] = set()
        for first in range(0, 2_000, 20):
            batch = {
                number: writer.submit(page(number, title="x" * 900))
                for number in range(first, first + 20)
            }
            wait(batch.values())
            for number, future in batch.items():
                (refused if future.exception() else stored).add(page(number).key)
        assert stored
        assert refused
        error = writer.error
        assert isinstance(error, SurveyWriteError)
        assert str(error) == f"{path}: cannot be written: database or disk is full"
        started = time.monotonic()
        late = writer.submit(page(3_000))
        assert late.exception(timeout=0) is error
        writer.decide("http://o.test/", "robots")
        with pytest.raises(SurveyWriteError, match="disk is full"):
            writer.close()
        assert time.monotonic() - started < 1
    assert keys_in(path) == stored


def test_broken_statement_leaves_no_future_open(target: str) -> None:
    with survey_at(target) as survey:
        writer = SurveyWriter(survey, start(survey), FORMAT)
        with survey.writing() as connection:
            connection.exec_driver_sql("ALTER TABLE pages RENAME TO gone")
        futures = [writer.submit(page(number)) for number in range(3)]
        for future in futures:
            with pytest.raises(SurveyWriteError, match=r"no such table|does not exist"):
                future.result(timeout=10)
        with pytest.raises(SurveyWriteError):
            writer.close()


def test_page_that_cannot_be_encoded_leaves_no_future_open(target: str) -> None:
    with survey_at(target) as survey:
        writer = SurveyWriter(survey, start(survey), FORMAT)
        bad: Any = page(1, title=None)
        with pytest.raises(SurveyWriteError):
            writer.submit(bad).result(timeout=10)
        with pytest.raises(SurveyWriteError):
            writer.close()


def test_lock_of_another_process_is_waited_for(tmp_path: Path) -> None:
    """The database cannot be written for a while: nothing is lost after that."""
    path = tmp_path / "s"
    options = StoreOptions(busy_timeout=0.05, patience=20)
    with Survey.open(path, create=True, options=options) as survey:
        other = sqlite3.connect(path, isolation_level=None)
        with writer_of(survey) as writer:
            other.execute("BEGIN IMMEDIATE")
            futures = [writer.submit(page(number)) for number in range(50)]
            assert not wait(futures, timeout=0.7).done
            other.execute("ROLLBACK")
            assert not wait(futures, timeout=10).not_done
        other.close()
    assert len(keys_in(path)) == 50


def test_patience_ends(tmp_path: Path) -> None:
    path = tmp_path / "s"
    options = StoreOptions(busy_timeout=0.01, patience=0.1)
    with Survey.open(path, create=True, options=options) as survey:
        other = sqlite3.connect(path, isolation_level=None)
        writer = SurveyWriter(survey, start(survey), FORMAT)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(SurveyWriteError, match="database is locked"):
            writer.submit(page(1)).result(timeout=10)
        with pytest.raises(SurveyWriteError, match="database is locked"):
            writer.close()
        with pytest.raises(SurveyWriteError, match="database is locked"):
            survey.finish_run(1, "store_failed", {})
        other.close()


def test_run_is_recorded(target: str) -> None:
    with survey_at(target) as survey:
        run = survey.start_run(
            "inspect",
            arguments={"start": ("http://h.test/",)},
            settings={"CLUSTER_THRESHOLD": 0.7},
            versions={"python": "3.11"},
            seed=5,
        )
        survey.finish_run(run, "finished", {"pages": 3, "t": float("inf")})
        (found,) = survey.read(read_runs)
    assert found.arguments == {"start": ["http://h.test/"]}
    assert found.settings == {"CLUSTER_THRESHOLD": 0.7}
    assert found.stats == {"pages": 3, "t": None}
    assert found.reason == "finished"
