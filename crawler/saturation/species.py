"""What a page shows that may be news."""

from __future__ import annotations

import re
from typing import Final

CLUSTER: Final = "cluster"
"""Species of this kind are clusters, by number."""
_OWN = re.compile(r"^(\S+) \S*\{page\}(?=[/ ]|$)")


def form_species(signature: str) -> tuple[str, str]:
    """A form, wherever it is sent when that is the page itself.

    A search box in every folder that is sent to its page has a signature for each
    folder; only the first tells anything.

    >>> form_species("GET http://h/book/{page} q=search")
    ('form', 'GET {page} q=search')
    >>> form_species("POST http://h/up file=file")
    ('form', 'POST http://h/up file=file')
    """
    return "form", _OWN.sub(r"\1 {page}", signature)
