"""What a response becomes: scripts, whose references are those of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.http import TextResponse

from crawler.cluster import ClusterOptions
from crawler.measure import Measure
from crawler.urls import UrlOptions

if TYPE_CHECKING:
    from scrapy.http import Response

    from crawler.items import Page

SCRIPT = "http://h.test/static/js/main.js"


def page_of(response: Response) -> Page:
    return Measure(UrlOptions(), ClusterOptions())(response)


def script(body: str, url: str = SCRIPT, referrer: str | None = None) -> Page:
    headers = {"Referer": referrer} if referrer else {}
    return page_of(
        TextResponse(
            url,
            body=body.encode(),
            headers={"Content-Type": "text/javascript"},
            request=Request(url, headers=headers),
        )
    )


@pytest.mark.parametrize(
    ("referrer", "found"),
    [
        ("http://h.test/app/", "http://h.test/app/part.php"),
        ("http://h.test/app/page?x", "http://h.test/app/part.php"),
        (None, "http://h.test/static/js/part.php"),
        ("http://o.test/app/", "http://h.test/static/js/part.php"),
        ("http://h.test:81/app/", "http://h.test/static/js/part.php"),
    ],
)
def test_strings_are_relative_to_the_page(referrer: str | None, found: str) -> None:
    page = script('load("part.php")', referrer=referrer)
    assert page.kind == "script"
    assert [link.url for link in page.links] == [found]


def test_modules_are_relative_to_the_script() -> None:
    page = script('import "./a.js"', referrer="http://h.test/app/")
    assert [link.url for link in page.links] == ["http://h.test/static/js/a.js"]


def test_files_of_scripts_are_one_kind_of_page_and_scripts_with_parameters_others() -> (
    None
):
    one, other = script("1"), script("2", url="http://h.test/lib/x.js")
    made = script("3", url="http://h.test/js.php?theme=a")
    assert one.vector == other.vector != made.vector
