"""Pages whose forms are asked for: of surveys, WARC files, folders, labelled lines."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from crawler.forms.catalogue_map import Source
from crawler.forms.kind_labels import json_lines
from crawler.items import Field, Form, Submitter
from crawler.store import Survey
from crawler.store.readers import read_forms, read_pages
from crawler.urls import split

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crawler.store.rows import FormRow

MAX_BODY: Final = 5_000_000
"""Bytes of a document that are read."""
MAX_FILES: Final = 1_000_000
_WARC = re.compile(r"\.(?:warc|arc)(?:\.gz)?$")
_HTML = re.compile(r"html|xml|^$")
_FORM = re.compile(rb"<\s*form", re.IGNORECASE)


def sources(name: str, path: Path) -> Iterator[Source]:
    """The pages of one argument: a folder, a WARC file, else a survey.

    A page without a form is left out here: nothing of it would be told.

    :raises ValueError: one line, when it cannot be read.
    :raises SurveyError: one line, when it is no survey.
    """
    if _WARC.search(name.lower()):
        yield from _guarded(path, _of_warc(path))
    elif path.is_dir():
        yield from _guarded(path, _of_folder(path))
    else:
        yield from _of_survey(name)


def _guarded(path: Path, found: Iterator[Source]) -> Iterator[Source]:
    try:
        yield from (each for each in found if _FORM.search(each.body))
    except OSError as error:
        name = error.filename or path
        raise ValueError(f"{name}: {error.strerror or error}") from None


def _of_folder(path: Path) -> Iterator[Source]:
    """Every file, by the URL that its name is, quoted, or by where it lies."""
    found = (file for file in path.rglob("*") if file.is_file())
    for file in sorted(islice(found, MAX_FILES)):
        url = unquote(file.name)
        with file.open("rb") as opened:
            body = opened.read(MAX_BODY)
        if split(url) is None:
            url = file.absolute().as_uri()
        yield Source(url, body, "text/html")


def _of_warc(path: Path) -> Iterator[Source]:
    """The documents among the responses, those of errors left out."""
    # Imported here: only this command reads such files.
    from warcio.archiveiterator import ArchiveIterator  # noqa: PLC0415
    from warcio.exceptions import ArchiveLoadFailed  # noqa: PLC0415

    with path.open("rb") as file:
        try:
            for record in ArchiveIterator(file):
                source = _of_record(record)
                if source is not None:
                    yield source
        except (ArchiveLoadFailed, EOFError, UnicodeError) as error:
            raise ValueError(f"{path}: {error}") from None


def _of_record(record: Any) -> Source | None:
    url = record.rec_headers.get_header("WARC-Target-URI") or ""
    if record.rec_type not in {"response", "resource"} or split(url) is None:
        return None
    kind = record.rec_headers.get_header("Content-Type") or ""
    if record.rec_type == "response":
        if record.http_headers is None or record.http_headers.get_statuscode() != "200":
            return None
        kind = record.http_headers.get_header("Content-Type") or ""
    if not _HTML.search(kind.partition(";")[0].lower()):
        return None
    return Source(url, record.content_stream().read(MAX_BODY), kind)


def _of_survey(name: str) -> Iterator[Source]:
    """Each form once, on the first page that shows it; the title is what is known."""
    with Survey.open(name) as survey:
        titles = {
            row.key: (row.url, row.title)
            for row in survey.read(read_pages)
            if row.kind == "html"
        }
        numbers: Counter[str] = Counter()
        for row in survey.read(read_forms):
            url, title = titles.get(row.page, (row.page, ""))
            number = numbers[row.page]
            numbers[row.page] += 1
            yield Source(url, forms=(form_of(row),), context=title, first=number)


def form_of(row: FormRow) -> Form:
    """The form that a survey has kept; what it has not kept is empty."""
    return Form(
        action=row.action,
        method=row.method,
        enctype=row.enctype,
        name=row.name,
        signature=row.signature,
        fields=tuple(
            Field(
                each.name,
                each.type,
                each.value,
                tuple(each.options),
                each.label,
                required=each.required,
                # Labels of options are not kept: their values say nearly as much.
                labels=tuple(each.options),
            )
            for each in row.fields
        ),
        submitters=tuple(
            Submitter(each.name, each.value, each.type) for each in row.submitters
        ),
    )


def labelled_sources(path: Path) -> Iterator[Source]:
    """Forms whose class somebody told, JSON lines: ``{"html": ..., "class": ...}``.

    ``domain`` is understood as ``class``, and ``form`` is the number of the form.

    :raises ValueError: one line that names the line of the file.
    """
    return json_lines(path, _labelled)


def _labelled(data: dict[str, Any]) -> Source:
    label, number = data.get("class", data.get("domain")), data.get("form", 0)
    if not isinstance(label, str) or not label.strip():
        raise ValueError('no "class"')
    if not isinstance(number, int) or number < 0:
        raise ValueError(f"form {number!r} is no number of a form")
    url = str(data.get("url") or "http://unknown.invalid/")
    if split(url) is None:
        raise ValueError(f"{url[:100]!r} is no http(s) URL")
    body = str(data.get("html") or "").encode("utf-8", "replace")
    source = Source(url, body, "text/html; charset=utf-8", label=label.strip()[:100])
    return replace(source, first=number)


def size_of(source: Source) -> int:
    """About how many bytes a page is on its way."""
    return len(source.body) + 1_000 * len(source.forms) + 200


def counts_text(counts: dict[str, Any]) -> str:
    """Counts as they go to workers."""
    return json.dumps(counts, ensure_ascii=False, separators=(",", ":"))
