"""Pages whose template is known: made here, installed here, or labelled by others.

Nothing of what others labelled is part of this project: it is read from a folder
that is given, and left out where there is none.
"""

from __future__ import annotations

import json
import random
import re
import tarfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

from bench.truth import docs as docs_truth
from crawler.urls import shape
from tests.cluster import synthetic as made

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_REFRESH = re.compile(rb"""http-equiv=["']?refresh""", re.IGNORECASE)

SYNTHETIC_SITES, SYNTHETIC_KINDS = 12, 10


class Page(NamedTuple):
    """A page before anything of it is measured."""

    key: str
    partition: str
    shape: str
    label: str
    body: bytes


@dataclass(slots=True)
class Corpus:
    """Pages in the order of their keys, and pairs that were judged."""

    name: str
    pages: list[Page]
    pairs: list[tuple[int, int, bool]] = field(default_factory=list)
    """Places of two pages, and whether people found them alike."""

    @property
    def labels(self) -> dict[str, str]:
        """Key -> template."""
        return {page.key: page.label for page in self.pages}


def synthetic(each: int = 20, seed: int = 1) -> Corpus:
    """2,400 pages of 120 templates, or *each* of every template."""
    pages = list(synthetic_stream(SYNTHETIC_SITES, SYNTHETIC_KINDS, each, seed))
    return Corpus("synthetic", sorted(pages))


def synthetic_stream(
    sites: int, kinds: int, each: int, seed: int, *, one: bool = False
) -> Iterator[Page]:
    """Made pages, template by template; *one* puts all sites in one partition."""
    for page in made.pages(sites, kinds, each, seed):
        host = "" if one else urlsplit(page.url).netloc
        body = page.html.encode()
        yield Page(page.url, host, page.shape, page.template, body)


def docs(folder: Path, count: int, seed: int = 1) -> Corpus:
    """A sample of the HTML files under *folder*, labelled by their URL."""
    paths = sorted(_html_files(folder))
    pages = []
    for path in random.Random(seed).sample(paths, min(count, len(paths))):
        url = "http://docs" + quote(f"/{path.relative_to(folder)}")
        body = path.read_bytes()
        # rustdoc leaves a stub where a thing was moved from, under its old name.
        stub = _REFRESH.search(body[:2000])
        label = "redirect" if stub else docs_truth.label(url)
        pages.append(Page(url, "", shape(url), label, body))
    return Corpus("docs", sorted(pages))


def _html_files(folder: Path) -> Iterator[Path]:
    """One level by hand: glob does not follow the links that lie there."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from entry.rglob("*.html")
        elif entry.suffix == ".html":
            yield entry


def stack_overflow(datasets: Path) -> Corpus:
    """74 pages of 5 templates; the name of a file begins with its template."""
    pages = []
    for name, body in _members(datasets / "page_clustering.tar.xz", ".html"):
        title = name.rpartition("/")[2]
        # Their URLs are not known: no two have one shape.
        pages.append(Page(title, "", title, title.split(" - ")[0], body))
    return Corpus("stack overflow", sorted(pages))


def petclinic(datasets: Path) -> Corpus:
    """150 states of one application; people judged all pairs of them.

    Alike are clones and near-duplicates (responses 0 and 1 of the study).
    """
    archive = datasets / "ndstudy_petclinic.tar.xz"
    files = dict(_members(archive, ".html"))
    told = dict(_members(archive, ".json"))
    gold = json.loads(_ending(told, "gsResults.json"))
    crawl = json.loads(_ending(told, "/result.json"))
    bodies = {path.rpartition("/")[2].removesuffix(".html"): path for path in files}
    pages = []
    for name, state in gold["states"].items():
        url = crawl["states"][name]["url"]
        pages.append(Page(name, "", shape(url), state["bin"], files[bodies[name]]))
    pages.sort()
    place = {page.key: number for number, page in enumerate(pages)}
    pairs = [
        (place[pair["state1"]], place[pair["state2"]], pair["response"] < 2)
        for pair in gold["pairs"]
        if pair["response"] >= 0
    ]
    return Corpus("petclinic", pages, pairs)


def _members(archive: Path, suffix: str) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.name.endswith(suffix) else None
            if file:
                yield member.name, file.read()


def _ending(files: dict[str, bytes], suffix: str) -> bytes:
    return next(body for name, body in files.items() if name.endswith(suffix))
