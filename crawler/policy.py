"""Which links are followed: every refusal has a name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crawler.forms import danger
from crawler.items import Link

if TYPE_CHECKING:
    from crawler.urls import Scope

# Files that hold no link and no form: known by their extension, not requested.
# An image without such an extension is asked for and dropped by its type.
# fmt: off
ASSETS = frozenset({
    "7z", "aac", "apk", "avi", "avif", "bin", "bmp", "bz2", "cur", "deb", "dmg",
    "doc", "docx", "eot", "exe", "flac", "flv", "gif", "gz", "ico", "iso", "jar",
    "jpeg", "jpg", "js", "jxl", "m4a", "m4v", "map", "mid", "mjs", "mkv", "mov",
    "mp3", "mp4", "mpeg", "mpg", "msi", "odp", "ods", "odt", "ogg", "ogv", "otf",
    "pdf", "png", "ppt", "pptx", "ps", "rar", "rpm", "rtf", "swf", "tar", "tgz",
    "tif", "tiff", "ttf", "wasm", "wav", "webm", "webp", "wmv", "woff", "woff2",
    "xls", "xlsx", "xz", "zip", "zst",
})
# fmt: on
# Read for what they ask for, when a page loads them.
_SCRIPTS = frozenset({"js", "mjs"})
# fmt: off
# What somebody may have left lying there: only an answer tells that it is there, and
# that is read no further than its headers.
_LEFT = frozenset({
    "7z", "apk", "bin", "bz2", "doc", "docx", "exe", "gz", "iso", "jar", "odp", "ods",
    "odt", "pdf", "ppt", "pptx", "rar", "rtf", "tar", "tgz", "xls", "xlsx", "xz", "zip",
})
# fmt: on
_MENTIONS = frozenset({"comment", "robots", "text", "text-base", "text-root"})
# Endings of an origin that is not asked for by GET: see crawler.dom.
_METHODS = frozenset({"delete", "patch", "post", "put"})
_EXTENSION = re.compile(r"\.([A-Za-z0-9]{1,5})(?:[?#]|$)")


@dataclass(frozen=True)
class Policy:
    """The limits of one crawl; a refused link is told by the name of its rule."""

    scope: Scope | None = None
    include: re.Pattern[str] | None = None
    exclude: re.Pattern[str] | None = None
    depth: int | None = None
    """Greatest depth that is followed; start pages are at 0."""
    length: int = 2083
    unsafe: bool = False
    """Follow links that log out, delete, buy or unsubscribe."""
    session: bool = False
    """Somebody is logged in: nothing that logs out is followed all the same."""
    scripts: bool = True
    """Ask for the scripts that pages load: what they ask for stands in them."""
    post: bool = False
    """Forms are sent by POST: see :mod:`crawler.posting`, which tells of each."""

    def refuse(self, link: Link, depth: int) -> tuple[str, str] | None:
        """Rule and detail, when *link*, found so deep, is not to be followed."""
        url = link.url
        if (method := link.origin.rpartition(":")[2]) in _METHODS:
            return "method", method.upper()
        if self.scope is not None and (reason := self.scope.refuse(url)):
            return reason, ""
        if self.exclude is not None and self.exclude.search(url):
            return "excluded", self.exclude.pattern
        if self.include is not None and not self.include.search(url):
            return "not-included", self.include.pattern
        if (action := _danger(link)) and self.forbids(action):
            return "danger", action
        if extension := self._asset(link):
            return "asset", extension
        if len(url) > self.length:
            return "length", str(len(url))
        if self.depth is not None and depth > self.depth:
            return "depth", str(depth)
        return None

    def refuse_hop(self, url: str, *, start: bool = False) -> tuple[str, str] | None:
        """Rule and detail, when a redirect is not to be followed to *url*.

        A start page may lead to where ``include`` does not: it is no link.
        """
        if self.exclude is not None and self.exclude.search(url):
            return "excluded", self.exclude.pattern
        if self.include is not None and not start and not self.include.search(url):
            return "not-included", self.include.pattern
        if (action := danger(Link(url, "redirect"))) and self.forbids(action):
            return "danger", action
        if len(url) > self.length and not start:
            return "length", str(len(url))
        return None

    def forbids(self, action: str) -> bool:
        """Whether what does *action* is left alone."""
        return not self.unsafe or (self.session and action == "logout")

    def _asset(self, link: Link) -> str | None:
        """The extension of a file that is not asked for."""
        # A sitemap may come compressed; what it points to is judged as any link.
        if link.origin in {"robots", "sitemap"} and link.url.endswith(".xml.gz"):
            return None
        # What a script was made of: as the script itself.
        if link.origin == "sourcemap" and self.scripts:
            return None
        found = _EXTENSION.search(link.url.partition("?")[0])
        extension = found[1].lower() if found else ""
        if extension == "svg" and link.embedded:  # by itself it is a document
            return extension
        if extension in _SCRIPTS and self.scripts and link.embedded:
            return extension if link.guessed else None
        if link.guessed and link.origin in _MENTIONS and extension in _LEFT:
            return None
        return extension if extension in ASSETS else None


def _danger(link: Link) -> str | None:
    """What following a link would do, by any of the texts it has on its page."""
    found = danger(link)
    for text in link.others:
        found = found or danger(replace(link, text=text))
    return found
