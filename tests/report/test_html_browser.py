"""The report where people read it: a browser, a phone, a keyboard, the dark."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.cluster import ClusterOptions
from crawler.report import html_pages, html_parts
from tests.commands.surveys import item, measured
from tests.report.html_reader import OPEN_ALL, Reader, written
from tests.report.html_surveys import (
    ATTACKS,
    add_harvest,
    hostile_pages,
    site_pages,
    survey_with,
)
from tests.servers.chromium import chromium
from tests.servers.running import free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Contrast of text with its ground (WCAG 2.2, 1.4.3), the lowest of these parts.
_CONTRAST = """
(() => {
  const light = colour => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => {
      const share = part / 255;
      return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
    });
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const all = [...document.querySelectorAll('body, .quiet, a.url, .tag, button, th')]
    .map(part => light(getComputedStyle(part).color));
  return Math.min(...all.map(text =>
    (Math.max(text, ground) + .05) / (Math.min(text, ground) + .05)));
})()
"""
_GROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    with chromium(tmp_path_factory.mktemp("chromium"), free_port()) as browser:
        for domain in ("Runtime", "Log", "Network"):
            browser.call(f"{domain}.enable")
        browser.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="window.hits = []; window.attacked = what => hits.push(what);",
        )
        yield Reader(browser)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    survey = survey_with(folder / "s.sqlite", site_pages())
    add_harvest(survey, "name")
    return written(survey)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    survey = survey_with(folder / "s.sqlite", hostile_pages())
    for attack in (*ATTACKS, "x" * 3_000):
        add_harvest(survey, attack)
    return written(survey)


def test_it_is_quiet_and_complete(reader: Reader, site: Path) -> None:
    reader.open(site)
    assert reader.counts() == {
        "clusters": "3",
        "forms": "2",
        "parameters": "4",
        "shapes": "4",
        "records": "1",
        "skipped": "10",
        "pages": "12",
    }
    assert reader.run(OPEN_ALL) > 10
    reader.settle()
    text = reader.run("document.body.innerText")
    assert "8 pages · 1 to test" in text
    assert "stands for the structure" in text
    assert "about 3 (95 %: 3 to 5)" in text
    assert reader.complaints() == []


def test_filter(reader: Reader, site: Path) -> None:
    reader.open(site)
    reader.type("item/3")
    found = reader.counts()
    assert (found["clusters"], found["pages"]) == ("1 of 3", "1 of 12")
    reader.type("  KIND:html   list ")
    assert reader.counts()["pages"] == "3 of 12"
    reader.type("status:200")
    assert reader.counts()["pages"] == "12 of 12"
    reader.type("status:20")  # a name is whole, a word is not
    assert reader.counts()["pages"] == "0 of 12"
    reader.type("nowhere to be found")
    assert "Nothing here has all of these words." in reader.run(
        "document.querySelector('#pages').innerText"
    )
    assert reader.run("document.getElementById('hint').textContent") == "0 rows found"
    reader.press("Escape", 27)
    reader.settle()
    assert reader.counts()["pages"] == "12"
    assert reader.complaints() == []


def test_what_belongs_together_is_found(reader: Reader, site: Path) -> None:
    """From a form to its pages, from a page to its cluster."""
    reader.open(site)
    reader.run("document.querySelectorAll('#forms details')[1].open = true")
    reader.settle()
    reader.run(
        "document.querySelectorAll('#forms details')[1].querySelector('button').click()"
    )
    reader.settle()
    assert reader.counts()["pages"] == "8 of 12"
    reader.run("document.querySelector('#pages button.plain').click()")
    reader.settle()
    assert reader.counts()["clusters"] == "1 of 3"


def test_keyboard(reader: Reader, site: Path) -> None:
    reader.open(site)
    reader.press("Tab", 9)
    assert reader.run("document.activeElement.className") == "skip"
    reader.press("/", 191, "/")
    assert reader.run("document.activeElement.id") == "filter"
    assert reader.run("document.activeElement.value") == ""
    reader.press("/", 191, "/")
    assert reader.run("document.activeElement.value") == "/"
    reader.settle()  # the rows are drawn anew in the next frame, and closed
    reader.run("document.querySelector('#clusters summary').focus()")
    reader.press("Enter", 13, "\r")
    reader.settle()
    assert reader.run("document.querySelector('#clusters details').open") is True
    # Everything that can be pressed can be reached.
    assert reader.run(
        "[...document.querySelectorAll('a, button, summary, input')]"
        ".every(part => part.tabIndex === 0)"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(reader: Reader, site: Path, scheme: str) -> None:
    reader.open(site, scheme=scheme)
    reader.run(OPEN_ALL)
    reader.settle()
    red = int(reader.run(_GROUND).removeprefix("rgb(").partition(",")[0])
    assert (red > 200) if scheme == "light" else (red < 60)
    assert reader.run(_CONTRAST) >= 4.5


@pytest.mark.parametrize("width", [320, 390])
def test_narrow(reader: Reader, site: Path, hostile: Path, width: int) -> None:
    for path in (site, hostile):
        reader.open(path, width)
        reader.run(OPEN_ALL)
        reader.settle()
        reader.run(OPEN_ALL)
        reader.settle()
        assert reader.run("document.documentElement.scrollWidth") <= width
        assert reader.run("innerWidth") == width  # nothing made it zoom out


def test_hostile_survey_runs_nothing(reader: Reader, hostile: Path) -> None:
    reader.open(hostile)
    for words in ("", "script", "attacked", "p1"):
        reader.type(words)
        reader.run(OPEN_ALL)
        reader.settle()
        protocols = reader.run(
            "[...new Set([...document.links].map(link => link.protocol))]"
        )
        assert set(protocols) <= {"http:", "https:", "file:"}
        assert reader.run("[...document.querySelectorAll('#skipped a')].length") == 0
    reader.type("")
    for name in ("links", "clusters summary", "forms summary", "records summary"):
        part = (
            "document.links"
            if name == "links"
            else (f"document.querySelectorAll('#{name}')")
        )
        # A click on each; links of the page itself, others would leave it.
        reader.run(
            f"[...{part}].filter(one => !/^http/.test(one.href || ''))"
            ".forEach(one => one.click())"
        )
        reader.settle()
    assert reader.run("hits") == []
    assert reader.run("document.querySelectorAll('script').length") == 2
    assert reader.run("document.querySelectorAll('img, iframe, object').length") == 0
    assert reader.complaints() == []


def test_the_policy_stops_what_would_get_in(reader: Reader, site: Path) -> None:
    """The second wall, should the first one fall."""
    reader.open(site)
    with pytest.raises(RuntimeError, match="TrustedScript"):
        reader.run("document.body.setAttribute('onclick', 'attacked(1)')")
    with pytest.raises(RuntimeError, match="TrustedScript"):
        reader.run("document.createElement('script').text = 'attacked(1)'")
    with pytest.raises(RuntimeError, match="TrustedHTML"):
        reader.run("document.body.innerHTML = '<p>x'")
    assert reader.run("hits") == []


def test_long_lists_grow(reader: Reader, tmp_path: Path) -> None:
    pages = [
        measured(f"http://h.test/item/{number}", item(number), ClusterOptions())
        for number in range(150)
    ]
    pages[0] = replace(pages[0], title="")
    reader.open(written(survey_with(tmp_path / "s.sqlite", pages)))
    rows = "document.querySelectorAll('#pages li').length"
    assert reader.run(rows) == 40
    for shown in (80, 120, 150):
        reader.run("document.querySelector('#pages .list > button').click()")
        assert reader.run(rows) == shown
        # Who goes by keyboard goes on at the first new row.
        assert reader.run("document.activeElement.closest('#pages li') !== null")
    assert reader.run("document.querySelector('#pages .list > button').hidden") is True
    assert reader.complaints() == []


def test_what_is_left_out_is_told(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_pages, "MAX_PAGES", 5)
    monkeypatch.setattr(html_parts, "MAX_FORMS", 1)
    reader.open(written(survey_with(tmp_path / "s.sqlite", site_pages())))
    reader.run(OPEN_ALL)
    reader.settle()
    text = reader.run("document.body.innerText")
    assert "Of 12 in all only 5 are in this file" in text
    assert "Of 2 in all only 1 are in this file" in text
    assert "of 8 are listed here" in text
    assert reader.complaints() == []


def test_without_scripts(tmp_path: Path, site: Path) -> None:
    """The figures and the curves are there, and it is said what is not."""
    with chromium(tmp_path / "profile", free_port()) as browser:
        browser.without_scripts()
        browser.open(site.as_uri())
        text = browser.run("document.body.innerText")
        assert "The lists below need JavaScript" in text
        assert "90% known after" in text
