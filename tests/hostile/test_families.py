"""Each family of hostile bodies: no stage raises, no output is without bound, and the
cost grows as the body does."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from crawler.cluster import ClusterOptions, vector
from crawler.dom.document import MAX_BASE
from crawler.dom.links_sink import MAX_LINKS
from crawler.dom.sketch import SIZE
from crawler.dom.text import MAX_TEXT
from crawler.forms.extract import MAX_FORMS, MAX_SUBMITTERS
from crawler.forms.fields import MAX_FIELDS
from crawler.forms.parameters import MAX_PARAMETERS
from tests.hostile.families import FAMILIES, GROUPS, body_of
from tests.hostile.memory import WORST
from tests.hostile.stages import DEFAULT, measured, timed

if TYPE_CHECKING:
    from tests.hostile.stages import Measured

OTHERS = (ClusterOptions(token="tag.class"), ClusterOptions(mode="paper"))
NOTES = {
    *("attributes", "base", "deep", "encoding-guessed", "entities", "formatting"),
    *("links", "names", "truncated", "xml-as-html"),
}

SIZE_SMALL = 10_000
"""Characters: just beyond those that no bound looks at."""


@pytest.mark.parametrize("group", GROUPS)
def test_no_stage_raises_and_no_output_is_without_bound(group: str) -> None:
    for name in FAMILIES:
        if name.startswith(f"{group}:"):
            body, kind = body_of(name, SIZE_SMALL)
            found = measured(body, kind)
            for options in OTHERS:
                vector(found.document, options)
            check(found)


def check(found: Measured) -> None:
    """The bounds of docs/methods/dom.md, and what a vector and a sketch are."""
    page = found.page
    assert set(page.notes) <= NOTES
    assert len(page.links) <= 2 * MAX_LINKS
    assert len(found.document.base_url) <= MAX_BASE
    assert len(found.text) <= MAX_TEXT
    assert len(page.sketch) <= SIZE
    assert list(page.sketch) == sorted(set(page.sketch))
    assert len(page.title) <= 300
    assert len(page.forms) <= MAX_FORMS
    assert len(page.parameters) <= MAX_PARAMETERS
    for form in page.forms:
        assert len(form.fields) <= MAX_FIELDS
        assert len(form.submitters) <= MAX_SUBMITTERS
        assert len(form.signature) <= 400
    assert page.vector is not None
    assert len(page.vector.features) <= DEFAULT.max_features
    assert page.vector.nodes <= DEFAULT.max_nodes + 3
    assert math.isclose(sum(page.vector.features.values()), 1, abs_tol=1e-6)


# Those that were not linear once, or are known not to be in some parser or pattern.
TRAPS = """
depth: divisions, closed
depth: custom elements of different names
depth: anchors
depth: tables
depth: templates, closed
depth: templates with links
depth: field sets with controls
width: many classes in one
width: one long word and a number
width: comments
width: iframes
width: anchors never closed
width: bodies
controls: forms broken by divisions
controls: inputs of many forms
controls: inputs with lists
controls: lists, and inputs of the last
controls: labels around inputs
controls: one action of parameters
controls: radio buttons in field sets
parser: formatting
parser: formatting without attributes
parser: formatting, closed across blocks, at the end
parser: anchors across tables
parser: foster parenting of text
parser: end tags that a marker stops
tokens: attributes
tokens: attributes with signs
tokens: comments cut off
tokens: comments never closed
tokens: declarations
tokens: combining marks
tokens: quotes and signs
tokens: raw text with ends that are none
tokens: tags never closed
values: a long base
values: a base of unicode
values: srcset of brackets
values: style of quotes
values: style of comments
values: text of URLs that end in brackets too many
values: text of dots and names that go on
css: brackets
css: escapes
json: escapes
json: quotes
json: spaces
xml: attributes
xml: namespaces
xml: depth
sitemap: depth
bytes: metas of spaces
script: constants, each other's names
script: constants, their names everywhere
script: constants of one letter thrice
script: names, dots and slashes
script: imports that go on
script: spaces and additions
script: routes of spaces
"""
ALL = "HOSTILE" in os.environ
SCALED = tuple(FAMILIES) if ALL else tuple(TRAPS.strip().splitlines())
SMALLER, LARGER = 60_000, 240_000
ENOUGH = 2e-6
"""Seconds a byte that need no second look: no stage on ordinary pages has a tenth."""


@pytest.mark.parametrize("name", SCALED)
def test_the_cost_grows_as_the_body_does(name: str) -> None:
    """Four times the body costs each stage at most eight times as much.

    Every family is measured so when HOSTILE is set in the environment.
    """
    body, kind = body_of(name, LARGER)
    found = measured(body, kind)
    check(found)
    enough = LARGER * ENOUGH
    dear = {stage for stage, spent in found.spent.items() if spent > enough}
    for _ in range(3):
        if not dear:
            break
        before = timed(*body_of(name, SMALLER)).spent
        after = timed(body, kind).spent
        # The machine may have been slow the first time.
        dear = {s for s in dear if after[s] > max(8 * before[s], enough)}
    assert not dear


def test_the_list_of_traps_has_only_families() -> None:
    assert set(TRAPS.strip().splitlines()) <= set(FAMILIES)


def test_memory_is_bounded_by_the_size() -> None:
    """In a process for each: the worst of all families, a million bytes of each."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.memory"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    peaks = json.loads(done.stdout)
    assert set(peaks) == set(WORST)
    for name, peak in peaks.items():
        assert peak < WORST[name], name
