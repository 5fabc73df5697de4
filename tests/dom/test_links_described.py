"""JSON of known formats, other vocabularies of XML, and what only looks like a link."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import extract_links
from tests.dom.documents import document, links

JSON = "application/json"
API = "http://h.test/docs/openapi.json"


def found(source: Any, kind: str = JSON, url: str = API) -> dict[str, tuple[Any, ...]]:
    """URL, without its host when that is the site's -> origin and marks."""
    text = source if isinstance(source, str) else json.dumps(source)
    told: dict[str, tuple[Any, ...]] = {}
    for link in links(text, kind, url):
        marks = [name for name in ("guessed", "embedded") if getattr(link, name)]
        told.setdefault(link.url.removeprefix("http://h.test"), (link.origin, *marks))
    return told


def parameters(source: Any) -> tuple[str, ...]:
    page = document(json.dumps(source), JSON, API)
    extract_links(page)
    return page.parameters


MANIFEST = {
    "start_url": "../?from=home",
    "icons": [{"src": "i.png"}],
    "shortcuts": [{"url": "/new", "icons": [{"src": "/n.svg"}]}, "x", None],
    "share_target": {
        "action": "/share",
        "method": "post",
        "params": {"title": "name", "files": [{"name": "f", "accept": ["image/*"]}]},
    },
    "protocol_handlers": [{"protocol": "web+a", "url": "/open?kind=a&address=%s"}],
    "file_handlers": [{"action": "/edit"}],
    "related_applications": [{"url": "https://store.test/app"}],
}


@pytest.mark.parametrize("kind", ["application/manifest+json", "text/plain", ""])
def test_manifest(kind: str) -> None:
    assert found(MANIFEST, kind, "http://h.test/a/site.webmanifest") == {
        "/?from=home": ("manifest",),
        "/new": ("manifest",),
        "/n.svg": ("manifest", "embedded"),
        "/a/i.png": ("manifest", "embedded"),
        "https://store.test/app": ("manifest",),
        "/edit": ("manifest",),
        "/open?kind=a&address=": ("manifest", "guessed"),
        "/share": ("manifest:post",),
    }
    told = ("query:kind", "query:address", "body:name", "body:f")
    assert parameters(MANIFEST) == told


def test_json_feed() -> None:
    feed = {
        "version": "https://jsonfeed.org/version/1.1",
        "home_page_url": "http://h.test/",
        "next_url": "?page=2",
        "items": [
            {"id": "1", "url": "/one", "image": "/one.png"},
            {"url": "two", "content_html": '<p>see <a href="/within">this</a>'},
            {"attachments": [{"url": "/two.mp3"}]},
        ],
    }
    assert found(feed, "application/feed+json", "http://h.test/feed") == {
        "/": ("sitemap",),
        "/feed?page=2": ("sitemap",),
        "/one": ("sitemap",),
        "/one.png": ("sitemap", "embedded"),
        "/two": ("sitemap",),
        "/two.mp3": ("sitemap", "embedded"),
        "/within": ("markup", "guessed"),
    }


def test_metadata_of_openid() -> None:
    metadata = {
        "issuer": "http://h.test/realm",
        "authorization_endpoint": "http://h.test/auth",
        "token_endpoint": "http://h.test/token",
        "jwks_uri": "http://h.test/certs",
        "end_session_endpoint": "http://h.test/end",
        "scopes_supported": ["openid"],
    }
    told = found(metadata, url="http://h.test/.well-known/openid-configuration")
    assert told == {
        "/auth": ("openid",),
        "/token": ("openid:post",),
        "/certs": ("openid",),
        "/end": ("openid",),
    }
    (end,) = [
        link
        for link in links(json.dumps(metadata), JSON)
        if link.url.endswith("/end") and link.origin == "openid"
    ]
    assert end.text == "Log out"
    assert "query:redirect_uri" in parameters(metadata)


# After what FastAPI writes of an application.
OPENAPI: dict[str, Any] = {
    "openapi": "3.1.0",
    "servers": [{"url": "/v{n}", "variables": {"n": {"default": "2"}}}],
    "paths": {
        "/health": {"get": {"responses": {"200": {"description": "see /not/this"}}}},
        "/pets": {
            "get": {
                "parameters": [
                    {
                        "name": "kind",
                        "in": "query",
                        "required": True,
                        "schema": {"$ref": "#/components/schemas/Kind"},
                    },
                    {"name": "limit", "in": "query", "schema": {"type": "integer"}},
                ]
            },
            "post": {
                "requestBody": {
                    "content": {JSON: {"schema": {"$ref": "#/components/schemas/Pet"}}}
                }
            },
        },
        "/pets/{pet_id}": {
            "parameters": [
                {"name": "pet_id", "in": "path", "schema": {"type": "integer"}}
            ],
            "get": {},
            "delete": {},
        },
        "/owners/{name}": {"get": {}, "put": {}},
        "x-not-a-path": {"get": {}},
    },
    "components": {
        "schemas": {
            "Kind": {"type": "string", "enum": ["cat", "dog"]},
            "Pet": {"allOf": [{"properties": {"name": {}, "tag[3]": {}}}]},
        }
    },
}


