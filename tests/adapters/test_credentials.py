"""Headers, cookies and proxy: they go where they belong, and are told to nobody."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from crawler.extensions.survey import without_credentials
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page, to
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "Bearer t0p-s3cret"
PASSWORD = "p4ssw0rd-of-the-proxy"


def echo(title: str, *urls: str) -> Reply:
    """A page with links."""
    return page(title, links(*urls))


REPLIES = {
    f"{SITE}/": echo("Home", "/in", "/out", "http://other.test/", f"{SITE}:8080/"),
    f"{SITE}/in": echo("In"),
    f"{SITE}/out": to("http://other.test/taken"),
    f"{SITE}:8080/": echo("Another port", "/back"),
    f"{SITE}:8080/back": to(f"{SITE}/returned"),
    f"{SITE}/returned": echo("Returned"),
    "http://other.test/": echo("Other"),
    "http://other.test/taken": echo("Taken"),
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Inspected, Web]]:
    with web(REPLIES) as site:
        left = inspect(
            tmp_path_factory.mktemp("headers") / "s",
            start=f"{SITE}/",
            scope=r"re:^http://(shop|other)\.test",
            headers=f"Authorization: {TOKEN}\nX-Team: red\nCookie: sid=abc;x=1=2",
            proxy=site.url.replace("//", f"//me:{PASSWORD}@"),
            settings={
                "SPLASH_URL": f"http://me:{PASSWORD}@splash.test",
                "UPLOAD_TOKEN": PASSWORD,
            },
        )
        yield left, site


def test_headers_go_to_the_origin_of_a_start_page(done: tuple[Inspected, Web]) -> None:
    left, site = done
    assert {*left.pages} == {
        *(f"{SITE}/", f"{SITE}/in", f"{SITE}:8080/", f"{SITE}/returned"),
        *("http://other.test/", "http://other.test/taken"),
    }
    for url, headers in site.headers.items():
        ours = url.startswith(f"{SITE}/")
        assert headers.get("Authorization") == (TOKEN if ours else None), url
        assert headers.get("X-Team") == ("red" if ours else None), url
        # Ports do not keep cookies apart (RFC 6265 8.5).
        here = url.startswith(SITE)
        assert headers.get("Cookie") == ("sid=abc; x=1=2" if here else None), url
    assert f"{SITE}/robots.txt" in site.headers


def test_the_proxy_is_used_with_its_password(done: tuple[Inspected, Web]) -> None:
    _, site = done
    given = {headers.get("Proxy-Authorization") for headers in site.headers.values()}
    assert len(given) == 1
    assert str(given.pop()).startswith("Basic ")


def test_secrets_are_told_to_nobody(done: tuple[Inspected, Web]) -> None:
    left, site = done
    for secret in (TOKEN, PASSWORD):
        assert secret not in left.text()
        assert secret.encode() not in left.survey.read_bytes()
    (run,) = rows(left.survey, "runs")
    assert run.arguments["headers"] == "Authorization, X-Team, Cookie"
    assert run.arguments["proxy"] == site.url
    assert run.settings["SPLASH_URL"] == "http://splash.test"
    assert run.settings["UPLOAD_TOKEN"] == "(set)"


def test_a_proxy_that_is_not_there_is_told_without_password(tmp_path: Path) -> None:
    proxy = f"http://me:{PASSWORD}@127.0.0.1:9"
    done = inspect(tmp_path / "s", start=f"{SITE}/", proxy=proxy)
    assert done.trouble.startswith("no start page was fetched")
    assert PASSWORD not in done.trouble + done.text()
    assert PASSWORD.encode() not in done.survey.read_bytes()


def test_adopted_hosts_get_the_headers(tmp_path: Path) -> None:
    """A user who names example.org means what it redirects to."""
    www = "http://www.shop.test"
    replies = {
        f"{SITE}/": to(f"{www}/"),
        f"{www}/": echo("Home", "/in", f"{www}:8080/"),
        f"{www}/in": echo("In"),
        f"{www}:8080/": echo("Another port"),
    }
    with web(replies) as site:
        inspect(
            tmp_path / "s",
            start=f"{SITE}/",
            headers=f"Authorization: {TOKEN}",
            proxy=site.url,
        )
    sent = {url: "Authorization" in headers for url, headers in site.headers.items()}
    assert sent[f"{www}/in"]
    assert not sent[f"{www}:8080/"]


COOKIES: list[dict[str, Any]] = [
    {"name": "host", "value": "1", "domain": "shop.test"},
    {"name": "domain", "value": "2", "domain": ".shop.test"},
    {"name": "anywhere", "value": "3"},
    {"name": "path", "value": "4", "domain": "shop.test", "path": "/in"},
    {"name": "secure", "value": "5", "domain": "shop.test", "secure": True},
    {"name": "other", "value": "6", "domain": "other.test"},
]


def jar(header: str | None) -> set[str]:
    return {part.partition("=")[0].strip() for part in (header or "").split(";")} - {""}


def test_each_cookie_goes_to_its_own_domain(tmp_path: Path) -> None:
    path = tmp_path / "cookies.json"
    path.write_text(json.dumps(COOKIES), "utf-8")
    hosts = ("www.shop.test", "evilshop.test", "shop.test.evil.test", "other.test")
    replies = {
        f"{SITE}/": echo("Home", "/in", *(f"http://{host}/" for host in hosts)),
        **{f"http://{host}/": echo(host) for host in hosts},
        f"{SITE}/in": echo("In"),
    }
    with web(replies) as site:
        inspect(
            tmp_path / "s", start=f"{SITE}/", scope="re:.", cookies=path, proxy=site.url
        )
    got = {url: jar(headers.get("Cookie")) for url, headers in site.headers.items()}
    assert got[f"{SITE}/"] == {"host", "domain", "anywhere"}
    assert got[f"{SITE}/in"] == {"host", "domain", "anywhere", "path"}
    assert got["http://www.shop.test/"] == {"domain"}
    assert got["http://other.test/"] == {"other"}
    assert got["http://evilshop.test/"] == set()
    assert got["http://shop.test.evil.test/"] == set()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_cookies_of_an_address(tmp_path: Path, host: str) -> None:
    """Also without a proxy, and with a file in the form of Netscape."""
    path = tmp_path / "cookies.txt"
    lines = [
        f"{host}\tFALSE\t/\tFALSE\t0\tsid\tabc",
        "127.0.0.2\tFALSE\t/\tFALSE\t0\tx\ty",
    ]
    path.write_text("# Netscape HTTP Cookie File\n" + "\n".join(lines) + "\n", "utf-8")
    with web({"/": echo("Home", "/in"), "/in": echo("In")}) as site:
        start = site.url.replace("127.0.0.1", host) + "/"
        inspect(tmp_path / "s", start=start, cookies=path)
    assert jar(site.headers["/"].get("Cookie")) == {"sid"}
    assert jar(site.headers["/in"].get("Cookie")) == {"sid"}


def test_cookies_of_sites(tmp_path: Path) -> None:
    """C60: a cookie for a domain is, for a public suffix is not, shared."""
    setting = {"shop.test": "sid=1; Domain=shop.test", "co.uk": "x=1; Domain=co.uk"}
    replies = {
        f"http://a.{domain}/": Reply(
            links(f"http://b.{domain}/"), headers=(("Set-Cookie", cookie),)
        )
        for domain, cookie in setting.items()
    }
    with web(replies) as site:
        starts = ",".join(replies)
        inspect(tmp_path / "s", start=starts, scope="re:.", proxy=site.url)
    assert jar(site.headers["http://b.shop.test/"].get("Cookie")) == {"sid"}
    assert jar(site.headers["http://b.co.uk/"].get("Cookie")) == set()


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("postgresql://me:pw@h/db", "postgresql://h/db"),
        ("http://me:p@w@h:80/x?a=b@c", "http://h:80/x?a=b@c"),
        (
            {"s3://key:pw@bucket/x": {"format": "csv"}},
            "{'s3://bucket/x': {'format': 'csv'}}",
        ),
        (("http://h/", "http://u:p@h/"), "('http://h/', 'http://h/')"),
        ("me@h", "me@h"),
        (3, "3"),
    ],
)
def test_without_credentials(value: object, told: str) -> None:
    assert without_credentials(value) == told
