"""``scrapy demo`` as a newcomer runs it: it works, and so do the steps it names."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest

from tests.spiders.crawling import Ran, rows, scrapy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def demo(folder: Path) -> Ran:
    return scrapy("demo", "--pages", "10", cwd=folder)


def test_it_ends_well(demo: Ran, folder: Path) -> None:
    assert demo.status == 0, demo.err
    assert "Traceback" not in demo.err
    assert "Warning" not in demo.err
    (survey,) = (folder / "surveys").glob("demo-*.sqlite")
    assert len(rows(survey, "pages")) > 10
    assert len(rows(survey, "representatives")) > 5


@pytest.mark.parametrize("number", [0, 1])
def test_the_next_steps_work(demo: Ran, folder: Path, number: int) -> None:
    steps = re.findall(r"^demo:  +scrapy (export .*)$", demo.err, re.MULTILINE)
    assert len(steps) == 2
    ran = scrapy(*shlex.split(steps[number]), cwd=folder)
    assert ran.status == 0
    assert ran.err == ""
    first = ran.out.splitlines()[0]
    assert re.match((r"http://127\.0\.0\.1:\d+/", "curl ")[number], first)


def test_it_names_a_crawl_of_ones_own(demo: Ran) -> None:
    assert "crawl inspect -a start=URL" in demo.err