def test_openapi() -> None:
    assert found(OPENAPI) == {
        "/v2/health": ("openapi",),
        "/v2/pets?kind=cat": ("openapi",),
        "/v2/pets": ("openapi:post",),
        "/v2/pets/1": ("openapi", "guessed"),
        "/v2/owners/%7Bname%7D": ("openapi:put",),
    }
    taken = ("body:name", "body:tag[{int}]", "query:kind", "query:limit")
    assert parameters(OPENAPI) == taken
    page = document(json.dumps(OPENAPI), JSON, API)
    extract_links(page)
    refused = "http://h.test/v2/owners/{name}"
    assert page.refused == ((refused, "a template that nothing fills"),)


def test_swagger() -> None:
    api = {
        "swagger": "2.0",
        "host": "h.test",
        "schemes": ["http"],
        "basePath": "/api/",
        "paths": {
            "/find": {
                "get": {
                    "parameters": [
                        {"name": "q", "in": "query", "required": True},
                        {"name": "n", "in": "query", "type": "integer"},
                    ]
                },
                "post": {
                    "parameters": [
                        {"name": "f", "in": "formData"},
                        {
                            "name": "all",
                            "in": "body",
                            "schema": {"items": {"properties": {"x": {}}}},
                        },
                    ]
                },
            }
        },
    }
    assert found(api) == {
        "/api/find?q=": ("openapi", "guessed"),
        "/api/find": ("openapi:post",),
    }
    assert parameters(api) == ("body:f", "body:x", "query:n", "query:q")


def test_a_schema_that_refers_to_itself_has_an_end() -> None:
    loop = {"$ref": "#/components/a"}
    api: dict[str, Any] = {
        "openapi": "3.0.0",
        "components": {"a": loop, "b": {"$ref": "#/"}},
        "paths": {"/x": {"get": {"parameters": [loop], "requestBody": loop}}},
    }
    assert found(api) == {"/x": ("openapi",)}


_LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=6)
_ANY = st.recursive(
    _LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def spoiled(draw: st.DrawFn) -> Any:
    """A document of a known format, somewhere in it anything instead."""
    whole = json.loads(json.dumps(draw(st.sampled_from([OPENAPI, MANIFEST]))))
    at = whole
    for _ in range(draw(st.integers(0, 7))):
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            break
        key = draw(st.sampled_from(keys))
        if not isinstance(at[key], (dict, list)) or draw(st.integers(0, 3)) == 0:
            at[key] = draw(_ANY)
            break
        at = at[key]
    return whole


@settings(deadline=None, max_examples=200)
@given(spoiled())
def test_no_document_of_a_known_format_raises(source: Any) -> None:
    page = document(json.dumps(source), JSON, API)
    extract_links(page)
    assert all(":" in name for name in page.parameters)


@pytest.mark.parametrize(
    "source",
    [
        '{"openapi": "3.0.0", "paths": ' + '{"a":' * 100_000,
        '{"openapi":"3',
        "[" * 99_999,
    ],
)
def test_broken_and_deep_documents(source: str) -> None:
    assert links(source, JSON) == ()


MAP = {
    "version": 3,
    "sourceRoot": "../src/",
    "sources": ["pages/a.js", "webpack:///./b.js", "../node_modules/c/c.js", "d.vue"],
    "sourcesContent": [
        "get('/api/a')",
        None,
        "get('/api/c')",
        "to('p.html')//http://h.test/t",
    ],
    "names": [],
    "mappings": "AAAA",
}
_OF_MAP = {
    "/src/pages/a.js": ("sourcemap", "guessed", "embedded"),
    "/src/d.vue": ("sourcemap", "guessed", "embedded"),
    "/api/a": ("script", "guessed"),
    "/t": ("text", "guessed"),
}


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("", JSON),
        (")]}'\n", "text/plain"),
        ("", "application/octet-stream"),
        ("", None),
    ],
)
def test_source_map(before: str, kind: str) -> None:
    text = before + json.dumps(MAP)
    assert document(text, kind, "http://h.test/js/app.js.map").kind == "script"
    assert found(text, kind, "http://h.test/js/app.js.map") == _OF_MAP


