"""The pages on methods: what they work through, and their numbers, computed again."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from selectolax.lexbor import LexborHTMLParser

from crawler.cluster import ClusterOptions, similarity, tree_vector
from crawler.dom import (
    document,
    flatten,
    guard,
    links_files,
    links_html,
    links_inner,
    links_xml,
)
from crawler.dom import links_sink as sink
from crawler.urls import name_shape, relation, shape
from crawler.urls.bitlist import expected_rate

METHODS = Path(__file__).parent.parent / "docs" / "methods"
URLS, DOM, CLUSTER = (
    (METHODS / f"{name}.md").read_text("utf-8") for name in ("urls", "dom", "cluster")
)


def one_line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (URLS, "relations duplicate, similar and contains"),
        (URLS, "bit list"),
        (URLS, "Rabin"),
        (CLUSTER, "weights divided evenly from the root down"),
        (CLUSTER, "threshold agglomeration"),
    ],
)
def test_published_methods_are_found_by_their_names(page: str, words: str) -> None:
    assert words in one_line(page)


@pytest.mark.parametrize("page", [URLS, DOM, CLUSTER], ids=["urls", "dom", "cluster"])
def test_files_that_a_page_names_are_there(page: str) -> None:
    root = METHODS.parent.parent
    named = re.findall(r"`((?:[\w*]+/)*[\w*]+\.py)`", page)
    assert named
    for name in named:
        assert any(root.rglob(name)), name


def test_the_relations_of_the_table() -> None:
    base = "http://shop.test/list"
    assert f"`S = {base}`" in URLS
    row = r"(?m)^\| `(S\S*)` \| `(S\S*)` \| (\w+) \|"
    rows = re.findall(row, URLS)
    assert {found for *_, found in rows} == {
        "duplicate",
        "similar",
        "contains",
        "different",
    }
    for a, b, found in rows:
        assert relation(base + a[1:], base + b[1:]) == found


def test_the_shape_of_the_example() -> None:
    url, typed = re.findall(r"(?m)^    (http://shop\.test/api\S+)$", URLS)
    assert shape(url) == typed


def test_the_names_that_fold_and_those_that_stay() -> None:
    text = one_line(URLS).partition("Names of parameters and controls fold")[2]
    folded, _, kept = text.partition("## Scope")[0].partition("three (`v8371`)")
    for name in re.findall(r"`([^`]+)`", folded + "`v8371`"):
        assert "{int}" in name_shape(name)
    for name in re.findall(r"`([^`]+)`", kept):
        assert name_shape(name) == name


def test_what_the_list_of_bits_loses() -> None:
    """1 - exp(-m/n) behind m URLs; the mean until then is 1 - (n/m)(1 - exp(-m/n))."""
    for bits, last, mean in ((8, "12", "6.0"), (32, "3.1", "1.5")):
        share = expected_rate(1, bits)
        assert f"{100 * share:.{len(last.partition('.')[2])}f}" == last
        assert f"{100 * (1 - bits * share):.1f}" == mean
    said = "12 % at the end and 6.0 % of all at 8 bits a URL, 3.1 and 1.5 % at 32"
    assert said in one_line(URLS)
    assert "it would need 10,000 bits a URL, a Bloom filter 19" in one_line(URLS)
    assert expected_rate(1, 10_000) == pytest.approx(1e-4, rel=1e-3)
    assert round(-math.log(1e-4) / math.log(2) ** 2) == 19


def test_how_likely_two_fingerprints_collide() -> None:
    assert f"{10_000_000**2 / 2**65:.1e}" == "2.7e-06"
    assert "2.7e-6" in URLS


class Line(NamedTuple):
    """A node of a tree as it is drawn."""

    depth: int
    name: str
    weight: float


def drawn(column: int) -> list[Line]:
    """One of the two pages of the worked example."""
    block = CLUSTER.partition("from the root down:\n\n")[2].partition("\n\n")[0]
    lines = []
    for line in block.splitlines():
        whole = line[4:].ljust(60)
        part = whole[:28] if column == 0 else whole[28:]
        name, weight = part.split()
        depth = (len(part) - len(part.lstrip())) // 2
        above, _, below = weight.partition("/")
        lines.append(Line(depth, name, int(above) / int(below or 1)))
    return lines


def divided(lines: list[Line]) -> list[float]:
    """Weights divided evenly from the root down, by the drawn depths alone."""
    weights: list[float] = []
    for place, line in enumerate(lines):
        parent = next(
            (p for p in range(place - 1, -1, -1) if lines[p].depth < line.depth), None
        )
        if parent is None:
            weights.append(1.0)
            continue
        end = next(
            (
                p
                for p in range(parent + 1, len(lines))
                if lines[p].depth <= lines[parent].depth
            ),
            len(lines),
        )
        brothers = sum(one.depth == line.depth for one in lines[parent + 1 : end])
        weights.append(weights[parent] / brothers)
    return weights


def markup(lines: list[Line]) -> str:
    out, stack = "", list[Line]()
    for line in lines:
        while stack and stack[-1].depth >= line.depth:
            out += f"</{stack.pop().name}>"
        if line.name == "text":
            out += "x"
        else:
            out += f"<{line.name}>"
            stack.append(line)
    return out


def test_the_worked_example_of_the_published_measure() -> None:
    pages = [drawn(0), drawn(1)]
    for lines in pages:
        assert [line.weight for line in lines] == divided(lines)
    options = ClusterOptions(mode="paper")
    one, two = (
        tree_vector(LexborHTMLParser(markup(lines)), options) for lines in pages
    )
    assert len(one.features) == len(two.features) == 3
    assert similarity(one, two) == 3 / 4
    assert "the similarity is 3/4, and with T = 0.8 the pages do not join" in one_line(
        CLUSTER
    )


def test_the_values_of_the_options() -> None:
    options = ClusterOptions()
    for said in (
        f"`CLUSTER_THRESHOLD` ({options.threshold})",
        f"`CLUSTER_FINE_THRESHOLD` ({options.fine_threshold})",
        f"`CLUSTER_MIN_NODES` ({options.min_nodes})",
        f"`CLUSTER_TIGHT` ({options.tight})",
    ):
        assert said in one_line(CLUSTER)


@pytest.mark.parametrize(
    "said",
    [
        f"at most {guard.FREE_TAGS:,} start tags",
        f"there may be {guard.MAX_ATTRIBUTES:,} attributes",
        f"at most {guard.MAX_NAMES:,} different names",
        f"keep {flatten.MAX_ATTRIBUTES:,} attributes",
        f"the first {flatten.MAX_NAMES:,} of either",
        f"beyond level {flatten.MAX_DEPTH:,}",
        f"{sink.MAX_LINKS:,} links",
        f"{2 * sink.MAX_LINKS:,} different references",
        f"{links_html.MAX_GUESSES:,} guesses ({links_files.MAX_GUESSES} from a file)",
        f"{links_html.MAX_SCRIPT >> 20} MiB of scripts and styles",
        f"{links_html.MAX_TEXT >> 20} MiB of anchor texts",
        f"{links_inner.MAX_INNER >> 20} MiB of inner documents",
        f"{links_inner.MAX_DATA_URL:,} characters of a `data:` URL",
        f"{links_xml.MAX_ELEMENTS:,} elements of XML",
        f"{links_files.MAX_ROBOTS >> 10} KiB of robots.txt",
        f"{document.MAX_BASE:,} characters of a base",
        f"{document.MAX_UNPACKED >> 20} MiB are unpacked",
    ],
)
def test_the_bounds_of_documents(said: str) -> None:
    assert said in one_line(DOM)
