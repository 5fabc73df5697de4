"""One form to test, however many pages show it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.forms import extract, parameters, signature
from crawler.forms.signature import MAX_LENGTH
from crawler.items import Field, Form, Submitter
from tests.cases import case

if TYPE_CHECKING:
    from random import Random


def signed(html: str, url: str = "http://h.test/p") -> str:
    (form,) = extract(parse(html.encode(), url=url, content_type="text/html"))
    assert form.signature == signature(form)
    return form.signature


def test_5000_edit_forms_are_one() -> None:
    page = (
        "<form method=post action=/item/{n}/edit>"
        "<input type=hidden name=v{id} value={n}>"
        "<input name=item[{n}] value='Item {n}'><input name=tok type=hidden value={n}x>"
        "<button name=save value={n}>Save {n}</button></form>"
    )
    found = {
        signed(page.format(n=n, id=8000 + n), f"http://h.test/item/{n}")
        for n in range(1, 5001)
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Values, labels, order, repeats, ids in names, session and tracking names.
        ("<input name=a value=1>", "<label>A<input name=a value=2 id=x></label>"),
        ("<input name=a><input name=b>", "<input name=b><input name=a>"),
        ("<input name=item[1]>", "<input name=item[7]><input name=item[8]>"),
        ("<input name=v8371>", "<input name=v9142>"),
        ("<select name=s><option>1</select>", "<select name=s><option>2</select>"),
        ("<input name=a>", "<input name=a disabled>"),
        ("<input name=a>", "<input name=a><input>"),
        ("<button name=go>a</button>", "<button name=go value=1>b</button>"),
    ],
)
def test_the_same_form(one: str, other: str) -> None:
    for method in ("get", "post"):
        first, second = (
            signed(f"<form method={method} action=/x>{part}") for part in (one, other)
        )
        assert first == second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<input name=a>", "<input name=a><input type=file name=f>"),
        ("<input name=a>", "<input name=b>"),
        ("<input name=a>", "<input name=a type=password>"),
        ("<input name=a>", "<input name=a><button name=go>x</button>"),
        ("<button name=go>", "<button name=go formmethod=post>"),
        ("<button name=go>", "<button name=go formaction=/y>"),
        ("<button name=go>", "<input type=image name=go>"),
        # Two controls, or one with an odd name.
        ("<input name=a><input name=b>", "<input name='a=text b'>"),
    ],
)
def test_another_form(one: str, other: str) -> None:
    assert signed(f"<form action=/x>{one}") != signed(f"<form action=/x>{other}")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("action=/x/1", "action=/x/2", True),
        ("action=/x", "action=/y", False),
        ("action=/x", "action=/x method=post", False),
        ("action=/x?a=1", "action=/x?b=2", True),  # a GET form replaces it
        ("action=/x?a=1 method=post", "action=/x?b=2 method=post", False),
        ("action=/x?a=1 method=post", "action=/x?a=2 method=post", True),
        ("action=/x enctype=text/plain", "action=/x", True),
        ("action=/x method=post enctype=text/plain", "action=/x method=post", False),
        ("action=/x", "action='http://other.test/x'", False),
    ],
)
def test_the_form_element(one: str, other: str, *, same: bool) -> None:
    assert (signed(f"<form {one}>") == signed(f"<form {other}>")) is same


def test_forms_that_chrome_hides() -> None:
    given_, expected = case("C24")
    kinds: dict[tuple[str, ...], set[str]] = {}
    for path, html in given_["pages"].items():
        document = parse(
            html.encode(), url=f"http://h.test{path}", content_type="text/html"
        )
        found = tuple(form.signature for form in extract(document))
        kinds.setdefault(found, set()).add(path)
    assert sorted(map(sorted, kinds.values())) == [["/a", "/d"], ["/b"], ["/c", "/e"]]
    assert len(kinds) == expected["representatives_max"]


def test_a_long_signature_ends_in_a_digest() -> None:
    fields = tuple(
        Field(f"field-with-a-name-{c}{d}", "text") for c in "abcdefgh" for d in "xyz"
    )
    form = Form("http://h/x", "POST", fields=fields)
    other = replace(form, fields=(*fields[:-1], Field("the-last", "text")))
    assert len(signature(form)) == len(signature(other)) == MAX_LENGTH
    assert signature(form)[:300] == signature(other)[:300]
    assert signature(form) != signature(other)


names = st.text(max_size=30)
fields = st.builds(Field, names, st.sampled_from(["text", "hidden", "file"]))
buttons = st.builds(Submitter, names, names, st.sampled_from(["submit", "image"]))
any_form = st.builds(
    Form,
    st.sampled_from(["", "http://h/x?a=1", "http://h/1"]) | names,
    st.sampled_from(["GET", "POST", "DIALOG"]),
    fields=st.lists(fields, max_size=8).map(tuple),
    submitters=st.lists(buttons, max_size=4).map(tuple),
)


@settings(deadline=None, max_examples=200)
@given(any_form, st.randoms(use_true_random=False))
def test_values_and_order_never_count(form: Form, random: Random) -> None:
    shuffled = list(form.fields)
    random.shuffle(shuffled)
    changed = tuple(replace(field, value="other", label="x") for field in shuffled)
    assert signature(replace(form, fields=changed)) == signature(form)
    assert len(signature(form)) <= MAX_LENGTH
    assert parameters(form.action, [form]) == parameters(
        form.action, [replace(form, fields=changed)]
    )


class TestParameters:
    @pytest.mark.parametrize(
        ("url", "html", "wanted"),
        [
            ("http://h/", "", []),
            ("http://h/?b=1&a=2&a=3", "", ["query:a", "query:b"]),
            (
                "http://h/?item%5B17%5D=1&v8371",
                "",
                ["query:item[{int}]", "query:v{int}"],
            ),
            ("http://h/", "<form><input name=q><input>", ["query:q"]),
            ("http://h/", "<form method=post><input name=u>", ["body:u"]),
            (
                "http://h/p?x=1",
                "<form method=post action='/s?id=4'><input name=u>",
                ["body:u", "query:id", "query:x"],
            ),
            (
                "http://h/",
                "<form><input name=q><button name=b formmethod=post>",
                ["body:b", "body:q", "query:q"],
            ),
            (
                "http://h/",
                "<form><input type=image name=m>",
                ["query:m.x", "query:m.y"],
            ),
            ("http://h/", "<form method=dialog><input name=q>", []),
            ("http://h/", "<form action='mailto:a@b.c'><input name=q>", []),
        ],
    )
    def test_of_a_page(self, url: str, html: str, wanted: list[str]) -> None:
        document = parse(html.encode(), url=url, content_type="text/html")
        assert parameters(url, extract(document)) == tuple(wanted)

    @settings(deadline=None, max_examples=200)
    @given(st.text(max_size=200), st.lists(any_form, max_size=3))
    def test_any_page_has_an_answer(self, query: str, found: list[Form]) -> None:
        listed = parameters(f"http://h.test/?{query}", found)
        assert list(listed) == sorted(set(listed))
        assert all(name.startswith(("query:", "body:")) for name in listed)


@pytest.mark.parametrize(
    ("page", "action", "expected"),
    [
        (
            "http://h/people/ada",
            "http://h/people/ada/message",
            "/people/{page}/message",
        ),
        (
            "http://h/people/ada/",
            "http://h/people/ada/message",
            "/people/{page}/message",
        ),
        ("http://h/people/ada?tab=2", "http://h/people/ada", "/people/{page}"),
        ("http://h/a/b/c.html", "http://h/a/b/c.html/x", "/a/b/{page}/x"),
        # Another page's form, a top-level page, a name that only begins the same.
        ("http://h/people/ada", "http://h/people/bob/message", "/people/bob/message"),
        ("http://h/login", "http://h/login", "/login"),
        ("http://h/login", "http://h/login/step", "/login/step"),
        ("http://h/people/ada", "http://h/people/adam/message", "/people/adam/message"),
        ("http://h/people/ada", "http://other/people/ada", "http://other/people/ada"),
        (
            "http://h/book/ch01-02-boxes.html",
            "http://h/book/ch01-02-boxes.html",
            "/book/{page}",
        ),
        # An id is typed as it is anywhere.
        ("http://h/item/17", "http://h/item/17/edit", "/item/{int}/edit"),
    ],
)
def test_the_page_of_a_form_is_no_part_of_it(
    page: str, action: str, expected: str
) -> None:
    told = signature(Form(action, "POST"), page)
    where = expected if "://" in expected else f"http://h{expected}"
    assert told == f"POST {where} urlencoded"
