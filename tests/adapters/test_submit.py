"""A submission as a request: sent as it is, and once."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy.utils.test import get_crawler

from crawler.dom.document import parse
from crawler.dupefilter import RequestFingerprinter
from crawler.forms import Submission, extract, submit
from crawler.submit import to_request
from tests.adapters.crawling import crawl
from tests.servers.web import Reply, web

PAGE = (
    b"<form action=/find method=post enctype=text/plain><input name=q>"
    b"<button formenctype=multipart/form-data>a</button>"
    b"<button formmethod=get>b</button></form>"
)


def submissions(url: str, values: dict[str, Any]) -> list[Submission]:
    (form,) = extract(parse(PAGE, url=url, content_type="text/html"))
    return [
        submit(form, values, submitter=button) for button in (None, *form.submitters)
    ]


def test_arrives_as_it_is() -> None:
    with web({"/find": Reply("found")}) as site:
        made = submissions(f"{site.url}/", {"q": "x & y"})
        requests = [
            to_request(one, meta={"name": str(number)})
            for number, one in enumerate(made)
        ]
        done = crawl(requests, {})
        assert sorted(done.responses) == ["0", "1", "2"]
        assert sorted(site.asked) == [
            "GET /find?q=x+%26+y",
            "POST /find",
            "POST /find",
        ]


@pytest.mark.parametrize("number", range(3))
def test_the_same_submission_is_the_same_request(number: int) -> None:
    one = to_request(submissions("http://h/", {"q": "1"})[number])
    same = to_request(submissions("http://h/", {"q": "1"})[number])
    other = to_request(submissions("http://h/", {"q": "2"})[number])
    crawler = get_crawler(settings_dict={"ADDONS": {"crawler.addon.Leadline": 1}})
    fingerprint = RequestFingerprinter.from_crawler(crawler).fingerprint
    assert fingerprint(one) == fingerprint(same) != fingerprint(other)
    assert not one.dont_filter


def test_a_header_of_ones_own() -> None:
    request = to_request(
        Submission("POST", "http://h/x", "text/plain", b"a"),
        headers={"Referer": "http://h/"},
        meta={"depth": 3},
        priority=2,
    )
    assert request.headers["Referer"] == b"http://h/"
    assert (request.meta, request.priority) == ({"depth": 3}, 2)
