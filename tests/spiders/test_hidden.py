"""``hidden`` from the command line: the records behind forms of simulated databases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from spiders.arguments import ArgumentError
from spiders.harvest_arguments import HarvestArguments
from tests.harvest import kinds, kinds_odd
from tests.harvest.served import Look, served
from tests.spiders.crawling import crawl, rows, scrapy, start
from tests.spiders.harvested import (
    database,
    harvested,
    hidden,
    plan,
    records,
    titles,
)

if TYPE_CHECKING:
    from pathlib import Path


CASES = [
    pytest.param((kinds.whole, 90, {}), Look("table"), {}, id="whole"),
    pytest.param((kinds.paged, 19, {}), Look("cards", "numbers"), {}, id="paged"),
    pytest.param((kinds.top, 20, {"totals": True}), Look("list"), {}, id="top"),
    pytest.param((kinds.dependent, 80, {}), Look("table"), {}, id="dependent"),
    pytest.param((kinds_odd.failing, 16, {}), Look("table"), {"post": 1}, id="post"),
    pytest.param((kinds_odd.keyword, 71, {}), Look("cards", "rel"), {}, id="keyword"),
    pytest.param(
        (kinds.mixed, 24, {"method": "POST"}), Look("list", token=True), {"post": 1},
        id="token",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("drawn", "look", "arguments"), CASES)
def test_what_the_form_can_show_is_found(
    tmp_path: Path, drawn: tuple[Any, ...], look: Look, arguments: dict[str, Any]
) -> None:
    survey = tmp_path / "s.sqlite"
    kind, seed, changes = drawn
    with served(database(kind, seed, **changes), look) as site:
        done = hidden(site, survey, **arguments)
        wanted = site.titles
    assert done.status == 0, done.err
    found = titles(survey)
    assert len(found) == len(set(found))
    assert len(wanted & set(found)) >= 0.99 * len(wanted)
    assert set(found) <= wanted
    (row,) = harvested(survey)
    assert row.verdict in {"done", "saturated"}
    assert row.records == len(found)
    assert "Traceback" not in done.err


def test_a_kill_costs_only_what_was_under_way(tmp_path: Path) -> None:
    """Case C53, for harvests: the same command goes on, and asks nothing twice."""
    survey = tmp_path / "s.sqlite"
    command = ["crawl", "hidden", "-a", "polite=0", "-a", "form=1"]
    with served(database(kinds.top, 20), Look("cards", "numbers")) as site:
        command += ["-a", f"start={site.url}", "-s", f"STORE_URL={survey}"]
        whole = hidden(site, tmp_path / "whole.sqlite")
        alone = len(site.queries())
        site.asked.clear()
        with start(*command, cwd=tmp_path) as process:
            site.on_ask = lambda n: process.kill() if n == 12 else None
            process.communicate(timeout=120)
        site.on_ask = lambda _: None
        assert process.returncode != 0
        first = site.queries()
        left = titles(survey)
        site.asked.clear()
        done = scrapy(*command, cwd=tmp_path)
        again = site.queries()
    assert (whole.status, done.status) == (0, 0), done.err
    assert 0 < len(left) < len(titles(survey))
    assert records_of(survey) == records_of(tmp_path / "whole.sqlite")
    # A window of four, and what shows what the site always shows.
    assert len(set(first) & set(again)) <= 4 + 2
    assert len(first) + len(again) <= alone + 4 + 3


def records_of(survey: Path) -> list[tuple[str, dict[str, str]]]:
    """Records in the order found."""
    return [(row.identity, row.fields) for row in records(survey)]


def test_the_seed_decides_what_is_asked(tmp_path: Path) -> None:
    """That one seed asks the same, a harvest that goes on after a kill shows, too."""
    asked = []
    with served(database(kinds.top, 20)) as site:
        for seed in (1, 2):
            done = hidden(site, tmp_path / f"{seed}.sqlite", seed=seed)
            assert done.status == 0, done.err
            asked.append(plan(tmp_path / f"{seed}.sqlite"))
    assert min(map(len, asked)) > 5
    assert asked[0] != asked[1]


def test_forms_are_found_and_those_that_act_are_never_sent(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds.whole, 90), Look("list", elsewhere=True)) as site:
        done = hidden(site, survey, form=None)
        # The address of a GET form is a link, too; what it would send is not sent.
        asked = {
            line.split()[1].partition("?")[0] for line in site.asked if "?" in line
        }
        posted = [line for line in site.asked if line.startswith("POST")]
        wanted = site.titles
    assert done.status == 0, done.err
    assert asked == {"/search"}
    assert posted == []
    assert set(titles(survey)) == wanted
    # Under their actions, which are links as well, apart from what became of those.
    told = {
        urlsplit(row.url).path[1:]: row.detail
        for row in rows(survey, "decisions")
        if row.rule == "form"
    }
    for name in ("login", "delete-account", "contact", "newsletter"):
        assert told[name]
    assert len(harvested(survey)) == 1


def test_robots_and_post_are_reasons(tmp_path: Path) -> None:
    look = Look(robots="User-agent: *\nDisallow: /search\n")
    with served(database(kinds.whole, 90), look) as site:
        done = hidden(site, tmp_path / "r.sqlite")
        assert site.queries() == []
    assert done.status == 1
    assert "robots" in done.last_line
    with served(database(kinds_odd.failing, 16)) as site:
        done = hidden(site, tmp_path / "p.sqlite")
        assert site.queries() == []
    assert done.status == 1
    assert done.last_line == (
        "leadline: form=1 sends by POST, which may change something: if its queries do"
        " not, -a post=1 asks it"
    )


def test_pages_end_the_search_for_forms_and_limits_are_those_of_the_run(
    tmp_path: Path,
) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds.top, 20), Look(forms=2)) as site:
        done = hidden(site, survey, form=None, pages=1, queries=12)
        pages = [line for line in site.asked if "?" not in line]
    assert done.status == 0, done.err
    assert "Ended early, the budget of pages is used up" in done.err
    assert {line.split()[1] for line in pages} <= {"/", "/robots.txt"}
    assert len(rows(survey, "pages")) == 1
    first, *others = harvested(survey)
    assert others == []
    assert (first.verdict, first.queries) == ("limited", 12)
    assert first.reason == "queries=12 is reached"
    (run,) = rows(survey, "runs")
    assert run.stats["harvest/refused/budget"] == 1
    # The other form has its reason, though its action is a link that was not reached.
    told = {row.url: row for row in rows(survey, "decisions")}
    assert told[first.action].rule == "not-reached"
    (left,) = (row for row in told.values() if row.rule == "form")
    assert left.url.startswith(f"{first.action}#form=")
    assert "queries=12" in left.detail
    assert len(rows(survey, "forms")) == 2


def test_a_plan_stops_after_the_samples(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds.top, 20)) as site:
        done = hidden(site, survey, plan=1)
        assert len(site.queries()) < 15
    assert done.status == 0, done.err
    (row,) = harvested(survey)
    assert row.verdict == "planned"
    assert row.forecast is not None
    assert row.forecast["left"] > 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"fill": "none.json"}, "fill=none.json: no such file"),
        ({"since": "x.sqlite"}, "since=x.sqlite: "),
        ({"queries": 0}, "queries=0:"),
        ({"share": 2}, "share=2:"),
        ({"key": ","}, "key=,: empty"),
        ({"querys": 5}, "did you mean queries=...?"),
        ({"survey": "x.sqlite"}, "interface=SIGNATURE"),
        ({"interface": "1"}, "survey=PATH"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], told: str) -> None:
    given = {"start": "http://h.test/", **arguments}
    with pytest.raises(ArgumentError) as error:
        HarvestArguments.read({name: str(value) for name, value in given.items()})
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_argument_ends_it_with_one_line(tmp_path: Path) -> None:
    flags = ("-a", "survey=none.sqlite", "-a", "interface=1")
    done = scrapy("crawl", "hidden", *flags, cwd=tmp_path)
    assert done.status == 2
    assert "none.sqlite" in done.err
    assert done.err.count("\n") == 1


def test_a_form_that_is_not_there(tmp_path: Path) -> None:
    with served(database(kinds.whole, 90)) as site:
        for form in ("7", "#nothing"):
            done = hidden(site, tmp_path / "s.sqlite", form=form)
            assert done.status == 1
            assert done.last_line.startswith(f"leadline: form={form}: {site.url} has 1")


def test_a_form_of_a_survey(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds.whole, 90), Look("list")) as site:
        assert crawl("inspect", survey, start=site.url).status == 0
        command = ["crawl", "hidden", "-a", "polite=0", "-a", f"survey={survey}"]
        command += ["-a", "interface=GET", "-a", "seed=3"]
        done = scrapy(*command, cwd=tmp_path)
        found = titles(survey)
        site.asked.clear()
        again = scrapy(*command, cwd=tmp_path)
        asked, wanted = site.queries(), site.titles
    assert (done.status, again.status) == (0, 0), done.err
    assert set(found) == wanted
    # A harvest that is done asks nothing.
    assert asked == []
    assert titles(survey) == found
    assert harvested(survey)[0].verdict == "done"
