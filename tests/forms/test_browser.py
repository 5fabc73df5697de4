"""What we send is what Chromium sends, byte for byte."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from crawler.dom.document import parse
from crawler.forms import NotHttpError, Submission, extract, submit
from crawler.forms.owners import listed_nodes, owned
from tests.forms.browser_table import CASES, Case

if TYPE_CHECKING:
    from crawler.items import Form, Submitter
    from tests.servers.form_browser import FormBrowser
    from tests.servers.recorder import Recorded


def forms_of(case: Case) -> tuple[Form, ...]:
    return extract(parse(case.body, url=case.url, content_type=case.content_type))


def ours(
    form: Form, case: Case, submitter: Submitter | None, theirs: Recorded | None
) -> Submission | None:
    """Our submission, with the boundary that the browser happened to take."""
    _, _, boundary = (theirs.content_type if theirs else "").partition("boundary=")
    try:
        return submit(form, case.values, submitter=submitter, boundary=boundary)
    except NotHttpError:
        return None


def sent(recorded: Recorded | None) -> Submission | None:
    if recorded is None:
        return None
    return Submission(
        recorded.method, recorded.url, recorded.content_type, recorded.body
    )


def test_there_are_forms_of_all_kinds() -> None:
    assert sum(len(forms_of(case)) for case in CASES) >= 90
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_as_chromium(case: Case, browser: FormBrowser) -> None:
    found = forms_of(case)
    assert browser.show(case.body, case.url, case.content_type) == len(found)
    for number, form in enumerate(found):
        browser.fill(number, case.values)
        buttons: list[Submitter | None] = [None, *form.submitters]
        for button in buttons:
            expected = ours(form, case, button, None) is not None
            place = None if button is None else button.place
            theirs = browser.submit(number, place, sent=expected)
            assert ours(form, case, button, theirs) == sent(theirs)


TAGS = """
    <form> <form> <form> </form> </form> <form$id=f> <input> <input>
    <input$name=n$form=f> <input$type=hidden> <button> </button> <select> <option>
    </select> <textarea> </textarea> <table> </table> <tr> <td> </td> <tbody> <caption>
    <div> </div> <p> <b> <span> </span> <li> <label> </label> <fieldset> </fieldset>
    <template> </template> <svg> </svg> <!-- --> x
"""


def test_owners_of_any_markup(browser: FormBrowser) -> None:
    random = Random(5)
    sources = [
        "<!doctype html>"
        + "".join(random.choices(TAGS.split(), k=random.randint(3, 30)))
        for _ in range(500)
    ]
    sources = [source.replace("$", " ") for source in sources]
    for source, wanted in zip(sources, browser.owned(sources), strict=True):
        document = parse(source.encode(), url="http://h/", content_type="text/html")
        assert document.tree is not None
        nodes = listed_nodes(document.tree)
        place = {node.mem_id: at for at, node in enumerate(nodes)}
        found = [
            [place[control.node.mem_id] for control in form.controls]
            for form in owned(document)
        ]
        assert (found, [node.tag for node in nodes]) == wanted, source
