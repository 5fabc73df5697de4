"""What is sent for values; what cannot be sent is told in one line."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.forms import (
    FormValueError,
    NotHttpError,
    Submission,
    extract,
    submit,
)
from crawler.forms.sanitise import sanitise
from crawler.items import Field, Form, Limits, Submitter
from tests.cases import case


def form(html: str, url: str = "http://f.test/s") -> Form:
    document = parse(html.encode(), url=url, content_type="text/html;charset=utf-8")
    (found,) = extract(document)
    return found


def sent(html: str, values: dict[str, Any] | None = None) -> list[tuple[str, str]]:
    """The entries of a GET form around *html*."""
    url = submit(form(f"<form action=/x>{html}</form>"), values).url
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)


class TestSymptoms:
    def test_actions(self) -> None:
        given_, expected = case("C27")
        for variant, wanted in zip(
            given_["variants"], expected["request"], strict=True
        ):
            found = form(given_["template"].format(**variant), given_["document_url"])
            if wanted == "no request":
                with pytest.raises(NotHttpError, match="not sent by HTTP"):
                    submit(found)
                continue
            made = submit(found)
            body = f" body {made.body.decode()}" if made.body else ""
            assert f"{made.method} {made.url}{body}" == wanted

    def test_buttons(self) -> None:
        given_, expected = case("C28")
        found = form(given_["html"], given_["url"])
        told = []
        for button in found.submitters:
            made = submit(found, submitter=button, boundary="B")
            path = made.url.removeprefix("http://f.test")
            if made.content_type.startswith("multipart"):
                parts = made.body.decode().split("--B")[1:-1]
                pairs = [
                    f"{part.split(chr(34))[1]}={part.split(chr(13))[3].strip()}"
                    for part in parts
                ]
                told.append(f"{made.method} {path} multipart {','.join(pairs)}")
            else:
                body = f" body {made.body.decode()}" if made.body else ""
                told.append(f"{made.method} {path}{body}")
        assert told == expected["one_request_per_submitter"]
        assert submit(found).url.endswith(
            expected["script_submit_without_submitter"].removeprefix("GET ")
        )

    def test_defaults(self) -> None:
        given_, expected = case("C29")
        html = given_["html"]
        assert submit(form(html)).url.partition("?")[2] == expected["query"]
        found = form(html.replace("<form id=f", "<form method=post id=f"))
        (button,) = [one for one in found.submitters if one.name == "sb"]
        made = submit(found, submitter=button)
        assert made.body.decode() == f"{expected['query']}&sb=S"
        assert made.content_type == "application/x-www-form-urlencoded"


BOOK = (
    "<input name=q><select name=s><option value=1>one<option value=2 disabled>two"
    "</select><select name=m multiple><option>a<option>b</select>"
    "<input type=radio name=r value=1><input type=radio name=r value=2 disabled>"
    "<input type=checkbox name=k value=1><input type=checkbox name=k value=2>"
    "<input name=ro value=x readonly><input name=off disabled><input type=file name=f>"
    "<input type=number name=n max=5><input type=date name=d><input type=color name=c>"
    "<input type=range name=ra max=9 step=3><input name=short maxlength=3>"
    "<textarea name=t maxlength=3></textarea><input name=two><input name=two>"
)


class TestValues:
    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"x": "1"}, "no control is named 'x'; there are 'q', 's', 'm'"),
            ({"q": ["a"]}, "'q' takes one text, not ['a']"),
            ({"q": True}, "'q' takes one text, not True"),
            ({"q": "a\nb"}, "'q' is a single line"),
            ({"s": "3"}, "'s' has no option '3'; it takes '1'"),
            ({"s": "2"}, "'s' has no option '2'; it takes '1'"),
            ({"s": ["1", "1"]}, "'s' takes one of its options, not ['1', '1']"),
            ({"m": ["a", "c"]}, "'m' has no option 'c'; it takes 'a', 'b'"),
            ({"r": "2"}, "'r' has no option '2'; it takes '1'"),
            ({"k": "3"}, "'k' has no option '3'; it takes '1', '2'"),
            ({"k": ["1", "1"]}, "'k': fewer check boxes have the value '1'"),
            ({"ro": "y"}, "'ro' is read-only: it stays 'x'"),
            ({"off": "y"}, "'off' is disabled: it sends nothing"),
            ({"f": "y"}, "'f' is a file: it is sent empty"),
            ({"n": "1,5"}, "'n' takes a number like -1.5, not '1,5'"),
            ({"d": "2023-02-29"}, "'d' takes a date like 2024-02-29"),
            ({"c": "black"}, "'c' takes a colour like #336699, not 'black'"),
            ({"ra": "4"}, "'ra' takes a number within its limits and on a step"),
            ({"ra": "12"}, "'ra' takes a number within its limits and on a step"),
            ({"short": "abcd"}, "'short' takes 3 characters at most, not 4"),
            ({"t": "a😀b"}, "'t' takes 3 characters at most, not 4"),
            ({"two": "a"}, "'two' names 2 controls: give a list of as many values"),
            ({"two": ["a"]}, "'two' names 2 controls: give a list of as many values"),
        ],
    )
    def test_refused(self, values: dict[str, Any], message: str) -> None:
        with pytest.raises(FormValueError) as told:
            sent(BOOK, values)
        assert str(told.value).startswith(message)
        assert "\n" not in str(told.value)

    @pytest.mark.parametrize(
        ("values", "wanted"),
        [
            ({"q": "x"}, ("q", "x")),
            ({"m": ["b", "a"]}, ("m", "a")),
            ({"m": "b"}, ("m", "b")),
            ({"k": ["2"]}, ("k", "2")),
            ({"k": True}, ("k", "1")),
            ({"r": "1"}, ("r", "1")),
            ({"t": "a\r\nb"}, ("t", "a\r\nb")),
            ({"n": "7"}, ("n", "7")),  # its limits are not what it can hold
            ({"n": ""}, ("n", "")),
            ({"ra": "6.0"}, ("ra", "6")),
            ({"two": [None, "y"]}, ("two", "y")),
        ],
    )
    def test_taken(self, values: dict[str, Any], wanted: tuple[str, str]) -> None:
        (name,) = values
        assert wanted == next(pair for pair in sent(BOOK, values) if pair[0] == name)

    @pytest.mark.parametrize("name", ["q", "s", "m", "r", "k", "n", "two"])
    def test_left_out(self, name: str) -> None:
        assert name not in dict(sent(BOOK, {name: None}))

    def test_nothing_else_changes(self) -> None:
        before, after = sent(BOOK), sent(BOOK, {"q": "x", "d": "2024-02-29"})
        changed = {pair[0] for pair in set(before) ^ set(after)}
        assert changed == {"q", "d"}


class TestPlainForms:
    """Forms that were not read from a document: no places, no chosen options."""

    def test_in_order_with_the_button_last(self) -> None:
        made = Form(
            "http://h/x",
            fields=(
                Field("a", "text", "1"),
                Field("b", "select-one", "q", ("p", "q")),
                Field("c", "radio", "2", ("1", "2"), checked=True),
                Field("d", "checkbox", "on", checked=True),
            ),
            submitters=(Submitter("go", "1"),),
        )
        sent_ = submit(made, submitter=made.submitters[0])
        assert sent_ == Submission("GET", "http://h/x?a=1&b=q&c=2&d=on&go=1")

    def test_the_boundary_is_that_of_the_content(self) -> None:
        one = Form(
            "http://h/x", "POST", "multipart/form-data", (Field("a", "text", "1"),)
        )
        first, again = submit(one), submit(one)
        other = submit(one, {"a": "2"})
        assert first == again
        assert first.content_type != other.content_type
        assert submit(one, boundary="B").body.startswith(b"--B\r\n")

    def test_plain_text_asked_for_by_a_button(self) -> None:
        button = Submitter("go", "1", method="POST", enctype="text/plain")
        made = submit(Form("http://h/x"), submitter=button)
        assert (made.content_type, made.body) == ("text/plain", b"go=1\r\n")


KINDS = (
    "text", "url", "email", "number", "range", "color", "date", "month", "week", "time",
    "datetime-local",
)  # fmt: skip
ANY = st.one_of(
    st.text(max_size=12),
    st.from_regex(r"[-+]?[0-9]{0,5}\.?[0-9]{0,3}(e[-+]?[0-9]{1,6})?", fullmatch=True),
    st.from_regex(r"[0-9]{4,6}-(W?[0-9]{2})(-[0-9]{2})?", fullmatch=True),
)


@settings(deadline=None, max_examples=200)
@given(st.sampled_from(KINDS), ANY, st.builds(Limits, ANY, ANY, ANY))
def test_sanitised_once_is_sanitised(kind: str, value: str, limits: Limits) -> None:
    once = sanitise(kind, value, limits)
    if kind != "range":  # without a minimum its steps begin at the value it is given
        assert sanitise(kind, once, limits) == once


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=30), st.text(max_size=30), st.sampled_from(["get", "post"]))
def test_any_text_arrives(name: str, value: str, method: str) -> None:
    page = Form("http://h/x", method.upper(), fields=(Field(name, "textarea"),))
    made = submit(page, {name: value} if name else {})
    text = made.body.decode() or made.url.partition("?")[2]
    pairs = parse_qsl(text, keep_blank_values=True)
    lines = [
        part.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
        for part in (name, value)
    ]
    assert pairs == ([(lines[0], lines[1])] if name else [])
