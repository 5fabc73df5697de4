"""The kinds of response."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from crawler.dom import Document, parse
from crawler.harvest.outcome import KINDS, OutcomeJudge
from tests.harvest.responses import NONSENSE, site

if TYPE_CHECKING:
    from collections.abc import Callable

URL = "http://db.test/find?q=1"


def document(body: str, kind: str = "text/html; charset=utf-8") -> Document:
    return parse(body.encode(), url=URL, content_type=kind)


def test_the_seven_kinds_on_sites_that_were_not_tuned_on() -> None:
    table: Counter[tuple[str, str]] = Counter()
    for seed in range(900, 907):
        made = site(seed, held=True)
        judge = OutcomeJudge()
        judge.learn_form_page(document(made.form_page))
        assert judge.learn_nonsense(document(made.nonsense), [NONSENSE])
        for answer in made.answers:
            response = judge.judge(document(answer.body), answer.status, [answer.query])
            table[answer.kind, response.kind] += 1
            assert response.reason
            assert bool(response.records) == response.kind.startswith("data")
    assert {kind for kind, _ in table} == set(KINDS)
    right = sum(n for (truth, found), n in table.items() if truth == found)
    assert right >= 0.97 * table.total()


FORM = '<form action="/find"><input name="q"><button>Go</button></form>'

ALONE = [
    (500, "<h1>Oops</h1>", "error"),
    (200, "<pre>Traceback (most recent call last):\n x</pre>", "error"),
    (200, "<p>SQLSTATE[42000]: Syntax error</p>", "error"),
    (200, FORM + "<p>No results found.</p>", "no records"),
    (200, FORM + "<p>Keine Treffer</p>", "no records"),
    (404, FORM + "<p>Nothing found</p>", "no records"),
    (404, "<p>Page not found</p>", "error"),
    (200, FORM + "<p>Please enter a search term</p>", "missing field"),
    (400, FORM + "<p>This field is required</p>", "missing field"),
    (200, FORM + "<p>0 results</p>", "no records"),
]


@pytest.mark.parametrize(("status", "body", "kind"), ALONE)
def test_without_reference_pages(status: int, body: str, kind: str) -> None:
    judge = OutcomeJudge()
    judge.learn_form_page(document(FORM))
    assert judge.judge(document(body), status).kind == kind


DATA = [
    (200, '{"results": [{"a": 1}, {"a": 2}]}', "data"),
    (200, '{"results": [{"a": 1}, {"a": 2}], "next": "/find?page=2"}', "data+links"),
    (200, '{"results": []}', "no records"),
    (200, '{"error": "internal error"}', "error"),
    (400, '{"message": "q is required"}', "missing field"),
    (503, "{}", "error"),
]


@pytest.mark.parametrize(("status", "body", "kind"), DATA)
def test_answers_in_json(status: int, body: str, kind: str) -> None:
    page = document(body, "application/json")
    assert OutcomeJudge().judge(page, status).kind == kind


def test_a_nonsense_query_that_is_ignored_is_no_reference() -> None:
    rows = "".join(f"<tr><td>name {n}<td>{n}" for n in range(9))
    page = document(f"{FORM}<table><tr><th>a<th>b{rows}</table>")
    judge = OutcomeJudge()
    judge.learn_form_page(document(FORM))
    default = judge.extractor.extract(page)
    assert len(default.records) == 9
    assert not judge.learn_nonsense(page, [NONSENSE], default)
    assert judge.judge(page).kind == "data"


@pytest.mark.parametrize(
    ("blank", "told", "learned"),
    [
        (True, "There were no results matching the query.", True),
        (True, "Everything we have.", False),
        (False, "There were no results matching the query.", False),
    ],
)
def test_what_looks_like_records_on_every_page(
    blank: bool, told: str, learned: bool
) -> None:
    """Links to jump to parts of the page are no answer; what is recommended may be."""
    links = "".join(
        f'<li><a href="#{part}">Jump to the {part}</a></li>'
        for part in ("navigation", "search", "content")
    )
    menu = f"<ul>{links}</ul>"
    judge = OutcomeJudge()
    judge.learn_form_page(document((menu if blank else "") + FORM))
    default = judge.extractor.extract(document(menu + FORM))
    assert default.records
    nonsense = document(f"{menu}{FORM}<p>{told}</p>")
    assert judge.learn_nonsense(nonsense, [NONSENSE], default) is learned


def test_a_word_of_the_menu_that_was_asked_for_is_no_news() -> None:
    menu = "".join(
        f'<div><h4><a href="/{w}">{w} things</a></h4><p>all of {w} here</p></div>'
        for w in ("red", "green", "blue")
    )
    judge = OutcomeJudge()
    judge.learn_form_page(document(FORM + menu))
    nothing = f"{FORM}<p>No luck with {{}} today</p>{menu}"
    judge.learn_nonsense(document(nothing.format(NONSENSE)), [NONSENSE])
    response = judge.judge(document(nothing.format("green")), echo=["green"])
    assert response.kind == "no records"


SAID = [
    "command line tools for Level 1/2 files",
    "page not found: a plugin",
    "An error occurred",
    "internal server error handling",
    "no results found",
    "please enter a value",
    "1 result of 1",
    "Traceback (most recent call last): viewer",
    "HTTP Status 500 reader",
    "is required by all",
    "access denied",
    "Showing 1 to 1 of 1",
]
"""What a row may say, that a page says when it has none."""


def _table(rows: list[tuple[str, str, str]]) -> str:
    cells = "".join(f"<tr><td>{a}<td>{b}<td>{c}" for a, b, c in rows)
    return f"<table><thead><tr><th>name<th>size<th>summary</thead>{cells}</table>"


def _cards(rows: list[tuple[str, str, str]]) -> str:
    return "".join(
        f'<div class="card"><h3><a href="/r/{a}">{c}</a></h3><p>{a}<p><b>{b}</b></div>'
        for a, b, c in rows
    )


def _json(rows: list[tuple[str, str, str]]) -> str:
    found = [{"name": a, "size": b, "summary": c} for a, b, c in rows]
    return json.dumps({"rows": found})


@pytest.mark.parametrize("number", [1, 2, 4, 9])
@pytest.mark.parametrize("layout", [_table, _cards, _json])
def test_words_of_a_row_are_no_message_of_the_page(
    layout: Callable[[list[tuple[str, str, str]]], str], number: int
) -> None:
    """Where records are laid out as those of answers before."""
    judge, is_data = OutcomeJudge(), layout is _json

    def page(inner: str) -> Document:
        if is_data:
            return document(inner, "application/json")
        return document(f"<h1>Packages</h1>{FORM}<main>{inner}</main>")

    if not is_data:
        judge.learn_form_page(page(""))
        judge.learn_nonsense(page("<p>Sorry, we have nothing like that.</p>"), ["zzz"])
    rows = [(f"lib{n}", str(100 + n * n), f"library no {n}") for n in range(40)]
    assert len(judge.judge(page(layout(rows[:9]))).records) == 9
    for said in SAID:
        shown = [(f"x{said[:3]}", "7", said), *rows[10 : 9 + number]]
        for answer in (shown, shown[::-1]):
            response = judge.judge(page(layout(answer)))
            assert (response.kind, len(response.records)) == ("data", number), said


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("<tr><td colspan=3>No results found.", "no records"),
        ("<tr><td>No results found.<td><td>", "no records"),
        ("<tr><td colspan=3>An error occurred.", "error"),
    ],
)
def test_a_message_in_the_place_of_a_row(row: str, kind: str) -> None:
    judge = OutcomeJudge()
    judge.learn_form_page(document(FORM))
    rows = [(f"lib{n}", str(100 + n * n), f"library no {n}") for n in range(9)]
    assert len(judge.judge(document(FORM + _table(rows))).records) == 9
    message = f"<table><thead><tr><th>name<th>size<th>summary</thead>{row}</table>"
    assert judge.judge(document(FORM + message)).kind == kind


@pytest.mark.parametrize(
    ("card", "kind"),
    [
        ("No results found.", "no records"),
        ("<p>No results found.</p>", "no records"),
        ("<h3>An error occurred</h3>", "error"),
    ],
)
def test_a_message_in_the_place_of_a_card(card: str, kind: str) -> None:
    judge = OutcomeJudge()
    judge.learn_form_page(document(FORM))
    rows = [(f"lib{n}", str(100 + n * n), f"library no {n}") for n in range(9)]
    assert len(judge.judge(document(FORM + _cards(rows))).records) == 9
    assert judge.judge(document(f'{FORM}<div class="card">{card}</div>')).kind == kind
