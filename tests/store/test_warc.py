"""Archives: read by warcio's own reader, whole after a kill, without secrets."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from crawler.store.warc import Archive, At, Exchange
from crawler.store.warc_bodies import read_body, read_record
from crawler.store.warc_privacy import masked_body

ROOT = Path(__file__).parents[2]
PAGE = b"<p>page</p>" * 100
DATE = "2026-05-04T03:02:01.000000Z"

SITE = "http://h.test"
JSON = "application/json"
PART = '--b\r\nContent-Disposition: form-data; name="pass"\r\n\r\n'


def exchange(url: str = "http://h.test/a?b=c", **more: Any) -> Exchange:
    given: dict[str, Any] = {
        "url": url,
        "method": "GET",
        "request_headers": [("User-Agent", "x"), ("Cookie", "sid=SECRET")],
        "request_body": b"",
        "status": "200 OK",
        "headers": [
            ("Content-Type", "text/html"),
            ("Set-Cookie", "sid=SECRET; Path=/"),
        ],
        "body": PAGE,
        "date": DATE,
        **more,
    }
    return Exchange(**given)


def records(path: Path) -> list[tuple[str, str, bytes]]:
    """Type, URL and payload of each record, as warcio reads them."""
    with path.open("rb") as file:
        return [
            (
                record.rec_type,
                record.rec_headers.get_header("WARC-Target-URI") or "",
                record.content_stream().read(),
            )
            for record in ArchiveIterator(file, check_digests="raise")
        ]


def test_a_request_and_its_answer(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "s-1", 2**30, "Leadline/1")
    packed = gzip.compress(PAGE, mtime=0)
    headers = [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")]
    at = archive.write(exchange(headers=headers, body=packed))
    archive.close()
    path = tmp_path / "s-1-00000.warc.gz"
    assert (at.file, read_body(tmp_path, at)) == (path.name, packed)
    info, answer, request = records(path)
    assert info[0] == "warcinfo"
    # As it was served, and decoded by who reads it.
    assert answer == ("response", "http://h.test/a?b=c", PAGE)
    assert request == ("request", "http://h.test/a?b=c", b"")
    assert Checker(_CheckArguments([str(path)])).process_all() == 0
    with path.open("rb") as file:
        heads = [record.http_headers for record in ArchiveIterator(file)]
    assert heads[1].get_statuscode() == "200"
    assert heads[2].statusline == "/a?b=c HTTP/1.1"
    assert heads[2].protocol == "GET"


class _CheckArguments:
    """What warcio's command `check` is given."""

    def __init__(self, inputs: list[str]) -> None:
        self.inputs = inputs
        self.verbose = False


def test_a_body_that_came_before_is_a_revisit(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "s", 2**30, "x")
    first = archive.write(exchange())
    again = archive.write(exchange("http://h.test/again"))
    small = [archive.write(exchange(body=b"ok")) for _ in range(2)]
    archive.close()
    kinds = [kind for kind, _, _ in records(tmp_path / first.file)]
    assert kinds.count("revisit") == 1
    for at in (first, again):
        assert read_body(tmp_path, at) == PAGE
    assert [read_body(tmp_path, at) for at in small] == [b"ok", b"ok"]
    with (tmp_path / first.file).open("rb") as file:
        file.seek(again.offset)
        headers = next(iter(ArchiveIterator(file))).rec_headers
    assert headers.get_header("WARC-Refers-To-Target-URI") == "http://h.test/a?b=c"
    assert headers.get_header("WARC-Refers-To-Date") == DATE
    assert headers.get_header("WARC-Profile").endswith("identical-payload-digest")


def test_files_end_at_their_size_and_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "s-00001.warc.gz").write_bytes(b"of somebody else")
    archive = Archive(tmp_path, "s", 2_000, "x")
    places = [
        archive.write(exchange(f"http://h.test/{n}", body=os.urandom(900)))
        for n in range(6)
    ]
    archive.close()
    names = sorted({at.file for at in places})
    assert len(names) > 2
    assert "s-00001.warc.gz" not in names
    for name in names:
        assert (tmp_path / name).stat().st_size < 2_000 + 3_000
        assert records(tmp_path / name)[0][0] == "warcinfo"
    assert (tmp_path / "s-00001.warc.gz").read_bytes() == b"of somebody else"
    assert all(len(read_body(tmp_path, at)) == 900 for at in places)


WRITER = """
import os, sys
from pathlib import Path
from crawler.store.warc import Archive
from tests.store.test_warc import exchange
archive = Archive(Path(sys.argv[1]), "s", 2**30, "x")
for number in range(100_000):
    archive.write(exchange(f"http://h.test/{number}", body=os.urandom(9_000)))
    print(number, flush=True)
"""


