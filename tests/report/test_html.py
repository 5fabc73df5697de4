"""The report as text: one file, all of the site escaped, everything bounded."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import text

from crawler.report import html_pages, html_parts
from crawler.report.html import write_report
from crawler.report.html_coverage import HEIGHT, WIDTH, Curve, points
from crawler.report.html_shapes import parts_of, tree_rows
from crawler.report.html_text import element, embedded, visible
from crawler.report.html_words import RULES
from crawler.store import Survey
from crawler.store.rows import FieldRow
from crawler.store.text import clean
from tests.report.html_surveys import (
    ATTACKS,
    add_harvest,
    hostile_pages,
    site_pages,
    survey_with,
)
from tests.store.examples import writer_of


def report(path: Path) -> str:
    file = io.BytesIO()
    with Survey.open(path) as survey:
        size = write_report(survey, file, "Made by a test.")
    assert size == len(file.getvalue())
    return file.getvalue().decode("utf-8")


def data(page: str) -> dict[str, Any]:
    (block,) = re.findall(r'<script type="application/json" id="data">(.*?)</', page)
    found: dict[str, Any] = json.loads(block)
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return survey_with(tmp_path_factory.mktemp("site") / "s.sqlite", site_pages())


def test_what_a_site_has_is_told(site: Path) -> None:
    page = report(site)
    found = data(page)
    assert len(found["pages"]["url"]) == 12
    assert [size for *_, size in found["clusters"]] == [8, 3, 1]
    clusters = {cluster: reason for _, cluster, reason in found["representatives"]}
    assert set(clusters) == {one[0] for one in found["clusters"]}
    assert set(clusters.values()) == {"stands for the structure"}
    assert [(form["method"], form["pages"]) for form in found["forms"]] == [
        ("GET", 3),
        ("POST", 8),
    ]
    names = {(name, place): pages for name, place, pages, _ in found["parameters"]}
    assert names["n", "body"] == 8
    assert names["p", "query"] == 3
    for number, _, _, size in found["clusters"]:
        assert found["pages"]["cluster"].count(number) == size
    rules = {one["rule"]: one["urls"] for one in found["skipped"]}
    assert rules["danger"] == 1
    # A form and a parameter are found again from the pages that have them.
    for kind in ("forms", "parameters"):
        sets, having = found["sets"][kind], found["pages"][kind]
        counts = [0] * len(found[kind])
        for number in (number for place in having for number in sets[place]):
            counts[number - 1] += 1
        told = [one["pages"] if kind == "forms" else one[2] for one in found[kind]]
        assert counts == told
    tree = LexborHTMLParser(page)
    tiles = [tile.text(separator=" ") for tile in tree.css(".tiles a")]
    assert tiles == [
        "12 pages",
        "3 clusters",
        "3 to test",
        "2 forms",
        f"{len(names)} parameters",
        f"{sum(rules.values())} not fetched",
    ]


def test_one_file_that_loads_nothing(site: Path) -> None:
    page = report(site)
    tree = LexborHTMLParser(page)
    assert not tree.css("link, img, iframe, object, embed, base, [src], [style]")
    allowed = {"data", None}
    assert {node.attributes.get("id") for node in tree.css("script")} == allowed
    (policy,) = (
        node.attributes["content"] or "" for node in tree.css("meta[http-equiv]")
    )
    for name, selector in (("style", "style"), ("script", "script:not([type])")):
        (node,) = tree.css(selector)
        content = (node.text() or "").encode()
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_hostile_text_is_never_markup(tmp_path: Path) -> None:
    path = survey_with(tmp_path / "s.sqlite", hostile_pages())
    for attack in ATTACKS:
        add_harvest(path, attack)
    page = report(path)
    plain = survey_with(tmp_path / "t.sqlite", site_pages())
    add_harvest(plain, "name")
    kinds = {node.tag for node in LexborHTMLParser(report(plain)).css("*")}
    tree = LexborHTMLParser(page)
    assert {node.tag for node in tree.css("*")} <= kinds
    assert len(tree.css("script")) == 2
    attributes = {name for node in tree.css("*") for name in node.attributes}
    assert not {name for name in attributes if name.startswith("on")}
    # Nothing that turns the direction of text, or that no eye sees.
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", page
    )
    # The texts are all there.
    titles = data(page)["pages"]["title"]
    assert sorted(titles) == sorted(visible(clean(attack)) for attack in ATTACKS)


def test_a_survey_of_nothing(tmp_path: Path) -> None:
    with Survey.open(tmp_path / "s.sqlite", create=True):
        pass
    page = report(tmp_path / "s.sqlite")
    assert "<h1>nothing</h1>" in page
    assert data(page)["clusters"] == []


def test_a_survey_without_harvests(tmp_path: Path) -> None:
    """Nothing is missing but the part that would show them."""
    path = survey_with(tmp_path / "s.sqlite", site_pages())
    with Survey.open(path) as survey, survey.writing() as connection:
        for table in ("records", "answers", "harvests"):
            connection.execute(text(f"DROP TABLE {table}"))
    page = report(path)
    assert data(page)["records"] == []
    assert 'id="records"' not in page


def test_records(tmp_path: Path) -> None:
    path = survey_with(tmp_path / "s.sqlite", site_pages())
    add_harvest(path, "name", records=250)
    page = report(path)
    (found,) = data(page)["records"]
    assert found["count"] == 250
    assert (found["names"], len(found["records"])) == (["name"], 200)
    assert found["records"][0] == ["name 1"]
    assert ["in all, by estimate", "about 250 (95 %: 250 to 252)"] in found["facts"]
    assert LexborHTMLParser(page).css('.tiles a[href="#records"] strong')


def test_what_is_shown_is_bounded_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(html_pages, "MAX_PAGES", 5)
    monkeypatch.setattr(html_parts, "MAX_FORMS", 1)
    path = survey_with(tmp_path / "s.sqlite", site_pages())
    page = report(path)
    found = data(page)
    assert len(found["pages"]["url"]) == 5
    assert len(found["forms"]) == 1
    assert len(found["representatives"]) == 3  # these before all others
    assert found["totals"] == {"pages": 12, "forms": 2, "parameters": 4}
    assert [size for *_, size in found["clusters"]] == [8, 3, 1]


def test_every_rule_has_its_words() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "survey.md"
    table = page.read_text("utf-8").partition("| rule | |")[2].partition("\n\n")[0]
    cells = [
        line.split(" | ")[0] for line in table.splitlines() if line.startswith("| `")
    ]
    rules = {rule for cell in cells for rule in re.findall(r"`([\w-]+)`", cell)}
    assert len(rules) > 20
    assert rules == set(RULES)


def test_rules_with_many_shapes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some are shown, all are counted."""
    monkeypatch.setattr(html_parts, "_MAX_KNOWN", 8)
    monkeypatch.setattr(html_parts, "MAX_GROUPS", 5)
    path = survey_with(tmp_path / "s.sqlite", site_pages())
    with Survey.open(path) as survey, writer_of(survey) as writer:
        for number in range(30):
            writer.decide(f"http://{'h' * (number + 1)}.test/x", "out-of-scope")
    (found,) = (
        one for one in data(report(path))["skipped"] if one["rule"] == "out-of-scope"
    )
    assert (found["urls"], len(found["groups"]), found["rest"]) == (30, 5, 25)


