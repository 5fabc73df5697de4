"""Forms as a browser builds them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.forms import extract, fill, invalid, schema, submit
from crawler.forms.extract import MAX_FORMS
from crawler.forms.fields import MAX_FIELDS
from crawler.forms.options import MAX_OPTIONS
from crawler.items import Form, Submitter
from tests.cases import case


def forms(html: str, url: str = "http://f.test/s/1") -> tuple[Form, ...]:
    return extract(
        parse(html.encode(), url=url, content_type="text/html;charset=utf-8")
    )


def form(html: str, url: str = "http://f.test/s/1") -> Form:
    (found,) = forms(html, url)
    return found


def controls(found: Form) -> list[str]:
    return [field.name for field in found.fields] + [
        button.name for button in found.submitters
    ]


class TestOwner:
    def test_symptom_documents(self) -> None:
        given_, expected = case("C26")
        for document, wanted in zip(
            given_["documents"], expected["forms"], strict=True
        ):
            found = forms(document["html"], document["url"])
            assert [
                {
                    "action": one.action.removeprefix("http://f.test"),
                    "controls": controls(one),
                }
                for one in found
            ] == wanted

    @pytest.mark.parametrize(
        ("html", "wanted"),
        [
            # In a table the form element is empty; </form> ends it, not </table>.
            (
                "<table><form><tr><td><input name=a></td></tr></table><input name=b>",
                "ab",
            ),
            (
                "<table><form><tr><td><input name=a></form><td><input name=b></table>",
                "a",
            ),
            ("<table><tr><form><td><input name=a></td></form></tr></table>", "a"),
            ("<table><form><input type=hidden name=a><tr><td><input name=b>", "ab"),
            ("<table><tr><td><form><input name=a></td><td><input name=b></form>", "ab"),
            # An element around it ends before the form does.
            ("<div><form></div><input name=a></form><input name=b>", "a"),
            ("<p><form><p><input name=a></p></form><input name=b>", "a"),
            ("<div><form><div><input name=a></form></div></div><input name=b>", "a"),
            # </form> ends the pointer, but what stays inside the element is its own.
            ("<form><div></form><input name=a></div><input name=b>", "a"),
            # The end tag in other places is none.
            ("<form><!-- </form> --><input name=a></form><input name=b>", "a"),
            ("<div><form></div><!-- </form> --><input name=a></form>", "a"),
            ("<div><form></div><p title='</form>'><input name=a></form>", "a"),
            ("<div><form></div><script>'</form>'</script><input name=a></form>", "a"),
            ("<div><form></div><textarea name=a></form></textarea></form>", "a"),
            # Never closed.
            ("<div><form></div><input name=a>", "a"),
            # By the attribute, before or after, known or not.
            ("<input name=a form=f><form id=f></form><input name=b form=f>", "ab"),
            ("<form id=f><input name=a form=g><input name=b form=></form>", ""),
            ("<i id=f></i><form id=f></form><input name=a form=f>", ""),
            ("<form id=f></form><form id=f></form><input name=a form=f>", "a"),
            ("<template><form><input name=t></form></template><form></form>", ""),
        ],
    )
    def test_one_form(self, html: str, wanted: str) -> None:
        assert "".join(controls(forms(html)[0])) == wanted
        # A page around it changes nothing.
        page = f"<!doctype html><header><h1>x</h1></header>{html}"
        assert "".join(controls(forms(page)[0])) == wanted

    def test_a_form_in_a_form(self) -> None:
        found = forms(
            "<form action=/b><div></form><form action=/a><input name=x></form>"
            "<input name=y></div><input name=z>"
        )
        assert [(one.action[-2:], controls(one)) for one in found] == [
            ("/b", ["y"]),
            ("/a", ["x"]),
        ]

    def test_the_source_is_parsed_again_only_when_the_tree_is_unclear(self) -> None:
        found = forms("<form><textarea name=t></form><b></textarea></form>")
        assert found[0].fields[0].value == "</form><b>"


class TestAction:
    def test_symptom_variants(self) -> None:
        given_, expected = case("C27")
        for variant, wanted in zip(
            given_["variants"], expected["request"], strict=True
        ):
            html = given_["template"].format(**variant)
            found = form(html, given_["document_url"])
            if wanted == "no request":
                assert found.action == ""
                continue
            method, url, *_ = wanted.split(" ")
            # A GET form replaces the query of its action.
            action = found.action.partition("?")[0] if method == "GET" else found.action
            assert (found.method, action) == (method, url.removesuffix("?q=z"))

    @pytest.mark.parametrize(
        ("attributes", "method"),
        [
            ("", "GET"),
            ("method=post", "POST"),
            ("method=POST", "POST"),
            ("method=' post'", "GET"),
            ("method=put", "GET"),
            ("method=dialog", "DIALOG"),
        ],
    )
    def test_method(self, attributes: str, method: str) -> None:
        assert form(f"<form {attributes} action=/x>").method == method

    def test_a_dialog_is_not_submitted(self) -> None:
        assert form("<form method=dialog action=/x><button>x</button>").action == ""
        sent = form("<form method=dialog action=/x><button formmethod=post>x</button>")
        assert (sent.action, sent.submitters[0].method) == ("http://f.test/x", "POST")

    @pytest.mark.parametrize(
        ("value", "enctype"),
        [
            ("multipart/form-data", "multipart/form-data"),
            ("Multipart/Form-Data", "multipart/form-data"),
            ("text/plain", "text/plain"),
            ("application/json", "application/x-www-form-urlencoded"),
        ],
    )
    def test_enctype(self, value: str, enctype: str) -> None:
        assert form(f"<form method=post enctype='{value}'>").enctype == enctype

    def test_query_of_the_action_in_the_encoding_of_the_document(self) -> None:
        body = "<meta charset=gbk><form action='?中'>".encode("gbk")
        (found,) = extract(
            parse(body, url="http://f.test/s", content_type="text/html;charset=gbk")
        )
        assert found.action == "http://f.test/s?%D6%D0"


class TestSubmitters:
    def test_symptom_buttons(self) -> None:
        given_, expected = case("C28")
        found = form(given_["html"], given_["url"])
        sent = []
        for button in found.submitters:
            method = button.method or found.method
            path = (button.action or found.action).removeprefix("http://f.test")
            prefix = f"{button.name}." if button.name else ""
            own = (
                [f"{prefix}x=0", f"{prefix}y=0"]
                if button.type == "image"
                else [f"{button.name}={button.value}"]
            )
            pairs = ["n=1", *own]
            if method == "GET":
                sent.append(f"GET {path}?{'&'.join(pairs)}")
            elif (button.enctype or found.enctype) == "multipart/form-data":
                sent.append(f"POST {path} multipart {','.join(pairs)}")
            else:
                sent.append(f"POST {path} body {'&'.join(pairs)}")
        assert sent == expected["one_request_per_submitter"]
        assert not set(expected["never_in_any_request"]) & set(controls(found))

    @pytest.mark.parametrize(
        ("attributes", "wanted"),
        [
            ("", Submitter()),
            ("formaction=''", Submitter(action="http://f.test/s/1")),
            ("formaction=x", Submitter(action="http://b.test/x")),
            ("formmethod=put", Submitter(method="GET")),
            ("formmethod=dialog", Submitter(method="DIALOG")),
            ("formenctype=x", Submitter(enctype="application/x-www-form-urlencoded")),
            ("formaction=javascript:x()", None),
            ("disabled", None),
            ("type=button", None),
            ("type=reset", None),
        ],
    )
    def test_button(self, attributes: str, wanted: Submitter | None) -> None:
        html = f"<base href='http://b.test/'><form><button {attributes}>x</button>"
        found = form(html).submitters
        bare = tuple(replace(one, label="", place=-1) for one in found)
        assert bare == ((wanted,) if wanted else ())

    @pytest.mark.parametrize(
        ("html", "label", "value"),
        [
            ("<button> Go <b>now</b></button>", "Go now", ""),
            ("<button><img alt=Find src=x></button>", "Find", ""),
            ("<button aria-label=Search></button>", "Search", ""),
            ("<input type=submit value=Go>", "Go", "Go"),
            ("<input type=submit>", "Submit", "Submit"),
            ("<input type=submit value=''>", "", ""),
            ("<input type=image src=x alt=Find>", "Find", ""),
        ],
    )
    def test_what_stands_on_it(self, html: str, label: str, value: str) -> None:
        (found,) = form(f"<form><input name=q>{html}</form>").submitters
        assert (found.label, found.value, found.place) == (label, value, 1)


def as_sent(found: Form) -> list[tuple[str, str]]:
    """What is sent of each field, as far as a field keeps it."""
    return [
        (field.name, field.value)
        for field in found.fields
        if field.name
        and not field.disabled
        and (field.checked or field.type not in {"radio", "checkbox"})
    ]


class TestFields:
    def test_symptom_defaults(self) -> None:
        given_, expected = case("C29")
        found = form(given_["html"], given_["url"])
        sent = dict(as_sent(found))
        # What is not sent has no value: an unselected list, a disabled option.
        empty = {name for name, value in sent.items() if not value}
        for name in expected["absent"]:
            assert name not in sent or name in empty
        wanted = {
            "b": "in1legend", "s1": "p", "s3": "Label two", "s4": "o2", "s6": "1",
            "s9": "2", "s10": "", "r2": "on", "r3": "2", "k1": "on", "k3": "",
            "t": "L1\nL2", "u": "bog", "h": "hey", "fi": "",
        }  # fmt: skip
        assert {name: sent[name] for name in wanted} == wanted

    @pytest.mark.parametrize(
        ("html", "wanted"),
        [
            ("<input name=a>", {"type": "text"}),
            ("<input name=a type=EMAIL required>", {"type": "email", "required": True}),
            ("<input name=a type=x>", {"type": "text"}),
            ("<input name=a type=hidden value=v>", {"type": "hidden", "value": "v"}),
            ("<input name=a type=file value=v>", {"type": "file", "value": ""}),
            ("<textarea name=a>\n\nx</textarea>", {"type": "textarea", "value": "\nx"}),
            (
                "<input name=a list=l><datalist id=l><option>x<option value=y><option>",
                {"options": ("x", "y")},
            ),
            (
                "<select name=a><optgroup><option value=1>a<option> t  u </select>",
                {"type": "select-one", "value": "1", "options": ("1", "t u")},
            ),
            (
                "<select name=a multiple><option>x<option selected>y</select>",
                {"type": "select-multiple", "value": "y", "options": ("x", "y")},
            ),
            ("<input name=a type=checkbox>", {"value": "on", "checked": False}),
            ("<fieldset disabled><input name=a></fieldset>", {"disabled": True}),
            (
                "<fieldset disabled><legend><p><input name=a></p></legend></fieldset>",
                {"disabled": False},
            ),
            (
                "<fieldset disabled><fieldset><legend><input name=a></legend>",
                {"disabled": True},
            ),
        ],
    )
    def test_field(self, html: str, wanted: dict[str, Any]) -> None:
        (field,) = form(f"<form>{html}</form>").fields
        assert {name: getattr(field, name) for name in wanted} == wanted

    def test_radio_buttons_of_a_name_are_one_field(self) -> None:
        found = form(
            "<form><fieldset><legend>Size</legend>"
            "<label><input type=radio name=s value=1 checked> small</label>"
            "<input type=text name=t><input type=radio name=s value=2 required>"
            "</fieldset><input type=radio value=3><input type=radio value=4></form>"
            "<input type=radio name=s value=5>"
        )
        assert [(one.name, one.type, one.options) for one in found.fields] == [
            ("s", "radio", ("1", "2")),
            ("t", "text", ()),
            ("", "radio", ("3",)),
            ("", "radio", ("4",)),
        ]
        size = found.fields[0]
        assert (size.value, size.label, size.labels) == ("1", "Size", ("small", ""))
        assert (size.required, size.checked, size.chosen) == (True, True, (0,))
        assert (size.places, size.group) == ((0, 2), "Size")

    @pytest.mark.parametrize(
        ("html", "label"),
        [
            ("<label for=i>Your  name</label><input id=i>", "Your name"),
            ("<input id=i><label for=i>After</label>", "After"),
            ("<label>Name <input></label>", "Name"),
            ("<label>In <b>bold</b><select><option>x</select></label>", "In bold"),
            ("<label><input type=hidden><b>Name</b><input></label>", "Name"),
            ("<input aria-label='By ARIA' placeholder=p>", "By ARIA"),
            ("<input placeholder='e.g. 2024'>", "e.g. 2024"),
            ("<label for=other>No</label><input id=i title=T>", "T"),
            ("<label for=>Beside</label><input id=>", "Beside"),
            ("<label>" + "long " * 100 + "<input></label>", ("long " * 40).strip()),
        ],
    )
    def test_label(self, html: str, label: str) -> None:
        assert form(f"<form>{html}</form>").fields[-1].label == label


TAGS = """
    <form> </form> <table> </table> <tr> <td> </td> <div> </div> <p> <b> <input>
    <input$name=n$form=f> <input$name=r$type=radio> <input$name=k$type=checkbox>
    <input$name=d$type=range$list=l> <datalist$id=l> </datalist> <form$id=f>
    <label> </label> <select$name=s> <option> </select>
    <textarea$name=t> </textarea> <button> <fieldset$disabled> <legend> </fieldset>
    <template> </template> <svg> <script> </script> <!-- --> x
