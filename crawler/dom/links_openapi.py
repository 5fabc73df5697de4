"""Operations of an API that a document describes: OpenAPI 3, Swagger 2."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

from crawler.urls import name_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.dom.links_sink import Sink

MAX_OPERATIONS: Final = 5_000
MAX_PARAMETERS: Final = 2_000
MAX_SERVERS: Final = 3
_MAX_REFERENCES: Final = 5
_MAX_VALUE: Final = 200
_METHODS: Final = ("get", "head", "options", "post", "put", "patch", "delete")
# Asked for by GET, or not at all: a link has no other method to be safe.
_READING: Final = frozenset({"get", "head", "options"})
# In YAML every value is read as a text.
_TRUE: Final = (True, "true")
_TEMPLATE = re.compile(r"\{([^{}/]{1,200})\}")


def openapi_links(document: dict[str, Any], sink: Sink) -> tuple[str, ...]:
    """Add each operation to *sink*; the parameters of all of them.

    A path without a template is a link, one whose template can be filled by what the
    document says of its values (example, default, choices; 1 for an integer) a guess.
    What is required in the query is filled in the same way.
    """
    api = _Api(document)
    bases = api.bases()
    for path, method, operation, shared in islice(api.operations(), MAX_OPERATIONS):
        taken = api.parameters(operation, shared)
        for base in bases:
            _operation(base, path, method, taken, sink)
    return tuple(sorted(api.names))


def _operation(
    base: str, path: str, method: str, taken: list[dict[str, Any]], sink: Sink
) -> None:
    guessed = False

    def fill(match: re.Match[str]) -> str:
        nonlocal guessed
        guessed = True
        known = next(
            (p for p in taken if p["in"] == "path" and p["name"] == match[1]), None
        )
        value = _value(known) if known else None
        return match[0] if value is None else quote(value, safe="")

    filled = _TEMPLATE.sub(fill, path)
    if method not in _READING:
        # To be recorded, with its template when nothing fills it.
        sink.add(base + filled, f"openapi:{method}")
        return
    if "{" in filled:
        there = sink.absolute(f"{base}/", "").rstrip("/") + filled
        sink.refuse(there, "a template that nothing fills")
        return
    query = []
    for each in taken:
        if each["in"] == "query" and each.get("required") in _TRUE:
            value = _value(each)
            guessed = guessed or value is None
            query.append((each["name"][:_MAX_VALUE], value or ""))
    url = base + filled + ("?" + urlencode(query[:50]) if query else "")
    sink.add(url, "openapi", guessed=guessed)


class _Api:
    """One document; names of parameters as they are met."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self.names: set[str] = set()
        # By id, each once: thousands of operations can refer to one large schema.
        self._read: set[int] = set()

    def bases(self) -> list[str]:
        """What paths are appended to: of the first servers; of the host."""
        document = self._document
        if "swagger" in document:
            path = str(document.get("basePath") or "").rstrip("/")
            host = document.get("host")
            if not isinstance(host, str) or not host:
                return [path]
            schemes = document.get("schemes")
            scheme = schemes[0] if isinstance(schemes, list) and schemes else ""
            return [f"{scheme}://{host}{path}" if scheme else f"//{host}{path}"]
        servers = document.get("servers")
        found = [
            self._server(each)
            for each in (servers if isinstance(servers, list) else [])[:MAX_SERVERS]
            if isinstance(each, dict) and isinstance(each.get("url"), str)
        ]
        return [base.rstrip("/") for base in found if "{" not in base] or [""]

    def _server(self, server: dict[str, Any]) -> str:
        variables = server.get("variables")
        variables = variables if isinstance(variables, dict) else {}

        def fill(match: re.Match[str]) -> str:
            told = variables.get(match[1])
            value = told.get("default") if isinstance(told, dict) else None
            return str(value)[:_MAX_VALUE] if value is not None else match[0]

        return _TEMPLATE.sub(fill, server["url"][:2_000])

    def operations(
        self,
    ) -> Iterator[tuple[str, str, dict[str, Any], object]]:
        """Path, method, the operation, and parameters of all operations of the path."""
        paths = self._document.get("paths")
        for path, item in paths.items() if isinstance(paths, dict) else ():
            if not path.startswith("/") or not isinstance(item, dict):
                continue
            for method in _METHODS:
                operation = item.get(method)
                if isinstance(operation, dict):
                    yield path, method, operation, item.get("parameters")

    def parameters(
        self, operation: dict[str, Any], shared: object
    ) -> list[dict[str, Any]]:
        """Parameters of an operation, references followed; their names are kept."""
        found = []
        for listed in (operation.get("parameters"), shared):
            for each in (listed if isinstance(listed, list) else [])[:100]:
                told = self._followed(each)
                name, place = told.get("name"), told.get("in")
                if not isinstance(name, str) or not isinstance(place, str):
                    continue
                schema = self._followed(told.get("schema"))
                found.append({**told, "schema": schema})
                if place == "query":
                    self._keep("query", name)
                elif place == "formData":
                    self._keep("body", name)
                elif place == "body":
                    self._properties(told.get("schema"))
        body = self._followed(operation.get("requestBody")).get("content")
        for media in list(body.values())[:5] if isinstance(body, dict) else ():
            self._properties(media.get("schema") if isinstance(media, dict) else None)
        return found

    def _properties(self, schema: object) -> None:
        """Names of the members of what is sent; of lists, of what they hold."""
        told = self._followed(schema)
        if isinstance(told.get("items"), dict):
            told = self._followed(told["items"])
        if id(told) in self._read:
            return
        self._read.add(id(told))
        parts = [told]
        for join in ("allOf", "anyOf", "oneOf"):
            joined = told.get(join)
            if isinstance(joined, list):
                parts += [self._followed(each) for each in joined[:20]]
        for part in parts:
            members = part.get("properties")
            for name in islice(members if isinstance(members, dict) else (), 200):
                self._keep("body", name)

    def _keep(self, place: str, name: str) -> None:
        if len(self.names) < MAX_PARAMETERS:
            self.names.add(f"{place}:{name_shape(name[:_MAX_VALUE])}")

    def _followed(self, value: object) -> dict[str, Any]:
        """What a local reference (``#/components/...``) refers to."""
        for _ in range(_MAX_REFERENCES):
            if not isinstance(value, dict):
                return {}
            reference = value.get("$ref")
            if not isinstance(reference, str):
                return value
            value = self._document if reference.startswith("#/") else None
            for name in reference[2:].split("/")[:20]:
                name = name.replace("~1", "/").replace("~0", "~")  # noqa: PLW2901 - RFC 6901
                value = value.get(name) if isinstance(value, dict) else None
        return {}


def _value(parameter: dict[str, Any]) -> str | None:
    """A value that a parameter takes, as far as the document says so."""
    for holder in (parameter, parameter["schema"]):
        choices = holder.get("enum")
        first = choices[0] if isinstance(choices, list) and choices else None
        for value in (holder.get("example"), holder.get("default"), first):
            if isinstance(value, bool):
                return json.dumps(value)
            if isinstance(value, str | int | float):
                return str(value)[:_MAX_VALUE]
        if holder.get("type") in ("integer", "number"):
            return str(holder.get("minimum") or 1)[:_MAX_VALUE]
    return None
