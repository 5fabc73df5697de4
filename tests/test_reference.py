"""The reference pages say what the code does: no name too few, none too many."""

from __future__ import annotations

import re
from dataclasses import fields
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

import pytest
from scrapy.settings import default_settings

import crawler.settings
from crawler.checks import OPTIONS, SINGLE, own_settings
from crawler.components import COMPONENTS
from crawler.components import SINGLE as PLACED
from crawler.middlewares.render import RenderOptions
from crawler.report import VIEWS
from crawler.version import VERSION
from spiders.arguments import Arguments
from spiders.base import IMPOLITE
from tests import reference
from tests.reference import product, read, table
from tests.site.process import SiteOptions, SiteProcess
from tests.spiders.crawling import crawl, rows

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = read("reference/settings.md")
META = read("reference/meta.md")
STATS = read("reference/stats.md")
SURVEY = read("reference/survey.md")
LISTS = {"URLS_TRACKING", "URLS_SESSION"}


def section(page: str, title: str) -> str:
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def shown(value: Any) -> str:
    """A value as the page shows it."""
    if value is None:
        return "none"
    if value == "" or value in ([], {}):
        return "empty"
    if isinstance(value, float):
        return f"`{value:g}`"
    if isinstance(value, (list, dict)):
        return f"`{', '.join(value)}`"
    return f"`{value}`"


def own_defaults() -> dict[str, Any]:
    found = dict(SINGLE)
    options: dict[str, type[Any]] = {**OPTIONS, "RENDER": RenderOptions}
    for prefix, cls in options.items():
        for field in fields(cls):
            name = f"{prefix}_{field.name.upper()}"
            if name in own_settings():
                found[name] = field.default
    return found


def test_every_setting_of_ours_with_its_default() -> None:
    page = SETTINGS.partition("\n## Scrapy's own\n")[0]
    told = {name: cells[0] for name, cells in table(page).items()}
    assert told == {
        name: "below" if name in LISTS else shown(value)
        for name, value in own_defaults().items()
    }
    assert own_defaults().keys() == own_settings()


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_default_that_is_a_list_can_be_copied(name: str) -> None:
    lines = SETTINGS.partition(f"\n`{name}`:\n\n")[2].partition("\n\n")[0]
    listed = re.split(r",\s*", " ".join(lines.split()))
    assert listed == list(own_defaults()[name])


def test_every_setting_of_scrapy_that_is_changed() -> None:
    told = {
        name: cells[:2]
        for name, cells in table(section(SETTINGS, "Scrapy's own")).items()
    }
    ours = {name: getattr(crawler.settings, name) for name in dir(crawler.settings)}
    names = {name for name in ours if name.isupper()} - own_settings()
    assert names <= set(dir(default_settings)), "a setting of ours is not in SINGLE"
    expected = {}
    for name in names:
        theirs = getattr(default_settings, name)
        # What Scrapy tells as 1.
        theirs = bool(theirs) if isinstance(ours[name], bool) else theirs
        expected[name] = [shown(ours[name]), shown(theirs)]
    expected["USER_AGENT"] = [
        cell.replace(VERSION, "VERSION") for cell in expected["USER_AGENT"]
    ]
    told["USER_AGENT"][1] = expected["USER_AGENT"][1]  # has the version of Scrapy
    assert told == expected


def test_what_the_add_on_places_and_arguments_change() -> None:
    placed = table(section(SETTINGS, "What the add-on places"))
    assert placed.keys() == {*COMPONENTS, *PLACED, "DOWNLOAD_HANDLERS"}
    changes = table(section(SETTINGS, "What arguments change"))
    assert changes.keys() == {"polite=0", "robots=0", "insecure=1"}
    told = re.findall(r"`(\w+)=(\w+)`", changes["polite=0"][0])
    assert dict(told) == {name: str(value) for name, value in IMPOLITE.items()}


def test_a_setting_that_the_code_names_is_known() -> None:
    known = own_settings() | set(dir(default_settings))
    # Made by us for ourselves; told in a sentence of the page.
    known.add("RENDER_FETCH_HANDLERS")
    assert "`RENDER_FETCH_HANDLERS`" in SETTINGS
    unknown = {
        (module.name, name)
        for module in product()
        for name in reference.settings(module)
        if name not in known
    }
    assert not unknown


def test_every_meta_key() -> None:
    found = {key for module in product() for key in reference.meta_keys(module)}
    assert table(META).keys() == found


def documented(stat: str) -> bool:
    """Whether a stat, or a pattern of stats, is on the page."""
    for name in table(STATS):
        pattern = re.sub(r"\b(KIND|RULE|STATUS)\b", "*", name)
        if stat == pattern or ("*" not in stat and fnmatch(stat, pattern)):
            return True
        if "*" in stat and fnmatch(name, stat):
            return True
    return False


def test_every_stat() -> None:
    found = {stat for module in product() for stat in reference.stats(module)}
    assert len(found) > 20
    assert not [stat for stat in found if not documented(stat)]
    for name in table(STATS):
        pattern = re.sub(r"\b(KIND|RULE|STATUS)\b", "*", name)
        known = any(stat == pattern or fnmatch(name, stat) for stat in found)
        assert known, f"{name} is counted nowhere"


def test_what_a_crawl_counts_and_decides_is_documented(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with SiteProcess(SiteOptions(pages=40, traps=True)) as site:
        done = crawl("inspect", survey, start=site.url, pages=120, depth=3)
    assert done.status == 0, done.err
    (run,) = rows(survey, "runs")
    rooms = {name.partition("/")[0] for name in table(STATS)} - {"robotstxt"}
    ours = [name for name in run.stats if name.partition("/")[0] in rooms]
    # The queue is Scrapy's, but for one.
    ours = [name for name in ours if not re.match(r"scheduler/(en|de)queued", name)]
    assert len(ours) > 10
    assert not [name for name in ours if not documented(name)]
    met = {row.rule for row in rows(survey, "decisions")}
    assert len(met) > 5
    assert met <= rules()


def rules() -> set[str]:
    """Rules of decisions, as the page of the survey has them."""
    head = SURVEY.index("| rule | |")
    lines = SURVEY[head:].partition("\n\n")[0].splitlines()[2:]
    return {name for line in lines for name in re.findall(r"`([^`]+)`", _first(line))}


def _first(row: str) -> str:
    return row.partition(" | ")[0]


def test_every_rule_of_a_stat_or_message_is_documented() -> None:
    """Words in the code that look like a rule and are given as one."""
    found = {rule for module in product() for rule in reference.rules(module)}
    assert len(found) > 15
    assert found == rules()


def test_views_and_formats_of_export() -> None:
    told = {}
    for line in section(SURVEY, "Export").splitlines():
        if line.startswith("| `"):
            whats, forms = line.split(" | ")[:2]
            for what in re.findall(r"`(\w+)`", whats):
                told[what] = tuple(re.findall(r"`(\w+)`", forms))
    assert told == {name: view.formats for name, view in VIEWS.items()}


def test_every_argument() -> None:
    usage = table(read("usage.md").partition("\n## Exit status")[0])
    assert usage.keys() == Arguments.model_fields.keys()
    for name, field in Arguments.model_fields.items():
        if isinstance(field.default, bool):
            assert usage[name][-1] == f"`{int(field.default)}`"
        elif isinstance(field.default, str):
            assert usage[name][-1] == f"`{field.default}`"
