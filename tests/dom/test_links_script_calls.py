"""The requests that stand in a script: method, URL and what is sent."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import extract_links, parse
from crawler.dom.links_script_calls import MAX_CALLS, script_calls


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ('fetch("/api/a")', ["GET /api/a"]),
        ('fetch ( "/api/a", {method: "POST"})', ["POST /api/a"]),
        ("fetch(`/ab/${id}/b`)", ["GET /ab/"]),
        ("fetch(`/ab?id=${id}&p=1`)", ["GET /ab?id=&p=1"]),
        ('fetch("/ab?q=" + encodeURIComponent(q) + "&n=" + 5)', ["GET /ab?q=&n=5"]),
        ('fetch(base + "/api/users")', ["GET /api/users"]),
        ('const b = "/v1"; fetch(b + "/u/" + "x" + "/y")', ["GET /v1/u/x/y"]),
        ('c = {b: "/v1"}; fetch(c.b + "/u")', ["GET /v1/u"]),
        ('b = "/v1"; b = "/v2"; fetch(b + "/us")', ["GET /us"]),
        ("fetch(url)", []),
        ('fetch("/" + id)', []),
        ('x.open("put", "/ab")', []),  # the method is a word in capitals
        ('x.open("PUT", "/ab", true)', ["PUT /ab"]),
        ("x.open('GET', '/ab?x=' + x)", ["GET /ab?x="]),
        ('window.open("/help")', []),
        ('axios("/ab")', ["GET /ab"]),
        ('axios({url: "/ab", method: "delete"})', ["DELETE /ab"]),
        ('axios.get("/ab", {params: {q: 1, "page": p}})', ["GET /ab?q=&page="]),
        ('axios.post("/ab", {name, "x y": 1})', ["POST /ab name,x y"]),
        ('http.patch("/ab/" + id, {b: 1})', ["PATCH /ab/ b"]),
        ('this.http.get<Item>("/a/b")', ["GET /a/b"]),
        ('$.get("/ab", {q: 1})', ["GET /ab?q="]),
        ('$.getJSON("/ab", {q: 1})', ["GET /ab?q="]),
        ('$.post("/ab", {q: 1})', ["POST /ab q"]),
        ('$.ajax({url: "/ab", type: "POST", data: {q: 1}})', ["POST /ab q"]),
        ('$.ajax("/ab", {data: {q: 1}})', ["GET /ab?q="]),
        (
            'fetch("/ab", {method: "POST", body: JSON.stringify({b: 1, c})})',
            ["POST /ab b,c"],
        ),
        (
            'fetch("/ab", {method: "POST", body: new URLSearchParams({b: 1})})',
            ["POST /ab b"],
        ),
        ('navigator.sendBeacon("/log", d)', ["POST /log"]),
        ('fetch("\\/a\\u002Fb")', ["GET /a/b"]),
        ('map.get("key"); map.delete("a/b c"); list.request("x")', []),
        ('prefetch("/ab"); o.fetch("/b")', []),
        ("fetch('/ab'", ["GET /ab"]),
    ],
)
def test_calls(code: str, calls: list[str]) -> None:
    found = [
        " ".join(filter(None, (call.method, call.url, ",".join(call.names))))
        for call in script_calls(code)
    ]
    assert found == calls


def test_what_is_sent_is_recorded_and_what_is_read_is_a_guess() -> None:
    script = b'fetch("/s?q=" + q); axios.post("/save", {price: 1});'
    document = parse(script, url="http://h/a.js", content_type="text/javascript")
    links = {(link.url, link.origin, link.guessed) for link in extract_links(document)}
    assert ("http://h/s?q=", "script", True) in links
    assert ("http://h/save", "script:post", True) in links
    assert document.parameters == ("body:price",)
    page = b"<p>x<script>" + script + b"</script>"
    document = parse(page, url="http://h/", content_type="text/html")
    links = {(link.url, link.origin, link.guessed) for link in extract_links(document)}
    assert ("http://h/save", "script:post", True) in links


_PIECES = st.sampled_from(
    [*"'\"`\\/}{+a:=,()[\n é", "${", "fetch(", "axios({", ".post('/a", "/v1", "\0"]
)


@settings(deadline=None, max_examples=150)
@given(st.lists(_PIECES, max_size=60).map("".join))
def test_any_script_is_read(code: str) -> None:
    for call in script_calls(code):
        assert call.url
        assert "\0" not in call.url


@pytest.mark.parametrize(
    "piece",
    [
        "fetch(",
        "fetch(" + "(" * 500,
        "fetch('/a' + " + "b + " * 200,
        ".post('/a',{",
        ".get(" + "a" * 60,
        "fetch(`${" * 100,
        "a='/v1';",
        "fetch",
    ],
)
def test_a_hostile_script_is_read_in_time(piece: str) -> None:
    source = "fetch(a + b);" + piece * (400_000 // len(piece))
    start = time.process_time()
    assert sum(1 for _ in script_calls(source)) <= MAX_CALLS
    assert time.process_time() - start < 3
