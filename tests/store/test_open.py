"""Opening: what is not a survey is told in one line and left untouched."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from crawler.store import StoreOptions, Survey, SurveyError
from crawler.store.engine import immutable, make_engine
from crawler.store.schema import SCHEMA_VERSION
from tests.store.examples import page, start, survey_at, write

if TYPE_CHECKING:
    from pathlib import Path


def foreign_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE meta (key, value)")
        connection.execute("INSERT INTO meta VALUES ('application', 'other')")
    connection.close()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"hello, this is a text file and not a database\n", "is not a survey"),
        (b"SQLite format 3\x00" + b"\x00" * 4096, "is not a survey"),
        (b"SQLite format 3\x00" + b"\xff" * 200, "is not a survey"),
        (b"x", "is not a survey"),
    ],
)
@pytest.mark.parametrize("create", [False, True])
def test_other_file_is_refused_untouched(
    tmp_path: Path, content: bytes, said: str, create: bool
) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(content)
    with pytest.raises(SurveyError, match=said) as caught:
        Survey.open(path, create=create)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.sqlite"]


@pytest.mark.parametrize("create", [False, True])
def test_other_database_is_refused_untouched(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "app.db"
    foreign_database(path)
    before = path.read_bytes()
    with pytest.raises(SurveyError, match=r"app\.db is not a survey"):
        Survey.open(path, create=create)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["app.db"]


def test_missing_survey_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(SurveyError, match=r"no survey at .*none\.sqlite"):
        Survey.open(tmp_path / "none.sqlite")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("sqlite://", "in a file, not in memory"),
        ("sqlite:///:memory:", "in a file, not in memory"),
        ("mysql://user:geheim@h/x", "kept in SQLite or PostgreSQL"),
        ("http://h.test/", "kept in SQLite or PostgreSQL"),
        ("http://h:port/", "neither a path nor a database URL"),
        ("postgresql+nosuch://user:geheim@h/x", "unknown kind of database"),
    ],
)
def test_wrong_url_is_told_in_one_line(target: str, said: str) -> None:
    with pytest.raises(SurveyError, match=said) as caught:
        Survey.open(target, create=True)
    assert "\n" not in str(caught.value)
    assert "geheim" not in str(caught.value)


def test_directory_and_impossible_path(tmp_path: Path) -> None:
    with pytest.raises(SurveyError, match="is a directory"):
        Survey.open(tmp_path)
    (tmp_path / "file").write_text("x")
    for create in (False, True):
        with pytest.raises(SurveyError):
            Survey.open(tmp_path / "file" / "x.sqlite", create=create)
    with pytest.raises(SurveyError) as caught:
        Survey.open("/proc/no-such-place/x.sqlite", create=True)
    assert "\n" not in str(caught.value)


def test_path_and_url_open_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "with space & ?.sqlite"
    with survey_at(path) as survey:
        write(survey, [page()])
        assert survey.target == str(path)
    with Survey.open(str(path)) as survey:
        assert survey.page_count() == 1
    plain = tmp_path / "deep" / "er" / "x.sqlite"
    with Survey.open(f"sqlite:///{plain}", create=True) as survey:
        write(survey, [page(1), page(2)])
    with Survey.open(plain) as survey:
        assert survey.page_count() == 2


def test_a_survey_that_nobody_changes_is_read_without_a_trace(tmp_path: Path) -> None:
    """As on a medium for reading only: no file is made beside it, not for a moment."""
    path = tmp_path / "with space & ?#%.sqlite"
    with survey_at(path) as survey:
        write(survey, [page(1), page(2)])
    there = [entry.name for entry in tmp_path.iterdir()]
    engine = make_engine(immutable(path), StoreOptions(), fresh=False)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM pages")).scalar() == 2
        assert [entry.name for entry in tmp_path.iterdir()] == there
        with pytest.raises(OperationalError, match="readonly"):
            connection.execute(text("DELETE FROM pages"))
    engine.dispose()


def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    for number in range(3):
        with survey_at(tmp_path / "s.sqlite") as survey:
            assert start(survey) == number + 1
            assert survey.page_count() == number
            write(survey, [page(number)], number + 1)


def test_newer_schema_is_refused(tmp_path: Path) -> None:
    with survey_at(tmp_path / "s.sqlite") as survey, survey.writing() as connection:
        connection.execute(
            text("UPDATE meta SET value = :v WHERE key = 'schema'"),
            {"v": str(SCHEMA_VERSION + 1)},
        )
    for create in (False, True):
        with pytest.raises(SurveyError, match="newer version"):
            Survey.open(tmp_path / "s.sqlite", create=create)


def test_survey_locked_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with survey_at(path) as survey:
        write(survey, [page()])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with Survey.open(path) as survey:  # reading goes on beside a writer
        assert survey.page_count() == 1
    options = StoreOptions(busy_timeout=0.1)
    with pytest.raises(SurveyError, match="database is locked"):
        Survey.open(path, create=True, options=options)
    other.close()


_OPEN = """
import sys
from crawler.store import Survey
with Survey.open(sys.argv[1], create=True) as survey:
    print(survey.start_run("x", arguments={}, settings={}, versions={}))
"""


def test_several_processes_create_one_survey(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _OPEN, str(path)], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    ids = [process.communicate(timeout=60)[0].strip() for process in running]
    assert sorted(ids) == ["1", "2", "3", "4"]
