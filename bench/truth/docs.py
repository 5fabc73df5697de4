"""Template of a page of Debian's documentation trees, by its generator's own naming.

rustdoc, javadoc, doxygen, sphinx, docbook, asciidoc and nginx's autoindex.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_RUST = "(?:std|core|alloc|proc_macro|test)"
_KINDS = (
    *("struct", "enum", "trait", "fn", "macro", "primitive", "constant", "type"),
    *("union", "keyword", "traitalias", "static", "derive", "attr"),
)
_RULES = [
    ("rust/src", r"^/rust/src/.*\.rs\.html$"),
    ("rust/all", r"^/rust/.*/all\.html$"),
    ("rust/source-idx", r"^/rust/.*/(source|search|settings|help)\.html$"),
    *((f"rust/{kind}", rf"^/rust/{_RUST}/.*\b{kind}\.[^/]+\.html$") for kind in _KINDS),
    ("rust/module", rf"^/rust/{_RUST}/(.*/)?(index\.html)?$"),
    ("rust/error-codes", r"^/rust/error[-_]codes/"),
    ("rust/mdbook", r"^/rust/[\w-]+/.*\.html$"),
    ("rust/top", r"^/rust/[^/]*$"),
    ("jdk/class-use", r"^/openjdk/.*/class-use/"),
    ("jdk/package-summary", r"^/openjdk/.*/package-summary\.html$"),
    ("jdk/package-tree", r"^/openjdk/.*/package-tree\.html$"),
    ("jdk/package-use", r"^/openjdk/.*/package-use\.html$"),
    ("jdk/module-summary", r"^/openjdk/.*/module-summary\.html$"),
    ("jdk/index-files", r"^/openjdk/index-files/"),
    ("jdk/doc-files", r"^/openjdk/.*/doc-files/"),
    ("jdk/top", r"^/openjdk/[^/]*$"),
    ("jdk/class", r"^/openjdk/.*/[A-Z][^/]*\.html$"),
    ("gcc/source", r"^/libstdcxx/user/.*_source\.html$"),
    ("gcc/doxygen", r"^/libstdcxx/user/"),
    ("gcc/docbook", r"^/libstdcxx/"),
    ("py/genindex", r"^/python/genindex"),
    ("py/sphinx", r"^/python/"),
    ("dj/modules", r"^/django/_modules/"),
    ("dj/releases", r"^/django/releases/"),
    ("dj/sphinx", r"^/django/"),
    ("pg/sql-ref", r"^/postgresql/sql-[a-z]+\.html$"),
    ("pg/app-ref", r"^/postgresql/app-"),
    ("pg/docbook", r"^/postgresql/"),
    ("git/asciidoc", r"^/git/.*\.html$"),
    ("policy", r"^/policy/"),
    ("autoindex", r"/$"),
]
_COMPILED = [(name, re.compile(rule)) for name, rule in _RULES]


def label(url: str) -> str:
    """The kind of page.

    >>> label("http://h/rust/std/struct.String.html")
    'rust/struct'
    """
    path = urlsplit(url).path
    return next((name for name, rule in _COMPILED if rule.search(path)), "other")
