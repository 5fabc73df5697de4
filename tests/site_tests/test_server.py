"""The server: log, dangerous links, posted forms, sessions, downloads."""

from __future__ import annotations

import re
from http.client import HTTPConnection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.site_tests.reading import fetch, get, hrefs, html

if TYPE_CHECKING:
    from tests.site.process import SiteProcess
    from tests.site.site import Site


def test_the_server_answers_as_the_site_does(process: SiteProcess) -> None:
    for template in process.truth()["templates"]:
        for url in template["urls"][:2]:
            answer = fetch(process, url)
            if template["name"] == "account":
                assert re.fullmatch(
                    r"/account;jsessionid=[0-9A-F]{32}", answer.headers["Location"]
                )
                answer = fetch(process, answer.headers["Location"])
            assert answer.status == template["status"]
            assert answer.headers["X-Template"] == template["name"]


def test_the_log_has_what_was_sent_and_in_order(process: SiteProcess) -> None:
    targets = ["/item/1?utm_source=x", "/people/%c3%a9", "/./item/1", "/nowhere?a=b"]
    for target in targets:
        fetch(process, target)
    fetch(process, "/item/2", method="HEAD")
    process.truth()  # control requests are not in the log
    wanted = [("GET", target) for target in targets]
    assert process.log() == [*wanted, ("HEAD", "/item/2")]
    assert process.effects() == []
    process.reset()
    assert process.log() == []


def test_dangerous_links_are_where_the_truth_says(
    process: SiteProcess, big: Site
) -> None:
    told = process.truth()
    urls = {t["name"]: t["urls"] for t in told["templates"]}
    shop = [t["name"] for t in told["templates"] if t["layout"] == "shop"]
    for danger in told["dangers"]:
        pattern = re.compile(danger["pattern"])
        names = shop if danger["templates"] == ["*"] else danger["templates"]
        for name in names:
            for url in urls[name][:3]:
                linked = hrefs(html(get(big, url)), url)
                hits = [target for target in linked if pattern.search(target)]
                assert hits, (danger["name"], url)
        process.reset()
        fetch(process, hits[0])
        assert [(e["kind"], e["url"]) for e in process.effects()] == [
            (danger["kind"], hits[0])
        ]


@pytest.mark.parametrize(
    "path",
    [
        "/help/how-to-log-out-everywhere",
        "/help/delete-vs-archive",
        "/help/unsubscribe-rates-explained",
        "/results?q=logout",
        "/thread/1?op=show",
    ],
)
def test_what_only_sounds_dangerous_changes_nothing(
    process: SiteProcess, path: str
) -> None:
    assert fetch(process, path).status == 200
    assert process.effects() == []


def test_every_posted_form_leaves_a_trace(process: SiteProcess) -> None:
    posted = [f for f in process.truth()["forms"] if f["method"] == "POST"]
    assert len(posted) >= 15
    for form in posted:
        process.reset()
        action = form["action"].replace("{int}", "4").replace("{word}", "ada")
        fields = {control["name"]: "x" for control in form["controls"]}
        assert fetch(process, action, "POST", fields).status == 303
        assert process.effects() == [
            {"kind": form["name"], "method": "POST", "url": action, "fields": fields}
        ]
    assert fetch(process, "/item/4", "POST", {}).status == 405
    assert fetch(process, "/item/4", "DELETE").status == 405


def test_login_and_logout(process: SiteProcess) -> None:
    assert fetch(process, "/member").headers["Location"] == "/login?next=%2Fmember"
    wrong = fetch(process, "/login", "POST", {"user": "demo", "password": "no"})
    assert wrong.headers["Location"] == "/login?failed=1"
    told = process.truth()["login"]
    fields = {name: told[name] for name in ("user", "password")}
    answer = fetch(process, "/login", "POST", {**fields, "next": "/cart"})
    assert answer.headers["Location"] == "/cart"
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    member = fetch(process, "/member", cookie=cookie)
    assert member.headers["X-Template"] == "member"
    assert b"Signed in as demo" in member.body
    fetch(process, "/logout", cookie=cookie)
    assert fetch(process, "/member", cookie=cookie).status == 302
    abroad = fetch(process, "/login", "POST", {**fields, "next": "//evil.example/"})
    assert abroad.headers["Location"] == "/member"


@pytest.mark.parametrize(
    ("path", "status", "target"),
    [
        ("/old/5", 301, "/item/5"),
        ("/forum/", 301, "/forum"),
        ("/loop/a", 302, "/loop/b"),
        ("/loop/b", 302, "/loop/a"),
        ("/trap/hop/7", 302, "/trap/hop/8"),
    ],
)
def test_redirects(process: SiteProcess, path: str, status: int, target: str) -> None:
    answer = fetch(process, path)
    assert (answer.status, answer.headers["Location"]) == (status, target)


def test_a_download_is_made_while_it_is_read(process: SiteProcess) -> None:
    big_ones = [a for a in process.truth()["assets"] if (a["size"] or 0) > 2**24]
    assert len(big_ones) == 2
    path, size = "/files/drawings.zip", 120 * 2**20
    head = fetch(process, path, "HEAD")
    assert head.headers["Content-Length"] == str(size)
    assert head.headers["Content-Type"] == "application/zip"
    assert process.downloads() == {}
    connection = HTTPConnection(urlsplit(process.url).netloc, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.read(4) == b"PK\x03\x04"
    answer.close()
    connection.close()
    assert process.downloads()[path] < size / 4
    small = fetch(process, "/files/sheet/1.pdf")
    assert small.body.startswith(b"%PDF-")
    assert len(small.body) == 256 * 2**10
