"""Cookie files: every form is read, each cookie keeps its domain."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crawler.middlewares.credentials import read_cookies

if TYPE_CHECKING:
    from pathlib import Path

NETSCAPE = """# Netscape HTTP Cookie File
.shop.test\tTRUE\t/\tFALSE\t0\tsid\tabc
#HttpOnly_api.shop.test\tFALSE\t/v1\tTRUE\t4102444800\ttoken\tdef
"""


def test_netscape_file(tmp_path: Path) -> None:
    path = tmp_path / "cookies.txt"
    path.write_text(NETSCAPE, "utf-8")
    found = {cookie.name: cookie for cookie in read_cookies(path, ["shop.test"])}
    assert found["sid"].domain == ".shop.test"
    assert not found["sid"].is_expired()
    assert (found["token"].domain, found["token"].path) == ("api.shop.test", "/v1")
    assert found["token"].secure


@pytest.mark.parametrize(
    "content",
    [
        {"sid": "abc"},
        [{"name": "sid", "value": "abc"}],
        {"cookies": [{"name": "sid", "value": "abc", "path": "/"}], "origins": []},
    ],
)
def test_json_without_a_domain_goes_to_the_start_hosts(
    tmp_path: Path, content: object
) -> None:
    path = tmp_path / "cookies.json"
    path.write_text(json.dumps(content), "utf-8")
    found = read_cookies(path, ["a.test", "b.test"])
    assert [(c.name, c.value, c.domain) for c in found] == [
        ("sid", "abc", "a.test"),
        ("sid", "abc", "b.test"),
    ]


@pytest.mark.parametrize("content", ["{", "[1]", '[{"value": "x"}]', "no cookies"])
def test_what_is_no_cookie_file_is_told_in_one_line(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "cookies"
    path.write_text(content, "utf-8")
    with pytest.raises(ValueError, match="cookies=") as caught:
        read_cookies(path, ["a.test"])
    assert "\n" not in str(caught.value)
