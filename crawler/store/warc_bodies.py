"""Bodies out of WARC files, each from its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crawler.store.warc import At, digest_of

if TYPE_CHECKING:
    from collections.abc import Sequence


class Kept(NamedTuple):
    """What a record holds."""

    body: bytes
    encodings: Sequence[str]
    """Content encodings, in the order in which they were applied."""
    rendered: bool
    """A browser made it of the answer."""


def read_body(folder: Path, at: At) -> bytes:
    """The body at a place in an archive; as :func:`read_record`."""
    return read_record(folder, at).body


def read_record(folder: Path, at: At) -> Kept:
    """What is at a place in an archive, a revisit's where it was first; still encoded.

    :raises ValueError: when there is no whole record.
    :raises OSError: when there is no such file.
    """
    from warcio.archiveiterator import ArchiveIterator  # noqa: PLC0415 - when kept

    for _ in range(2):
        with (folder / Path(at.file).name).open("rb") as file:
            file.seek(at.offset)
            record = next(iter(ArchiveIterator(file)), None)
            if record is None:
                raise ValueError(f"{at.file} has no record at {at.offset}")
            told = record.rec_headers.get_header
            first = told("WARC-Refers-To-Filename")
            if record.rec_type != "revisit" or not first:
                body = bytes(record.raw_stream.read())
                if told("WARC-Payload-Digest") != digest_of(body):
                    raise ValueError(
                        f"{at.file}: the record at {at.offset} is not whole"
                    )
                return Kept(body, _encodings(record), record.rec_type == "conversion")
            at = At(first, int(told("WARC-Refers-To-File-Offset")))
    raise ValueError(f"{at.file} has no body at {at.offset}")


def _encodings(record: Any) -> list[str]:
    told = record.http_headers.headers if record.http_headers is not None else []
    values = [value for name, value in told if name.lower() == "content-encoding"]
    found = [one.strip().lower() for one in ",".join(values).split(",")]
    return [one for one in found if one and one != "identity"]
