"""``RENDER=auto`` with both renderers: shells are rendered, other pages are not."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request

from crawler.middlewares.render import no_browser
from tests.adapters.crawling import crawl
from tests.servers.running import missing
from tests.servers.web import Reply, web

PLAIN = "<!doctype html><h1>Page</h1><a href=/page/9>9</a><script src=/s.js></script>"
SHELL = (
    "<!doctype html><div id=a></div><script>document.getElementById('a').innerHTML ="
    " '<a href=/more>more</a>'</script>"
)
REPLIES = {
    "/s.js": Reply("document.title = 'now'", type="text/javascript"),
    "/none": Reply("<p>no script"),
    "/data": Reply("{}", type="application/json"),
    **{f"/page/{number}": Reply(PLAIN) for number in range(6)},
    **{f"/item/{number}": Reply(SHELL) for number in range(6)},
}


@pytest.fixture(params=["splash", "chromium"])
def engine(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings for each of them."""
    if request.param == "splash":
        url: str = request.getfixturevalue("splash")
        return {"SPLASH_URL": url, "RENDER_BROWSER": "/no/such/browser"}
    if told := no_browser(""):
        missing(told)
    return {}


def test_only_shells_are_rendered(engine: dict[str, Any]) -> None:
    paths = [path for path in REPLIES if path != "/s.js"]
    settings = {
        "RENDER": "auto",
        "RENDER_SAMPLE": 2,
        "RENDER_WAIT": 0.1,
        "CONCURRENT_REQUESTS": 1,
        **engine,
    }
    with web(REPLIES) as site:
        requests = [
            Request(site.url + path, priority=-number)
            for number, path in enumerate(paths)
        ]
        requests += [Request(f"{site.url}/page/5?1", meta={"render": True})]
        found = crawl(requests, settings)
    flags = {
        url.removeprefix(site.url): response.flags
        for url, response in found.responses.items()
    }
    assert not found.failures
    assert {path for path in flags if "rendered" in flags[path]} == {
        *(f"/item/{number}" for number in range(6)),
        "/page/5?1",
    }
    same = [path for path in flags if "rendered-same" in flags[path]]
    # The sample, with the one that was to be rendered anyway; what was under way then.
    assert 1 <= len(same) <= 3
    assert found.stats["render/auto/no_script"] == 1
    assert found.stats["render/auto/static"] >= 3
    assert found.stats["render/auto/gained"] >= 6
    assert "/more" in found.responses[f"{site.url}/item/5"].text
