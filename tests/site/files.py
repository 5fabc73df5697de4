"""What is not a page: robots, sitemap, styles, images, API, downloads, redirects."""

from __future__ import annotations

import json
import re
import struct
import zlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from .volatile import HOST
from .words import COMPANY

if TYPE_CHECKING:
    from collections.abc import Callable

    from .catalogue import Catalogue

DISALLOWED = ("/private/",)


@dataclass(frozen=True, slots=True)
class Asset:
    name: str
    pattern: str
    content_type: str
    render: Callable[[Catalogue, str], str | bytes]
    """Of the site and the path."""


@dataclass(frozen=True, slots=True)
class Download:
    """A big file: declared by its headers, made up while it is sent."""

    name: str
    pattern: str
    content_type: str
    size: int
    magic: bytes


@dataclass(frozen=True, slots=True)
class Rule:
    """A redirect by pattern."""

    name: str
    pattern: str
    target: str
    status: int


def _robots(_: Catalogue, __: str) -> str:
    rules = "".join(f"Disallow: {path}\n" for path in DISALLOWED)
    return f"User-agent: *\n{rules}\nSitemap: http://{HOST}/sitemap.xml\n"


def _sitemap(site: Catalogue, _: str) -> str:
    paths = ["/", *(article.path for article in site.articles)]
    paths += [f"/help/{slug}" for slug in site.help_topics]
    items = "".join(f"<url><loc>http://{HOST}{path}</loc></url>" for path in paths)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{items}</urlset>'
    )


def _style(_: Catalogue, __: str) -> str:
    return (
        "@import url('/static/print.css') print;\n"
        "body { margin: 0; background: url(/img/background.png) }\n"
        '.hero { background: url("../img/hero.png") }\n'
        "table { border-collapse: collapse } /* url(not-a-link.png) */\n"
    )


def _script(_: Catalogue, __: str) -> str:
    return (
        "fetch('/api/status').then(function (answer) { return answer.json(); })\n"
        "  .then(function (status) { if (!status.ok) document.title = 'down'; });\n"
    )


def _status(site: Catalogue, _: str) -> str:
    return json.dumps({"ok": True, "shop": COMPANY, "parts": len(site.products)})


def _categories(site: Catalogue, _: str) -> str:
    rows = [
        {"id": n, "name": site.category_name(n), "parts": len(shelf)}
        for n, shelf in enumerate(site.shelves)
    ]
    return json.dumps({"categories": rows})


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


@cache
def _png(shade: int) -> bytes:
    """8 x 8 pixels of one grey (PNG specification, colour type 0)."""
    header = struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes([shade]) * 8) * 8)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", rows)
        + _chunk(b"IEND", b"")
    )


def _image(_: Catalogue, path: str) -> bytes:
    return _png(zlib.crc32(path.encode()) % 256)


ASSETS = (
    Asset("robots", r"/robots\.txt", "text/plain; charset=utf-8", _robots),
    Asset("sitemap", r"/sitemap\.xml", "application/xml", _sitemap),
    Asset("style", r"/static/(?:site|print)\.css", "text/css; charset=utf-8", _style),
    Asset("script", r"/static/site\.js", "text/javascript; charset=utf-8", _script),
    Asset("api-status", r"/api/status", "application/json", _status),
    Asset("api-categories", r"/api/categories", "application/json", _categories),
    Asset("image", r"/img/[\w/-]+\.png", "image/png", _image),
    Asset("icon", r"/favicon\.ico", "image/png", _image),
)
DOWNLOADS = (
    Download(
        "catalogue",
        r"/files/catalogue-2024\.pdf",
        "application/pdf",
        48 * 2**20,
        b"%PDF-1.7\n",
    ),
    Download(
        "drawings",
        r"/files/drawings\.zip",
        "application/zip",
        120 * 2**20,
        b"PK\x03\x04",
    ),
    Download(
        "sheet",
        r"/files/sheet/\d+\.pdf",
        "application/pdf",
        256 * 2**10,
        b"%PDF-1.4\n",
    ),
)
RULES = (
    Rule("old-number", r"/old/(\d+)", r"/item/\1", 301),
    Rule("loop", r"/loop/a", "/loop/b", 302),
    Rule("loop-back", r"/loop/b", "/loop/a", 302),
    Rule("slash", r"(/.*[^/])/", r"\1", 301),
)


def redirect(path: str) -> tuple[str, int] | None:
    r"""Where a path leads, and the status that says so.

    >>> redirect("/old/12"), redirect("/forum/"), redirect("/")
    (('/item/12', 301), ('/forum', 301), None)
    """
    for rule in RULES:
        match = re.fullmatch(rule.pattern, path)
        if match:
            return match.expand(rule.target), rule.status
    return None


def asset(path: str) -> Asset | None:
    return next((a for a in ASSETS if re.fullmatch(a.pattern, path)), None)


def download(path: str) -> Download | None:
    return next((d for d in DOWNLOADS if re.fullmatch(d.pattern, path)), None)
