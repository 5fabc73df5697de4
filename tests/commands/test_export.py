"""``scrapy export``: each view in each format, read back by other people's readers."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brotli
import pytest
from backports import zstd

from crawler.cluster import ClusterOptions
from crawler.finalise import vector_format
from crawler.report import FORMATS, VIEWS
from crawler.report.bodies import written_out
from crawler.store import Survey, SurveyWriter
from crawler.store.readers import read_clusters
from tests.commands.surveys import SITE, Result, measured, survey_of

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]


RAW = ("", "<p>r")


def objects(result: Result) -> list[dict[str, Any]]:
    assert result.status == 0
    return [json.loads(line) for line in result.lines()]


def table(result: Result) -> list[dict[str, str]]:
    assert result.status == 0
    return list(csv.DictReader(io.StringIO(result.out, newline=""), strict=True))


def test_default_is_urls_of_representatives(
    tmp_path: Path, export: Callable[..., Result]
) -> None:
    survey = survey_of(tmp_path / "s.sqlite")
    first = export(survey=survey)
    assert first.status == 0
    # One for each template; the keys decide which, never the order of arrival.
    assert sorted(first.lines()) == [
        "http://h.test/",
        "http://h.test/item/1",
        "http://h.test/list?p=2",
    ]
    assert first.err == f"leadline: {survey} is not final: making its clusters\n"
    again = export(survey=survey)
    assert (again.out, again.err) == (first.out, "")


@pytest.mark.parametrize(
    ("what", "form"), [(what, form) for what in VIEWS for form in FORMATS]
)
def test_every_combination_works_or_says_what_does(
    export: Callable[..., Result], what: str, form: str
) -> None:
    result = export("--what", what, "--as", form)
    if form in VIEWS[what].formats:
        assert (result.status, result.err) == (0, "")
        assert result.lines()
        return
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert f"{what} cannot be written as {form}" in line
    assert all(name in line for name in VIEWS[what].formats)


@pytest.mark.parametrize("what", [name for name in VIEWS if not VIEWS[name].names])
def test_csv_and_jsonl_tell_the_same(export: Callable[..., Result], what: str) -> None:
    rows = table(export("--what", what, "--as", "csv"))
    told = objects(export("--what", what, "--as", "jsonl"))
    if what == "clusters":
        assert [row["url"] for row in rows] == [
            member["url"] for one in told for member in one["members"]
        ]
        return
    assert len(rows) == len(told)
    for row, one in zip(rows, told, strict=True):
        assert list(row) == list(one)
        for name, value in one.items():
            if isinstance(value, (dict, list)):
                assert json.loads(row[name]) == value
            else:
                text = "" if value is None else str(value)
                assert row[name] in {text, f"'{text}"}


def test_bodies(export: Callable[..., Result]) -> None:
    """As text, without the content encoding they came in."""
    told = objects(export("--what", "bodies"))
    assert {one["url"]: one["body"] for one in told} == SITE
    assert {(one["encoding"], one["rendered"]) for one in told} == {("", False)}


def test_bodies_that_are_not_there(
    tmp_path: Path, export: Callable[..., Result]
) -> None:
    survey = survey_of(tmp_path / "s.sqlite", bodies=True)
    (archive,) = tmp_path.glob("*.warc.gz")
    archive.unlink()
    gone = export("--what", "bodies", survey=survey)
    assert (gone.status, gone.out) == (1, "")
    assert gone.err.splitlines() == [
        f"leadline: export: {archive}: No such file or directory"
    ]
    with sqlite3.connect(survey) as connection:
        connection.execute("UPDATE pages SET warc_file = NULL")
    connection.close()
    none = export("--what", "bodies", survey=survey)
    assert none.status == 1
    assert "STORE_BODIES=warc" in none.err


@pytest.mark.parametrize(
    ("body", "kind", "page_kind", "encodings", "told"),
    [
        ("é".encode(), "text/html", "html", [], ("", "é")),
        (b"\xe6", "text/html; charset=cp1251", "html", [], ("", "ж")),
        (b"\x00\xff", "image/png", "binary", [], ("base64", "AP8=")),
        (b"x", "text/html", "html", ["compress"], ("base64", "eA==")),
        (b"no gzip", "text/html", "html", ["gzip"], ("base64", "bm8gZ3ppcA==")),
        (zlib.compress(b"<p>a"), "text/html", "html", ["deflate"], ("", "<p>a")),
        (brotli.compress(b"<p>b"), "text/html", "html", ["br"], ("", "<p>b")),
        (zstd.compress(b"<p>z"), "text/html", "html", ["zstd"], ("", "<p>z")),
        (b"no zstd", "text/html", "html", ["zstd"], ("base64", "bm8genN0ZA==")),
        (b"no br", "text/html", "html", ["br"], ("base64", "bm8gYnI=")),
        (
            zlib.compress(b"<p>r", wbits=-15),
            "text/html",
            "html",
            ["deflate"],
            ("", "<p>r"),
        ),
        (b"\x1f\x8b", "", "sitemap", [], ("base64", "H4s=")),
        (gzip.compress(gzip.compress(b"c")), "", "text", ["gzip", "gzip"], ("", "c")),
    ],
    ids=itertools.count(),  # a packed body has the time in it
)
def test_bodies_of_all_encodings(
    body: bytes,
    kind: str,
    page_kind: str,
    encodings: list[str],
    told: tuple[str, str],
) -> None:
    assert written_out(body, encodings, kind, page_kind) == told


def test_pages(export: Callable[..., Result]) -> None:
    told = objects(export("--what", "pages", "--as", "jsonl"))
    assert [one["url"] for one in told] == sorted(SITE)
    assert all(one["cluster"] is not None for one in told)
    assert export("--what", "pages").lines() == sorted(SITE)


def test_clusters_with_their_members(export: Callable[..., Result]) -> None:
    told = objects(export("--what", "clusters", "--as", "jsonl"))
    assert sorted(one["size"] for one in told) == [1, 3, 8]
    for one in told:
        assert len(one["members"]) == one["size"]
        assert any(member["rank"] == 1 for member in one["members"])
        assert all(0.8 < member["similarity"] <= 1 for member in one["members"])
        assert one["partition"] == "h.test 2xx html"


def test_forms_and_parameters(export: Callable[..., Result]) -> None:
    told = objects(export("--what", "forms", "--as", "jsonl"))
    assert [(one["method"], one["pages"]) for one in told] == [("GET", 3), ("POST", 8)]
    assert told[1]["action"] == "http://h.test/item/1/buy"
    assert told[1]["fields"][0]["name"] == "n"
    names = objects(export("--what", "parameters"))
    assert [(one["place"], one["name"]) for one in names] == [
        ("body", "go"),
        ("body", "n"),
        ("query", "p"),
        ("query", "q"),
    ]


def test_curl_lines_are_shell_words(export: Callable[..., Result]) -> None:
    lines = export("--what", "forms", "--as", "curl").lines()
    assert [shlex.split(line) for line in lines] == [
        ["curl", "-g", "http://h.test/find?q="],
        ["curl", "-g", "--data-raw", "n=1&go=1", "http://h.test/item/1/buy"],
    ]
    lines = export("--as", "curl").lines()
    assert all(shlex.split(line)[:2] == ["curl", "-g"] for line in lines)


def test_decisions_items_runs(export: Callable[..., Result]) -> None:
    told = objects(export("--what", "decisions", "--as", "jsonl"))
    assert [(one["url"], one["rule"], one["count"]) for one in told] == [
        ("http://h.test/logout", "danger", 1),
        ("http://other.test/", "out-of-scope", 1),
    ]
    (one,) = objects(export("--what", "items"))
    assert (one["kind"], one["data"]) == ("Part", {"name": "=1+1", "price": 2})
    (one,) = objects(export("--what", "runs"))
    assert (one["spider"], one["ended"]) == ("inspect", None)


HOSTILE = {
    "http://h.test/?=1%2B1": '=HYPERLINK("http://e.test")',
    "http://h.test/?a": "+1",
    "http://h.test/?b": "-1",
    "http://h.test/?c": "@SUM(1)",
    "http://h.test/?d": "\t=1",
    "http://h.test/?e": "\x1b]0;x\x07\x9b2J",
    "http://h.test/?f": 'a,"b"\nc\u2028d\u2029e\x85f',
    "http://h.test/?g": "中文 é",
}


def test_hostile_titles(tmp_path: Path, export: Callable[..., Result]) -> None:
    options = ClusterOptions()
    path = tmp_path / "s.sqlite"
    with Survey.open(path, create=True) as survey:
        number = survey.start_run("x", arguments={}, settings={}, versions={})
        with SurveyWriter(survey, number, vector_format(options)) as writer:
            for url, title in HOSTILE.items():
                writer.submit(measured(url, "<p>x", options, title=title))
    told = objects(export("--what", "pages", "--as", "jsonl", survey=path))
    assert [one["title"] for one in told] == list(HOSTILE.values())  # exact
    result = export("--what", "pages", "--as", "csv", survey=path)
    titles = [row["title"] for row in table(result)]
    assert titles[:4] == [f"'{title}" for title in list(HOSTILE.values())[:4]]
    assert titles[5] == "\ufffd]0;x\ufffd\ufffd2J"
    assert titles[6:] == ['a,"b"\nc\u2028d\u2029e\ufffdf', "中文 é"]
    raw = export("--what", "pages", "--as", "jsonl", survey=path).out
    assert not {"\x1b", "\x9b", "\x85", "\u2028", "\x07"} & set(raw)
    assert not {"\x1b", "\x9b", "\x07"} & set(result.out)


def command(*argv: str, **more: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "scrapy", *argv],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"},
        **more,
    )


def test_reader_that_has_read_enough(large: Path) -> None:
    """``scrapy export ... | head -1`` ends quietly, with status 0."""
    process = command("export", str(large), "--what", "pages", "--as", "jsonl")
    assert process.stdout is not None
    assert process.stderr is not None
    first = process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()
    assert json.loads(first)["title"] == "é" * 900  # UTF-8 in the C locale


def test_the_command_line_itself(made: Path) -> None:
    process = command("export", str(made), "-s", "LOG_LEVEL=DEBUG")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert out.decode().split("\n")[:-1]
    assert all(line.startswith("http://") for line in out.decode().split("\n")[:-1])
    assert b"Traceback" not in err
    assert b"DEBUG" not in err


def test_representatives_are_in_the_clusters(
    made: Path, export: Callable[..., Result]
) -> None:
    urls = export().lines()
    with Survey.open(made) as survey:
        chosen = [
            member.url
            for cluster in survey.read(read_clusters)
            for member in sorted(cluster.members, key=lambda one: one.rank or 0)
            if member.rank
        ]
    assert urls == chosen


def test_records_have_a_column_for_each_field(export: Callable[..., Result]) -> None:
    """Names and values are the site's: neither is a formula in a spreadsheet."""
    result = export("--what", "records", "--as", "csv")
    head, first = csv.reader(result.lines()[:2])
    assert head[-3:] == ["name", "'=x", "name.url"]
    assert first[-3:] == ["a", "'=1+1", "http://h/"]


def test_records_as_parquet(made: Path, tmp_path: Path, export: Any) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "r.parquet"
    result = export("--what", "records", "--as", "parquet", "-o", str(target))
    assert result.status == 0, result.err
    table = parquet.read_table(target)
    assert table.column("name").to_pylist() == ["a", "b"]
    assert table.column("=x").to_pylist() == ["=1+1", "=1+1"]
    assert table.column("number").to_pylist() == [0, 1]
