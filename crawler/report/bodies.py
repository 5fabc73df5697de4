"""The bodies of a survey's pages, as text where they are text."""

from __future__ import annotations

import base64
import importlib
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from crawler.dom.encoding import decode
from crawler.dom.media import content_type
from crawler.store import readers
from crawler.store.warc import At
from crawler.store.warc_bodies import read_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from crawler.store.rows import PageRow

MAX_BODY: Final = 64 * 2**20
"""Bytes that a body may have when it is decoded."""
_ZLIB: Final = {"gzip": 31, "x-gzip": 31, "deflate": 15}
_ZSTD: Final = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
_GZIP: Final = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class BodyRow:
    """What a page was measured from."""

    url: str
    status: int
    kind: str
    content_type: str
    rendered: bool
    """The document that a browser made of the answer."""
    encoding: str
    """``base64``, or empty: *body* is its text, whatever it was written in."""
    body: str


def read_bodies(connection: Connection) -> Iterator[BodyRow]:
    """The bodies that were kept, by the key of their page.

    :raises ValueError: one line, when their file is not there or not whole.
    """
    folder = folder_of(connection)
    for page in readers.read_pages(connection):
        if page.warc_file is not None and page.warc_offset is not None:
            yield _row(folder, page, At(page.warc_file, page.warc_offset))


def folder_of(connection: Connection) -> Path:
    """Where the archives of a survey are: beside it, or in ``surveys``."""
    if connection.dialect.name != "sqlite":
        return Path("surveys")
    return Path(connection.engine.url.database or "").parent


def _row(folder: Path, page: PageRow, at: At) -> BodyRow:
    try:
        kept = read_record(folder, at)
    except OSError as error:
        raise ValueError(f"{folder / Path(at.file).name}: {error.strerror}") from None
    # What a browser made is written in UTF-8.
    kind = "text/html; charset=utf-8" if kept.rendered else page.content_type
    encoding, text = written_out(kept.body, kept.encodings, kind, page.kind)
    return BodyRow(
        page.url,
        page.status,
        page.kind,
        page.content_type,
        kept.rendered,
        encoding,
        text,
    )


def written_out(
    body: bytes, encodings: Sequence[str], kind: str, page_kind: str
) -> tuple[str, str]:
    r"""``base64`` or nothing, and a body in that; *kind* is its ``Content-Type``.

    >>> written_out(b"caf\xe9", [], "text/html; charset=latin-1", "html")
    ('', 'café')
    """
    body, whole = decoded(body, encodings)
    if page_kind == "binary" or not whole or body.startswith(_GZIP):
        return "base64", base64.b64encode(body).decode("ascii")
    return "", decode(body, content_type(kind).charset, page_kind).text


def decoded(body: bytes, encodings: Sequence[str]) -> tuple[bytes, bool]:
    """A body without its content encodings, as far as they can be undone; whether
    none is left.

    >>> decoded(b"x", []), decoded(b"no", ["gzip"]), decoded(b"x", ["compress"])
    ((b'x', True), (b'no', False), (b'x', False))
    """
    for name in reversed(encodings):
        try:
            body = _undone(body, name)
        except (ImportError, ValueError):
            return body, False
    return body, True


def _undone(body: bytes, name: str) -> bytes:
    """A body without one content encoding; what is beyond the most is cut off.

    :raises ImportError: when nothing here knows it.
    :raises ValueError: when that is not what it is in.
    """
    if name in _ZLIB:
        try:
            return _inflated(body, _ZLIB[name])
        except ValueError:
            if name != "deflate":
                raise
        # What some servers mean by it: without a header.
        return _inflated(body, -15)
    if name not in {"br", "zstd"}:
        raise ImportError(name)
    # Scrapy brings the two, and asks for what they read.
    module: Any = importlib.import_module("brotli" if name == "br" else _ZSTD)
    try:
        if name == "br":
            found = module.Decompressor().process(body, output_buffer_limit=MAX_BODY)
        else:
            found = module.ZstdDecompressor().decompress(body, MAX_BODY)
    except Exception as error:  # noqa: BLE001 - each of the two has one of its own
        raise ValueError(str(error)) from None
    return bytes(found)


def _inflated(body: bytes, bits: int) -> bytes:
    try:
        return zlib.decompressobj(bits).decompress(body, MAX_BODY)
    except zlib.error as error:
        raise ValueError(str(error)) from None
