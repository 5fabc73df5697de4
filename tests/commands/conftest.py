"""Surveys that the tests of the commands share, and a way to export them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.cluster import Clustering
from crawler.commands.export import Command
from crawler.finalise import finalise
from crawler.store import Survey
from tests.commands.surveys import Result, run, survey_of
from tests.store.examples import page, survey_at, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A survey as a crawl leaves it that came to its end."""
    path = survey_of(tmp_path_factory.mktemp("survey") / "s.sqlite", bodies=True)
    with Survey.open(path) as survey:
        finalise(survey)
    return path


@pytest.fixture
def export(
    made: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Result]:
    def exported(*argv: str, survey: Path = made) -> Result:
        return run(Command(), capsysbinary, str(survey), *argv)

    return exported


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More than a pipe takes at once."""
    path = tmp_path_factory.mktemp("large") / "s.sqlite"
    with survey_at(path) as survey:
        write(survey, [page(number, title="é" * 900) for number in range(400)])
        survey.replace_clusters(Clustering(), survey.generation(), {})
    return path
