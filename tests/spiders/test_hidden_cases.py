"""``hidden`` on forms that are hard to ask."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from crawler.items import Field
from tests.cases import case
from tests.harvest import kinds_odd
from tests.harvest.database import Control, Database
from tests.harvest.served import Look, frame, served
from tests.harvest.test_records_cases import CATEGORIES, CONDITIONS, STATES, asked
from tests.servers.answering import answering
from tests.spiders.crawling import crawl
from tests.spiders.harvested import database, harvested, hidden, plan, records, titles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def test_a_search_box_whose_form_has_a_token(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with served(database(kinds_odd.keyword, 71), Look("cards", token=True)) as site:
        done = hidden(site, survey)
        wanted = site.titles
    assert done.status == 0, done.err
    assert len(wanted & set(titles(survey))) >= 0.99 * len(wanted)
    assert set(titles(survey)) <= wanted


def test_a_result_cap_is_split_or_told(tmp_path: Path) -> None:
    """Case C37: what is cut off is asked for more narrowly, or the rest is told."""
    inp, expect = case("C37")
    sizes = inp["server"]["sizes"]
    regions, years = sizes["region"], sizes["year within R1"]
    places = [name for name, count in regions.items() for _ in range(count)]
    dates = [name for name, count in years.items() for _ in range(count)]
    dates += ["2023"] * (len(places) - len(dates))
    without = expect["variant_no_year_field"]["unique_records"]
    both = ["region", "year"]
    for fields, wanted in ((both, expect["unique_records"]), (["region"], without)):
        survey = tmp_path / f"{len(fields)}.sqlite"
        db = capped({"region": places, "year": dates}, fields)
        with served(db, Look("table")) as site:
            done = hidden(site, survey)
            asked = len(plan(survey))
        assert done.status == 0, done.err
        assert len(set(titles(survey))) == wanted
        (row,) = harvested(survey)
        assert row.lower
        missing = "10 of the 137 it says it has are not shown"
        assert (missing in row.reason) == (wanted == without)
        assert asked <= inp["budget"]


def capped(columns: dict[str, list[str]], fields: list[str]) -> Database:
    """A database of these columns that shows 50 records, and the total."""
    number = len(next(iter(columns.values())))
    controls = []
    for name in fields:
        values = sorted(set(columns[name]))
        masks = [
            sum(1 << at for at, held in enumerate(columns[name]) if held == value)
            for value in values
        ]
        field = Field(name, "select-one", "", ("", *values))
        controls.append(Control(field, ((1 << number) - 1, *masks)))
    return Database("capped", 0, number, tuple(controls), top=50, totals=True)


def site(
    controls: str, answer: Callable[[dict[str, str]], str]
) -> Callable[[str, dict[str, str]], tuple[int, str]]:
    """Pages of a form with these controls; *answer*: what stands below it."""
    form = f'<form action="/find">{controls}<button>Search</button></form>'

    def page(path: str, query: dict[str, str]) -> tuple[int, str]:
        if path not in {"/", "/find"}:
            return 404, frame("<h1>Page not found</h1>")
        return 200, frame(form + (answer(query) if path == "/find" else ""))

    return page


def menu(name: str, values: Sequence[str]) -> str:
    options = "".join(f"<option value='{v}'>{v or 'All'}</option>" for v in values)
    return f"<select name={name}>{options}</select>"


def test_c36_every_option_of_huge_menus_is_used(tmp_path: Path) -> None:
    """The crawl asks what the planner alone does, in whatever process."""
    given, _ = case("C36")
    radios = "".join(
        f"<input type=radio name=cond value={v}{' checked' * (v == 'any')}>{v}"
        for v in CONDITIONS
    )
    controls = menu("state", STATES) + menu("cat", CATEGORIES) + radios

    def answer(query: dict[str, str]) -> str:
        """Something new for each query, which a word in the box does not change."""
        told = urlencode(sorted(query.items()))
        return f"<table><tr><th>what<th>no<tr><td>{told}<td>1<tr><td>all<td>2</table>"

    with answering(site(f"{controls}<input name=q>", answer)) as url:
        for seed, budget in ((1, given["budget"]), (2, 20)):
            survey = tmp_path / f"{seed}.sqlite"
            limits: dict[str, Any] = {"queries": budget, "seed": seed}
            options = ("-s", "HARVEST_MODE=paper")
            done = crawl("hidden", survey, *options, start=url, form=1, **limits)
            assert done.status == 0, done.err
            sent = [dict(json.loads(query)) for query, _ in plan(survey)]
            values = [(one["state"], one["cat"], one["cond"]) for one in sent]
            assert values == asked(seed, budget)


def test_c39_spans_of_a_table(tmp_path: Path) -> None:
    given, expected = case("C39")
    survey = tmp_path / "s.sqlite"
    controls = menu("kind", ("", "all"))
    with answering(site(controls, lambda _: given["html"])) as url:
        done = crawl("hidden", survey, start=url, form=1)
    assert done.status == 0, done.err
    found = [row.fields for row in records(survey)]
    assert {name for fields in found for name in fields} == set(expected["columns"])
    rows = [[one.get(name, "") for name in expected["columns"]] for one in found]
    assert sorted(rows) == sorted(expected["records"])


def test_c40_a_record_with_a_key_is_one(tmp_path: Path) -> None:
    """Answers that come together, and the same command again."""
    given, expected = case("C40")
    survey, key = tmp_path / "s.sqlite", given["key_field"]
    names = ("sku", "name", "price")

    def answer(query: dict[str, str]) -> str:
        shown = [r for r in given["records"] if str(r["page"]) == query.get("page")]
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(r.get(n) or '')}</td>" for n in names)
            for r in shown
        )
        head = "".join(f"<th>{name}</th>" for name in names)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"

    with answering(site(menu("page", "1234"), answer)) as url:
        for _ in range(2):
            done = crawl("hidden", survey, start=url, form=1, key=key)
            assert done.status == 0, done.err
            assert "constraint" not in done.err.casefold()
            found = [row.fields for row in records(survey)]
            assert len(found) == expected["rows"]
            assert [one.get(key) for one in found].count("A-1") == 1
