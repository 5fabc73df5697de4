"""Surveys of older versions are read, and gone on with."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from crawler.store import Survey, SurveyError, readers
from crawler.store.schema import SCHEMA_VERSION, forms, pages
from crawler.store.schema_interface import interfaces
from crawler.store.upgrade import STEPS, upgrade
from tests.store.examples import SEARCH, page, survey_at, write

if TYPE_CHECKING:
    from pathlib import Path


def survey_of_version_1(path: Path) -> Path:
    """As it was before forms had kinds."""
    with survey_at(path) as survey:
        write(survey, [page()])
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE forms DROP COLUMN kind")
        connection.execute("ALTER TABLE forms DROP COLUMN probability")
        connection.execute("ALTER TABLE pages DROP COLUMN relevance")
        connection.execute("ALTER TABLE pages DROP COLUMN warc_file")
        connection.execute("ALTER TABLE pages DROP COLUMN warc_offset")
        connection.execute("ALTER TABLE fields DROP COLUMN limits")
        connection.execute("ALTER TABLE submitters DROP COLUMN label")
        connection.execute("DROP TABLE interfaces")
        connection.execute("DROP TABLE changes")
        connection.execute("UPDATE meta SET value = '1' WHERE key = 'schema'")
    connection.close()
    return path


def test_there_is_a_step_from_every_version() -> None:
    assert [*STEPS] == [*range(1, SCHEMA_VERSION)]


@pytest.mark.parametrize("create", [False, True])
def test_an_old_survey_is_read_and_gone_on_with(tmp_path: Path, create: bool) -> None:
    path = survey_of_version_1(tmp_path / "s.sqlite")
    with Survey.open(path, create=create) as survey:
        (row,) = survey.read(readers.read_forms)
        assert (row.kind, row.probability) == ("", 0.0)
        told = replace(SEARCH, kind="search", probability=0.75)
        write(survey, [page(forms=(told,))])
        (row,) = survey.read(readers.read_forms)
        assert (row.kind, row.probability) == ("search", 0.75)
    with Survey.open(path) as survey:
        assert survey.summary().pages == 1


def test_two_that_upgrade_at_once(tmp_path: Path) -> None:
    path = survey_of_version_1(tmp_path / "s.sqlite")
    with Survey.open(path) as survey, survey.writing() as connection:
        upgrade(connection)  # somebody else was quicker: nothing is left to do


def test_the_columns_are_those_of_a_new_survey(tmp_path: Path) -> None:
    path = survey_of_version_1(tmp_path / "s.sqlite")
    with Survey.open(path):
        pass
    with sqlite3.connect(path) as connection:
        for table in (forms, pages, interfaces):
            found = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
            assert {row[1] for row in found} == {column.name for column in table.c}
    connection.close()


def test_where_it_can_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = survey_of_version_1(tmp_path / "s.sqlite")
    if os.geteuid() == 0:  # everything can be written by root
        monkeypatch.setattr(os, "access", lambda *_: False)
    else:
        tmp_path.chmod(0o500)
    try:
        with pytest.raises(SurveyError, match=r"older version.*copy it") as caught:
            Survey.open(path)
    finally:
        tmp_path.chmod(0o700)
    assert "\n" not in str(caught.value)