def test_a_script_names_its_source_map() -> None:
    script = "f();//# sourceMappingURL=old.map\n//# sourceMappingURL=app.js.map?v=1\n"
    page = document(script, "text/javascript", "http://h.test/js/app.js")
    page.base_url = "http://h.test/home/"
    assert [(link.url, link.origin) for link in extract_links(page)] == [
        ("http://h.test/js/app.js.map?v=1", "sourcemap")
    ]


def test_a_source_map_within_a_script() -> None:
    packed = base64.b64encode(json.dumps(MAP).encode()).decode()
    script = f"//# sourceMappingURL=data:application/json;charset=utf-8;base64,{packed}"
    assert found(script, "text/javascript", "http://h.test/js/app.js") == _OF_MAP


def test_a_source_map_that_is_cut_off_gives_what_it_has() -> None:
    text = '{"mappings":"A","sources":["a.js"],"sourcesContent":["x(\'/api/a\')", "y(\''
    assert "/api/a" in found(text, JSON, "http://h.test/js/app.js.map")


def test_security_txt() -> None:
    text = (
        "# http://h.test/comment\nContact: mailto:a@h.test\r\n"
        "Contact: https://o.test/report\nPolicy: http://h.test/policy\n"
        "Expires: 2030-01-01T00:00:00z\n"
    )
    assert found(text, "text/plain", "http://h.test/.well-known/security.txt") == {
        "https://o.test/report": ("security.txt",),
        "/policy": ("security.txt",),
        "/comment": ("text", "guessed"),
    }


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (
            '<Url template="/find?q={searchTerms}&amp;n={startPage?}"/>',
            {"/find?q=&n=": ("xml", "guessed")},
        ),
        ('<outline xmlUrl="/feed" htmlUrl="/"/>', {"/feed": ("xml",), "/": ("xml",)}),
        ('<rsd><api apiLink="/rpc.php"/></rsd>', {"/rpc.php": ("xml:post",)}),
        ('<w><s:address xmlns:s="x" location="/soap"/></w>', {"/soap": ("xml:post",)}),
        ("<g:a href='/x&#xD800;'/>", {"/x%EF%BF%BD": ("xml",)}),
        ("<a href='/x?a=1&amp;b=2&#38;amp;c'/>", {"/x?a=1&b=2&amp;c": ("xml",)}),
    ],
)
def test_vocabularies_of_xml(source: str, told: dict[str, Any]) -> None:
    assert found(source, "application/xml") == told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('{"html": "<a href=\\"/a\\">x</a>"}', {"/a": ("markup", "guessed")}),
        (
            '{"h": "\\u003ca href=\\u0022/a\\u0022\\u003e"}',
            {"/a": ("markup", "guessed")},
        ),
        ('{"t": "a < b = c"}', {}),
        (
            '{"_links": {"find": {"href": "/orders{?id}"}}}',
            {"/orders": ("json", "guessed")},
        ),
        ('{"issues_url": "/issues{/n}"}', {"/issues": ("json", "guessed")}),
        ('{"x": "/o/{id}"}', {}),
        (
            '{"detailUrl": "d.html", "title": "e.html"}',
            {"/docs/d.html": ("json", "guessed")},
        ),
    ],
)
def test_more_of_json(source: str, told: dict[str, Any]) -> None:
    assert found(source) == told


@pytest.mark.parametrize(
    ("around", "origin"),
    [
        ("<!--{}-->", "comment"),
        ("<template>{}</template>", "template"),
        ("<textarea>{}</textarea>", None),
        ("<title>{}</title>", None),
        ("<xmp>{}</xmp>", None),
        ("<style>{}</style>", None),
        ("<script type=text/html>{}</script>", "script"),
        ("<noscript>{}</noscript>", "a@href"),
        ("<svg><desc>{}</desc></svg>", "a@href"),
        ("<pre><code>{}</code></pre>", "a@href"),
    ],
)
def test_what_looks_like_a_link_is_told_apart(around: str, origin: str | None) -> None:
    """The same markup as comment, template, text of a control, and as a link."""
    page = around.replace("{}", '<a href="/there">x</a>') + '<a href="/real">y</a>'
    told = found(page, "text/html; charset=utf-8")
    assert told.pop("/real") == ("a@href",)
    if origin is None:
        assert told == {}
    elif origin == "a@href":
        assert told == {"/there": ("a@href",)}
    else:
        assert told == {"/there": (origin, "guessed")}
