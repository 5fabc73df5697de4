"""Documents in YAML: OpenAPI and Swagger, as most of them are written.

Read by the scheme in which every value is a text (YAML 1.2, "failsafe"): no types, no
merge keys, no tags, so that nothing is made of a document but dictionaries, lists and
texts. An alias stands for the same object, which is not copied.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import yaml

from crawler.dom.links_openapi import openapi_links

if TYPE_CHECKING:
    from crawler.dom.links_sink import Sink

MAX_YAML: Final = 2**20
"""Characters of a document: 1 to 2 s of libyaml; without it a tenth of that is read."""
_LOOKED_AT: Final = 100_000
_KNOWN: Final = re.compile(
    r"""^["']?(?:openapi|swagger)["']?[ \t]{0,9}:[ \t]{1,9}["']?[1-3](?:\.|["'\s])""",
    re.MULTILINE,
)
# Without the library in C it is twenty times as slow.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_MOST: Final = MAX_YAML if hasattr(yaml, "CBaseLoader") else MAX_YAML // 10


def yaml_links(text: str, sink: Sink) -> tuple[bool, tuple[str, ...]]:
    """Add the links of a document of a known format to *sink*.

    As :func:`crawler.dom.links_described.described_links`: whether that is all it
    links to, and the parameters that its operations take.
    """
    if len(text) > _MOST or _KNOWN.search(text[:_LOOKED_AT]) is None:
        return False, ()
    try:
        # No more than texts, lists and dictionaries: see above.
        document = yaml.load(text, _LOADER)  # noqa: S506
    except (yaml.YAMLError, ValueError, RecursionError):
        return False, ()
    if not isinstance(document, dict):
        return False, ()
    return True, openapi_links(document, sink)
