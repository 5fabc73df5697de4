"""Forms, parameters and decisions of a survey, bounded for one page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from crawler.report.html_text import visible
from crawler.report.html_words import RULES
from crawler.store import readers
from crawler.urls import shape

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from crawler.store.rows import DecisionRow, FieldRow, FormRow

MAX_FORMS: Final = 5_000
MAX_PARAMETERS: Final = 20_000
MAX_GROUPS: Final = 60
"""Groups of one rule that are shown."""
_TOKEN = re.compile(r"\S{20,}")
_MAX_CONTROLS: Final = 100
_MAX_OPTIONS: Final = 12
_MAX_KNOWN: Final = 10_000  # groups of one rule that are told apart


def form_data(connection: Connection) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Forms as they are shown, and the number of each signature, from 1."""
    found: list[dict[str, Any]] = []
    numbers: dict[str, int] = {}
    for row in readers.read_forms(connection):
        numbers[row.signature] = len(numbers) + 1
        if len(found) < MAX_FORMS:
            found.append(_form(row))
    return found, numbers


def _form(row: FormRow) -> dict[str, Any]:
    return {
        "method": visible(row.method, 16),
        "action": visible(row.action, 2_100),
        "enctype": visible(row.enctype, 60),
        "name": visible(row.name, 120),
        "page": visible(row.page, 2_100),
        "pages": row.pages,
        "kind": visible(row.kind, 16),
        "sure": round(row.probability, 2),
        "controls": [_control(part) for part in row.fields[:_MAX_CONTROLS]],
        "buttons": [
            visible(button.label or button.name or button.value or button.type, 60)
            for button in row.submitters[:_MAX_CONTROLS]
        ],
        "more": max(0, len(row.fields) - _MAX_CONTROLS),
    }


def _control(part: FieldRow) -> list[Any]:
    """Name, type, label, value and whether it is required.

    A report is handed around: passwords and tokens of a session are not told.
    """
    value = visible(part.value, 60)
    if part.type == "password":
        value = ""
    elif part.type == "hidden" and _TOKEN.fullmatch(part.value):
        value = f"({len(part.value):,} characters)"
    elif part.options:
        value = ", ".join(visible(text, 40) for text in part.options[:_MAX_OPTIONS])
        if len(part.options) > _MAX_OPTIONS:
            value += f", … ({len(part.options)} in all)"
    return [
        visible(part.name, 120),
        visible(part.type, 20),
        visible(part.label, 120),
        value,
        int(part.required),
    ]


def parameter_data(connection: Connection) -> tuple[list[list[Any]], dict[str, int]]:
    """Name, place, pages and first page of parameters; the number of each, from 1."""
    found: list[list[Any]] = []
    numbers: dict[str, int] = {}
    for row in readers.read_parameters(connection):
        numbers[f"{row.place}:{row.name}"] = len(numbers) + 1
        if len(found) < MAX_PARAMETERS:
            page = visible(row.page, 2_100)
            found.append(
                [visible(row.name, 120), visible(row.place, 16), row.pages, page]
            )
    return found, numbers


def decision_data(connection: Connection) -> list[dict[str, Any]]:
    """What was not fetched: by rule, in it by shape of the URL, with an example."""
    rules: dict[str, dict[str, list[Any]]] = {}
    for row in readers.read_decisions(connection):
        groups = rules.setdefault(row.rule, {})
        # Beyond that only the number counts: shapes cost time, and say nothing new.
        name = shape(row.url) if len(groups) < _MAX_KNOWN else ""
        group = groups.setdefault(name, [0, row])
        group[0] += 1
    found = [_rule(rule, groups) for rule, groups in rules.items()]
    return sorted(found, key=lambda one: (-one["urls"], one["rule"]))


def _rule(rule: str, groups: dict[str, list[Any]]) -> dict[str, Any]:
    urls = sum(count for count, _ in groups.values())
    groups.pop("", None)
    ordered = sorted(groups.items(), key=lambda item: (-item[1][0], item[0]))
    shown = ordered[:MAX_GROUPS]
    return {
        "rule": visible(rule, 32),
        "words": RULES.get(rule, ""),
        "urls": urls,
        "rest": urls - sum(count for _, (count, _) in shown),
        "kinds": len(groups),
        "groups": [
            [visible(name, 200), count, *_example(row)] for name, (count, row) in shown
        ],
    }


def _example(row: DecisionRow) -> list[str]:
    return [visible(row.url, 500), visible(row.detail, 200), visible(row.source, 500)]
