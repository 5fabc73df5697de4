"""The docs: links lead somewhere, and what commands are given exists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from scrapy.settings import default_settings

from crawler.checks import own_settings
from crawler.commands import diff
from crawler.commands.trainforms import WHAT
from crawler.report import FORMATS, VIEWS
from crawler.report.documents import DOCUMENTS
from spiders.discover_arguments import DiscoverArguments
from spiders.harvest_arguments import HarvestArguments
from spiders.inspect_site import InspectArguments

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ARGUMENTS = {
    *HarvestArguments.model_fields,
    *DiscoverArguments.model_fields,
    *InspectArguments.model_fields,
}
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def slug(heading: str) -> str:
    """The anchor that a heading gets.

    >>> slug("The published measure (`CLUSTER_MODE=paper`)")
    'the-published-measure-cluster_modepaper'
    """
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


def anchors(page: Path) -> set[str]:
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text("utf-8"))
    return {slug(found) for found in re.findall(r"(?m)^#+ (.*)$", text)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(re.sub(r"(?m)^ {4}.*$", "", page.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            assert target.startswith(("https://", "mailto:")), target
            continue
        path, _, anchor = target.partition("#")
        to = (page.parent / path).resolve() if path else page
        assert to.exists(), target
        assert to.is_relative_to(ROOT), target
        if anchor:
            assert anchor in anchors(to), target


def test_every_page_is_reached_from_the_readme() -> None:
    """By links, or by a link to its folder."""
    reached: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in reached:
            continue
        reached.add(page)
        for target in LINK.findall(page.read_text("utf-8")):
            to = (page.parent / target.partition("#")[0]).resolve()
            todo += sorted(to.glob("*.md")) if to.is_dir() else []
            todo += [to] if to.suffix == ".md" and to.exists() else []
    assert {page for page in PAGES if "docs" in page.parts} <= reached


def words(pattern: str) -> set[tuple[str, str]]:
    """Page and word of all places where a pattern is found."""
    return {
        (page.name, word)
        for page in PAGES
        for word in re.findall(pattern, page.read_text("utf-8"))
    }


@pytest.mark.parametrize(
    ("pattern", "known"),
    [
        (r"-a ([a-z]+)=", ARGUMENTS),
        (
            r"-d ([a-z]+)=",
            {*ARGUMENTS, "project", "spider", "setting"},
        ),
        (
            r"(?:-s|setting=) ?([A-Z][A-Z_]+)=",
            own_settings() | {"NAME"} | set(dir(default_settings)),
        ),
        (r"--what ([a-z]+)", {*VIEWS, *WHAT}),
        (r"--as ([a-z]+)", {*FORMATS, *DOCUMENTS, "parquet", *diff.FORMATS}),
        (
            r"(?:scrapy|leadline) ([a-z]+) (?:SURVEY|surveys/|inspect|titles)",
            {path.stem for path in (ROOT / "crawler" / "commands").glob("[!_]*.py")},
        ),
    ],
)
def test_what_commands_are_given_exists(pattern: str, known: set[str]) -> None:
    found = words(pattern)
    assert found, "the pattern finds nothing"
    assert {(page, word) for page, word in found if word not in known} == set()


def test_the_tree_of_the_architecture_is_the_tree() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    tree = page.partition("\n## The tree\n")[2].partition("\n\nA **room**")[0]
    told = re.findall(r"(?m)^ {6}([\w.]+?)/?  ", tree)
    there = {
        path.name
        for path in (ROOT / "crawler").iterdir()
        if path.name not in {"__init__.py", "__pycache__"}
    }
    assert sorted(told) == sorted(there)
    for package in ("spiders", "pipelines"):
        (line,) = re.findall(rf"(?m)^ {{4}}{package}/ +(.*)$", tree)
        there = {path.name for path in (ROOT / package).glob("[!_]*.py")}
        assert set(line.split(", ")) == there


def test_every_dependency_has_its_reason() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    told = re.findall(
        r"(?m)^\| ([\w-]+) \| \S", page.partition("\n## Dependencies\n")[2]
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [re.split(r"[<>=]", each)[0] for each in project["dependencies"]]
    assert sorted(set(told) - {"package"}) == sorted(needed)
