"""The forms and parameters served are those the truth tells."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

from tests.site.truth import truth
from tests.site_tests.reading import get, html

if TYPE_CHECKING:
    from tests.site.site import Site


class Forms(HTMLParser):
    """Method, action, enctype, controls (name, type) and buttons of each form."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(
                {
                    "method": values["method"],
                    "action": values["action"],
                    "enctype": values.get(
                        "enctype", "application/x-www-form-urlencoded"
                    ),
                    "controls": set(),
                    "submitters": [],
                }
            )
        elif tag in {"input", "textarea", "select"}:
            kind = {"textarea": "textarea", "select": "select-one"}.get(tag)
            control = (values["name"], kind or values["type"])
            self.found[-1]["controls"].add(control)
        elif tag == "button":
            self.found[-1]["submitters"].append(values.get("name", ""))


def shape(text: str) -> re.Pattern[str]:
    number, word = re.escape("{int}"), re.escape("{word}")
    return re.compile(
        re.escape(text).replace(number, r"\d+").replace(word, "[^/?]+") + "$"
    )


def is_form(found: dict[str, Any], told: dict[str, Any]) -> bool:
    names = [(shape(c["name"]), c["type"]) for c in told["controls"]]
    return (
        (found["method"], found["enctype"]) == (told["method"], told["enctype"])
        and shape(told["action"]).match(found["action"]) is not None
        and len(found["controls"]) == len(names)
        and all(
            any(kind == k and pattern.match(name) for pattern, k in names)
            for name, kind in found["controls"]
        )
        and found["submitters"] == [name for name, _ in told["submitters"]]
    )


def test_the_forms_of_every_page_are_the_forms_told(site: Site) -> None:
    told = truth(site.catalogue)
    for template in told["templates"]:
        always, sometimes = set(), {}
        for form in told["forms"]:
            for place in form["places"]:
                if place["template"] == template["name"]:
                    if place["always"]:
                        assert place["count"] == template["count"]
                        always.add(form["name"])
                    else:
                        sometimes[form["name"]] = set(place["urls"])
        for url in template["urls"]:
            parser = Forms()
            parser.feed(html(get(site, url)))
            names = [
                form["name"]
                for found in parser.found
                for form in told["forms"]
                if is_form(found, form)
            ]
            assert len(names) == len(parser.found), (url, parser.found)
            expected = always | {n for n, urls in sometimes.items() if url in urls}
            assert sorted(names) == sorted(expected), url


def test_forms_of_some_pages_are_on_few(big: Site) -> None:
    counts = {
        form["name"]: place["count"]
        for form in truth(big.catalogue)["forms"]
        for place in form["places"]
        if not place["always"]
    }
    assert counts == {"price-alert": 6, "poll": 6, "survey": 1}


def test_parameters_are_those_of_pages_and_forms(big: Site) -> None:
    told = truth(big.catalogue)
    names = {(entry["in"], entry["name"]) for entry in told["parameters"]}
    for form in told["forms"]:
        where = "query" if form["method"] == "GET" else "body"
        assert {(where, control["name"]) for control in form["controls"]} <= names
    linked = {
        pair.partition("=")[0]
        for template in told["templates"]
        for url in template["urls"]
        for pair in filter(None, url.partition("?")[2].split("&"))
    }
    assert {("query", name) for name in linked} <= names
    assert {("query", "c"), ("query", "q"), ("body", "qty[{int}]")} <= names
