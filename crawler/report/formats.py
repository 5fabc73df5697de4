"""Rows as lines of text: URLs, JSON lines, CSV, curl commands.

Values come from the site. JSON lines are exact. In CSV, which people open in
spreadsheets, a text that a spreadsheet would run as a formula gets an apostrophe
in front (OWASP, "CSV injection"), and no control character but the line feed stays.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crawler.report.views import View

# C1 controls drive a terminal, and some programs end a line at the separators.
_BREAKING = re.compile("[\x7f-\x9f\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_UNSAFE = re.compile("[\x00-\x20\x7f-\x9f]")
_FORMULA = ("=", "+", "-", "@")


def lines(view: View, rows: Iterable[Any], form: str) -> Iterator[str]:
    """The lines of *rows*, each with its line feed; *form* is one of the view's."""
    return FORMATS[form](view, rows)


def _urls(view: View, rows: Iterable[Any]) -> Iterator[str]:
    """Each URL once."""
    assert view.url is not None
    seen = set()
    for row in rows:
        url = _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", view.url(row))
        if url and url not in seen:
            seen.add(url)
            yield f"{url}\n"


def _jsonl(_view: View, rows: Iterable[Any]) -> Iterator[str]:
    for row in rows:
        text = json.dumps(asdict(row), ensure_ascii=False)
        yield _BREAKING.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _csv(view: View, rows: Iterable[Any]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([_cell(name) for name in view.columns])
    yield buffer.getvalue()
    for row in rows:
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        for flat in view.flat(row):
            writer.writerow([_cell(flat.get(name)) for name in view.columns])
        yield buffer.getvalue()


def _cell(value: Any) -> Any:
    """A scalar as it is, guarded; anything with parts as JSON.

    >>> _cell("=1+1"), _cell(-1), _cell("a\\tb"), _cell(["x"]), _cell(None)
    ("'=1+1", -1, 'a\ufffdb', '["x"]', '')
    """
    if value is None:
        return ""
    if isinstance(value, (dict, list)):
        value = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str):
        return value
    text = _CONTROL.sub("\ufffd", value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _curl(view: View, rows: Iterable[Any]) -> Iterator[str]:
    assert view.commands is not None
    for row in rows:
        for command in view.commands(row):
            yield f"{command}\n"


FORMATS: Final[dict[str, Callable[[View, Iterable[Any]], Iterator[str]]]] = {
    "urls": _urls,
    "jsonl": _jsonl,
    "csv": _csv,
    "curl": _curl,
}
"""How rows can be written, by name."""
