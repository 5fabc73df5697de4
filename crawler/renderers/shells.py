"""Which pages are shells: learned from pages that were looked at both ways.

A shell is a page that scripts fill: rendering brings links, forms or text that the
plain answer does not have. Pages of one shape are made by one program, so a few of
them tell of the others; where a site has a shape for every page, pages that stand in
one folder and load the same scripts do.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

from crawler.dom import extract_links, parse
from crawler.dom.text import visible_text
from crawler.forms import extract
from crawler.urls import shape

if TYPE_CHECKING:
    from scrapy.http import Response

    from crawler.items import Link

logger = logging.getLogger(__name__)

Verdict = Literal["no_script", "sample", "shell", "static"]

AGAIN: Final = 20
"""Of the pages that are static as far as is known, every so many is looked at again."""
_MEMORY: Final = 10
_MAX_GROUPS: Final = 20_000
_RUNS = re.compile(
    rb"<script|\son[a-z]{3,20}\s{0,9}=|javascript:|http-equiv", re.IGNORECASE
)
_SOURCE = re.compile(
    rb"""<script\b[^>]{0,500}?\bsrc\s{0,9}=\s{0,9}["']?([^\s"'>?#]{1,300})""",
    re.IGNORECASE,
)
_INLINE = re.compile(rb"<script\b", re.IGNORECASE)
# Text that scripts write into every page (a year, a name, a count) is no content.
_MORE_WORDS: Final = 20
_MORE_TEXT: Final = 1.2


@dataclass(frozen=True)
class Gain:
    """What rendering brought to one page."""

    links: int = 0
    forms: int = 0
    words: int = 0

    def __bool__(self) -> bool:
        return bool(self.links or self.forms or self.words)

    def __str__(self) -> str:
        return f"{self.links} links, {self.forms} forms, {self.words} words"


@dataclass
class _Group:
    gains: deque[bool] = field(default_factory=lambda: deque(maxlen=_MEMORY))
    left: int = 0
    """Pages left alone since the last one was looked at."""
    told: bool | None = None


class Shells:
    """Decides which pages are rendered, and learns from those that were."""

    def __init__(self, sample: int) -> None:
        self._sample = sample
        self._groups: OrderedDict[str, _Group] = OrderedDict()

    def wants(self, url: str, body: bytes) -> Verdict:
        """What to do with the plain answer of *url*."""
        if not runs(body):
            return "no_script"
        for group in self._known(url, body):
            if len(group.gains) < self._sample:
                continue
            if any(group.gains):
                return "shell"
            group.left += 1
            if group.left % AGAIN:
                return "static"
            break
        return "sample"

    def learn(self, plain: Response, rendered: Response) -> Gain:
        """What a page gained, kept for those like it."""
        gain = compare(plain, rendered)
        for name in groups_of(plain.url, plain.body):
            group = self._groups.setdefault(name, _Group())
            self._groups.move_to_end(name)
            group.gains.append(bool(gain))
            shell = any(group.gains)
            if len(group.gains) >= self._sample and shell is not group.told:
                group.told = shell
                logger.info(
                    "%s: %s (%d of %d pages gained by rendering; the last: %s)",
                    name,
                    "rendered" if shell else "not rendered",
                    sum(group.gains),
                    len(group.gains),
                    gain,
                )
        while len(self._groups) > _MAX_GROUPS:
            self._groups.popitem(last=False)
        return gain

    def _known(self, url: str, body: bytes) -> list[_Group]:
        names = groups_of(url, body)
        return [self._groups[name] for name in names if name in self._groups]


def runs(body: bytes) -> bool:
    """Whether a document has anything that a browser would run, or go to by itself.

    >>> [runs(body) for body in (b"<p>a</p>", b"<SCRIPT>b()", b"<body onload=c()>")]
    [False, True, True]
    """
    return _RUNS.search(body) is not None


def groups_of(url: str, body: bytes) -> list[str]:
    """The groups that a page is of, the narrowest first.

    >>> groups_of("http://h/item/17", b"<script src=/a.js></script>")
    ['http://h/item/{int}', 'http://h/item/ with a.js', 'http://h with a.js']
    """
    whole = shape(url)
    parts = urlsplit(whole)
    host = f"{parts.scheme}://{parts.netloc}"
    folder = parts.path[: parts.path.rfind("/") + 1] or "/"
    sources = {name.rpartition(b"/")[2].decode("latin-1") for name in _sources(body)}
    inline = len(_INLINE.findall(body)) - len(_sources(body))
    scripts = ", ".join(sorted(sources)) or ("scripts" if inline else "handlers")
    return [whole, f"{host}{folder} with {scripts}", f"{host} with {scripts}"]


def _sources(body: bytes) -> list[bytes]:
    return _SOURCE.findall(body)


def compare(plain: Response, rendered: Response) -> Gain:
    """What *rendered* has that *plain* lacks."""
    before, after = _measured(plain), _measured(rendered)
    asked = _asked(rendered)
    links = (after.links | asked) - before.links - before.guesses
    forms = after.forms - before.forms
    more = after.words - before.words
    grown = len(after.words) >= _MORE_TEXT * len(before.words)
    words = len(more) if len(more) >= _MORE_WORDS and grown else 0
    return Gain(len(links), len(forms), words)


@dataclass(frozen=True)
class _Measured:
    links: frozenset[str]
    guesses: frozenset[str]
    forms: frozenset[str]
    words: frozenset[str]


def _measured(response: Response) -> _Measured:
    kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
    document = parse(response.body, url=response.url, content_type=kind or None)
    links = extract_links(document)
    own = urlsplit(response.url).hostname
    return _Measured(
        frozenset(_plain(link) for link in links if _is_own(link, own)),
        frozenset(_plain(link) for link in links if link.guessed),
        frozenset(form.signature for form in extract(document)),
        frozenset(visible_text(document).split()),
    )


def _is_own(link: Link, host: str | None) -> bool:
    real = not (link.guessed or link.embedded)
    return real and urlsplit(link.url).hostname == host


def _plain(link: Link) -> str:
    return link.url.partition("#")[0] if "#/" not in link.url else link.url


def _asked(response: Response) -> frozenset[str]:
    found = response.meta.get("rendered") or {}
    own = urlsplit(response.url).hostname
    urls = [url for _, url in found.get("requests", ())] + found.get("routes", [])
    return frozenset(url for url in urls if urlsplit(url).hostname == own)
