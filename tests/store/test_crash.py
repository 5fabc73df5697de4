"""Processes that are killed, refused by the system, or not alone."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crawler.store.readers import read_pages
from tests.store.examples import keys_in, page, survey_at, writer_of

ROOT = Path(__file__).parents[2]


_WORKER = """
import sys, threading
sys.path.insert(0, {root!r})
from tests.store.examples import FORMAT, page, start
from crawler.store import Survey, SurveyWriter
from concurrent.futures import wait

first, count = map(int, sys.argv[2:4])
with Survey.open(sys.argv[1], create=True) as survey:
    writer = SurveyWriter(survey, start(survey), FORMAT)
    {before}
    lock = threading.Lock()
    def told(number, future):
        if future.exception() is None:
            with lock:
                print(page(number).key, flush=True)
        elif number == first + count - 1:
            print("ERROR", future.exception(), flush=True)
    for number in range(first, first + count, 16):
        futures = []
        for one in range(number, min(number + 16, first + count)):
            futures.append(writer.submit(page(one)))
            futures[-1].add_done_callback(lambda done, one=one: told(one, done))
        wait(futures)
    writer.close()
"""


def worker(target: str | Path, first: int, count: int, before: str = "") -> Any:
    code = _WORKER.format(root=str(ROOT), before=before)
    return subprocess.Popen(
        [sys.executable, "-c", code, str(target), str(first), str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    )


@pytest.mark.parametrize("after", [1, 333])
def test_what_was_told_survives_a_kill(target: str, after: int) -> None:
    process = worker(target, 0, 100_000)
    told = [process.stdout.readline().strip() for _ in range(after)]
    process.send_signal(signal.SIGKILL)
    told += process.stdout.read().split("\n")[:-1]  # the last line may be torn
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()
    assert len(told) >= after
    assert set(told) <= keys_in(target)
    with survey_at(target) as survey, writer_of(survey) as writer:  # and it goes on
        writer.submit(page(100_001)).result(timeout=30)
        assert not survey.is_final()
        assert len(list(survey.read(read_pages))) > after


def test_file_that_may_not_grow(tmp_path: Path) -> None:
    """A write that the system refuses half-way (RLIMIT_FSIZE), for real."""
    path = tmp_path / "s"
    limit = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))"
    )
    process = worker(path, 0, 20_000, before=limit)
    told = process.communicate(timeout=60)[0].splitlines()
    assert process.returncode == 1  # close() raises what stopped the writer
    stored = {line for line in told if not line.startswith("ERROR")}
    assert stored
    assert "cannot be written" in told[-1]
    assert keys_in(path) == stored


def test_two_processes_write_one_survey(target: str) -> None:
    running = [worker(target, 0, 300), worker(target, 200, 300)]
    told = set()
    for process in running:
        output = process.communicate(timeout=60)[0]
        assert process.returncode == 0
        told |= set(output.splitlines())
    assert keys_in(target) == told == {page(number).key for number in range(500)}
