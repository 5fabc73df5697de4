"""What is handed to scanners, read by other people's readers of each format."""

from __future__ import annotations

import io
import json
from http.client import HTTPMessage, parse_headers
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

import pytest
import yaml
from haralyzer import HarParser
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV30SpecValidator, validate

from crawler.cluster import ClusterOptions
from crawler.finalise import finalise, vector_format
from crawler.report import VIEWS
from crawler.report.documents import DOCUMENTS, Handover
from crawler.store import Survey, SurveyWriter
from tests.commands.surveys import listing, survey_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.report.requests import Asked

HOSTILE = (
    '<form method=post action="/in?x={y}" enctype="{enctype}">'
    '<input name="a&quot;b" value="{{{{7*7}}}} &#128512; ${{jndi}}">'
    '<input name=up type=file><input name="é: - #" value="&#x85;&#x2028; \' &quot;">'
    "<textarea name=t>line 1\nline 2: x\n---\n...</textarea>"
    "<input name=w maxlength=7 minlength=2 required>"
    "<select name=s><option>one<option value=2>two</select>"
    "<input type=number name=n min=3 max=9 required>"
    "<input type=email name=e><button name=go value=1>Go</button></form>"
)
SITE = {
    "http://h.test/": "<h1>A <i>title</i>: - {x} \x9f</h1><p>x",
    "http://h.test/a%20b?q[]=1&q[]=2&r={id}&s=$%7Bx": "<ul><li>1<li>2<p>y</ul>",
    "https://h.test:8443/other/{thing}?u=é": "<table><tr><td>1</table>",
    "http://h.test/list?p=2": listing(2),
    **{
        f"http://h.test/f{number}": "<main><section>"
        + HOSTILE.replace("{enctype}", enctype).replace("{{", "{").replace("}}", "}")
        for number, enctype in enumerate(
            (
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "text/plain",
            )
        )
    },
    "http://h.test/gone": (
        "<div><form method=post action=/users/5/delete><button>Delete</button></form>"
        "<form method=post action=/session/logout><button>Bye</button></form></div>"
        # The first tells what it does by what stands on it only.
        "<form method=post action=/a><button name=a value=1>Log out</button></form>"
    ),
}
FORMS = 4  # of SITE that do no harm


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Survey]:
    path = survey_of(tmp_path_factory.mktemp("documents") / "s.sqlite", SITE)
    with Survey.open(path) as found:
        finalise(found)
        yield found


def document(survey: Survey, form: str, **more: Any) -> tuple[str, Handover]:
    read = VIEWS["pages"].requests
    assert read is not None
    handover = Handover(survey, read, version="1", **more)
    text = "".join(handover.lines(form))
    assert text.endswith("\n") or handover.count == 0
    return text, handover


def asked(survey: Survey) -> list[Asked]:
    read = VIEWS["pages"].requests
    assert read is not None
    found = list(Handover(survey, read, version="1").requests())
    assert len(found) == len(SITE) + FORMS
    return found


def test_har_is_read(survey: Survey) -> None:
    text, handover = document(survey, "har")
    entries = HarParser(json.loads(text)).har_data["entries"]
    wanted = asked(survey)
    assert len(entries) == handover.count == len(wanted)
    for entry, one in zip(entries, wanted, strict=True):
        request = entry["request"]
        assert (request["method"], request["url"]) == (one.method, one.url)
        body = request.get("postData", {}).get("text", "")
        assert body.encode() == one.body
        assert request["bodySize"] == len(one.body)
        query = one.url.partition("?")[2]
        told = [(each["name"], each["value"]) for each in request["queryString"]]
        assert told == parse_qsl(query, keep_blank_values=True)
        sent = entry["response"]["status"] != 0
        assert sent == (one.form is None)


def test_openapi_is_valid_and_tells_every_parameter(survey: Survey) -> None:
    text, _ = document(survey, "openapi")
    told = json.loads(text)
    validate(told, cls=OpenAPIV30SpecValidator)
    assert yaml.safe_load(text) == told
    operations = {
        (method, path): operation
        for path, methods in told["paths"].items()
        for method, operation in methods.items()
    }
    assert ("post", "/users/5/delete") not in operations
    listed = operations["get", "/a%20b"]
    assert [each["name"] for each in listed["parameters"]] == ["q[]", "r", "s"]
    other = operations["get", "/other/%7Bthing%7D"]
    assert other["servers"] == [{"url": "https://h.test:8443"}]
    # Three forms of one action differ by their type only.
    content = operations["post", "/in"]["requestBody"]["content"]
    assert sorted(content) == [
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/plain",
    ]
    properties = content["multipart/form-data"]["schema"]["properties"]
    assert set(properties) == {*('a"b', "up", "é: - #"), *"tsnew", "go"}
    assert properties["s"]["example"] in {"one", "2"}
    assert sorted(properties["s"]["enum"]) == ["2", "one"]
    assert properties["n"]["type"] == "number"
    assert (properties["n"]["minimum"], properties["n"]["maximum"]) == (3, 9)
    assert 3 <= properties["n"]["example"] <= 9
    assert (properties["w"]["minLength"], properties["w"]["maxLength"]) == (2, 7)
    assert 2 <= len(properties["w"]["example"]) <= 7
    assert properties["up"]["format"] == "binary"
    assert properties["e"]["format"] == "email"
    assert operations["get", "/find"]["parameters"][0]["name"] == "q"


