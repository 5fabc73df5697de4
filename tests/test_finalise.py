"""Store and cluster together: clusters are a function of the pages."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.cluster import ClusterOptions, tree_vector, vector
from crawler.dom import parse
from crawler.dom.skeleton import decode, encode
from crawler.finalise import (
    finalise,
    remember_options,
    stored_options,
    vector_format,
)
from crawler.store import Survey, SurveyError, SurveyWriter
from crawler.store.readers import (
    read_clusters,
    read_forms,
    read_pages,
    read_representatives,
)
from tests.commands.surveys import SITE, item, listing, measured, survey_of

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS = [
    ClusterOptions(),
    ClusterOptions(token="tag.class"),
    ClusterOptions(root="document", runs=False, share="even"),
    ClusterOptions(mode="paper"),
]
NAMES = st.sampled_from(
    [
        *("p", "div", "div class=a", "div class='b c'", "table", "tr", "td", "ul"),
        *("li", "a href=x", "form", "select", "option", "svg", "script", "b", "i"),
        *("body", "html", "head", "br", "template", "title", "h1", "h2"),
        *("frameset", "frame", "noframes"),
    ]
)
MARKUP = st.lists(
    st.one_of(
        NAMES.map("<{}>".format),
        NAMES.map(lambda name: f"</{name.split()[0]}>"),
        st.sampled_from(["x", " ", "\n", "<!-- c -->", "\u00a0", "é"]),
    ),
    max_size=80,
).map("".join)


@given(MARKUP, st.sampled_from(OPTIONS))
@settings(deadline=None, max_examples=200)
def test_a_skeleton_measures_like_its_document(
    html: str, options: ClusterOptions
) -> None:
    document = parse(html.encode(), url="http://h.test/", content_type="text/html")
    if document.tree is None:
        return
    root: Any = document.tree.root
    skeleton = decode(encode(root))
    assert tree_vector(skeleton, options) == vector(document, options)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(
    "html",
    [
        *SITE.values(),
        "<div>" * 3_000 + "deep",
        "<ul>" + "<li><a>x</a></li>" * 5_000 + "</ul>",
    ],
)
def test_pages_measure_like_their_skeletons(html: str, options: ClusterOptions) -> None:
    page = measured("http://h.test/", html, options)
    assert tree_vector(decode(page.skeleton), options) == page.vector


def told(path: Path) -> list[str]:
    """All that a survey hands over."""
    with Survey.open(path) as survey:
        return [
            repr(row)
            for reader in (read_representatives, read_clusters, read_forms, read_pages)
            for row in survey.read(reader)
        ]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_order_of_arrival_leaves_no_trace(
    tmp_path: Path, options: ClusterOptions
) -> None:
    orders: list[Mapping[str, str]] = [
        SITE,
        dict(reversed(SITE.items())),
        dict(sorted(SITE.items(), key=lambda pair: pair[0][::-1])),
    ]
    found = []
    for number, site in enumerate(orders):
        path = survey_of(tmp_path / str(number), site, options)
        with Survey.open(path) as survey:
            assert finalise(survey, options)
        found.append(told(path))
    assert found[0] == found[1] == found[2]


def test_finalising_again_changes_nothing(tmp_path: Path) -> None:
    path = survey_of(tmp_path / "s")
    with Survey.open(path) as survey:
        assert finalise(survey)
        before = told(path)
        assert not finalise(survey)
        assert told(path) == before
        assert finalise(survey, ClusterOptions(threshold=0.1))
        assert not finalise(survey)  # the survey remembers what was asked for
        assert finalise(survey, ClusterOptions())
        assert told(path) == before


def test_options_of_the_crawl_are_those_of_who_finalises(tmp_path: Path) -> None:
    options = ClusterOptions(mode="paper", threshold=0.6, seed=3)
    path = survey_of(tmp_path / "s", options=options)
    with Survey.open(path) as survey:
        assert stored_options(survey) == options
        assert finalise(survey)
        assert stored_options(survey) == options


def test_options_of_a_later_version_are_passed_over(tmp_path: Path) -> None:
    with Survey.open(tmp_path / "s", create=True) as survey:
        survey.set_cluster_options({"threshold": 0.5, "of_tomorrow": True})
        assert stored_options(survey) == ClusterOptions(threshold=0.5)
        assert finalise(survey)
        assert not finalise(survey)


def test_an_empty_survey(tmp_path: Path) -> None:
    with Survey.open(tmp_path / "s", create=True) as survey:
        assert finalise(survey)
        assert not finalise(survey)
        assert survey.summary().clusters == 0


@given(st.sets(st.sampled_from(sorted(SITE)), min_size=1), st.integers(0, 2))
@settings(deadline=None, max_examples=5)
def test_a_survey_in_two_runs_is_that_of_one(first: set[str], again: int) -> None:
    """Killed, finalised by an export, and gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        whole = survey_of(Path(folder) / "whole")
        with Survey.open(whole) as survey:
            finalise(survey)
        path = Path(folder) / "parts"
        survey_of(path, {url: SITE[url] for url in first})
        with Survey.open(path) as survey:
            finalise(survey)
        for _ in range(again + 1):
            survey_of(path)
            with Survey.open(path) as survey:
                finalise(survey)
        without_run = [text.split(", run=")[0] for text in told(path)]
        assert without_run == [text.split(", run=")[0] for text in told(whole)]


