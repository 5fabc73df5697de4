"""An exhaustive survey in memory: pages, what they show, and what they lead to."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crawler.finalise import Measured, partition, stored_options
from crawler.store import Survey
from crawler.urls import DEFAULT, Identity

if TYPE_CHECKING:
    from crawler.cluster import ClusterOptions
    from crawler.items import Vector

Species = tuple[str, str]
"""Kind (``cluster``, ``form``, ``parameter``) and name."""


@dataclass(frozen=True)
class Known:
    """A page of the survey, as a crawl would meet it."""

    links: tuple[str, ...]
    species: frozenset[Species]
    """Clusters are the final ones."""
    partition: str
    shape: str
    vector: Vector
    url: str


@dataclass
class Site:
    """A survey in memory."""

    name: str
    options: ClusterOptions
    pages: dict[str, Known] = field(default_factory=dict)
    starts: list[str] = field(default_factory=list)
    shown: Counter[Species] = field(default_factory=Counter)
    """Pages that show each species."""


def load(path: str) -> Site:
    """Read an exhaustive survey.

    :raises ValueError: when it has no links.
    """
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    links = _links(database)
    if not links:
        raise ValueError(f"{path} has no links: crawl with STORE_LINKS=True")
    forms: dict[str, set[str]] = defaultdict(set)
    for key, signature in database.execute(
        "SELECT key, signature FROM page_forms JOIN pages ON page_id = id"
    ):
        forms[key].add(signature)
    rows = {
        key: (url, str(cluster))
        for key, url, cluster in database.execute(
            "SELECT key, url, cluster_id FROM pages"
        )
    }
    with Survey.open(path) as survey:
        options = stored_options(survey)
        site = Site(path, options)
        for row in survey.member_rows():
            url, cluster = rows[row.key]
            species = {("cluster", cluster)}
            species |= {("form", each) for each in forms[row.key]}
            species |= {("parameter", each) for each in row.parameters}
            site.pages[row.key] = Known(
                tuple(links[row.key]),
                frozenset(species),
                partition(row),
                row.shape,
                Measured(survey, options).vector(row),
                url,
            )
            site.shown.update(species)
    begun = database.execute("SELECT key FROM pages WHERE depth = 0 ORDER BY id")
    site.starts = [key for (key,) in begun]
    return site


def _links(database: sqlite3.Connection) -> dict[str, dict[str, None]]:
    """The pages that each page leads to; redirects are followed."""
    identity = Identity(DEFAULT, b"")
    known: dict[str, str] = {}
    for key, url, sources in database.execute(
        "SELECT key, url, redirected_from FROM pages"
    ):
        for each in (key, url, *json.loads(sources)):
            known[each] = known[identity.key(each)] = key
    links: dict[str, dict[str, None]] = defaultdict(dict)
    for key, url in database.execute(
        "SELECT key, links.url FROM links JOIN pages ON page_id = id"
        " ORDER BY page_id, position"
    ):
        target = known.get(url) or known.get(identity.key(url))
        if target is not None:
            known[url] = target
            links[key].setdefault(target)
    return links
