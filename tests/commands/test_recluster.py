"""``scrapy recluster``: other clusters from the same pages, without a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.cluster import ClusterOptions
from crawler.commands.export import Command as Export
from crawler.commands.recluster import Command
from crawler.store import Survey
from crawler.store.readers import read_clusters
from tests.commands.surveys import Result, run, survey_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# Small pages join by their own rule, whatever the threshold.
ALL_ALIKE = (
    *("--threshold", "0.05", "-s", "CLUSTER_MIN_NODES=0"),
    *("-s", "CLUSTER_FINE_THRESHOLD=0"),
)


@pytest.fixture
def recluster(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    def reclustered(*argv: object) -> Result:
        return run(Command(), capsysbinary, *map(str, argv))

    return reclustered


def clusters(path: Path) -> list[list[str]]:
    with Survey.open(path) as survey:
        return [
            [member.url for member in cluster.members]
            for cluster in survey.read(read_clusters)
        ]


def test_threshold(tmp_path: Path, recluster: Callable[..., Result]) -> None:
    path = survey_of(tmp_path / "s")
    result = recluster(path)
    assert result.status == 0
    assert result.out.startswith("12 pages, 3 clusters, 3 representatives: ")
    assert "(as before)" in recluster(path).out
    result = recluster(path, *ALL_ALIKE)
    assert result.out.startswith("12 pages, 1 clusters, ")
    assert "threshold 0.05" in result.out
    with Survey.open(path) as survey:
        assert survey.cluster_options() is not None
        assert survey.is_final()
    # What was chosen stays chosen.
    assert "(as before)" in recluster(path).out


@pytest.mark.parametrize("token", ["tag", "tag.class"])
@pytest.mark.parametrize("before", ["default", "paper"])
def test_mode_gives_what_a_crawl_in_that_mode_gives(
    tmp_path: Path, recluster: Callable[..., Result], before: str, token: str
) -> None:
    after = "paper" if before == "default" else "default"
    old = ClusterOptions(mode=before, token=token)  # type: ignore[arg-type]
    new = ClusterOptions(mode=after, token=token)  # type: ignore[arg-type]
    path = survey_of(tmp_path / "old", options=old)
    crawled = survey_of(tmp_path / "new", options=new)
    assert recluster(path, "--mode", after).status == 0
    assert recluster(crawled).status == 0
    assert clusters(path) == clusters(crawled)
    back = recluster(path, "--mode", before)
    assert f"mode {before}" in back.out
    assert recluster(survey_of(tmp_path / "again", options=old)).status == 0
    assert clusters(path) == clusters(tmp_path / "again")


def test_any_setting_of_the_command_line(
    tmp_path: Path, recluster: Callable[..., Result]
) -> None:
    path = survey_of(tmp_path / "s")
    result = recluster(path, "-s", "CLUSTER_TOKEN=tag.class", "-s", "CLUSTER_SEED=4")
    assert result.status == 0
    with Survey.open(path) as survey:
        known = survey.cluster_options()
    assert known is not None
    assert (known["token"], known["seed"]) == ("tag.class", 4)


def test_export_shows_the_new_clusters(
    tmp_path: Path,
    recluster: Callable[..., Result],
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    path = survey_of(tmp_path / "s")
    recluster(path, *ALL_ALIKE)
    result = run(Export(), capsysbinary, str(path), "--what", "clusters")
    assert len(result.lines()) == 1
    assert result.err == ""


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--mode", "papr"], "did you mean paper?"),
        (["--threshold", "x"], "CLUSTER_THRESHOLD='x'"),
        (["--threshold", "1.5"], "CLUSTER_THRESHOLD='1.5'"),
        (["--seed", "x"], "CLUSTER_SEED='x'"),
        (["-s", "CLUSTER_TOKEN=x"], "CLUSTER_TOKEN='x'"),
        (["--nope"], "unknown option --nope"),
        (["other"], "name one survey"),
    ],
)
def test_wrong_argument_is_one_line(
    tmp_path: Path, recluster: Callable[..., Result], argv: list[str], said: str
) -> None:
    result = recluster(survey_of(tmp_path / "s"), *argv)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("leadline: recluster: ")
    assert said in line


def test_unknown_survey(tmp_path: Path, recluster: Callable[..., Result]) -> None:
    result = recluster(tmp_path / "none")
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1


def test_pages_without_a_kept_tree(
    tmp_path: Path, recluster: Callable[..., Result]
) -> None:
    path = survey_of(tmp_path / "s", skeletons=False)
    assert recluster(path, "--threshold", "0.5").status == 0
    before = clusters(path)
    result = recluster(path, "--mode", "paper")
    assert (result.status, result.out) == (1, "")
    (line,) = result.err.splitlines()
    assert "its tree was not kept: crawl again" in line
    assert clusters(path) == before
