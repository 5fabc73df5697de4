"""Exploration sends no form that acts."""
# ruff: noqa: E501 - markup is easier to check where it is not cut into lines

from __future__ import annotations

import pytest

from crawler.dom.document import parse
from crawler.forms import danger, extract, submittable
from crawler.items import Field, Form, Link
from tests.cases import case

# The forms of the case, with the kind that each is of.
C35 = (
    ("<form method=post action=/account/delete><button>Go</button></form>", "other"),
    (
        "<form method=post action=/comments><textarea name=t></textarea></form>",
        "contact",
    ),
    (
        "<form method=post action=/newsletter><input type=email name=e></form>",
        "newsletter",
    ),
    ("<form method=post action=/login><input type=password name=p></form>", "login"),
    ("<form action=/search><input name=q></form>", "search"),
    (
        (
            "<form method=post action=/find.aspx><input type=hidden name=__VIEWSTATE value=x>"
            "<select name=s><option>1</select></form>"
        ),
        "search",
    ),
)


def form(html: str) -> Form:
    document = parse(html.encode(), url="http://h.test/p", content_type="text/html")
    (found,) = extract(document)
    return found


def test_symptom() -> None:
    given, expected = case("C35")
    for link, visited in zip(
        given["links"], expected["visited_with_session"], strict=True
    ):
        url = f"http://h.test{link['href']}"
        assert (danger(Link(url, "a@href", link["text"])) is None) is visited
    reasons = [submittable(form(html), kind, post=True) for html, kind in C35]
    assert [one is None for one in reasons] == expected["submitted_by_default"]
    # Without being asked for, no POST at all.
    asked = [submittable(form(html), kind) for html, kind in C35]
    assert asked == ["delete", "contact", "newsletter", "login", None, "post"]
    assert not any(submittable(form(html), kind, unsafe=True) for html, kind in C35)


@pytest.mark.parametrize(
    ("html", "kind", "reason"),
    [
        ("<form action=/s><input name=q></form>", "search", None),
        ("<form action=/s><input name=q></form>", "other", None),
        ("<form action=/s><input name=q></form>", "cart", "cart"),
        ("<form action=/s><input name=q></form>", "registration", "registration"),
        ("<form action=/s><input name=q></form>", "recovery", "recovery"),
        ("<form action=/s><input type=password name=q></form>", "search", "password"),
        ("<form action=mailto:x@y><input name=q></form>", "search", "no-http"),
        ("<form method=dialog><input name=q></form>", "search", "no-http"),
        ("<form action=/logout><button>x</button></form>", "other", "logout"),
        ("<form action=/x><button>Log out</button></form>", "other", "logout"),
        ("<form action=/x><button name=op value=delete>x</form>", "other", "delete"),
        (
            "<form action=/x><input type=hidden name=do value=logout></form>",
            "other",
            "logout",
        ),
        (
            "<form action='/x?op=delete' method=post><button>x</form>",
            "search",
            "delete",
        ),
        (
            "<form action=/x method=post><input type=file name=f></form>",
            "search",
            "upload",
        ),
        ("<form action=/x method=post><input name=f></form>", "search", None),
        ("<form action=/x method=post><input name=f></form>", "other", "post"),
        ("<form action=/x><input name=delete value=1></form>", "search", None),
    ],
)
def test_reason(html: str, kind: str, reason: str | None) -> None:
    assert submittable(form(html), kind, post=True) == reason


def test_each_button_for_itself() -> None:
    found = form(
        "<form action=/s><input name=q><button>Find</button>"
        "<button formaction=/users/5/delete formmethod=post>Delete</button></form>"
    )
    reasons = [
        submittable(found, "search", submitter=button, post=True)
        for button in found.submitters
    ]
    assert reasons == [None, "delete"]


def test_long_and_odd_values_do_not_matter() -> None:
    fields = tuple(Field(f"\ud800{n}", "hidden", "x" * 5_000) for n in range(200))
    assert submittable(Form("http://h/s", fields=fields), "search") is None
