"""``scrapy classifyforms``: surveys, WARC files and folders; here, and on workers."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawler.commands.classifyforms import Command
from tests.commands.surveys import Result, run

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

BOOKS = (
    "<title>Books</title><form name=search action=/find><label>Author"
    " <input name=author></label><label>ISBN <input name=isbn></label>"
    "<button>Search</button></form>"
)
FLIGHTS = (
    "<title>Flights</title><form name=search action='=cmd'><label>From airport"
    " <input name=from></label><label>To airport <input name=to></label>"
    "<button>Search flights</button></form>"
    "<form method=post><input name=u><input type=password name=p></form>"
)
PAGES = {"http://a.example/": BOOKS, "http://b.example/": FLIGHTS}


@pytest.fixture
def classify(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    return lambda *argv: run(Command(), capsysbinary, *map(str, argv))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages")
    for url, page in PAGES.items():
        (path / quote(url, safe="")).write_text(page)
    (path / "noform.html").write_text("<p>nothing")
    return path


@pytest.fixture(scope="module")
def warc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("warc") / "crawl.warc.gz"
    answers = [
        *((url, "200 OK", "text/html", page) for url, page in PAGES.items()),
        ("http://c.example/", "404 Not Found", "text/html", BOOKS),
        ("http://c.example/x.png", "200 OK", "image/png", BOOKS),
    ]
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for url, status, kind, page in answers:
            headers = StatusAndHeaders(status, [("Content-Type", kind)], "HTTP/1.1")
            body = page.encode()
            writer.write_record(
                writer.create_warc_record(
                    url,
                    "response",
                    payload=io.BytesIO(body),
                    length=len(body),
                    http_headers=headers,
                )
            )
    return path


def rows(result: Result) -> list[dict[str, Any]]:
    assert result.status == 0, result.err
    return [json.loads(line) for line in result.out.splitlines()]


@pytest.mark.parametrize("kind", ["folder", "warc"])
def test_a_catalogue_by_domain(
    kind: str, request: pytest.FixtureRequest, classify: Callable[..., Result]
) -> None:
    result = classify(request.getfixturevalue(kind))
    found = [(row["domain"], row["page"], row["form"]) for row in rows(result)]
    assert found == [
        ("airfare", "http://b.example/", 0),
        ("book", "http://a.example/", 0),
    ]
    assert "3 forms on 2 pages" in result.err
    assert "dropped 1: login 1" in result.err
    assert "kept 2: airfare 1, book 1" in result.err


def test_a_survey(made: Path, classify: Callable[..., Result]) -> None:
    result = classify(made, "--all")
    found = rows(result)
    assert found
    assert len({(row["page"], row["form"]) for row in found}) == len(found)
    assert all(row["rule"] or row["domain"] for row in found)


def test_the_catalogue_is_the_same_from_workers(
    warc: Path, folder: Path, classify: Callable[..., Result], tmp_path: Path
) -> None:
    # Two processes of Dask, once for all that needs them: they take seconds to start.
    labels = tmp_path / "labels.jsonl"
    labels.write_text(
        "".join(
            json.dumps({"html": page, "class": name, "url": url}) + "\n"
            for (url, page), name in zip(PAGES.items(), ("paper", "air"), strict=True)
        )
    )
    argv = (warc, folder, "--train", labels)
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    alone = rows(classify(*argv, "--workers", "1", "--model", here))
    shared = classify(*argv, "--workers", "2", "--model", there)
    assert rows(shared) == alone
    assert json.loads(here.read_text()) == json.loads(there.read_text())
    assert [row["domain"] for row in alone] == ["air", "paper"]
    assert rows(classify(warc, "--model", here)) == alone


def test_csv_is_no_formula(
    folder: Path, classify: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "page.html").write_text(
        "<form name='=1+1' role=search><input type=search name=q></form>"
    )
    counts = tmp_path / "counts.csv"
    result = classify(tmp_path, "--as", "csv", "--counts", counts)
    assert result.status == 0, result.err
    (row,) = csv.DictReader(io.StringIO(result.out))
    assert row["name"] == "'=1+1"
    assert "type,search,1" in counts.read_text().splitlines()


class Paper(Command):
    """As with ``-s FORMS_RULES=paper``."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        self.settings.set("FORMS_RULES", "paper")
        super().process_options(args, opts)


def test_rules_of_the_paper(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    result = run(Paper(), capsysbinary, str(folder))
    assert "dropped 1: paper 1" in result.err


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        ((), 2, "name surveys, WARC files or folders"),
        (("x", "--as", "cvs"), 2, "did you mean csv"),
        (("x", "--workers", "0"), 2, "not from 1 to 256"),
        (("x", "--workers", "2", "--scheduler", "tcp://h:1"), 2, "leave out one"),
        (("x", "--scheduler", "h:8786"), 2, "no address like tcp://127.0.0.1:8786"),
        (("missing.sqlite",), 1, "missing.sqlite"),
        (("missing.warc",), 1, "missing.warc"),
        (("x", "--train", "missing.jsonl"), 1, "missing.jsonl"),
        (("x", "--model", "missing.json"), 1, "missing.json"),
    ],
)
def test_one_line_for_what_is_wrong(
    classify: Callable[..., Result], argv: tuple[str, ...], status: int, said: str
) -> None:
    result = classify(*argv)
    assert result.status == status
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_a_file_that_is_no_warc(
    classify: Callable[..., Result], tmp_path: Path
) -> None:
    path = tmp_path / "broken.warc"
    path.write_bytes(b"\x00\x01garbage\n" * 50)
    result = classify(path)
    assert result.status == 1
    assert "broken.warc" in result.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"html": BOOKS}, 'no "class"'),
        ({"html": BOOKS, "class": "x", "form": -1}, "no number of a form"),
        ({"html": BOOKS, "class": "x", "url": "nowhere"}, "no http"),
    ],
)
def test_labels_that_are_none(
    classify: Callable[..., Result], tmp_path: Path, line: object, said: str
) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps(line))
    result = classify(tmp_path, "--train", path)
    assert result.status == 1
    assert said in result.err
    assert "labels.jsonl:1" in result.err
