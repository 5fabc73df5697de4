"""Identity of a URL: which spellings are one page, and which pages are one kind.

Nothing here touches the network, and nothing stored depends on ``hash()``.
"""

from __future__ import annotations

from crawler.urls.bitlist import BitList
from crawler.urls.domain import registrable_domain
from crawler.urls.filters import (
    ContainsFilter,
    DuplicateFilter,
    SimilarFilter,
    UrlFilter,
    make_filter,
)
from crawler.urls.fingerprint import Fingerprinter
from crawler.urls.identity import Identity
from crawler.urls.key import canonical_key
from crawler.urls.options import DEFAULT, UrlOptions
from crawler.urls.parse import Parts, host_of, resolve, split
from crawler.urls.ports import BAD_PORTS
from crawler.urls.relation import Family, Relation, family, relation
from crawler.urls.scope import Scope
from crawler.urls.shape import name_shape, parameter_names, shape, shape_of_key
from crawler.urls.table import Table

__all__ = [
    "BAD_PORTS",
    "DEFAULT",
    "BitList",
    "ContainsFilter",
    "DuplicateFilter",
    "Family",
    "Fingerprinter",
    "Identity",
    "Parts",
    "Relation",
    "Scope",
    "SimilarFilter",
    "Table",
    "UrlFilter",
    "UrlOptions",
    "canonical_key",
    "family",
    "host_of",
    "make_filter",
    "name_shape",
    "parameter_names",
    "registrable_domain",
    "relation",
    "resolve",
    "shape",
    "shape_of_key",
    "split",
]
