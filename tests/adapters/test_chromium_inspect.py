"""``inspect`` with a Chromium: whose credentials go where, and one jar of cookies."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest
from warcio.archiveiterator import ArchiveIterator

from crawler.middlewares.render import no_browser
from crawler.report.bodies import read_bodies
from crawler.store import Survey
from tests.adapters.inspecting import Inspected, inspect
from tests.servers.running import missing
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APP = "http://app.test"
CDN = "http://cdn.test"
SCRIPT = "text/javascript"
HOME = f"""<!doctype html><title>Home</title><main></main>
<script src={CDN}/lib.js></script><script src=/no/secret.js></script>
<script src=http://intranet/lib.js></script><script src=http://127.0.0.1/lib.js></script>
<script src=/hop.js></script>
<script>
document.cookie = 'js=1; path=/';
const urls = ['/own.json', '{CDN}/data.json', '/logout', '/shop/checkout?buy=1'];
for (const url of urls) {{
  fetch(url, {{credentials: 'include'}}).catch(() => 0);
}}
// An address that stands nowhere, or it would be guessed and asked for by GET.
fetch(['', 'save'].join('/'), {{method: 'POST', body: 'a=1&b=2'}});
document.querySelector('main').innerHTML = '<a href=/next>next</a>' + window.lib;
</script>"""
REPLIES = {
    f"{APP}/": Reply(HOME, headers=(("Set-Cookie", "sid=7; Path=/; HttpOnly"),)),
    f"{APP}/next": Reply(
        "<!doctype html><p>next<script>fetch('/second.json')</script>"
    ),
    f"{APP}/hop.js": Reply("", 302, headers=(("Location", f"{CDN}/hopped.js"),)),
    f"{APP}/own.json": Reply(
        "{}", type="application/json", headers=(("Set-Cookie", "xhr=2; Path=/"),)
    ),
    f"{APP}/second.json": Reply("{}", type="application/json"),
    f"{APP}/save": Reply("{}", type="application/json"),
    f"{APP}/robots.txt": Reply("User-agent: *\nDisallow: /no/", type="text/plain"),
    f"{CDN}/lib.js": Reply("window.lib = '<a href=/by-lib>l</a>'", type=SCRIPT),
    f"{CDN}/hopped.js": Reply("", type=SCRIPT),
}


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Inspected, Web]]:
    """One crawl behind a proxy, which sees every request that is made."""
    if told := no_browser(""):
        missing(told)
    folder: Path = tmp_path_factory.mktemp("chromium")
    with web(REPLIES) as site:
        settings = {
            "RENDER": "playwright",
            "RENDER_WAIT": 0.3,
            "LINKS_WELL_KNOWN": False,
            "CONCURRENT_REQUESTS": 1,
            "STORE_BODIES": "warc",
        }
        found = inspect(
            folder / "s.sqlite",
            settings=settings,
            start=f"{APP}/",
            headers="Authorization: Bearer t0ken",
            proxy=site.url,
        )
        assert not found.faults(), found.text()
        yield found, site


def cookies(site: Web, path: str) -> set[str]:
    return set(filter(None, site.headers[path].get("Cookie", "").split("; ")))


def test_the_page_is_whole(done: tuple[Inspected, Web]) -> None:
    found, _ = done
    assert "rendered" in found.pages[f"{APP}/"].notes
    assert f"{APP}/next" in found.pages
    # Made by a script of another site, which was let through.
    assert f"{APP}/by-lib" in {*found.pages, *found.decisions} | {
        target.split(" ")[1] for target in done[1].asked
    }


def test_the_answer_is_archived_and_what_the_browser_made_of_it(
    done: tuple[Inspected, Web],
) -> None:
    found, _ = done
    with Survey.open(found.survey) as survey:
        bodies = {row.url: row for row in survey.read(read_bodies)}
    home = bodies[f"{APP}/"]
    assert (home.rendered, home.encoding) == (True, "")
    assert '<a href="/by-lib">' in home.body
    (path,) = found.survey.parent.glob("*.warc.gz")
    with path.open("rb") as file:
        sent = {
            record.rec_headers.get_header("WARC-Target-URI"): record.content_stream()
            .read()
            .decode()
            for record in ArchiveIterator(file)
            if record.rec_type == "response"
        }
    assert sent[f"{APP}/"] == HOME
    assert b"t0ken" not in gzip.decompress(path.read_bytes())


def test_credentials_stay_at_home(done: tuple[Inspected, Web]) -> None:
    _, site = done
    for path in ("/own.json", "/second.json"):
        assert site.headers[APP + path]["Authorization"] == "Bearer t0ken"
    for path in ("/lib.js", "/hopped.js"):
        headers = {name.lower() for name in site.headers[CDN + path]}
        assert not headers & {"authorization", "cookie", "referer"}


def test_what_is_not_let_through(done: tuple[Inspected, Web]) -> None:
    found, site = done
    asked = {target.split(" ")[1] for target in site.asked}
    for never in (
        f"{CDN}/data.json",
        f"{APP}/no/secret.js",
        f"{APP}/logout",
        f"{APP}/shop/checkout?buy=1",
    ):
        assert never not in asked
    assert not [url for url in asked if url.startswith(("http://intra", "http://127"))]
    assert found.rules[f"{CDN}/data.json"] == "out-of-scope"
    assert found.rules[f"{APP}/logout"] == "danger"
    assert found.rules[f"{APP}/save"] == "method"
    refused = {"out-of-scope", "danger", "robots"}
    assert refused <= {
        name.removeprefix("render/refused/")
        for name in found.stats
        if name.startswith("render/refused/")
    }


def test_one_jar(done: tuple[Inspected, Web]) -> None:
    _, site = done
    assert cookies(site, f"{APP}/own.json") >= {"sid=7", "js=1"}
    # Of the page's header, of its script, of an answer to its script.
    assert cookies(site, f"{APP}/next") == {"sid=7", "js=1", "xhr=2"}
    assert cookies(site, f"{APP}/second.json") == {"sid=7", "js=1", "xhr=2"}


def test_what_scripts_send_is_told(done: tuple[Inspected, Web]) -> None:
    found, _ = done
    told = {(row.place, row.name) for row in rows(found.survey, "parameters")}
    assert {("body", "a"), ("body", "b")} <= told
