"""URLs that stand in plain text: in paragraphs, comments, text files.

A path in a sentence is relative to wherever its author stood. So one with dots is tried
from the page and from the root of the site, and one from the root also below the base
that the page declares, each as a guess of its own source, with a budget of its own.

Raw source is searched, markup and all: what is quoted there is some other rule's.
"""

from __future__ import annotations

import html
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from crawler.dom.links_looks import FILES, is_part, plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.dom.links_sink import Sink

MAX_MENTIONED: Final = 5_000
"""URLs and paths of one text that are taken."""

# What quotes a URL stands before it. (Looked at behind the letters, so that they are
# searched for first, at full speed.)
_ABSOLUTE = re.compile(r"""http(?<!["'`=\\:]http)s?://[^\s<>"'`\\{}|^\[\]]{3,2000}+""")
# "./a/b.html", "../a/b.html": one name alone is a command more often than a page.
_FILE = r"[\w\-.~%+]{0,80}[\w\-]\.([A-Za-z][A-Za-z0-9]{1,7})(?=[\s<),;:]|\.[\s<]|\.?$)"
_DOTTED = re.compile(r"\./(?:\.\./){0,20}+(?:[\w\-.~%+]{1,80}+/){1,20}+" + _FILE)
# "/a/b.html": without an extension that the web has, one of a disk more often.
_ROOTED = re.compile(r"/(?<=[\s(>]/)(?:[\w\-.~%+]{1,80}+/){0,20}+" + _FILE)
_DOTS = re.compile(r"(?:\.{1,2}/)++")
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


def rooted_paths(text: str) -> Iterator[str]:
    """Paths from the root to a file of a kind that the web has.

    >>> list(rooted_paths("see /docs/a.pdf, <b>/b.html</b>, /etc/c.xml or x/d.html"))
    ['/docs/a.pdf', '/b.html']
    """
    for match in _ROOTED.finditer(text):
        if match[1].lower() in FILES and plausible(match[0]):
            yield match[0]


def add_mentions(text: str, sink: Sink, most: int = MAX_MENTIONED) -> None:
    """Add what *text* mentions, in markup or not, to *sink*: guesses."""
    found = chain(absolute_urls(text), dotted_paths(text), rooted_paths(text))
    for url in islice(found, most):
        part = is_part(url)
        if not sink.mention(url, "text", embedded=part):
            continue
        if url.startswith("."):
            sink.mention(_DOTS.sub("/", url, count=1), "text-root", embedded=part)
        elif url.startswith("/"):
            sink.below_base(url, "text-base", embedded=part)


def _without_punctuation(url: str) -> str:
    """Punctuation at the end belongs to the sentence; so does a bracket it opened."""
    url = url.rstrip(_LAST)
    unopened = url.count(")") - url.count("(")
    while unopened > 0 and url.endswith(")"):
        url = url[:-1].rstrip(_LAST)
        unopened -= 1
    return url
