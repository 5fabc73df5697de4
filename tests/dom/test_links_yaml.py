"""OpenAPI in YAML: the same links as in JSON, and nothing but data."""

from __future__ import annotations

import json

import pytest
import yaml

from crawler.dom import extract_links, parse
from crawler.extensions.content_types import downloads

API = {
    "openapi": "3.0.1",
    "servers": [{"url": "/api"}],
    "paths": {
        "/users": {
            "get": {
                "parameters": [
                    {
                        "name": "q",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "string", "default": "abc"},
                    }
                ]
            },
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {"$ref": "#/components/schemas/User"}
                        }
                    }
                }
            },
        },
        "/users/{id}": {
            "get": {
                "parameters": [
                    {"name": "id", "in": "path", "schema": {"type": "integer"}}
                ]
            }
        },
    },
    "components": {"schemas": {"User": {"properties": {"name": {"type": "string"}}}}},
}


def read(
    body: str, kind: str = "application/yaml", name: str = "openapi.yaml"
) -> tuple[set[tuple[str, str, bool]], tuple[str, ...]]:
    document = parse(body.encode(), url=f"http://h.test/{name}", content_type=kind)
    links = extract_links(document)
    return {(one.url[13:], one.origin, one.guessed) for one in links}, (
        document.parameters
    )


EXPECTED = (
    {
        ("/api/users?q=abc", "openapi", False),
        ("/api/users", "openapi:post", False),
        ("/api/users/1", "openapi", True),
    },
    ("body:name", "query:q"),
)


@pytest.mark.parametrize(
    "kind",
    [
        *("application/yaml", "application/x-yaml", "text/yaml", "text/plain"),
        *("application/octet-stream", "application/vnd.oai.openapi+yaml", ""),
    ],
)
@pytest.mark.parametrize("flow", [None, False])
def test_yaml_says_what_json_says(kind: str, *, flow: bool | None) -> None:
    text = yaml.safe_dump(API, sort_keys=False, default_flow_style=flow)
    assert read(text, kind) == EXPECTED
    assert read(json.dumps(API), "application/json", "openapi.json") == EXPECTED


def test_yaml_is_downloaded_whatever_a_server_calls_it() -> None:
    assert downloads("application/yaml", "http://h/x")
    assert downloads("application/x-yaml", "http://h/x")
    assert downloads("application/octet-stream", "http://h/api/openapi.yml")
    assert not downloads("application/octet-stream", "http://h/x")


HEAD = "openapi: 3.0.1\n"


@pytest.mark.parametrize(
    "body",
    [
        "a: 1\nopenapi: x\npaths: {/x: {get: {}}}",
        f"{HEAD}paths: [1",
        f"{HEAD}paths: *nobody",
        f"{HEAD}paths: &p {{/a: *p}}",
        HEAD + "a: " + "[" * 200_000,
        HEAD + "".join(" " * depth + "a:\n" for depth in range(1, 1_300)),
        f"{HEAD}paths: x",
        f"{HEAD}---\nb: 1\n",
        "- openapi: 3.0.1",
        "\x00openapi: 3",
    ],
    ids=range(10),
)
def test_what_is_no_such_document_is_text(body: str) -> None:
    assert not [one for one in read(body)[0] if one[1].startswith("openapi")]


def test_no_object_is_made_of_a_tag() -> None:
    body = (
        f"{HEAD}paths: {{/a: !!python/object/apply:os.system [x], /b: {{get: {{}}}}}}"
    )
    assert read(body)[0] == {("/b", "openapi", False)}


@pytest.mark.parametrize("merge", ["", "<<: "])
def test_aliases_of_aliases_are_not_copied(merge: str) -> None:
    """Ten of ten of ten...: 10 to the power of 30, if anything copied them."""
    lists = ["a0: &a0 {x: 1}"]
    for number in range(1, 30):
        several = ", ".join([f"*a{number - 1}"] * 10)
        inner = f"{{{merge}[{several}]}}" if merge else f"[{several}]"
        lists.append(f"a{number}: &a{number} {inner}")
    body = HEAD + "\n".join(lists) + "\npaths: {/a: {get: {parameters: *a29}}}\n"
    assert read(body)[0] == {("/a", "openapi", False)}


@pytest.mark.parametrize("source", ["b{}/*# sourceMappingURL=a.css.map */"])
def test_a_style_sheet_names_its_source_map(source: str) -> None:
    assert read(source, "text/css", "css/a.css")[0] == {
        ("/css/a.css.map", "sourcemap", True)
    }
