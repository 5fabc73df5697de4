"""What is packed: everything the commands need, outside the clone too."""

from __future__ import annotations

import os
import subprocess
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.building import ROOT, bare_environment, build

if TYPE_CHECKING:
    from pathlib import Path

# Data, the site of the demo, a module of each package.
NEEDED = {
    "crawler/__init__.py",
    "crawler/settings.py",
    "crawler/focus/background.json",
    "crawler/forms/kind_model.json",
    "crawler/renderers/page.lua",
    "crawler/demosite/__main__.py",
    "crawler/demosite/process.py",
    "crawler/commands/crawl.py",
    "pipelines/store.py",
    "spiders/inspect_site.py",
}
TEXT = {".py", ".lua", ".json", ".txt", ".html", ".css", ".js", ".svg"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made")


def names(archive: Path) -> set[str]:
    with zipfile.ZipFile(archive) as opened:
        return set(opened.namelist())


@pytest.mark.parametrize("kind", ["bdist_egg", "bdist_wheel"])
def test_all_that_runs_is_packed_and_nothing_else(made: Path, kind: str) -> None:
    packed = names(build(made, kind))
    assert packed >= NEEDED
    top = {name.partition("/")[0] for name in packed}
    ours = {"crawler", "pipelines", "spiders"}
    assert {name for name in top if "-" not in name and name != "EGG-INFO"} == ours


def test_every_file_of_the_packages_is_packed(made: Path) -> None:
    packed = names(build(made / "again", "bdist_wheel"))
    missing = [
        name
        for path in (ROOT / "crawler").rglob("*")
        if path.suffix in TEXT and path.is_file()
        if (name := path.relative_to(ROOT).as_posix()) not in packed
    ]
    assert not missing
    site = {
        path.name for path in (ROOT / "tests/site").iterdir() if path.suffix in TEXT
    }
    assert {f"crawler/demosite/{name}" for name in site} <= packed


def test_source_distribution_holds_the_site_of_the_demo(made: Path) -> None:
    with tarfile.open(build(made, "sdist")) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert {"tests/site/process.py", "crawler/renderers/page.lua"} <= packed
    assert {"pyproject.toml", "setup.py", "README.md", "LICENSE"} <= packed


def test_the_command_runs_from_any_directory(made: Path, tmp_path: Path) -> None:
    python = bare_environment(made)
    wheel = next((made / "bdist_wheel").glob("*.whl"), None)
    wheel = wheel or build(made, "bdist_wheel")
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([python, *command], check=True, cwd=tmp_path)
    leadline = python.with_name("leadline")

    def run(*arguments: str) -> str:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        done = subprocess.run(
            [leadline, *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    helped = run("--help")
    assert "crawl" in helped
    assert "export" in helped
    assert "inspect" in run("list").split()
    source = "import crawler.demosite.process"
    subprocess.run([python, "-c", source], check=True, cwd=tmp_path)
