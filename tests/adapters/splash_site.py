"""A site of every kind of page that rendering meets, and what looks at the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.http import HtmlResponse

from tests.servers.web import Reply

if TYPE_CHECKING:
    from scrapy.http import Response

    from tests.adapters.crawling import Crawled
    from tests.servers.web import Web

EMPTY = (
    "<!doctype html><meta charset=gbk><title>App</title><div id=a></div><script>"
    "document.getElementById('a').innerHTML = '<a href=/found>中文</a>'</script>"
)
FORM = "<form action=/find><input name=q></form>"


def script(source: str, before: str = "") -> str:
    """A page that runs *source*."""
    return f"<!doctype html><p>page</p>{before}<script>{source}</script>"


REPLIES = {
    "/empty": Reply(EMPTY, charset="gbk"),
    "/other": Reply(script("document.body.innerHTML = '<a href=/second>2</a>'")),
    "/late": Reply(script("setTimeout(function () { document.title = 'late' }, 100)")),
    "/xhr": Reply(
        script(
            "var x = new XMLHttpRequest(); x.open('GET', '/data');"
            "x.onload = function () { document.title = JSON.parse(x.responseText).a };"
            "x.send()"
        )
    ),
    "/data": Reply('{"a": "from data"}', type="application/json"),
    "/missing": Reply(script("document.title = 'nothing here'"), 404),
    "/broken": Reply("<p>trouble", 500),
    "/login": Reply("<p>who", 401, headers=(("WWW-Authenticate", "Basic realm=x"),)),
    "/headers": Reply(
        "<p>h", headers=(("X-One", "1"), ("Link", "</a>; rel=next"), ("ETag", "e"))
    ),
    "/xhtml": Reply(
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><p id="x"/></body></html>',
        type="application/xhtml+xml",
    ),
    "/untyped": Reply("<p>page", type=None),
    "/agent": Reply("<p>{agent}"),
    "/blank": Reply(""),
    "/moved": Reply("", 302, headers=(("Location", "/empty?from=moved"),)),
    "/away": Reply("", 301, headers=(("Location", "http://other.invalid/x"),)),
    "/script-moved": Reply(script("location.replace('/empty?from=script#/r1')")),
    "/timer-moved": Reply(
        script("setTimeout(function () { location = '/empty?from=timer' }, 50)")
    ),
    "/refresh": Reply("<meta http-equiv=refresh content='0;url=/empty?from=meta'>"),
    "/refresh-form": Reply(
        f"<meta http-equiv=refresh content='0;url=/empty?from=form'>{FORM}"
    ),
    "/refresh-itself": Reply("<meta http-equiv=refresh content=0><p>again"),
    "/pushed": Reply(
        "<a href=rel0>0</a>" + script("history.pushState({}, '', '/app/view/?p=1')")
    ),
    "/hash": Reply(
        script(
            "onhashchange = function () { document.title = location.hash };"
            "location.hash = '#/home'"
        )
    ),
    "/post": Reply(
        script(
            "document.getElementById('f').submit()",
            "<form id=f method=post action=/buy><input name=a></form>",
        )
    ),
    "/frames": Reply(
        "<p>framed<iframe src=/framed></iframe>"
        "<iframe src=http://127.0.0.1:9/></iframe>"
    ),
    "/framed": Reply(script("top.location = '/empty?from=frame'")),
    "/dialogs": Reply(script("alert(1); confirm(2); prompt(3); window.open('/data')")),
    "/surrogate": Reply(script("document.title = '\\ud800'")),
    "/image": Reply("<p>i<img src=/logo.png>"),
    "/slow-style": Reply("<link rel=stylesheet href=/slow.css><p>styled"),
    "/slow.css": Reply("", type="text/css", seconds=30),
    "/json": Reply('{"a": 1}', type="application/json"),
    "/feed": Reply("<feed/>", type="application/atom+xml"),
    "/plain": Reply("plain <b>", type="text/plain"),
    "/document": Reply("%PDF-1.4", type="application/pdf"),
    "/attached": Reply(
        "<p>x", headers=(("Content-Disposition", "attachment; filename=x.html"),)
    ),
    "/nothing": Reply("", 204, type=None),
    "/style.css": Reply("a { color: red }", type="text/css"),
    "/robots.txt": Reply("User-agent: *\nDisallow: /no", type="text/plain"),
}


def options(splash: str, **more: Any) -> dict[str, Any]:
    return {
        "RENDER": "splash",
        "SPLASH_URL": splash,
        "RENDER_WAIT": 0.3,
        "RENDER_TIMEOUT": 9,
        **more,
    }


def page(crawled: Crawled, site: Web, path: str) -> HtmlResponse:
    """The rendered answer to a path."""
    response = crawled.responses[site.url + path]
    assert isinstance(response, HtmlResponse), response
    assert "rendered" in response.flags
    return response


def links_of(response: Response) -> list[str]:
    return [response.urljoin(href) for href in response.css("a::attr(href)").getall()]