def test_no_password_and_no_token_of_a_session() -> None:
    def value(kind: str, said: str) -> Any:
        return html_parts._control(
            FieldRow("n", kind, said, [], "", False, False, False)
        )[3]

    assert value("password", "hunter2") == ""
    assert value("hidden", "5b1ca03cd3864552f840811b56d714c8") == "(32 characters)"
    assert value("hidden", "edit") == "edit"
    assert value("text", "a value") == "a value"


@settings(deadline=None, max_examples=150)
@given(
    st.recursive(
        st.text(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part),
        max_leaves=6,
    )
)
def test_embedded_data_ends_nothing_and_is_what_it_was(value: Any) -> None:
    found = embedded(value)
    assert not set("<>&\u2028\u2029") & set(found)
    assert json.loads(found) == value


@settings(deadline=None, max_examples=150)
@given(
    st.text(
        alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\x00\r")
    )
)
def test_element_is_read_back(value: str) -> None:
    tree = LexborHTMLParser(f"<body>{element('p', value, title=value)}</body>")
    (node,) = tree.css("p")
    assert node.attributes["title"] == value
    assert (node.text() or "") == value


@settings(deadline=None, max_examples=150)
@given(st.text())
def test_visible_text_is_one_line_of_bounded_length(value: str) -> None:
    found = visible(value, 50)
    assert not {unicodedata.category(mark) for mark in found} & {"Cc", "Cs", "Zl", "Zp"}
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not {unicodedata.bidirectional(mark) for mark in found} & turning
    assert len(re.sub("⟦U\\+[0-9A-F]+⟧", "x", found)) <= 50


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(["a", "b", "{int}", "", "?"]), max_size=30).map(
                lambda parts: "http://h/" + "/".join(parts)
            ),
            st.none() | st.integers(1, 3),
            st.integers(1, 5),
        ),
        max_size=12,
    )
)
def test_the_map_has_every_page_once(found: list[tuple[str, int | None, int]]) -> None:
    rows = tree_rows(found)
    assert sum(row[4] for row in rows) == sum(count for *_, count in found)
    assert sum(row[3] for row in rows if row[0] == 0) == sum(row[4] for row in rows)
    assert {row[2] for row in rows} >= {shape for shape, *_ in found}
    assert all("".join(parts_of(shape)) == shape for shape, *_ in found)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.integers(1, 50_000), min_size=1, max_size=300))
def test_a_curve_stays_in_its_drawing(firsts: list[int]) -> None:
    curve = Curve("x", 50_000, tuple(sorted(firsts)))
    found = points(curve)
    assert len(found) <= 2 * WIDTH + 4
    assert found[0] == (0, HEIGHT)
    assert found[-1] == (WIDTH, 0)
    assert found == sorted(found, key=lambda point: (point[0], -point[1]))
    known = curve.known_at(0.9)
    assert sum(first <= known for first in firsts) >= 0.9 * len(firsts)
    assert sum(first < known for first in firsts) < 0.9 * len(firsts)
