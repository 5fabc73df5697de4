"""A session that lives in ``localStorage``: kept between pages, written nowhere."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from crawler.middlewares.credentials import read_cookies
from crawler.middlewares.render import no_browser
from crawler.renderers.storage import MAX_ITEMS, LocalStorage, origin_of, read_storage
from tests.adapters.inspecting import inspect
from tests.servers.running import missing
from tests.servers.web import Replies, Reply, web

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

APP = "http://app.test"
OTHER = "http://other.test"
TOKENS = ("t0ken-1", "t0ken-2")
# Each page asks with the token that it finds, and renews it once.
SCRIPT = """<script>
const token = localStorage.getItem('token');
fetch('/who.json', {headers: {Authorization: 'Bearer ' + token}})
  .then(answer => answer.json()).then(found => {
    document.body.innerHTML += found.user ? '<a href=/inside>in</a><a href=/more>m</a>'
      : '<a href=/outside>out</a>';
    localStorage.setItem('token', token.replace('-1', '-2'));
  });
</script>"""


def state(folder: Path) -> Path:
    path = folder / "state.json"
    items = [{"name": "token", "value": TOKENS[0]}]
    path.write_text(
        json.dumps({"cookies": [], "origins": [{"origin": APP, "localStorage": items}]})
    )
    return path


def test_the_session_is_that_of_the_file_and_lives_on(tmp_path: Path) -> None:
    if told := no_browser(""):
        missing(told)
    sent: list[str] = []

    def who(headers: Mapping[str, str]) -> Reply:
        sent.append(headers.get("Authorization", ""))
        user = "ann" if sent[-1].removeprefix("Bearer ") in TOKENS else ""
        return Reply(json.dumps({"user": user}), type="application/json")

    replies: Replies = {
        f"{APP}/": Reply(f"<body>home{SCRIPT}"),
        f"{APP}/inside": Reply(f"<body>inside{SCRIPT}"),
        f"{APP}/more": Reply("<p>more"),
        f"{APP}/who.json": who,
    }
    with web(replies) as site:
        done = inspect(
            tmp_path / "s.sqlite",
            settings={
                "RENDER": "playwright",
                "RENDER_WAIT": 0.3,
                "CONCURRENT_REQUESTS": 1,
                "STORE_BODIES": "warc",
                "JOBDIR": str(tmp_path / "job"),
            },
            start=f"{APP}/",
            cookies=state(tmp_path),
            proxy=site.url,
        )
    assert not done.faults(), done.text()
    assert f"{APP}/inside" in done.pages
    assert f"{APP}/outside" not in {*done.pages, *done.decisions}
    # The second page has what the first one left.
    assert [f"Bearer {token}" for token in TOKENS] == [one for one in sent if one][:2]
    assert len(sent) > 1
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.name != "state.json":
            data = path.read_bytes()
            data = gzip.decompress(data) if path.suffix == ".gz" else data
            assert not [token for token in TOKENS if token.encode() in data], path
    assert not [token for token in TOKENS if token in done.text()]


def test_a_state_without_cookies_is_no_list_of_names(tmp_path: Path) -> None:
    assert read_cookies(state(tmp_path), ["app.test"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "[]",
        '{"origins": 1}',
        '{"origins": [1]}',
        '{"origins": [{"localStorage": [1, {}]}]}',
        "# Netscape HTTP Cookie File",
    ],
)
def test_files_without_a_storage(tmp_path: Path, text: str) -> None:
    path = tmp_path / "f"
    path.write_text(text)
    assert not read_storage(path).of(APP)
    assert read_storage(None).of(APP) is None


def test_what_is_kept_of_a_page() -> None:
    storage = LocalStorage({APP: {"token": "a"}})
    storage.keep(f"{APP}/x", {"token": "b", "more": "c", "odd": 1})
    assert storage.of(f"{APP}/y") == {"token": "b", "more": "c"}
    storage.keep(f"{APP}/x", {})
    storage.keep(f"{APP}/x", None)
    storage.keep(f"{APP}/x", {str(number): "" for number in range(MAX_ITEMS)})
    storage.keep(f"{APP}/x", {"large": "x" * 2**20})
    assert storage.of(APP) == {"token": "b", "more": "c"}
    storage.keep(f"{OTHER}/", {"token": "z"})
    assert storage.of(OTHER) is None
    assert "b" not in repr(storage).removeprefix("LocalStorage")


@pytest.mark.parametrize("url", ["", "http://[", "http://h:x/", "x"])
def test_no_origin_is_no_error(url: str) -> None:
    assert LocalStorage({}).of(url) is None
    assert APP not in origin_of(url)
