"""Records of an answer in JSON: the array of objects that says most."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from crawler.harvest.paging_claims import MAX_TOTAL, Claim
from crawler.harvest.records_found import Found
from crawler.harvest.records_item import Record
from crawler.urls import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crawler.dom import Document

Json: TypeAlias = "dict[str, Any] | list[Any] | str | int | float | bool | None"

MAX_RECORDS: Final = 50_000
"""Records of one answer; the rest is cut off, with a note."""
_MAX_NODES: Final = 2_000_000
_MAX_FIELDS: Final = 300
_MAX_DEPTH: Final = 12
_MAX_VALUE: Final = 4_000
_TOTALS: Final = (
    "total", "totalcount", "total_count", "totalresults", "total_results", "totalitems",
    "numfound", "num_found", "totalhits", "nbhits", "recordsfiltered", "recordstotal",
    "filtered_table_rows_count", "count", "found", "hits", "total_rows", "totalrecords",
    "resultcount", "result_count", "num_results", "total-results",
)  # fmt: skip
_NEXT: Final = (
    "next",
    "next_url",
    "nexturl",
    "next_page_url",
    "nextlink",
    "@odata.nextlink",
)
_ROWS: Final = ("rows", "data", "values", "records")
_BESIDE: Final = frozenset(
    {
        *("aggregations", "aggs", "breadcrumb", "breadcrumbs", "facet", "facets"),
        *("filter", "filters", "_links", "links", "menu", "navigation", "refinements"),
        *("suggest", "suggestions", "sort", "sorts", "related", "recommended"),
    }
)
"""Under these names stands what goes with the records."""
_ASIDE: Final = 50
"""How many times less an array weighs there."""
_COLUMNS: Final = ("columns", "fields", "header", "headers", "names")


def json_answer(document: Document) -> Found:
    """The records of a JSON answer, its total and next page."""
    value, cut = _load(document.text)
    rows = _rows(value)
    cut = cut or len(rows) > MAX_RECORDS
    records = [_record(row, document.base_url) for row in rows[:MAX_RECORDS]]
    records = [record for record in records if record.fields]
    found = Found(tuple(records), "json" if records else "")
    if len(records) == 1:
        found.how = "json"
    found.notes = ("cut",) if cut else ()
    if isinstance(value, dict):
        total = _total(value, len(records))
        found.claim = Claim(total) if total is not None else None
        found.next = _next(value, document.base_url)
    return found


def _load(text: str) -> tuple[Json, bool]:
    """The value, also of one value a line; None when it is none."""
    try:
        return json.loads(text), False
    except (ValueError, RecursionError):
        pass
    values: list[Any] = []
    for line in text.splitlines():
        if len(values) > MAX_RECORDS:
            return values, True
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            return (values, True) if len(values) > 1 else (None, True)
    return values or None, False


def _nodes(value: Json) -> Iterator[tuple[Json, int, bool]]:
    """All objects and arrays, how deep, and whether they only go with the records."""
    queue: list[tuple[Json, int, bool]] = [(value, 0, False)]
    for number, (each, depth, beside) in enumerate(queue):
        if number >= _MAX_NODES:
            return
        yield each, depth, beside
        if depth >= _MAX_DEPTH:
            continue
        if isinstance(each, dict):
            queue.extend(
                (one, depth + 1, beside or str(key).casefold() in _BESIDE)
                for key, one in each.items()
                if isinstance(one, dict | list)
            )
        elif isinstance(each, list):
            queue.extend(
                (one, depth + 1, beside) for one in each if isinstance(one, dict | list)
            )


def _rows(value: Json) -> list[Mapping[str, Any]]:
    """The objects that are the records; one object alone when there is no array."""
    best: list[Mapping[str, Any]] = []
    most = 0.0
    for each, depth, beside in _nodes(value):
        rows = _candidate(each)
        # Deeper arrays are parts of the records around them.
        worth = len(rows) * min(8, _width(rows)) / (1 + depth)
        if beside:
            worth /= _ASIDE
        if worth > most:
            best, most = rows, worth
    if not best and isinstance(value, dict):
        keys = {key.casefold() for key in value}
        # An envelope around nothing is no record: it has a total or an empty list.
        empty = any(one in ([], {}) for one in value.values())
        if len(value) > 1 and not empty and not keys & {"error", "errors", "message"}:
            return [] if keys & set(_TOTALS) else [value]
    return best


def _candidate(each: Json) -> list[Mapping[str, Any]]:
    if isinstance(each, list):
        objects: list[Mapping[str, Any]] = [o for o in each if isinstance(o, dict)]
        return objects if objects and len(objects) >= 0.8 * len(each) else []
    if not isinstance(each, dict):
        return []
    columns = next((each[n] for n in _COLUMNS if isinstance(each.get(n), list)), None)
    for name in _ROWS:
        rows = each.get(name)
        if columns and isinstance(rows, list) and rows and isinstance(rows[0], list):
            names = [_column(column) for column in columns]
            return [
                dict(zip(names, row, strict=False))
                for row in rows
                if isinstance(row, list)
            ]
    # Objects under their ids, all of one make.
    inner = [one for one in each.values() if isinstance(one, dict)]
    if len(inner) > 2 and len(inner) == len(each):
        times = Counter(key for one in inner for key in one)
        if times and min(times.values()) >= 0.8 * len(inner):
            return [{"key": key, **one} for key, one in each.items()]
    return []


def _column(column: Json) -> str:
    if isinstance(column, dict):
        column = column.get("name") or column.get("label") or column.get("title") or ""
    return str(column)


def _width(rows: Sequence[Mapping[str, Any]]) -> int:
    """The most values that one of the first rows has, those of objects within too."""
    return max(
        (
            sum(len(v) if isinstance(v, dict) else 1 for v in row.values())
            for row in rows[:20]
        ),
        default=0,
    )


def _record(row: Mapping[str, Any], base: str) -> Record:
    """Nested objects with dotted names, lists of plain values as one text."""
    fields: dict[str, str] = {}
    links: dict[str, str] = {}
    stack: list[tuple[str, Any, int]] = [("", row, 0)]
    while stack and len(fields) < _MAX_FIELDS:
        name, value, depth = stack.pop()
        if isinstance(value, dict):
            if depth < _MAX_DEPTH:
                pairs = [
                    (f"{name}.{k}" if name else str(k), v) for k, v in value.items()
                ]
                stack.extend((n[:200], v, depth + 1) for n, v in reversed(pairs))
            continue
        if isinstance(value, list):
            plain = [
                _text(one) for one in value[:200] if not isinstance(one, dict | list)
            ]
            if len(plain) < len(value[:200]):
                pairs = [(f"{name}.{i}", v) for i, v in enumerate(value[:20], 1)]
                if depth < _MAX_DEPTH:
                    stack.extend((n, v, depth + 1) for n, v in reversed(pairs))
                continue
            value = ", ".join(plain)
        text = " ".join(_text(value).split())[:_MAX_VALUE]
        if text:
            fields[name] = text
            if text.startswith(("http://", "https://", "/")) and " " not in text:
                url = resolve(text, base)
                if url and len(links) < 20:
                    links[name] = url
    return Record(fields, links)


def _text(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        return str(value)
    except ValueError:  # an integer of more digits than Python writes
        return "…"


def _total(value: dict[str, Any], shown: int) -> int | None:
    """The number of results, told at the top or one level below."""
    for name in _TOTALS:
        for each in (value, *(one for one in value.values() if isinstance(one, dict))):
            for key, one in list(each.items())[:200]:
                if key.casefold() != name:
                    continue
                number = _number(one)
                if number is not None and shown <= number <= MAX_TOTAL:
                    return number
    return None


def _number(value: Json) -> int | None:
    """A whole number, also in quotes, or as ``{"value": 3}``."""
    if isinstance(value, dict):
        value = value.get("value", value.get("total"))
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value[:13])
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _next(value: dict[str, Any], base: str) -> str:
    for each in (value, *(one for one in value.values() if isinstance(one, dict))):
        for key, one in list(each.items())[:200]:
            if key.casefold() in _NEXT:
                href = one.get("href") if isinstance(one, dict) else one
                if isinstance(href, str) and href.startswith(("http", "/", "?")):
                    return resolve(href, base) or ""
    return ""