def test_a_kill_leaves_whole_records(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert writer.stdout is not None
    for _ in range(20):
        last = int(writer.stdout.readline())
    writer.kill()
    writer.communicate()
    found = records(tmp_path / "s-00000.warc.gz")
    urls = {url for kind, url, _ in found if kind == "response"}
    assert {f"http://h.test/{number}" for number in range(last + 1)} <= urls


@pytest.mark.parametrize("cut", [1, 9, 300, 3_000])
def test_a_tail_that_is_cut_off_costs_its_record(tmp_path: Path, cut: int) -> None:
    archive = Archive(tmp_path, "s", 2**30, "x")
    bodies = [os.urandom(5_000) for _ in range(3)]
    places = [archive.write(exchange(f"http://h.test/{b[0]}", body=b)) for b in bodies]
    archive.close()
    path = tmp_path / "s-00000.warc.gz"
    # Cut within the last answer, its request gone.
    end = path.read_bytes().rindex(b"\x1f\x8b\x08")
    path.write_bytes(path.read_bytes()[: end - cut])
    assert [read_body(tmp_path, at) for at in places[:2]] == bodies[:2]
    if cut < 10:  # what ends a record comes after its body
        assert read_body(tmp_path, places[2]) == bodies[2]
    else:
        with pytest.raises(ValueError, match="not whole"):
            read_body(tmp_path, places[2])
    with path.open("rb") as file:
        read = [record.rec_type for record in ArchiveIterator(file)]
    assert read[:5] == ["warcinfo", "response", "request", "response", "request"]


def test_there_is_nothing_at_a_wrong_place(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "s", 2**30, "x")
    at = archive.write(exchange())
    archive.close()
    end = (tmp_path / at.file).stat().st_size
    with pytest.raises(ValueError, match="no record"):
        read_body(tmp_path, At(at.file, end))
    with pytest.raises(FileNotFoundError):
        read_body(tmp_path, At("../other", 0))


def test_a_disk_that_is_full_leaves_what_was_there(tmp_path: Path) -> None:
    """A limit of the size of files stands for it."""
    script = (
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n" + WRITER
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "OSError" in done.stderr
    assert len(records(tmp_path / "s-00000.warc.gz")) >= 9


def test_no_secret_is_in_an_archive(tmp_path: Path) -> None:
    archive = Archive(
        tmp_path, "s", 2**30, "x", secret_headers=["X-Mine"], secrets=[b"SECRET7"]
    )
    kind = ("Content-Type", "application/x-www-form-urlencoded")
    names = ("Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "X-Mine")
    archive.write(
        exchange(
            "http://me:SECRET1@h.test/login",
            method="POST",
            request_headers=[kind, *((name, "SECRET2") for name in names)],
            request_body=b"user=me&Password=SECRET3&csrf_token=SECRET4&x=SECRET7",
        )
    )
    archive.close()
    path = tmp_path / "s-00000.warc.gz"
    assert b"SECRET" not in gzip.decompress(path.read_bytes())
    (_, _, body) = next(each for each in records(path) if each[0] == "request")
    assert body == b"user=me&Password=***&csrf_token=***&x=***"


@pytest.mark.parametrize(
    ("kind", "body", "masked"),
    [
        ("multipart/form-data; boundary=b", PART + "S\r\n--b--", PART + "***\r\n--b--"),
        (JSON, '{"a":{"user_password":12}}', '{"a":{"user_password":"***"}}'),
        (JSON, '{"password":"never closed', '{"password":"***"'),
        ("text/xml", "<password>S</password>", ""),
        ("text/plain", "hello", "hello"),
    ],
)
def test_bodies_of_requests(kind: str, body: str, masked: str) -> None:
    assert masked_body(kind, body.encode()).decode() == masked


@settings(deadline=None, max_examples=60)
@given(
    st.text(max_size=30),
    st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8)), max_size=4),
    st.binary(max_size=400),
    st.booleans(),
)
def test_any_answer_is_archived(
    tmp_path_factory: pytest.TempPathFactory,
    path: str,
    headers: list[tuple[str, str]],
    body: bytes,
    rendered: bool,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    archive = Archive(folder, "s", 2**30, "x")
    places = [
        archive.write(
            exchange(
                f"http://h.test/{path}", headers=headers, body=body, rendered=rendered
            )
        )
        for _ in range(2)
    ]
    archive.close()
    assert [read_body(folder, at) for at in places] == [body, body]


def test_of_a_rendered_page_the_answer_is_kept_too(tmp_path: Path) -> None:
    archive = Archive(tmp_path, "s", 2**30, "x")
    rendered = replace(
        exchange(body=b"<p>made of it"), rendered=True, plain=(PAGE, "text/html; a=b")
    )
    places = [archive.write(rendered), archive.write(rendered)]
    archive.close()
    assert [read_record(tmp_path, at).body for at in places] == [b"<p>made of it"] * 2
    assert all(read_record(tmp_path, at).rendered for at in places)
    (path,) = tmp_path.iterdir()
    with path.open("rb") as file:
        told = []
        for record in ArchiveIterator(file, check_digests="raise"):
            record.content_stream().read()
            told.append((record.rec_type, record.rec_headers.get_header))
            if record.rec_type == "response":
                assert (
                    record.http_headers.get_header("Content-Type") == "text/html; a=b"
                )
    kinds = [kind for kind, _ in told]
    assert kinds[1:4] == ["response", "conversion", "request"]
    assert kinds[4:] == ["revisit", "conversion", "request"]
    for answer, made, request in (told[1:4], told[4:]):
        assert made[1]("WARC-Refers-To") == answer[1]("WARC-Record-ID")
        assert request[1]("WARC-Concurrent-To") == answer[1]("WARC-Record-ID")
