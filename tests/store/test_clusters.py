"""The survey as the clustering sees it, and the readers of what it made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from crawler.items import Vector
from crawler.store import Survey, SurveyWriteError
from crawler.store.readers import (
    read_clusters,
    read_forms,
    read_pages,
    read_parameters,
    read_representatives,
    read_runs,
)
from tests.store.examples import FORMAT, LOGIN, SEARCH, pack, page, survey_at, write

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Chosen:
    key: str
    reason: str


@dataclass
class Group:
    id: int
    partition: str
    leader: str
    members: list[str]
    similarities: list[float]
    representatives: list[Chosen] = field(default_factory=list)


@dataclass
class Groups:
    clusters: list[Group]


def key(number: int) -> str:
    return page(number).key


def grouped(*groups: list[int]) -> Groups:
    """Clusters of page numbers, the first of each its leader and representative."""
    return Groups(
        [
            Group(
                number,
                "h.test 2xx html",
                key(group[0]),
                [key(one) for one in group],
                [1.0] + [0.9] * (len(group) - 1),
                [Chosen(key(group[0]), "first")],
            )
            for number, group in enumerate(groups)
        ]
    )


@pytest.fixture
def survey(target: str) -> Iterator[Survey]:
    with survey_at(target) as survey:
        write(
            survey,
            [
                page(3),
                page(1, forms=(SEARCH, LOGIN), parameters=("query:b", "body:u")),
                page(2, status=404, vector=Vector({5: 1.0}, 7), skeleton=b"other"),
                page(4, kind="json", vector=None, skeleton=b"", forms=()),
            ],
        )
        yield survey


def test_members_in_the_order_of_their_keys(survey: Survey) -> None:
    rows = list(survey.member_rows(with_skeletons=True))
    assert [row.key for row in rows] == [key(number) for number in (1, 2, 3, 4)]
    first, second, third, fourth = rows
    assert (first.host, first.status, first.kind) == ("h.test", 200, "html")
    assert first.signatures == tuple(sorted((SEARCH.signature, LOGIN.signature)))
    assert first.parameters == ("body:u", "query:b")
    assert first.features == pack(Vector({1: 0.25, 2**64 - 1: 0.75}))
    assert first.vector == third.vector != second.vector
    assert (first.recipe, second.status) == (FORMAT.recipe, 404)
    assert (first.skeleton, second.skeleton) == (b"tree", b"other")
    assert first.skeleton_digest == third.skeleton_digest != second.skeleton_digest
    assert (fourth.vector, fourth.features, fourth.skeleton) == ("", b"", b"")
    assert [row.skeleton for row in survey.member_rows()] == [b""] * 4


@pytest.mark.parametrize("order", [["B", "a", "Z", "é", "~", "0", "中", "b"]])
def test_keys_are_ordered_by_code_point(target: str, order: list[str]) -> None:
    with survey_at(target) as survey:
        write(survey, [page(1, key=name, url=name) for name in order])
        assert [row.key for row in survey.member_rows()] == sorted(order)
        assert [row.key for row in survey.read(read_pages)] == sorted(order)


def test_clusters_are_replaced_as_a_whole(survey: Survey) -> None:
    assert not survey.is_final()
    for groups in ([[1, 3], [2]], [[1], [2], [3]], [[2, 1, 3]], []):
        survey.replace_clusters(grouped(*groups), survey.generation(), {"t": 0.8})
        assert survey.is_final()
        found = survey.summary()
        assert (found.clusters, found.representatives) == (len(groups), len(groups))
        expected = {key(one): at for at, some in enumerate(groups) for one in some}
        assert {
            row.key: row.cluster
            for row in survey.read(read_pages)
            if row.cluster is not None
        } == expected


def test_what_a_cluster_is_made_of(survey: Survey) -> None:
    groups = grouped([1, 3], [2])
    groups.clusters[0].representatives.append(Chosen(key(3), "parameter query:a"))
    groups.clusters[1].representatives.clear()  # 404: recorded, never handed over
    survey.replace_clusters(groups, survey.generation(), {})
    one, two = survey.read(read_clusters)
    assert (one.id, one.size, one.leader) == (0, 2, page(1).url)
    assert one.partition == "h.test 2xx html"
    assert [(member.url, member.similarity, member.rank) for member in one.members] == [
        (page(1).url, 1.0, 1),
        (page(3).url, 0.9, 2),
    ]
    assert [member.reason for member in two.members] == [""]
    rows = list(survey.read(read_representatives))
    assert [(row.url, row.cluster, row.rank, row.reason, row.size) for row in rows] == [
        (page(1).url, 0, 1, "first", 2),
        (page(3).url, 0, 2, "parameter query:a", 2),
    ]


def test_new_pages_leave_the_survey_not_final(survey: Survey) -> None:
    survey.replace_clusters(grouped([1, 3], [2]), survey.generation(), {})
    write(survey, [page(5)])
    assert not survey.is_final()
    clusters = {row.key: row.cluster for row in survey.read(read_pages)}
    assert clusters[key(5)] is None
    assert clusters[key(3)] == 0


def test_pages_written_while_the_clusters_were_made(survey: Survey) -> None:
    generation = survey.generation()
    write(survey, [page(5)])
    survey.replace_clusters(grouped([1, 3]), generation, {})
    assert not survey.is_final()
    survey.replace_clusters(grouped([1, 3], [5]), survey.generation(), {})
    assert survey.is_final()


def test_other_structure_leaves_its_cluster(survey: Survey) -> None:
    survey.replace_clusters(grouped([1, 3], [2]), survey.generation(), {})
    write(survey, [page(1, title="same structure"), page(3, vector=Vector({9: 1.0}))])
    rows = {row.key: (row.cluster, row.similarity) for row in survey.read(read_pages)}
    assert rows[key(1)] == (0, 1.0)
    assert rows[key(3)] == (None, None)


def test_options_decide_too(survey: Survey) -> None:
    assert survey.cluster_options() is None
    survey.set_cluster_options({"threshold": 0.8, "mode": "default"})
    assert survey.cluster_options() == {"threshold": 0.8, "mode": "default"}
    survey.replace_clusters(
        grouped([1]), survey.generation(), {"mode": "default", "threshold": 0.8}
    )
    assert survey.is_final()
    survey.set_cluster_options({"threshold": 0.9, "mode": "default"})
    assert not survey.is_final()


def test_failure_leaves_the_clusters_as_they_were(survey: Survey) -> None:
    survey.replace_clusters(grouped([1, 3], [2]), survey.generation(), {})
    before = list(survey.read(read_clusters))
    broken = grouped([1], [2])
    broken.clusters[1].id = 0
    with pytest.raises(SurveyWriteError):
        survey.replace_clusters(broken, survey.generation(), {})
    assert list(survey.read(read_clusters)) == before
    assert survey.is_final()


def test_parameters_with_their_first_page(survey: Survey) -> None:
    rows = list(survey.read(read_parameters))
    assert [(row.place, row.name, row.pages, row.page) for row in rows] == [
        ("body", "u", 1, page(1).url),
        ("query", "a", 3, page(2).url),
        ("query", "b", 4, page(1).url),
    ]


def test_parameter_names_may_hold_anything(target: str) -> None:
    names = ("query:", "query:a:b", "body:x y", "odd")
    with survey_at(target) as survey:
        write(survey, [page(1, parameters=names)])
        rows = [(row.place, row.name) for row in survey.read(read_parameters)]
    assert rows == [("body", "x y"), ("odd", ""), ("query", ""), ("query", "a:b")]


def test_forms_and_runs(survey: Survey) -> None:
    assert [(form.method, form.pages) for form in survey.read(read_forms)] == [
        ("GET", 3),
        ("POST", 1),
    ]
    (run,) = survey.read(read_runs)
    assert (run.spider, run.arguments, run.stats, run.ended) == (
        "inspect",
        {},
        None,
        None,
    )


def test_a_reader_that_is_left_early_blocks_nobody(survey: Survey) -> None:
    reading = survey.read(read_pages)
    next(reading)
    write(survey, [page(9)])
    assert survey.page_count() == 5
    assert len(list(reading)) == 3  # the state it began with
    for _ in range(30):
        next(survey.read(read_pages))
