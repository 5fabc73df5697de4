"""What a page shows that may be news."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import unquote_plus

CLUSTER: Final = "cluster"
"""Species of this kind are clusters, by number."""
_OWN = re.compile(r"^(\S+) \S*\{page\}(?=[/ ]|$)")
_HIDDEN = "=hidden"


def form_species(signature: str, key: str) -> tuple[str, str]:
    """A form, without what it has only because of the URL of its page.

    A search box in every folder that is sent to its page has a signature for each
    folder, and a filter that carries the query of its page along, in hidden controls,
    has one for each set of parameters: only the first tells anything.

    >>> form_species("GET http://h/book/{page} q=search", "http://h/book/a")
    ('form', 'GET {page} q=search')
    >>> form_species("GET http://h/log days=hidden q=text", "http://h/log?days=7&q=x")
    ('form', 'GET http://h/log q=text')
    >>> form_species("POST http://h/up days=hidden file=file", "http://h/up?id=1")
    ('form', 'POST http://h/up days=hidden file=file')
    """
    if _HIDDEN in signature and "?" in key:
        names = {pair.partition("=")[0] for pair in key.partition("?")[2].split("&")}
        names |= {unquote_plus(name) for name in names}
        signature = " ".join(
            word
            for word in signature.split(" ")
            if not word.endswith(_HIDDEN) or word.removesuffix(_HIDDEN) not in names
        )
    return "form", _OWN.sub(r"\1 {page}", signature)