def test_kinds_and_status_classes_are_never_together(tmp_path: Path) -> None:
    options = ClusterOptions()
    path = tmp_path / "s"
    survey_of(path, {"http://h.test/item/1": item(1)})
    pages = [
        measured("http://h.test/item/2", item(2), options, status=404),
        measured("http://h.test/item/3", item(3), options, host="i.test"),
        measured("http://h.test/item/4", item(4), options, status=204),
    ]
    with Survey.open(path) as survey:
        _add(survey, pages, options)
        finalise(survey)
        found = list(survey.read(read_clusters))
        assert [cluster.size for cluster in found] == [2, 1, 1]
        (missing,) = [cluster for cluster in found if "4xx" in cluster.partition]
        assert [member.rank for member in missing.members] == [None]


def test_pages_without_a_tree(tmp_path: Path) -> None:
    options = ClusterOptions()
    path = survey_of(tmp_path / "s", {"http://h.test/": listing(2)})
    pages = [
        measured(
            f"http://h.test/{name}/{number}",
            "x",
            options,
            kind=kind,
            vector=None,
            skeleton=b"",
            forms=(),
        )
        for name, kind in (("api", "json"), ("file", "binary"))
        for number in range(3)
    ]
    with Survey.open(path) as survey:
        _add(survey, pages, options)
        for chosen in (options, ClusterOptions(mode="paper")):
            assert finalise(survey, chosen)
            sizes = [cluster.size for cluster in survey.read(read_clusters)]
            assert sorted(sizes) == [1, 3, 3]


def _add(survey: Survey, pages: list[Any], options: ClusterOptions) -> None:
    with SurveyWriter(survey, 1, vector_format(options)) as writer:
        for page in pages:
            writer.submit(page)


def test_vectors_of_an_older_version_are_measured_again(tmp_path: Path) -> None:
    path, fresh = survey_of(tmp_path / "old"), survey_of(tmp_path / "new")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE vectors SET recipe = 'older', features = x'00'")
    connection.close()
    for one in (path, fresh):
        with Survey.open(one) as survey:
            remember_options(survey, ClusterOptions())
            finalise(survey)
    assert told(path) == told(fresh)


def test_a_broken_skeleton_is_one_line(tmp_path: Path) -> None:
    path = survey_of(tmp_path / "s")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE vectors SET recipe = 'older'")
        connection.execute("UPDATE skeletons SET data = x'0001'")
    connection.close()
    with (
        Survey.open(path) as survey,
        pytest.raises(SurveyError, match=r"http://h\.test/: not a skeleton"),
    ):
        finalise(survey)
