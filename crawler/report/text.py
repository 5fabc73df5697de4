"""Text of a site inside JSON and YAML."""

from __future__ import annotations

import json
import re
from typing import Any, Final

# What YAML 1.2 cannot hold as it is, drives a terminal, or ends a line for some.
_SPECIAL: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def escaped(value: Any, *, indent: int | None = None) -> str:
    """*value* as JSON that is YAML, too: not all of it is.

    A character beyond U+FFFF stays as it is, since a pair of ``\\\\u`` escapes is two
    characters for YAML.

    >>> escaped({"a": "\\x85\U0001f600"})
    '{"a": "\\\\u0085😀"}'
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _SPECIAL.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
