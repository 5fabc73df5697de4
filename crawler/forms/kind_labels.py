"""Labelled forms: JSON lines, each a page or a form in HTML and the kind of the form.

``{"html": "<form ...>", "kind": "search", "url": "https://h/"}``: the first form of
``html`` is meant. ``domain`` tells which forms are of one site and is held out with
them; without it the host of ``url`` does. The names of kinds that Formasaurus uses are
understood, under ``type``.
"""

from __future__ import annotations

import gzip
import json
import lzma
from typing import IO, TYPE_CHECKING, Any, TypeVar

from crawler.dom import parse
from crawler.forms.extract import extract
from crawler.forms.kind_rules import (
    CART,
    CONTACT,
    KINDS,
    LOGIN,
    NEWSLETTER,
    OTHER,
    RECOVERY,
    REGISTRATION,
    SEARCH,
)
from crawler.forms.kind_training import Labelled
from crawler.urls import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

T = TypeVar("T")

FORMASAURUS = {
    "search": SEARCH,
    "login": LOGIN,
    "registration": REGISTRATION,
    "password/login recovery": RECOVERY,
    "join mailing list": NEWSLETTER,
    "contact/comment": CONTACT,
    "order/add to cart": CART,
    "display options": OTHER,
    "navigation": OTHER,
    "poll": OTHER,
    "captcha": OTHER,
    "other": OTHER,
}
_MAX_LINE = 20_000_000


def read_labelled(path: Path) -> Iterator[Labelled]:
    """The forms of a file, also one that is compressed (``.xz``, ``.gz``).

    :raises ValueError: one line that names the line of the file.
    """
    return json_lines(path, _labelled)


def json_lines(path: Path, read: Callable[[dict[str, Any]], T]) -> Iterator[T]:
    """What *read* makes of the object in each line of a file, also a compressed one.

    What is no object is read as an empty one.

    :raises ValueError: one line that names the line of the file.
    """
    number = 0
    try:
        with _open(path) as file:
            while line := file.readline(_MAX_LINE):
                number += 1
                if line.strip():
                    yield read(_object(line))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except (EOFError, lzma.LZMAError) as error:
        raise ValueError(f"{path}: {error}") from None
    except ValueError as error:
        raise ValueError(f"{path}:{number}: {error}") from None


def _open(path: Path) -> IO[bytes] | gzip.GzipFile:
    if path.suffix == ".xz":
        return lzma.open(path)
    if path.suffix == ".gz":
        return gzip.open(path)
    return path.open("rb")


def _object(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    return data if isinstance(data, dict) else {}


def _labelled(data: dict[str, Any]) -> Labelled:
    kind = _kind(data)
    html, url = (str(data.get(name) or "") for name in ("html", "url"))
    url = url or "http://unknown.invalid/"
    parts = split(url)
    if parts is None:
        raise ValueError(f"{url[:100]!r} is no http(s) URL")
    forms = extract(
        parse(
            html.encode("utf-8", "replace"),
            url=url,
            content_type="text/html; charset=utf-8",
        )
    )
    if not forms:
        raise ValueError('no form in "html"')
    return Labelled(forms[0], kind, str(data.get("domain") or parts.host))


def _kind(data: dict[str, Any]) -> str:
    given = data.get("kind", data.get("type"))
    if given in KINDS:
        return str(given)
    if isinstance(given, str) and given in FORMASAURUS:
        return FORMASAURUS[given]
    raise ValueError(f"kind {given!r} is unknown: {', '.join(KINDS)}")
