"""URLs that stand in plain text: in paragraphs, comments, text files.

Raw source is searched, markup and all: what is quoted there is some other rule's.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# What quotes a URL stands before it. (Looked at behind the letters, so that they are
# searched for first, at full speed.)
_ABSOLUTE = re.compile(r"""http(?<!["'`=\\:]http)s?://[^\s<>"'`\\{}|^\[\]]{3,2000}+""")
# "./a/b.html", "../a/b.html": one name alone is a command more often than a page.
_DOTTED = re.compile(
    r"\./(?:\.\./){0,20}+(?:[\w\-.~%+]{1,80}+/){1,20}+"
    r"[\w\-.~%+]{0,80}[\w\-]\.[A-Za-z][A-Za-z0-9]{1,7}"
    r"(?=[\s<),;:]|\.[\s<]|$)"
)
_END = re.compile(r"""[\s<>"'`]""")
_LAST = ".,;:!?*_-"


def absolute_urls(text: str) -> Iterator[str]:
    """Absolute http(s) URLs that nothing quotes, in markup, a script or plain text.

    >>> list(absolute_urls('See http://h.test/a?b&amp;c. (<a href="http://h.test/q">'))
    ['http://h.test/a?b&c']
    """
    for match in _ABSOLUTE.finditer(text):
        url = html.unescape(match[0]) if "&" in match[0] else match[0]
        yield _without_punctuation(_END.split(url, maxsplit=1)[0])


def dotted_paths(text: str) -> Iterator[str]:
    """Paths with dots in front, in markup or plain text.

    >>> list(dotted_paths("moved to ../../book/ch01.html, run ./configure or ./a.sh"))
    ['../../book/ch01.html']
    """
    for match in _DOTTED.finditer(text):
        start = match.start()
        if text[max(0, start - 1) : start] == ".":
            start -= 1
        if text[max(0, start - 1) : start] in {"", " ", "\t", "\n", ">", "("}:
            yield text[start : match.end()]


def _without_punctuation(url: str) -> str:
    """Punctuation at the end belongs to the sentence; so does a bracket it opened."""
    url = url.rstrip(_LAST)
    unopened = url.count(")") - url.count("(")
    while unopened > 0 and url.endswith(")"):
        url = url[:-1].rstrip(_LAST)
        unopened -= 1
    return url
