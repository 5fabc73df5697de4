"""The difference of two sides: symmetric, blind to numbers, silent where it must be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.report.diff import compare
from crawler.report.diff_side import ClusterState, PageState, Side
from crawler.report.diff_sight import Sight, warnings
from crawler.report.diff_text import as_text
from crawler.store.rows import FieldRow, FormRow, RunRow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crawler.report.diff import Difference

HOME = "http://h.test/"
KEYS = [HOME, *(f"{HOME}{name}" for name in "abcdef")]


def run_of(reason: str | None = "finished", **arguments: Any) -> RunRow:
    return RunRow(1, "inspect", arguments, {}, {}, None, "", "", reason, {})


def form_of(signature: str, *names: str, page: str = HOME, **changes: Any) -> FormRow:
    fields = [FieldRow(name, "text", "", [], "", False, False, False) for name in names]
    form = FormRow(
        signature=signature,
        method="GET",
        action=f"{HOME}{signature}",
        action_shape=f"{HOME}{signature}",
        enctype="",
        name="",
        page=page,
        pages=1,
        kind="search",
        probability=1.0,
        fields=fields,
        submitters=[],
    )
    return replace(form, **changes)


def side_of(
    vectors: Mapping[str, str],
    forms: Mapping[str, set[str]] | None = None,
    *,
    rules: Mapping[str, str] | None = None,
    referrers: Mapping[str, str] | None = None,
    run: RunRow | None = None,
    first_id: int = 1,
) -> Side:
    """A side of pages by the name of their structure; each structure is a cluster."""
    numbers = {
        name: number
        for number, name in enumerate(sorted({*vectors.values()}), first_id)
    }
    pages = {
        key: PageState(
            key=key,
            url=key,
            referrer=(referrers or {}).get(key, "" if key == HOME else HOME),
            status=200,
            kind="html",
            title="",
            vector=vector,
            skeleton="",
            cluster=numbers[vector],
        )
        for key, vector in sorted(vectors.items())
    }
    clusters = {}
    for name, number in numbers.items():
        members = tuple(key for key in pages if pages[key].vector == name)
        clusters[number] = ClusterState(
            number, "h.test 2xx html", members[0], name, 50, "s", members
        )
    shown = {name: keys & pages.keys() for name, keys in (forms or {}).items()}
    shown = {name: keys for name, keys in shown.items() if keys}
    return Side(
        name="s.sqlite",
        runs=[run or run_of()],
        pages=pages,
        clusters=clusters,
        forms={name: form_of(name, page=min(keys)) for name, keys in shown.items()},
        form_pages=shown,
        parameter_pages={f"query:{name}": keys for name, keys in shown.items()},
        rules=dict(rules or {}),
    )


def alike(first: ClusterState, second: ClusterState) -> float:
    """Structures are alike when they begin alike."""
    if first.vector == second.vector:
        return 1.0
    return 0.9 if first.vector[0] == second.vector[0] else 0.0


def difference(old: Side, new: Side) -> Difference:
    return compare(old, new, alike)


def counts(found: Difference) -> dict[str, tuple[int, int, int]]:
    return {
        name: (len(one.came), len(one.went), len(one.changed))
        for name, one in found.changes.items()
        if one
    }


SIDES = st.builds(
    side_of,
    st.dictionaries(st.sampled_from(KEYS), st.sampled_from(["x", "x2", "y", "z"])),
    st.dictionaries(st.sampled_from("pqr"), st.sets(st.sampled_from(KEYS)), max_size=3),
    rules=st.dictionaries(
        st.sampled_from(KEYS), st.sampled_from(["depth", "redirect", "failed"])
    ),
    referrers=st.dictionaries(st.sampled_from(KEYS), st.sampled_from([*KEYS, ""])),
    run=st.builds(run_of, st.sampled_from(["finished", "shutdown", None])),
)


@settings(deadline=None, max_examples=200)
@given(SIDES)
def test_nothing_differs_from_itself(side: Side) -> None:
    found = difference(side, side)
    assert found.same
    assert found.untold == {"came": {}, "went": {}}


@settings(deadline=None, max_examples=200)
@given(SIDES, SIDES)
def test_what_came_one_way_went_the_other(old: Side, new: Side) -> None:
    there, back = difference(old, new), difference(new, old)
    for name in ("pages", "parameters", "forms"):
        forth, reverse = there.changes[name], back.changes[name]
        assert forth.came == reverse.went
        assert forth.went == reverse.came
        assert len(forth.changed) == len(reverse.changed)
    assert there.untold["came"] == back.untold["went"]
    for entry in there.changes["pages"].went:
        assert entry["url"] not in new.pages


@settings(deadline=None, max_examples=200)
@given(SIDES, SIDES)
def test_every_page_is_told_or_is_in_doubt(old: Side, new: Side) -> None:
    found = difference(old, new)
    missing = old.pages.keys() - new.pages.keys()
    told = len(found.changes["pages"].went) + sum(found.untold["went"].values())
    assert told == len(missing)
    assert list(as_text(found))


@settings(deadline=None, max_examples=100)
@given(SIDES, SIDES, st.integers(2, 50))
def test_numbers_of_clusters_say_nothing(old: Side, new: Side, first: int) -> None:
    renumbered = side_of(
        {key: page.vector for key, page in new.pages.items()},
        new.form_pages,
        rules=new.rules,
        referrers={key: page.referrer for key, page in new.pages.items()},
        run=new.runs[0],
        first_id=first,
    )
    one, other = difference(old, new), difference(old, renumbered)
    assert one.changes == other.changes


ALL = dict.fromkeys(KEYS, "x")


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        # A page that is linked no more, with its structure and its form.
        (
            side_of({**ALL, KEYS[3]: "y"}, {"f": {KEYS[3]}}),
            side_of({key: "x" for key in KEYS if key != KEYS[3]}),
            {
                "clusters": (0, 1, 0),
                "forms": (0, 1, 0),
                "parameters": (0, 1, 0),
                "pages": (0, 1, 0),
            },
        ),
        # The same, but NEW was told not to look.
        (
            side_of({**ALL, KEYS[3]: "y"}, {"f": {KEYS[3]}}),
            side_of(
                {key: "x" for key in KEYS if key != KEYS[3]},
                rules={KEYS[3]: "excluded"},
            ),
            {},
        ),
        # The same, but NEW was killed.
        (
            side_of({**ALL, KEYS[3]: "y"}, {"f": {KEYS[3]}}),
            side_of({key: "x" for key in KEYS if key != KEYS[3]}, run=run_of(None)),
            {},
        ),
        # It is below a page that NEW was told not to look at.
        (
            side_of(ALL, referrers={KEYS[4]: KEYS[3]}),
            side_of(
                {key: "x" for key in KEYS if key not in KEYS[3:5]},
                rules={KEYS[3]: "robots"},
            ),
            {},
        ),
        # It is below a page that is gone.
        (
            side_of(ALL, referrers={KEYS[4]: KEYS[3]}),
            side_of(
                {key: "x" for key in KEYS if key not in KEYS[3:5]},
                rules={KEYS[3]: "redirect"},
            ),
            {"pages": (0, 2, 0)},
        ),
        # Referrers in a circle lead nowhere.
        (
            side_of(ALL, referrers={KEYS[4]: KEYS[3], KEYS[3]: KEYS[4]}),
            side_of({key: "x" for key in KEYS if key not in KEYS[3:5]}),
            {},
        ),
        # A cluster that has another leader is still the same.
        (side_of(ALL), side_of({**dict.fromkeys(KEYS, "x2"), KEYS[0]: "x"}), {}),
        # A page that looks otherwise, in a cluster that was there.
        (
            side_of({**ALL, KEYS[1]: "y"}),
            side_of({**ALL, KEYS[1]: "y", KEYS[2]: "y"}),
            {"pages": (0, 0, 1)},
        ),
        # A form that pages of a cluster show now.
        (
            side_of(ALL, {"f": {KEYS[1]}}),
            side_of(ALL, {"f": {KEYS[1]}, "g": {KEYS[2]}}),
            {"clusters": (0, 0, 1), "forms": (1, 0, 0), "parameters": (1, 0, 0)},
        ),
    ],
)
def test_differences(
    old: Side, new: Side, wanted: dict[str, tuple[int, int, int]]
) -> None:
    assert counts(difference(old, new)) == wanted


def forms_differ(before: FormRow, after: FormRow) -> dict[str, Any]:
    old, new = side_of(ALL), side_of(ALL)
    for side, form in ((old, before), (new, after)):
        side.forms = {form.signature: form}
        side.form_pages = {form.signature: {HOME}}
    changes = difference(old, new).changes["forms"]
    assert not changes.came
    assert not changes.went
    (entry,) = changes.changed
    return entry


def test_a_form_of_one_place_whose_controls_changed() -> None:
    first = form_of("f", "q", "old")
    second = form_of("g", "q", "new", action_shape=first.action_shape)
    found = forms_differ(first, second)
    assert found["controls"] == {"came": ["new=text"], "went": ["old=text"]}


def test_a_form_that_asks_for_more() -> None:
    first = form_of("f", "q")
    needed = replace(first.fields[0], required=True, options=["a", "b"])
    found = forms_differ(first, replace(first, fields=[needed], kind="login"))
    assert found["required"] == {"came": ["q"], "went": []}
    assert found["choices"] == {"came": ["q=a", "q=b"], "went": []}
    assert found["kind_before"] == "search"


def test_choices_of_another_page_are_not_compared() -> None:
    first = form_of("f", "q")
    second = replace(
        first,
        page=KEYS[1],
        fields=[replace(first.fields[0], options=["a"], required=True)],
    )
    assert "choices" not in forms_differ(first, second)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (run_of(scope="host"), run_of(scope="domain"), "different scope: host, domain"),
        (run_of(), run_of(depth=2), "different depth: none, 2"),
        (run_of(), run_of("pages", pages=9), "different pages: none, 9"),
        (run_of(), run_of(None), "NEW was cut off (killed)"),
        (run_of("shutdown"), run_of(), "OLD was cut off (shutdown)"),
        (run_of(), run_of(cookies="c.txt"), "only one of them had cookies"),
        (
            run_of(),
            replace(run_of(), settings={"CLUSTER_THRESHOLD": 0.9, "LOG_LEVEL": "INFO"}),
            "different settings: CLUSTER_THRESHOLD",
        ),
        (run_of(), replace(run_of(), spider="hidden"), "different spiders"),
    ],
)
def test_warnings(old: RunRow, new: RunRow, said: str) -> None:
    assert warnings(side_of(ALL), side_of(ALL)) == []
    found = warnings(side_of(ALL, run=old), side_of(ALL, run=new))
    assert [line for line in found if line.startswith(said)]
    assert all("\n" not in line for line in found)


def test_other_hosts_are_warned_about() -> None:
    there = side_of({"http://other.test/": "x"})
    assert warnings(side_of(ALL), there) == ["they have no host in common"]


def test_long_chains_of_referrers_are_walked() -> None:
    """A chain is as long as a site wants: no recursion, and each page once."""
    keys = [HOME, *(f"{HOME}{number}" for number in range(5_000))]
    referrers = dict(zip(keys[1:], keys, strict=False))
    old = side_of(dict.fromkeys(keys, "x"), referrers=referrers)
    new = side_of({HOME: "x"}, rules={keys[1]: "depth"})
    assert Sight(old, new).doubts() == {"depth": 5_000}
