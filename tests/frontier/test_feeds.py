"""Case C53: files of items, in batches, over runs that end in any way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.adapters.inspecting import Inspected, inspect
from tests.cases import case
from tests.frontier.processes import Job
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.web import Web

GIVEN, EXPECTED = case("C53")
ITEMS: int = GIVEN["items"]
BATCH: int = GIVEN["feed_batch"]


class Chain(dict[str, Any]):
    """ITEMS pages, each with links to the next three."""

    def get(self, key: str, default: Any = None) -> Any:
        number = key[1:] or "0"
        if not number.isdigit() or int(number) >= ITEMS:
            return default
        at = int(number)
        after = range(at + 1, min(at + 4, ITEMS))
        links = "".join(f"<a href=/{n}>{n}</a>" for n in after)
        return Reply(f"<h1>Page {number}</h1>{links}", seconds=0.01)


def feeds(folder: Path) -> dict[str, Any]:
    name = f"{folder}/feed-%(batch_id)d.jsonl"
    return {name: {"format": "jsonlines", "batch_item_count": BATCH}}


def run(folder: Path, site: Web, **more: Any) -> Inspected:
    given = {"JOBDIR": str(folder / "job"), "FEEDS": feeds(folder)}
    survey = folder / "survey.sqlite"
    return inspect(survey, settings=given, start=f"{site.url}/", **more)


def files(folder: Path) -> dict[int, str]:
    """Text of each file, by its number."""
    return {
        int(path.stem.partition("-")[2]): path.read_text("utf-8")
        for path in folder.glob("feed-*.jsonl")
    }


def urls(text: str) -> list[str]:
    return [json.loads(line)["url"] for line in text.splitlines()]


def test_a_run_to_its_end(tmp_path: Path) -> None:
    with web(Chain()) as site:
        done = run(tmp_path, site)
    expected = EXPECTED["after_normal_end"]
    found = files(tmp_path)
    lines = [url for text in found.values() for url in urls(text)]
    assert len(done.pages) == expected["db_rows"] == ITEMS
    assert len(found) == expected["feed_files"]
    assert len(lines) == len(set(lines)) == expected["lines"]
    assert set(found) == {1, 2, 3, 4}
    assert not done.faults()


def test_a_run_that_is_stopped_and_goes_on(tmp_path: Path) -> None:
    """Files of the run before are left as they are, and the numbers go on."""
    with web(Chain()) as site:
        run(tmp_path, site, pages=60)
        before = files(tmp_path)
        assert set(before) == {1, 2}
        done = run(tmp_path, site)
    found = files(tmp_path)
    assert {number: found[number] for number in before} == before
    assert set(found) == {1, 2, 3, 4}
    lines = [url for text in found.values() for url in urls(text)]
    assert sorted(lines) == sorted(done.pages)
    assert len(lines) == ITEMS


def test_a_run_that_is_killed_and_goes_on(tmp_path: Path) -> None:
    """Nothing is lost; a file that was being written has one cut line at most."""
    more = ("-s", f"FEEDS={json.dumps(feeds(tmp_path))}")
    with web(Chain()) as site:
        job = Job(tmp_path / "job", f"{site.url}/", more)
        assert job.run_until(lambda: len(site.asked) > 75)
        before = files(tmp_path)
        assert job.run() == 0, job.logs
        assert len(job.pages()) == EXPECTED["after_resume"]["db_rows"]
    found = files(tmp_path)
    assert before
    assert {number: found[number] for number in before} == before
    assert min(set(found) - set(before)) == max(before) + 1
    for number, text in found.items():
        whole, _, cut = text.rpartition("\n")
        urls(whole)
        assert not cut or number == max(before)
    assert "Traceback" not in "".join(job.logs)
