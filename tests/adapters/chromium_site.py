"""Pages that only a browser shows whole, and what tries to get out of it."""

from __future__ import annotations

from typing import Any

from tests.adapters.splash_site import REPLIES as COMMON
from tests.adapters.splash_site import script
from tests.servers.web import Reply

MODERN = (
    "<!doctype html><title>App</title><div id=app></div>"
    "<script type=module src=/app.js></script>"
)
APP = """
const found = await fetch('/api/items?page=1', {headers: {'X-Own': 'yes'}});
const {items} = await found.json();
document.getElementById('app').innerHTML = items?.map(
  (item) => `<a href="/item/${item}">${item}</a>`).join('') ?? '';
const body = JSON.stringify({query: 'x', variables: {}});
await fetch('/graphql', {method: 'POST', body});
"""
SHADOW = script(
    "const root = document.querySelector('div').attachShadow({mode: 'closed'});"
    "root.innerHTML = '<form action=/in-shadow><input name=s></form>'",
    "<div></div>",
)
EVENTS = script(
    "const at = (id) => document.getElementById(id);"
    "at('more').addEventListener('click', () => { fetch('/api/more?of=1') });"
    "at('list').onclick = () => {};"
    "at('open').addEventListener('click', () => {"
    " document.body.insertAdjacentHTML('beforeend',"
    "  '<form action=/late><input name=l></form><a href=/late-link>l</a>') });"
    "at('save').addEventListener('click', () => fetch('/api/save', {method: 'POST'}));"
    "at('out').addEventListener('click', () => fetch('/api/out'));"
    "at('go').addEventListener('click', () => { location = '/gone-to' });"
    "at('route').addEventListener('mouseover',"
    " () => history.pushState({}, '', '/r/1'));"
    "at('find').addEventListener('submit', (event) => { event.preventDefault();"
    " fetch('/api/find?q=' + event.target.elements.q.value) });",
    "<p id=more>more</p><p id=list>list</p><p id=open>open</p>"
    "<button type=button id=save>Keep</button>"
    "<button type=button id=out>Log out</button>"
    "<i id=go>go</i><i id=route>route</i><i onclick=\"fetch('/api/inline')\">i</i>"
    "<form id=find><input name=q><button>Find</button></form>",
)


def escapes(other: str) -> Reply:
    """A page that tries to reach *other*, out of scope, in every way there is."""
    return Reply(
        "<p>page<iframe src='{0}/frame'></iframe><img src={0}/image>"
        "<script src={0}/script.js></script><link rel=stylesheet href={0}/style.css>"
        "<link rel=prefetch href={0}/prefetch><link rel=preconnect href={0}>"
        "<script src=/hop.js></script><script>"
        "fetch('{0}/fetch').catch(() => 0); navigator.sendBeacon('{0}/beacon');"
        "new WebSocket('{1}/socket'); window.open('{0}/window');"
        "new Worker(URL.createObjectURL(new Blob([`fetch('{0}/worker')`])));"
        "fetch('file:///etc/passwd').catch(() => 0);"
        "const a = document.createElement('a'); a.href = '{0}/click';"
        "a.target = '_blank'; document.body.append(a); a.click();"
        "const f = document.createElement('form'); f.target = 'x'; f.method = 'post';"
        "f.action = '{0}/form'; document.body.append(f); f.submit();"
        "</script>".replace("{0}", other).replace("{1}", other.replace("http", "ws", 1))
    )


# What Splash does as well, and is tested with: here only that it is the same.
SAME = [
    "/frames",
    "/empty",
    "/late",
    "/xhr",
    "/data",
    "/surrogate",
    "/hash",
    "/moved",
    "/script-moved",
    "/timer-moved",
    "/refresh",
    "/refresh-form",
    "/pushed",
    "/post",
    "/json",
    "/plain",
    "/document",
    "/attached",
    "/nothing",
    "/style.css",
    "/robots.txt",
]
OWN = (("X-One", "1"), ("WWW-Authenticate", "Basic realm=x"))
REPLIES: dict[str, Any] = {
    **{path: COMMON[path] for path in SAME},
    "/missing": Reply(script("document.title = 'nothing here'"), 404, headers=OWN),
    "/broken": Reply(script("", "<p>trouble"), 500, headers=OWN),
    "/login": Reply(script("", "<p>who"), 401, headers=OWN),
    "/agent": Reply(script("document.title = navigator.userAgent")),
    "/image": Reply(script("", "<p>i<img src=/logo.png>")),
    "/slow-style": Reply(script("", "<link rel=stylesheet href=/slow.css><p>styled")),
    "/slow.css": Reply("", type="text/css", seconds=3),
    "/modern": Reply(MODERN),
    "/app.js": Reply(APP, type="text/javascript"),
    "/api/items": Reply('{"items": ["a", "b"]}', type="application/json"),
    "/graphql": Reply("{}", type="application/json"),
    "/shadow": Reply(SHADOW),
    "/events": Reply(EVENTS),
    "/taken-away": Reply(
        script("document.querySelector('a').remove()", "<a href=/was>")
    ),
    "/endless": Reply("<a href=/plain-link>l</a><script>for (;;);</script>"),
    "/hungry": Reply(
        "<a href=/plain-link>l</a><script>const a = []; setTimeout("
        "() => { for (;;) a.push(new Array(1e6).fill(a.length)) }, 10)</script>"
    ),
    "/after": Reply(script("document.title = 'after'")),
}


def options(**more: Any) -> dict[str, Any]:
    return {
        "RENDER": "playwright",
        "RENDER_WAIT": 0.3,
        "RENDER_TIMEOUT": 12,
        "RENDER_MEMORY": 400,
        "USER_AGENT": "Sounding/1",
        **more,
    }
