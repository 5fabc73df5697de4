"""What was sent and answered, as WARC/1.1 (ISO 28500:2017): one gzip member a record.

Each record reaches the file in one write and can be read from its offset alone, so that
a process that is killed leaves a file whose records are whole but, perhaps, the last.
"""

from __future__ import annotations

import base64
import hashlib
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from crawler.store.warc_privacy import (
    Headers,
    kept_headers,
    masked_body,
    shown_headers,
    shown_url,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAX_KNOWN: Final = 50_000
"""Bodies that are remembered, the oldest forgotten first: about 20 MB."""
MIN_REVISIT: Final = 256
"""Bytes of a body whose repetition is a revisit: a smaller one is not worth it."""
# The body is here without chunks: who reads the record must not look for them.
_KEPT: Final = {"transfer-encoding": "X-Archive-Orig-Transfer-Encoding"}
_NO_TOKEN = re.compile(r"[^!#$%&'*+\-.^`|~\w]", re.ASCII)
_BREAK = re.compile(r"[\r\n\0]+")
_ASCII: Final = "".join(map(chr, range(0x20, 0x7F)))


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its answer; the body as it came, before any decoding."""

    url: str
    method: str
    request_headers: Headers
    request_body: bytes
    status: str
    """Status line without the version: ``404 Not Found``."""
    headers: Headers
    body: bytes
    date: str
    """ISO 8601 in UTC, as WARC has it: ``2026-05-04T03:02:01Z``."""
    stopped: bool = False
    """The body was not downloaded."""
    rendered: bool = False
    """The body is what a browser made of the answer."""
    plain: tuple[bytes, str] | None = None
    """Of a rendered page the answer that it was made of, decoded, and its type."""


@dataclass(frozen=True, slots=True)
class At:
    """Where a record is: name of the file, offset of its gzip member."""

    file: str
    offset: int


@dataclass(frozen=True, slots=True)
class _Known:
    record: str
    url: str
    date: str
    at: At


class Archive:
    """The files of one run in *folder*, named ``STEM-00000.warc.gz`` and so on.

    A file ends when it has *size* bytes. Files that are there already are left alone.
    Not for several threads.
    """

    def __init__(  # noqa: PLR0913 - what there is to say of an archive
        self,
        folder: Path,
        stem: str,
        size: int,
        software: str,
        *,
        secret_headers: Iterable[str] = (),
        secrets: Iterable[bytes] = (),
    ) -> None:
        from warcio.warcwriter import WARCWriter  # noqa: PLC0415 - when kept

        self._writer: Any = WARCWriter(BytesIO(), gzip=True, warc_version="1.1")
        self._folder, self._stem, self._size = folder, stem, size
        self._software = software
        self._secret_headers = tuple(secret_headers)
        self._secrets = tuple(secrets)
        self._file: Any = None
        self._name = ""
        self._end = 0
        self._serial = 0
        self._known: dict[str, _Known] = {}

    def write(self, exchange: Exchange) -> At:
        """Append the request and its answer; where the answer is.

        Of a rendered page: the answer, and the document that a browser made of it,
        whose place is given back.

        :raises OSError: when it cannot be written; the file keeps what it had.
        """
        if self._file is None or self._end >= self._size:
            self._next_file()
        answer = self._write(_plain(exchange)) if exchange.plain else None
        made = self._write(exchange, of=answer)
        request = self._request(exchange)
        request.rec_headers.add_header("WARC-Concurrent-To", (answer or made).record)
        self._append(request)
        return made.at

    def _write(self, exchange: Exchange, of: _Known | None = None) -> _Known:
        """Append an answer, or a document made *of* one."""
        answer, known = self._answer(exchange)
        if of is not None:
            answer.rec_headers.add_header("WARC-Refers-To", of.record)
        at = self._append(answer)
        made = _Known(_id(answer), shown_url(exchange.url), exchange.date, at)
        if known:
            if len(self._known) >= MAX_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[known] = made
        return made

    def close(self) -> None:
        """Close the file that is open."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _answer(self, exchange: Exchange) -> tuple[Any, str]:
        """The record, and the digest to remember it by."""
        headers = self._http(exchange.status, shown_headers(exchange.headers))
        url = shown_url(exchange.url)
        digest = digest_of(exchange.body)
        known = self._known.get(digest)
        if known is not None and not exchange.rendered:
            record = self._writer.create_revisit_record(
                url,
                digest,
                known.url,
                known.date,
                http_headers=headers,
                warc_headers_dict={
                    "WARC-Date": exchange.date,
                    "WARC-Refers-To": known.record,
                    # Not in the standard; as Heritrix writes them.
                    "WARC-Refers-To-Filename": known.at.file,
                    "WARC-Refers-To-File-Offset": str(known.at.offset),
                },
            )
            return record, ""
        more = {"WARC-Date": exchange.date}
        if exchange.stopped:
            more["WARC-Truncated"] = "unspecified"
        kind = "conversion" if exchange.rendered else "response"
        record = self._writer.create_warc_record(
            url,
            kind,
            payload=BytesIO(exchange.body),
            length=len(exchange.body),
            # A conversion is a document, no message.
            http_headers=None if exchange.rendered else headers,
            warc_content_type=_type(exchange.headers) if exchange.rendered else "",
            warc_headers_dict=more,
        )
        large = len(exchange.body) >= MIN_REVISIT and not exchange.rendered
        return record, digest if large else ""

    def _request(self, exchange: Exchange) -> Any:
        url = shown_url(exchange.url)
        target = "/" + url.partition("://")[2].partition("#")[0].partition("/")[2]
        headers = kept_headers(exchange.request_headers, self._secret_headers)
        kind = _type(exchange.request_headers)
        body = masked_body(kind, exchange.request_body, self._secrets)
        return self._writer.create_warc_record(
            url,
            "request",
            payload=BytesIO(body),
            length=len(body),
            http_headers=self._http(f"{exchange.method} {target} HTTP/1.1", headers),
            warc_headers_dict={"WARC-Date": exchange.date},
        )

    @staticmethod
    def _http(line: str, headers: Headers) -> Any:
        from warcio.statusandheaders import StatusAndHeaders  # noqa: PLC0415 - when kept

        answers = line[:1].isdigit()
        told = [
            (_NO_TOKEN.sub("_", _KEPT.get(name.lower(), name)), _BREAK.sub(" ", value))
            for name, value in headers
        ]
        return StatusAndHeaders(
            quote(_BREAK.sub(" ", line), safe=_ASCII),
            told,
            protocol="HTTP/1.1" if answers else "",
            is_http_request=not answers,
        )

    def _append(self, record: Any) -> At:
        self._writer.write_record(record)
        data = self._writer.out.getvalue()
        self._writer.out = BytesIO()
        at = At(self._name, self._end)
        try:
            self._file.write(data)
        except OSError:
            # What is there of it would hide all that comes after.
            with suppress(OSError):
                self._file.truncate(self._end)
                self._file.seek(self._end)
            raise
        self._end += len(data)
        return at

    def _next_file(self) -> None:
        self.close()
        self._folder.mkdir(parents=True, exist_ok=True)
        while self._file is None:
            self._name = f"{self._stem}-{self._serial:05d}.warc.gz"
            self._serial += 1
            with suppress(FileExistsError):
                # Without a buffer: what is written is the system's.
                self._file = (self._folder / self._name).open("xb", buffering=0)
        self._end = 0
        told = {
            "software": self._software,
            "format": "WARC File Format 1.1",
            "description": "what was sent and answered; credentials are left out",
        }
        self._append(self._writer.create_warcinfo_record(self._name, told))


def _plain(exchange: Exchange) -> Exchange:
    """The answer that a rendered page was made of."""
    assert exchange.plain is not None
    body, kind = exchange.plain
    headers = [pair for pair in exchange.headers if pair[0].lower() != "content-type"]
    if kind:
        headers.append(("Content-Type", kind))
    return replace(exchange, headers=headers, body=body, rendered=False, plain=None)


def digest_of(body: bytes) -> str:
    made = hashlib.sha1(body, usedforsecurity=False).digest()
    return f"sha1:{base64.b32encode(made).decode()}"


def _id(record: Any) -> str:
    return str(record.rec_headers.get_header("WARC-Record-ID"))


def _type(headers: Headers) -> str:
    found = (value for name, value in headers if name.lower() == "content-type")
    return next(found, "application/octet-stream")
