"""References that a script puts together, its modules and its routes."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.links_script import script_imports, script_routes, script_urls


@pytest.mark.parametrize(
    ("code", "joined"),
    [
        ('const api = "/v1"; get(api + "/users")', ["/v1/users"]),
        ("var api='/v1';get(api+'/users')", ["/v1/users"]),
        ("let api = '/v1'; get(`${api}/users`)", ["/v1/users"]),
        ("let api = '/v1'; get(`${api}/users/${id}`)", ["/v1/users/"]),
        ("let api = '/v1'; get(`${api}/users/${id}/x`)", ["/v1/users/"]),
        ("let api = '/v1'; get(`${api}/users?id=${id}`)", []),
        ('c = {api: "/v1"}; get(c.api + "/users")', ["/v1/users"]),
        ('this.api = "/v1"; get(this.api + "/users")', ["/v1/users"]),
        ('var api = "/v1"; get(api + "/users/" + id)', ["/v1/users/"]),
        ('var api = "/v1"; get(api + "/users?id=" + id)', []),
        ('var api = "/v1"; get(api + "/a", api + "/b")', ["/v1/a", "/v1/b"]),
        ('var h = "x"; var api = "/v1"; get(h + api)', []),
        (
            'var site = "http://h.test/"; var path = "a/b.x"; var u = site + path',
            ["http://h.test/a/b.x"],
        ),
        ('var api = "/v1"; var path = f(); get(api + path)', []),
        ('var api = "/v1"; api = "/v2"; get(api + "/users")', []),
        ('var api = "/v1"; var p = "/a"; p = "/b"; get(api + p)', []),
        ('var api = "/v1/" + version; get(api + "/users")', []),
        ('var apis = "/v1"; get(api + "/users")', []),
        ('var api = "/v1"; get(capi + "/users", apis + "/users")', []),
        ('var a = "/v1"; get(a + "/users")', []),
        ('var api = "/v1"; text = api + " is the root"', []),
        ("var api = '/v1'; api + api + api", []),
    ],
)
def test_what_is_put_together(code: str, joined: list[str]) -> None:
    plain = {"/v1", "/v1/", "/v2", "/a", "/b", "http://h.test/"}
    assert [url for url in script_urls(code) if url not in plain] == joined


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ('import a from "./a.js"', ["./a.js"]),
        ("import{a}from'../a.mjs'", ["../a.mjs"]),
        ('import "/a.js?v=1"', ["/a.js?v=1"]),
        ("export * from 'http://o.test/a.js'", ["http://o.test/a.js"]),
        ("import('./a.js').then(b)", ["./a.js"]),
        ("import ( './a.js' )", ["./a.js"]),
        ('import a from "react"', []),
        ('import a from "react/a.js"', []),
        ('import "./a"', []),
        ('import "./a.css"', []),
        ('x.from("./a.js"); reimport("./a.js"); $import("./a.js")', []),
        ("import('./' + a + '.js')", []),
        ("importScripts('./a.js')", []),
    ],
)
def test_modules(code: str, modules: list[str]) -> None:
    assert list(script_imports(code)) == modules


@pytest.mark.parametrize(
    ("code", "routes"),
    [
        ('[{path:"a/b",component:X}]', ["a/b"]),
        ("[{ path: '/a', name: 'n', component: X }]", ["a"]),
        ("{path:`/a`,element:e}", ["a"]),
        ("{path:'a',loadChildren:()=>x}", ["a"]),
        ("{path:'a', loadComponent: x}", ["a"]),
        ("{path:'a', redirectTo: '/b'}", ["a"]),
        ("{path:'a',children:[{path:'b',component:X}]}", ["a", "b"]),
        ("{path:'a/:id',component:X}", ["a/"]),
        ("{path:'a/:id/b',component:X}", ["a/"]),
        ("{path:'a/*',component:X}", ["a/"]),
        ("{path:'**',component:X},{path:'',component:X},{path:'/',name:x}", []),
        ("{path:':id',component:X}", []),
        ("{path:'../a',component:X},{path:'./a',component:X}", []),
        ("$routeProvider.when('/a', {template: t}).when('/b/:c', {})", ["a", "b/"]),
        ("e(Link,{to:'/a'})", ["a"]),
        ("e('a',{routerLink:'/a'})", ["a"]),
        ("['routerLink','/a']", ["a"]),
        ("this.router.navigate(['/a'])", ["a"]),
        ("this.router.navigateByUrl('/a')", ["a"]),
        ("router.push('/a'); history.replace('/b')", ["a", "b"]),
        ("{path:'M0 0',fill:x}", []),
        ("fs.read({path:'a/b',encoding:'utf8'})", []),
        ("x.replace('/a','b'); list.push('/a')", []),
        ("{goto:'/a'}", []),
        ("{to:'a'}", []),
    ],
)
def test_routes(code: str, routes: list[str]) -> None:
    assert sorted(script_routes(code)) == routes


@pytest.mark.parametrize(
    "code",
    [
        '{"/5zm":function(e,t){n("/5zm")},"/aBc":(e,t)=>{n("/aBc")}}',
        '{"/5zm": (function(e){}), "x": n("/5zm")}',
    ],
)
def test_names_of_bundled_modules(code: str) -> None:
    assert list(script_urls(" " * 2000 + code)) == []


_PIECES = st.sampled_from(
    [*"'\"`\\/}+a:=,(\n é", "${", "path", "/v1", "import", "from", "api", "component"]
)


@settings(deadline=None, max_examples=150)
@given(st.lists(_PIECES, max_size=60).map("".join))
def test_any_script_is_read(code: str) -> None:
    assert all(isinstance(url, str) for url in script_urls(code))
    assert all(
        url.endswith((".js", ".mjs")) or "?" in url for url in script_imports(code)
    )
    assert all(not url.startswith("/") for url in script_routes(code))


@pytest.mark.parametrize(
    "piece",
    [
        "'/a'+",
        "api='/v1';",
        "api + ",
        "`${api}",
        "path:'a',component:X,",
        "from './a",
        "import(",
        'routerLink"]=["',
        "/" * 50 + '"',
        "\\" * 50,
    ],
)
def test_a_hostile_script_is_read_in_time(piece: str) -> None:
    source = "var api = '/v1';" + piece * (400_000 // len(piece))
    start = time.process_time()
    for read in (script_urls, script_imports, script_routes):
        sum(1 for _ in read(source))
    assert time.process_time() - start < 3