def test_redirects_with_a_query_are_handed_over(tmp_path: Path) -> None:
    """One of each shape beside the representatives; all beside the pages."""
    path = survey_of(tmp_path / "s.sqlite", {"http://h.test/": "<p>x"})
    with Survey.open(path) as opened:
        run = opened.start_run("inspect", arguments={}, settings={}, versions={})
        with SurveyWriter(opened, run, vector_format(ClusterOptions())) as writer:
            for number in range(5):
                url = f"http://h.test/go?to=/{number}"
                writer.decide(url, "redirect-to-seen", "http://h.test/", "")
            writer.decide("http://h.test/old", "redirect", "http://h.test/", "")
        finalise(opened)
        counts = {}
        for what in ("representatives", "pages"):
            read = VIEWS[what].requests
            assert read is not None
            told = [one.url for one in Handover(opened, read, version="1").requests()]
            counts[what] = sum("/go?to=" in url for url in told)
            assert "http://h.test/old" not in told
    assert counts == {"representatives": 1, "pages": 5}


def parsed(raw: str) -> tuple[str, str, HTTPMessage, bytes]:
    """A request as it goes over the wire, by the standard library."""
    file = io.BytesIO(raw.encode())
    method, target, version = file.readline().decode().split()
    assert version == "HTTP/1.1"
    headers = parse_headers(file)
    return method, target, headers, file.read()


def test_nuclei_reads_each_request(survey: Survey) -> None:
    text, handover = document(survey, "nuclei")
    documents = list(yaml.safe_load_all(text))
    wanted = asked(survey)
    assert len(documents) == handover.count == len(wanted)
    for told, one in zip(documents, wanted, strict=True):
        assert set(told) == {"url", "request"}
        method, target, headers, body = parsed(told["request"]["raw"])
        assert (method, body, told["url"]) == (one.method, one.body, one.url)
        assert one.url == f"{one.url.split(':')[0]}://{headers['Host']}{target}"
        # Its reader takes the second line for the host, whatever it is called.
        assert told["request"]["raw"].split("\r\n")[1] == f"Host: {headers['Host']}"
        if method == "POST":
            assert headers["Content-Type"] == one.content_type
            assert int(headers["Content-Length"]) == len(body)


STRINGS = {"type": "array", "items": {"type": "string"}}
# The parts of a plan that are used here, as ZAP's help documents them; its reader
# warns of any other key and stops at errors.
PLAN = {
    "type": "object",
    "required": ["env", "jobs"],
    "additionalProperties": False,
    "properties": {
        "env": {
            "type": "object",
            "required": ["contexts"],
            "additionalProperties": False,
            "properties": {
                "contexts": {
                    "type": "array",
                    "minItems": 1,
                    "items": {
                        "type": "object",
                        "required": ["name", "urls"],
                        "additionalProperties": False,
                        "properties": {
                            "name": {"type": "string"},
                            "urls": STRINGS | {"minItems": 1},
                            "includePaths": STRINGS,
                            "excludePaths": STRINGS,
                        },
                    },
                },
                "parameters": {
                    "type": "object",
                    "additionalProperties": {"type": "boolean"},
                },
            },
        },
        "jobs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["type"],
                "additionalProperties": False,
                "properties": {
                    "type": {"enum": ["requestor", "passiveScan-wait", "activeScan"]},
                    "parameters": {"type": "object"},
                    "requests": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["url"],
                            "additionalProperties": False,
                            "properties": {
                                "url": {"type": "string", "pattern": "^[!-~]+$"},
                                "name": {"type": "string"},
                                "method": {"enum": ["GET", "POST"]},
                                "headers": STRINGS,
                                "data": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    },
}


def test_zap_plan(survey: Survey) -> None:
    text, handover = document(survey, "zap")
    plan = yaml.safe_load(text)
    Draft202012Validator(PLAN).validate(plan)
    assert "${" not in text
    told = plan["jobs"][0]["requests"]
    wanted = [one for one in asked(survey) if b"${" not in one.body]
    unsaid = [one for one in asked(survey) if b"${" in one.body]
    assert handover.count == len(told) == len(wanted)
    assert handover.unsaid == len(unsaid)
    for request, one in zip(told, wanted, strict=True):
        # The same address in the characters that RFC 2396 has.
        assert unquote(request["url"]) == unquote(one.url)
        assert not set('{}[]|^`"<>\\') & set(request["url"])
        assert request.get("data", "").encode() == one.body
    (context,) = plan["env"]["contexts"]
    assert context["urls"] == ["http://h.test", "https://h.test:8443"]
    # What the crawl left alone, and what is not handed over.
    assert r"^http://h\.test/logout$" in context["excludePaths"]
    assert r"^http://h\.test/users/5/delete$" in context["excludePaths"]


@pytest.mark.parametrize("form", DOCUMENTS)
def test_harmful_forms_only_when_asked_for(survey: Survey, form: str) -> None:
    text, handover = document(survey, form)
    assert handover.harmful == {"delete": 1, "logout": 2}
    (remark, *_) = handover.remarks()
    assert "delete" in remark
    assert "logout" in remark
    assert "--unsafe" in remark
    more, unsafe = document(survey, form, unsafe=True)
    assert not unsafe.harmful
    assert "/users/5/delete" in more
    if form != "zap":  # there it is in the addresses that are left alone
        assert "/users/5/delete" not in text


@pytest.mark.parametrize("form", DOCUMENTS)
def test_same_survey_same_document(survey: Survey, form: str) -> None:
    assert document(survey, form)[0] == document(survey, form)[0]


@pytest.mark.parametrize("form", DOCUMENTS)
def test_survey_without_pages(tmp_path: Path, form: str) -> None:
    with Survey.open(survey_of(tmp_path / "s.sqlite", {})) as empty:
        text, handover = document(empty, form)
    assert handover.count == 0
    if form == "openapi":
        validate(json.loads(text), cls=OpenAPIV30SpecValidator)
    elif form == "har":
        assert json.loads(text)["log"]["entries"] == []
    else:
        assert list(yaml.safe_load_all(text)) is not None
