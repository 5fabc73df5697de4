"""Labelled pages: a folder of HTML for each label, or JSON lines.

``{"url": "https://h/", "html": "<html>...", "label": "on"}`` is a line; ``text`` may
stand for ``html``, and without both the page is asked for. In a folder, a file is named
as one likes, or by its URL, quoted: then pages of one host are held out together.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from crawler.dom import parse, title
from crawler.dom.text import visible_text
from crawler.urls import registrable_domain, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Fetch = Callable[[Sequence[str]], Mapping[str, bytes]]
    """The pages that could be had, by URL."""

MAX_BYTES: Final = 10_000_000
"""Of a page that are read."""
MAX_FILES: Final = 1_000_000
_MAX_LINE: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Labelled:
    """The text of a page, and what somebody said it is."""

    text: str
    label: str
    host: str


def page_text(html: bytes, url: str = "http://unknown.invalid/") -> str:
    """What a page model reads of a page: its title, and what a reader sees of it.

    >>> page_text(b"<title>Cars</title><p>Used <b>cars</b><script>x</script>")
    'Cars\\nUsed cars'
    """
    document = parse(html[:MAX_BYTES], url=url, content_type="text/html")
    return f"{title(document)}\n{visible_text(document)}"


def read_pages(path: Path, fetch: Fetch) -> Iterator[Labelled]:
    """The pages of a folder with a folder for each label, or of a file of JSON lines.

    Those that *fetch* does not get are left out.

    :raises ValueError: one line that names what cannot be read.
    """
    try:
        if path.is_dir():
            yield from _folders(path)
        else:
            yield from _lines(path, fetch)
    except OSError as error:
        name = error.filename or path
        raise ValueError(f"{name}: {error.strerror or error}") from None


def read_examples(names: Sequence[str], fetch: Fetch) -> Iterator[str]:
    """The texts of pages: files, all files of a folder, or http(s) URLs.

    :raises ValueError: one line that names what cannot be read.
    """
    urls = [name for name in names if split(name) is not None]
    bodies = fetch(urls) if urls else {}
    for name in names:
        if name in urls:
            if name in bodies:
                yield page_text(bodies[name], name)
            continue
        path = Path(name)
        try:
            for file in _files(path) if path.is_dir() else [path]:
                yield page_text(_bytes(file))
        except OSError as error:
            wrong = error.filename or path
            raise ValueError(f"{wrong}: {error.strerror or error}") from None


def _folders(path: Path) -> Iterator[Labelled]:
    labels = sorted(each for each in path.iterdir() if each.is_dir())
    if len(labels) < 2:
        raise ValueError(f"{path}: two folders or more are needed, one for each label")
    for label in labels:
        for file in _files(label):
            url = unquote(file.name)
            yield Labelled(page_text(_bytes(file)), label.name, _host(url) or file.name)


def _files(folder: Path) -> list[Path]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return sorted(islice(found, MAX_FILES))


def _bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MAX_BYTES)


def _lines(path: Path, fetch: Fetch) -> Iterator[Labelled]:
    number = 0
    waiting: list[tuple[str, Labelled]] = []
    with path.open("rb") as file:
        while line := file.readline(_MAX_LINE):
            number += 1
            if not line.strip():
                continue
            try:
                url, item = _labelled(line, number)
            except ValueError as error:
                raise ValueError(f"{path}:{number}: {error}") from None
            if url:
                waiting.append((url, item))
            else:
                yield item
    bodies = fetch([url for url, _ in waiting]) if waiting else {}
    for url, item in waiting:
        if url in bodies:
            yield replace(item, text=page_text(bodies[url], url))


def _labelled(line: bytes, number: int) -> tuple[str, Labelled]:
    """What a line says, and the URL to ask for when it does not have the page."""
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(data, dict):
        data = {}
    label, html, text = (data.get(name) for name in ("label", "html", "text"))
    if not isinstance(label, str) or not label.strip():
        raise ValueError('no "label"')
    url = str(data.get("url") or "")
    host = str(data.get("host") or _host(url) or f"line {number}")
    if isinstance(html, str):
        return "", Labelled(page_text(html.encode("utf-8", "replace")), label, host)
    if isinstance(text, str):
        return "", Labelled(text, label, host)
    if split(url) is None:
        raise ValueError('no "html", no "text", and no "url" to ask for')
    return url, Labelled("", label, host)


def _host(url: str) -> str:
    """Registrable domain, or host."""
    parts = split(url)
    if parts is None or not parts.host:
        return ""
    return registrable_domain(parts.host) or parts.host
