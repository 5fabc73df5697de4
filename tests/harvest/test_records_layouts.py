"""Records of generated pages: every layout, and words of other scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.dom import Document, parse
from crawler.harvest.records import Extractor
from crawler.harvest.records_tree import tree_of
from tests.harvest import layout_lists, layout_odd, layout_tables
from tests.harvest.layout_scripts import SCRIPTS
from tests.harvest.layout_words import HELD_OUT
from tests.harvest.layouts import LAYOUTS, make

if TYPE_CHECKING:
    from tests.harvest.layout_words import Vocabulary

RENDERERS = layout_lists, layout_odd, layout_tables


def document(body: str, kind: str) -> Document:
    return parse(body.encode(), url="http://db.test/find?q=1", content_type=kind)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_every_layout_is_read(name: str) -> None:
    right, total = read_right(name, range(500, 505), HELD_OUT)
    assert right >= 0.9 * total


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_other_scripts_are_read_as_well(script: str) -> None:
    right = total = 0
    for name in ("cards_labels", "cards_plain", "snippets", "table_th", "terms"):
        one, every = read_right(name, range(3), SCRIPTS[script])
        right, total = right + one, total + every
    assert right >= 0.98 * total


def read_right(name: str, seeds: range, vocabulary: Vocabulary) -> tuple[int, int]:
    """Records that are right, and all that are found or ought to be."""
    right = total = 0
    for seed in seeds:
        made = make(name, seed, vocabulary)
        extractor = Extractor()
        html = made.content_type.startswith("text/html")
        if html:
            empty = document(made.empty, made.content_type)
            extractor.contrast.learn(tree_of(empty), ["xqzvkwj"])
        page = document(made.body, made.content_type)
        found = extractor.extract(page, [made.query])
        truth = {tuple(sorted(v for v in row.values() if v)) for row in made.records}
        for record in found.records:
            right += tuple(sorted(record.fields.values())) in truth
        total += max(len(made.records), len(found.records))
    return right, total