"""


class TestBounds:
    def test_many_of_everything(self) -> None:
        options = "<option>x" * (MAX_OPTIONS + 5)
        found = forms(
            f"<form><select name=s>{options}</select>"
            + "<input name=a>" * MAX_FIELDS
            + "</form>"
            + "<form></form>" * MAX_FORMS
        )
        assert len(found) == MAX_FORMS
        assert len(found[0].fields) == MAX_FIELDS
        assert len(found[0].fields[0].options) == MAX_OPTIONS

    def test_a_deep_document(self) -> None:
        html = f"<form>{'<div>' * 3000}<input name=a>{'</div>' * 3000}<input name=b>"
        assert controls(form(html)) == ["a", "b"]

    def test_no_tree_no_forms(self) -> None:
        document = parse(b"{}", url="http://f.test/", content_type="application/json")
        assert extract(document) == ()

    @settings(deadline=None, max_examples=200)
    @given(
        st.lists(
            st.sampled_from(TAGS.split()),
            max_size=40,
        )
    )
    def test_any_markup_has_an_answer(self, tags: list[str]) -> None:
        found = forms("".join(tags).replace("$", " "))
        assert all(one.signature for one in found)
        for one in found:
            values = fill(one, Random(1))
            assert submit(one, values).url.startswith(one.action.partition("?")[0])
            invalid(one, values)
            assert sum(len(part.controls) for part in schema(one).attributes) == sum(
                field.type != "hidden" for field in one.fields
            )
