"""Requests as an OpenAPI 3.0 description, which scanners of interfaces read.

A path is the one of a page or a form's action, never a template: what is scanned is
what was seen. Requests of one path and method are one operation, so their parameters
come together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, urlsplit

from crawler.forms.accept import LENGTHS
from crawler.report.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.forms.entries import Entry
    from crawler.items import Field
    from crawler.report.requests import Asked

_FORMATS: Final = {
    "email": "email",
    "date": "date",
    "url": "uri",
    "password": "password",
}
_NUMBERS: Final = frozenset({"number", "range"})
_MAX_CHOICES: Final = 200


@dataclass(slots=True)
class Operation:
    """What is known of one method of one path."""

    summary: str
    origins: set[str] = field(default_factory=set)
    query: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Name -> schema."""
    needed: set[str] = field(default_factory=set)
    """Names of the query without which it makes no sense."""
    bodies: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """Media type -> name -> schema."""
    status: str = "default"


def openapi(requests: Iterable[Asked], version: str) -> Iterator[str]:
    """The lines of the description, JSON."""
    found: dict[str, dict[str, Operation]] = {}
    for asked in requests:
        _take(found, asked)
    origins = {
        origin
        for methods in found.values()
        for operation in methods.values()
        for origin in operation.origins
    }
    head = {
        "openapi": "3.0.3",
        "info": {
            "title": "What a crawl saw of " + (", ".join(sorted(origins)) or "nothing"),
            "version": version,
        },
        "servers": [{"url": origin} for origin in sorted(origins)] or [{"url": "/"}],
    }
    yield f'{escaped(head)[:-1]}, "paths": {{\n'
    separator = ""
    number = 0
    for path, methods in sorted(found.items()):
        told: dict[str, Any] = {}
        for method, operation in sorted(methods.items()):
            number += 1
            told[method] = _operation(operation, f"{method}{number}")
        yield f"{separator}{escaped(path)}: {escaped(told)}"
        separator = ",\n"
    yield "\n}}\n"


def _take(found: dict[str, dict[str, Operation]], asked: Asked) -> None:
    parts = urlsplit(asked.url)
    path = (parts.path or "/").replace("{", "%7B").replace("}", "%7D")
    methods = found.setdefault(path, {})
    method = asked.method.lower()
    said = "; ".join(filter(None, (asked.title, asked.about)))
    operation = methods.setdefault(method, Operation(said))
    operation.origins.add(f"{parts.scheme}://{parts.netloc}")
    if asked.status:
        operation.status = str(asked.status)
    fields = {one.name: one for one in asked.form.fields} if asked.form else {}
    in_query = method == "get"
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        _join(operation.query, name, value, fields.get(name) if in_query else None)
        if in_query and name in fields and fields[name].required:
            operation.needed.add(name)
    if method == "post":
        kind = asked.content_type.partition(";")[0]
        body = operation.bodies.setdefault(kind, {})
        for entry in asked.parts:
            _join(body, entry.name, entry.value, fields.get(entry.name), entry)


def _join(
    schemas: dict[str, dict[str, Any]],
    name: str,
    value: str,
    control: Field | None,
    entry: Entry | None = None,
) -> None:
    """Add a value to what is known of *name*."""
    known = schemas.get(name)
    if known is None:
        schemas[name] = _schema(value, control, entry)
    elif "enum" in known and value not in known["enum"]:
        known["enum"].append(value)


def _schema(value: str, control: Field | None, entry: Entry | None) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "string"}
    if entry is not None and entry.file:
        return {"type": "string", "format": "binary"}
    if control is None:
        return found | {"example": value}
    if control.type in {"select-one", "select-multiple", "radio"} and control.options:
        choices = dict.fromkeys((value, *control.options[:_MAX_CHOICES]))
        return found | {"enum": list(choices), "example": value}
    if control.type in _NUMBERS and _is_number(value):
        return _bounds(control) | {"type": "number", "example": float(value)}
    if control.type in _FORMATS:
        found["format"] = _FORMATS[control.type]
    if control.label:
        found["description"] = control.label
    longest, shortest = control.limits.maxlength, control.limits.minlength
    if control.type in LENGTHS and longest is not None and longest >= len(value):
        found["maxLength"] = longest
    if control.type in LENGTHS and shortest and shortest <= len(value):
        found["minLength"] = shortest
    return found | {"example": value}


def _bounds(control: Field) -> dict[str, Any]:
    limits = {"minimum": control.limits.minimum, "maximum": control.limits.maximum}
    return {name: float(told) for name, told in limits.items() if _is_number(told)}


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e15
    except ValueError:
        return False


def _operation(operation: Operation, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": name,
        "servers": [{"url": origin} for origin in sorted(operation.origins)],
        "parameters": [
            {
                "name": parameter,
                "in": "query",
                "required": parameter in operation.needed,
                "schema": schema,
            }
            for parameter, schema in operation.query.items()
        ],
        "responses": {operation.status: {"description": "as the crawl saw it"}},
    }
    if operation.summary:
        found["summary"] = operation.summary
    if operation.bodies:
        found["requestBody"] = {
            "content": {
                kind: {"schema": {"type": "object", "properties": properties}}
                for kind, properties in operation.bodies.items()
            }
        }
    return found
