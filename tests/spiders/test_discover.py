"""``discover`` from the command line: sites on a topic, their interfaces, the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest
from scrapy.settings import Settings

from crawler.harvesting.interface import find_interface
from crawler.store import Survey
from crawler.store.interfaces import InterfaceRow, read_interfaces
from spiders.arguments import ArgumentError, Arguments
from spiders.discover_arguments import DiscoverArguments
from tests.harvest import kinds
from tests.harvest.served import Look, served
from tests.reference import read, table
from tests.servers.web import Reply, web
from tests.spiders.crawling import Ran, crawl, rows, scrapy
from tests.spiders.discovered import OFF, ON, TOPIC, form, links, sites
from tests.spiders.harvested import database, records

if TYPE_CHECKING:
    from pathlib import Path

    from tests.spiders.discovered import Sites

FAST = (
    *("-s", "GUESS_PROBES=0", "-s", "FRONTIER_SITE_PAGES=8"),
    *("-s", "FOCUS_TUNNEL=2"),
    # One after the other: two that are under way at once may overtake one another.
    *("-s", "CONCURRENT_REQUESTS_PER_DOMAIN=1"),
)


class Done(NamedTuple):
    ran: Ran
    survey: Path
    asked: dict[str, list[str]]
    urls: Sites


def interfaces(survey: Path) -> list[InterfaceRow]:
    with Survey.open(survey) as opened:
        return list(opened.read(read_interfaces))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """One crawl, looked at by many tests."""
    survey = tmp_path_factory.mktemp("discover") / "s.sqlite"
    with sites() as running:
        ran = crawl(
            "discover", survey, *FAST, "-L", "DEBUG", start=running.start, topic=TOPIC
        )
        named = ("hub", "air", "wide", "long", "cook")
        asked = {
            name: [
                line.removeprefix("GET ")
                for line in getattr(running, name).asked
                if "robots.txt" not in line
            ]
            for name in named
        }
    assert ran.status == 0, ran.err
    return Done(ran, survey, asked, running)


def test_interfaces_are_told_once_for_each_site(done: Done) -> None:
    found = interfaces(done.survey)
    assert [(row.site, row.method) for row in found if row.site == "127.0.0.3"] == [
        ("127.0.0.3", "GET")
    ]
    (air,) = [row for row in found if row.site == "127.0.0.3"]
    assert air.page in {f"{done.urls.air.url}/again", f"{done.urls.air.url}/search"}
    assert air.action == f"{done.urls.air.url}/find"
    assert [one["label"] for one in air.attributes] == [
        "From airport",
        "To airport",
        "Departure date",
    ]
    assert air.attributes[0]["controls"] == [
        {"name": "from", "type": "text", "options": []}
    ]
    assert air.kind == "search"
    assert 0.5 <= air.score <= 1
    assert air.domain == "airfare"
    assert (air.relevance or 0) > 0.5
    assert len([row for row in found if row.site == "127.0.0.4"]) == 7


def test_the_way_that_led_there_is_told(done: Done) -> None:
    for row in interfaces(done.survey):
        assert row.path[0] == done.urls.start
        with Survey.open(done.survey) as survey, survey.reading() as connection:
            query = "SELECT url, referrer FROM pages"
            pages = dict(map(tuple, connection.exec_driver_sql(query)))
        for above, page in zip(row.path, [*row.path[1:], row.page], strict=True):
            assert pages[page] == above


def test_a_root_comes_before_the_depths(done: Done) -> None:
    # Nothing links to the root of the first, only to a page in its depths.
    assert done.asked["air"].index("/") < done.asked["air"].index("/deals/today")
    assert done.asked["long"][0] == "/"


def test_a_site_of_many_interfaces_is_left(done: Done) -> None:
    decided = {row.url: row for row in rows(done.survey, "decisions")}
    row = decided[f"{done.urls.wide.url}/*"]
    assert row.rule == "site-interfaces"
    assert row.detail == "7 query interfaces (FOCUS_SITE_INTERFACES=5)"
    assert "/w3" not in done.asked["wide"]
    assert "Left 127.0.0.4: 7 query interfaces" in done.ran.err
    (run,) = rows(done.survey, "runs")
    assert run.stats["focus/stopped/site-interfaces"] == 1
    assert run.stats["focus/interfaces"] == len(interfaces(done.survey))


def test_a_site_of_many_pages_is_left(done: Done) -> None:
    decided = {row.url: row for row in rows(done.survey, "decisions")}
    assert decided[f"{done.urls.long.url}/*"].rule == "budget"
    assert "/p6" in done.asked["long"]
    assert "/p9" not in done.asked["long"]
    assert len(set(done.asked["long"])) <= 9


def test_what_leads_off_the_topic_is_left(done: Done) -> None:
    assert "/4" not in done.asked["cook"]
    assert {row.rule for row in rows(done.survey, "decisions")} >= {"off-topic"}
    relevance = {row.url: row.relevance for row in rows(done.survey, "pages")}
    assert relevance[done.urls.start] > 0.5
    assert relevance[f"{done.urls.cook.url}/"] < 0.5


def test_no_form_is_sent_and_every_page_asked_for_once(done: Done) -> None:
    for asked in done.asked.values():
        assert len(asked) == len(set(asked))
        assert not {"/find", "/hotel", "/cakes"} & set(asked)


def test_the_summary_tells_what_it_came_to(done: Done) -> None:
    found = interfaces(done.survey)
    count, where = len(found), len({row.site for row in found})
    assert f"interfaces       {count} on {where} sites" in done.ran.err
    assert "harvest rate" in done.ran.err
    assert "--what interfaces" in done.ran.err


@pytest.mark.parametrize("kind", ["jsonl", "csv", "urls"])
def test_interfaces_are_exported(done: Done, kind: str) -> None:
    ran = scrapy("export", str(done.survey), "--what", "interfaces", "--as", kind)
    assert ran.status == 0, ran.err
    found = interfaces(done.survey)
    lines = ran.out.splitlines()
    if kind == "jsonl":
        assert [json.loads(line)["signature"] for line in lines] == [
            row.signature for row in found
        ]
        assert json.loads(lines[0])["path"] == found[0].path
    elif kind == "csv":
        assert lines[0].startswith("site,signature,page,action,method,name,attributes")
        assert len(lines) == 1 + len(found)
    else:
        assert lines == list(dict.fromkeys(row.page for row in found))


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """What is known of the sites is kept: one that is left stays left."""
    job, survey = tmp_path / "job", tmp_path / "job" / "survey.sqlite"
    job.mkdir()
    options = (*FAST, "-s", f"JOBDIR={job}", "-s", "CONCURRENT_REQUESTS=2")
    with sites() as running:
        given = {"start": running.start, "topic": TOPIC}
        first = crawl("discover", survey, *options, **given, pages=9)
        before = len(rows(survey, "pages"))
        left = [row for row in rows(survey, "decisions") if row.url.endswith("/*")]
        second = crawl("discover", survey, *options, **given)
        asked = [line for line in running.long.asked if "/p" in line]
        wide = [line for line in running.wide.asked if "/w" in line]
    assert first.status == second.status == 0, first.err + second.err
    assert before == 9 < len(rows(survey, "pages"))
    assert len({row.site for row in interfaces(survey)}) >= 2
    # Eight pages of this site over both runs, and some of the other.
    assert len(set(asked)) <= 9
    assert len(set(wide)) <= 4
    after = [row for row in rows(survey, "decisions") if row.url.endswith("/*")]
    assert {row.url for row in left} <= {row.url for row in after}
    assert len(after) == 2


def test_what_it_finds_is_handed_over_to_hidden(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    hub: dict[str, Reply] = {}
    with (
        served(database(kinds.whole, 24), Look("table")) as shop,
        web(hub, "127.0.0.2") as start,
    ):
        words = "<p>Lamp, chair, kettle: the house of things.</p>" * 5
        hub["/"] = Reply(words + links(shop.url, text="The house of things"))
        settings = ("-s", "GUESS_PROBES=0", "-s", "FOCUS_THRESHOLD=0")
        found = crawl(
            "discover", survey, *settings, start=f"{start.url}/", topic="lamp chair"
        )
        assert found.status == 0, found.err
        (row,) = interfaces(survey)
        named = ["-a", f"survey={survey}", "-a", f"interface={row.signature}"]
        asked = scrapy("crawl", "hidden", "-a", "polite=0", *named)
        wanted = shop.titles
    assert asked.status == 0, asked.err
    assert len(records(survey)) >= 0.99 * len(wanted)
    # By the name of the site, when it has one.
    assert find_interface(str(survey), row.site).signature == row.signature


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "topic is missing: -a topic="),
        ({"topic": "--"}, "use a few words"),
        ({"topic": "x", "sites": "0"}, "sites=0"),
        ({"topic": "x", "language": "english!"}, "use tags of languages"),
        ({"topic": "x", "language": ","}, "use tags of languages"),
        ({"topic": "x", "scope": "web"}, "scope must be any, host, domain"),
        ({"topic": "x", "page": "1"}, "did you mean pages"),
    ],
)
def test_a_wrong_argument_is_one_line(given: dict[str, str], told: str) -> None:
    def check() -> None:
        DiscoverArguments.read({"start": "http://a.example/", **given})
        DiscoverArguments.check(given, Settings())

    with pytest.raises(ArgumentError) as caught:
        check()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_page_on_usage_has_its_arguments() -> None:
    told = (
        read("usage.md").partition("\n## Sites on a topic\n")[2].partition("\n## ")[0]
    )
    own = DiscoverArguments.model_fields.keys() - Arguments.model_fields.keys()
    assert table(told).keys() == own | {"scope"}


def test_without_a_topic_nothing_is_asked_for(tmp_path: Path) -> None:
    ran = scrapy("crawl", "discover", "-a", "start=http://a.example/", cwd=tmp_path)
    assert ran.status == 2
    assert "topic is missing" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_sites_language_and_scope_are_limits(tmp_path: Path) -> None:
    hub: dict[str, Reply] = {}
    other: dict[str, Reply] = {}
    third: dict[str, Reply] = {}
    with (
        web(hub, "127.0.0.2") as start,
        web(other, "127.0.0.3") as second,
        web(third, "127.0.0.4") as last,
    ):
        hub["/"] = Reply(
            ON + links(f"{second.url}/", f"{last.url}/") + links("/de", "/soup")
        )
        hub["/de"] = Reply(f"<html lang=de>{ON}{links('/de2')}")
        hub["/de2"] = Reply(f"<html lang=de-AT>{ON}<p>2{form('/f', 'Von', 'Nach')}")
        hub["/soup"] = Reply(OFF)
        other["/"] = third["/"] = Reply(ON + form("/f", "From", "To"))
        survey = tmp_path / "a.sqlite"
        options = ("-s", "GUESS_PROBES=0", "-s", "FOCUS_TUNNEL=1")
        given = {"start": f"{start.url}/", "topic": TOPIC}
        crawl("discover", survey, *options, **given, sites=2, language="en")
        refused = {row.url: row.rule for row in rows(survey, "decisions")}
        # And the form of the site that was entered.
        assert sorted(refused.values()) == ["form", "off-topic", "sites"]
        assert refused[f"{start.url}/de2"] == "off-topic"
        assert len({row.site for row in interfaces(survey)}) == 1
        survey = tmp_path / "b.sqlite"
        crawl("discover", survey, *options, **given, scope="host")
        refused = {row.url: row.rule for row in rows(survey, "decisions")}
        assert refused[f"{second.url}/"] == refused[f"{last.url}/"] == "out-of-scope"
        assert {row.site for row in interfaces(survey)} == {"127.0.0.2"}
