"""Tokens of HTML as regular expressions, exact and linear.

They follow the tokenizer of HTML 13.2.5. All quantifiers that could backtrack
are possessive, and every construct may end at the end of the input, so that no
input makes them look at a character more than a few times.
"""

from __future__ import annotations

WS = r"\t\n\f\r "
"""ASCII white space of HTML, for a character class (``\\s`` has more in it)."""

_VALUE = rf"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^{WS}>"'][^{WS}>]*+|(?=>|\Z))"""
NAME = rf"[^{WS}/>][^{WS}/>=]*+"
"""Name of an attribute: it may begin with ``=``."""
ATTRIBUTES = rf"(?:[{WS}/]*+{NAME}(?:[{WS}]*+=[{WS}]*+{_VALUE})?+)*+[{WS}/]*+"
"""All that stands between the name of a tag and its ``>``."""

TAG_NAME = rf"[a-zA-Z][^{WS}/>]*+"
COMMENT = r"<!--(?:-?>|(?s:.*?)(?:--!?>|\Z))"
BOGUS = r"<(?:!|\?|/(?![a-zA-Z]))[^>]*+(?:>|\Z)"
"""``<!doctype>``, ``<![CDATA[`` outside SVG, ``<?php ?>``, ``</ >``."""

PAIR = (
    rf"({NAME})(?:[{WS}]*+=[{WS}]*+"
    rf"""(?:"([^"]*+)"?|'([^']*+)'?|([^{WS}>"'][^{WS}>]*+)|(?=>|\Z)))?+"""
)
"""One attribute: name, then its value in one of three groups."""
