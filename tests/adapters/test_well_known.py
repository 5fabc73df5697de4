"""What a site keeps in its well-known places, and what its documents describe."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from spiders.inspect_site import WELL_KNOWN
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, page, to
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

JSON = "application/json"
MAP = {
    "version": 3,
    "sources": ["../src/a.js"],
    "sourcesContent": ["fetch('/api/secret')"],
    "mappings": "A",
}
OPENID = {
    "authorization_endpoint": f"{SITE}/auth",
    "token_endpoint": f"{SITE}/token",
    "end_session_endpoint": f"{SITE}/end",
}
OPENAPI = {
    "openapi": "3.0.0",
    "paths": {
        "/api/health": {"get": {"parameters": [{"name": "deep", "in": "query"}]}},
        "/api/pets/{name}": {"get": {}},
        "/api/pets": {"post": {}},
    },
}
REPLIES: dict[str, Any] = {
    f"{SITE}/": page("Home", '<script src="/app.js"></script>'),
    f"{SITE}/app.js": Reply(
        "run();\n//# sourceMappingURL=app.js.map", type="text/javascript"
    ),
    # As of servers that know no type for it.
    f"{SITE}/app.js.map": Reply(json.dumps(MAP), type="application/octet-stream"),
    f"{SITE}/api/secret": Reply('{"doc": "/openapi.json"}', type=JSON),
    f"{SITE}/openapi.json": Reply(json.dumps(OPENAPI), type=JSON),
    f"{SITE}/api/health": Reply('{"well": true}', type=JSON),
    f"{SITE}/auth": page("Log in"),
    f"{SITE}/password": page("A new password"),
    f"{SITE}/policy": page("How to report"),
    f"{SITE}/.well-known/openid-configuration": Reply(json.dumps(OPENID), type=JSON),
    f"{SITE}/.well-known/change-password": to("/password"),
    f"{SITE}/.well-known/security.txt": Reply(
        f"Policy: {SITE}/policy\n", type="text/plain"
    ),
}


@pytest.mark.parametrize("asks", [True, False])
def test_well_known_places_and_what_documents_describe(
    tmp_path: Path, asks: bool
) -> None:
    with web(REPLIES) as site:
        settings = {"LINKS_WELL_KNOWN": asks}
        done = inspect(
            tmp_path / "s", start=f"{SITE}/", proxy=site.url, settings=settings
        )
    assert done.faults() == []
    places = [f"GET {SITE}/.well-known/{name}" for name in WELL_KNOWN]
    assert [site.asked.count(place) for place in places] == [asks] * len(places)
    described = {"/app.js.map", "/api/secret", "/openapi.json", "/api/health"}
    assert {SITE + path for path in described} <= {*done.pages}
    assert done.rules[f"{SITE}/api/pets"] == "method"
    assert done.rules[f"{SITE}/api/pets/{{name}}"] == "scheme"
    if asks:
        told = {"/auth", "/password", "/policy"}
        assert {SITE + path for path in told} <= {*done.pages}
        assert done.rules[f"{SITE}/token"] == "method"
        assert done.rules[f"{SITE}/end"] == "danger"
        # What is not there leaves no page.
        assert done.rules[f"{SITE}/.well-known/assetlinks.json"] == "guess-failed"
