"""The attributes of a form, as a reader sees them."""
# ruff: noqa: E501 - markup is easier to check where it is not cut into lines

from __future__ import annotations

import pytest

from crawler.dom.document import parse
from crawler.forms import extract, schema


def read(html: str) -> list[tuple[str, str]]:
    """Label and names of the controls of each attribute."""
    document = parse(
        f"<form>{html}</form>".encode(), url="http://h/", content_type="text/html"
    )
    (form,) = extract(document)
    return [
        (one.label, " ".join(control.name for control in one.controls))
        for one in schema(form).attributes
    ]


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("Author: <input name=a><br>Title: <input name=t>", [("Author", "a"), ("Title", "t")]),
        ("<p>Author</p><input name=a><p>Title</p><input name=t>", [("Author", "a"), ("Title", "t")]),
        ("<dl><dt>Author<dd><input name=a><dt>Title<dd><input name=t></dl>", [("Author", "a"), ("Title", "t")]),
        (
            ("<table><tr><td>From<td><input name=a><td>To<td><input name=b>"
            "<tr><td>Class<td><select name=c><option>1</select></table>"),
            [("From", "a"), ("To", "b"), ("Class", "c")],
        ),
        (
            "<table><tr><th>Make<th>Model<tr><td><input name=a><td><input name=b></table>",
            [("Make", "a"), ("Model", "b")],
        ),
        (
            "<label for=y>Year</label> <input id=y name=y1> - <input name=y2>",
            [("Year", "y1 y2")],
        ),
        (
            ("Depart <select name=d><option>1</select><select name=m><option>1</select>"
            "<select name=y><option>1</select>"),
            [("Depart", "d m y")],
        ),
        (
            ("<fieldset><legend>Features</legend><label><input type=checkbox name=p> pool"
            "</label><label><input type=checkbox name=g> garage</label></fieldset>"),
            [("Features", "p g")],
        ),
        (
            ("Type: <input type=checkbox name=t value=1> house <input type=checkbox"
            " name=t value=2> flat"),
            [("house", "t t")],
        ),
        (
            ("Sort by <input type=radio name=s value=1> price <input type=radio name=s"
            " value=2> date"),
            [("Sort by", "s")],
        ),
        (
            ("<div role=radiogroup aria-label=Order><label><input type=radio name=s value=1>"
            "up</label><label><input type=radio name=s value=2>down</label></div>"),
            [("Order", "s")],
        ),
        ("<span id=l>By ARIA</span><br><input name=a aria-labelledby='l x'>", [("By ARIA", "a")]),
        ("<input name=q><button>Search</button>", [("q", "q")]),
        ("<input type=hidden name=h>Find <input name=q>", [("Find", "q")]),
        # Prose is no label, nor is what speaks of another control.
        ("<p>" + "many words " * 20 + "<input name=q placeholder=Find></p>", [("Find", "q")]),
        ("<label for=b>B</label><input name=a title=A><input id=b name=b>", [("A", "a"), ("B", "b")]),
    ],
)  # fmt: skip
def test_attributes(html: str, wanted: list[tuple[str, str]]) -> None:
    assert read(html) == wanted
