"""What is filled in is valid, and leaves alone what is not for a person."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.forms import FormValueError, extract, fill, invalid, submit
from crawler.forms.pattern import matches, sample
from tests.cases import case

if TYPE_CHECKING:
    from crawler.items import Form
    from tests.servers.form_browser import FormBrowser

_TYPE = "text/html;charset=utf-8"
# What is wrong with each control, by the names of crawler.forms.invalid.
_VALIDITY = """
parts.filter(part => part.willValidate && !part.validity.valid).map(part => {
  const found = part.validity;
  const rule = found.valueMissing ? 'required' : found.badInput || found.typeMismatch
    ? 'type' : found.patternMismatch ? 'pattern' : found.rangeUnderflow ? 'min'
    : found.rangeOverflow ? 'max' : found.stepMismatch ? 'step' : 'other';
  return [part.name, rule];
})
"""


def form(html: str) -> Form:
    document = parse(html.encode(), url="http://v.test/f", content_type=_TYPE)
    (found,) = extract(document)
    return found


def test_symptom_valid_for_every_seed(browser: FormBrowser) -> None:
    given_, expected = case("C32")
    found = form(given_["html"])
    browser.show(given_["html"].encode(), given_["url"], _TYPE)
    for seed in range(20):
        values = fill(found, Random(seed))
        assert invalid(found, values) == []
        browser.fill(0, values)
        assert browser.run(_VALIDITY) == []
        assert browser.run("document.forms[0].checkValidity()") is True
    example = dict(expected["example_valid"].items())
    example["ck"] = True
    assert invalid(found, example) == []
    for name, value in expected["example_invalid"].items():
        assert [one.name for one in invalid(found, {**example, name: value})] == [name]


def test_symptom_values_of_the_page() -> None:
    given_, expected = case("C33")
    found = form(given_["html"])
    seen: dict[str, set[str]] = {}
    for seed in range(20):
        values = fill(found, Random(seed), given_["dictionary"])
        url = submit(found, values).url
        assert "__VIEWSTATE=%2FwEPDw%3D%3D%26%2B&mode=adv&" in url
        for pair in url.partition("?")[2].split("&"):
            name, _, value = pair.partition("=")
            seen.setdefault(name, set()).add(value)
    every = expected["every_submission"]
    assert seen["site_id"] == {every["site_id"]}
    assert seen["mail"] == {"qa%40example.com"}
    assert seen["role"] == {"red", "green"}
    assert "EUR" in seen["cur"]
    assert seen["any"] == {"", "7"}
    assert "e.g.+2024" not in seen["year"]


LIMITED = (
    "<input type=number name=n min=0.1 step=0.25>",
    "<input type=number name=n max=-5 step=7>",
    "<input type=number name=n min=5 max=1>",
    "<input type=number name=n min=1 max=1000 step=any>",
    "<input type=number name=n value=3 step=5>",
    "<input type=range name=n min=3 max=9 step=3>",
    "<input type=range name=n step=7>",
    "<input type=date name=n min=2024-02-01 max=2024-02-29 step=7>",
    "<input type=date name=n max=1900-01-01>",
    "<input type=date name=n step=2>",
    "<input type=month name=n min=2024-03 step=5>",
    "<input type=week name=n min=2020-W53 step=2>",
    "<input type=week name=n step=3>",
    "<input type=time name=n min=09:00 max=17:00 step=900>",
    "<input type=time name=n min=22:00 max=02:00>",
    "<input type=time name=n step=0.5>",
    "<input type=datetime-local name=n min=2024-02-28T23:30 step=3600>",
    "<input type=datetime-local name=n step=1>",
    "<input name=n required pattern='[A-Z]{2}\\d{4}'>",
    "<input name=n required pattern='(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}'>",
    "<input name=n required pattern='(?:a|b(c+))-[^x-z\\s]{2,3}?'>",
    "<input name=n required pattern='\\p{L}{3}'>",
    "<input name=n required minlength=10 maxlength=12>",
    "<input type=email name=n required maxlength=6>",
    "<input type=email name=n required multiple>",
    "<input type=url name=n required minlength=40>",
    "<input type=tel name=n required pattern='\\+?[0-9]{6,}'>",
    "<textarea name=n required minlength=60></textarea>",
    "<select name=n required><option value=''>-<option disabled>a<option>b</select>",
    "<select name=n multiple required><option>a<option>b</select>",
    "<input type=radio name=n value=a required><input type=radio name=n value=b>",
    "<input type=checkbox name=n required>",
    "<input type=color name=n>",
)
GIVEN: tuple[tuple[str, Any], ...] = (
    ("<input name=n required>", ""),
    ("<input type=email name=n>", "a@b_c"),
    ("<input type=email name=n>", "a@b"),
    ("<input type=email name=n multiple>", "a@b,c"),
    ("<input type=url name=n>", "example.com"),
    ("<input type=url name=n>", "x:y"),
    ("<input name=n pattern=a+>", "ab"),
    ("<input name=n pattern='a|b'>", "ab"),
    ("<input type=number name=n min=10 max=20 step=4>", "12"),
    ("<input type=number name=n min=10 max=20 step=4>", "22"),
    ("<input type=number name=n min=10 max=20 step=4>", "6"),
    ("<input type=number name=n>", "1.5"),
    ("<input type=number name=n value=1.5>", "2.5"),
    ("<input type=date name=n min=2024-02-01>", "2024-01-31"),
    ("<input type=date name=n step=2>", "1970-01-02"),
    ("<input type=week name=n step=2>", "1970-W02"),
    ("<input type=week name=n step=2>", "1970-W03"),
    ("<input type=month name=n step=2>", "1970-02"),
    ("<input type=time name=n min=22:00 max=02:00>", "12:00"),
    ("<input type=time name=n>", "12:00:30"),
    ("<input type=datetime-local name=n>", "2024-01-01T10:00:30"),
    ("<select name=n required><option value=''>-<option>a</select>", ""),
    ("<input type=radio name=n value=a required>", None),
    ("<input type=checkbox name=n required>", False),
    ("<input name=n required readonly>", None),
    ("<textarea name=n required></textarea>", ""),
)


def test_valid_in_a_browser(browser: FormBrowser) -> None:
    browser.show(b"<!doctype html><form></form>", "http://v.test/", _TYPE)
    for html in LIMITED:
        found = form(f"<form>{html}</form>")
        for seed in range(3):
            values = fill(found, Random(seed))
            # There is no number between 5 and 1.
            wanted = [] if "min=5 max=1" not in html else invalid(found, values)
            assert invalid(found, values) == wanted, (html, values)
            browser.run(f"document.body.innerHTML = {f'<form>{html}</form>'!r}")
            browser.fill(0, values)
            told = browser.run(_VALIDITY)
            assert [tuple(one) for one in told] == wanted, (html, values)


@pytest.mark.parametrize(("html", "value"), GIVEN)
def test_invalid_as_in_a_browser(browser: FormBrowser, html: str, value: Any) -> None:
    browser.show(
        f"<!doctype html><form>{html}</form>".encode(), "http://v.test/", _TYPE
    )
    values = {} if value is None else {"n": value}
    browser.fill(0, values)
    told = [tuple(one) for one in browser.run(_VALIDITY)]
    assert invalid(form(f"<form>{html}</form>"), values) == told


def test_a_value_of_the_user_that_does_not_fit() -> None:
    found = form("<form><input name=d type=date></form>")
    with pytest.raises(FormValueError, match="'d' takes a date"):
        fill(found, Random(1), {"date": "tomorrow"})


def test_lengths_count_only_for_what_is_given() -> None:
    found = form("<form><input name=a value=x minlength=5></form>")
    assert invalid(found) == []
    assert [one.rule for one in invalid(found, {"a": "y"})] == ["minlength"]


class TestPattern:
    @pytest.mark.parametrize(
        "pattern",
        [
            "((((a{50}){50}){50}){50}){50}",
            "((((){50}){50}){50}){50}",
            "(" * 100,
            "a{1000000}",
            "[z-a]",
            "[",
            r"\1(a)",
            "(?<n>",
            "x" * 501,
            r"\u12",
        ],
    )
    def test_none_for_what_is_no_use(self, pattern: str) -> None:
        assert sample(pattern, Random(1)) is None

    def test_a_pattern_that_takes_for_ever(self) -> None:
        assert matches("(a|a?)+$", "a" * 30 + "!") in {None, False}

    @settings(deadline=None, max_examples=200)
    @given(st.text("ab[](){}|*+?^$\\dw-,.<=!:1u", max_size=20), st.integers(0, 9))
    def test_any_pattern_has_an_answer(self, pattern: str, seed: int) -> None:
        found = sample(pattern, Random(seed))
        assert found is None or len(found) <= 1_001
        matches(pattern, found or "")
