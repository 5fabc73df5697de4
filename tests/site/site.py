"""From a request's path and query to a rendered page, without any server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, quote, unquote

from . import catchalls, files, traps
from .catalogue import Catalogue, SiteOptions
from .layout import ENCODINGS, wrap
from .model import Body, Template, Visit, path_pattern
from .templates import NOT_FOUND, candidates
from .volatile import cut

if TYPE_CHECKING:
    from collections.abc import Mapping

CACHED = 4096  # pages, of some 8 KB each


@dataclass(frozen=True, slots=True)
class Rendered:
    """An answer, complete but for its volatile parts."""

    status: int
    pieces: tuple[bytes, ...] = (b"",)
    content_type: str = "text/html; charset=utf-8"
    template: str = ""
    location: str = ""


TRAP = Template("trap", r"/trap/.*", lambda _: None, lambda _: ())


def clean_path(raw: str) -> str:
    """The decoded path without matrix parameters and dot segments.

    >>> clean_path("/help/../%69tem/./7;jsessionid=AB")
    '/item/7'
    """
    kept: list[str] = []
    segments = [unquote(part.partition(";")[0]) for part in raw.split("/")[1:]]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1:] in ([".."], ["."]):
        kept.append("")
    return "/" + "/".join(kept)


class Site:
    """The whole web site, a function of its options."""

    def __init__(self, options: SiteOptions) -> None:
        self.options = options
        self.catalogue = Catalogue(options)
        self._cache: dict[tuple[str, str], Rendered] = {}

    def visit(self, raw_path: str, raw_query: str) -> Visit | None:
        """What is asked for, whatever its spelling."""
        path = clean_path(raw_path)
        for template in candidates(path):
            match = path_pattern(template.path).fullmatch(path)
            if match:
                query = _known(raw_query, template.query)
                return Visit(self.catalogue, template, path, match.groups(), query)
        return None

    def render(self, raw_path: str, raw_query: str) -> Rendered:
        """The answer to a GET request; sessions are the server's business."""
        if shown := catchalls.answer(raw_path, raw_query):
            return Rendered(shown.status, cut(shown.body), location=shown.location)
        path = clean_path(raw_path)
        if path.startswith("/trap/") and self.options.traps:
            return self._trap(raw_path, raw_query)
        moved = files.redirect(path)
        if moved:
            return Rendered(moved[1], location=quote(moved[0]))
        asset = files.asset(path)
        if asset:
            body = asset.render(self.catalogue, path)
            pieces = cut(body) if isinstance(body, str) else (body,)
            return Rendered(200, pieces, asset.content_type, asset.name)
        return self.page(self.visit(raw_path, raw_query), path)

    def page(self, visit: Visit | None, path: str) -> Rendered:
        """A page of a template, or the 404 page."""
        visit = visit or Visit(self.catalogue, NOT_FOUND, path)
        key = (visit.template.name, visit.key)
        found = self._cache.get(key)
        if found is None:
            found = self._rendered(visit)
            if len(self._cache) >= CACHED:
                del self._cache[next(iter(self._cache))]
            self._cache[key] = found
        return found

    def _rendered(self, visit: Visit) -> Rendered:
        body = visit.template.render(visit)
        if body is None:
            visit = Visit(self.catalogue, NOT_FOUND, visit.path, query=visit.query)
            body = NOT_FOUND.render(visit) or Body("", "")
        template = visit.template
        encoding = ENCODINGS.get(template.layout, "utf-8")
        content_type = f"text/html; charset={encoding}"
        if encoding != "utf-8" and len(visit.path) % 2:
            content_type = "text/html"  # only its meta element tells the encoding
        pieces = cut(wrap(visit, body), encoding)
        return Rendered(template.status, pieces, content_type, template.name)

    def _trap(self, raw_path: str, raw_query: str) -> Rendered:
        path = unquote(raw_path)
        trap = traps.find(path)
        visit = Visit(self.catalogue, NOT_FOUND, path)
        if trap is None:
            return self.page(visit, path)
        answer = trap.answer(raw_path, raw_query)
        if isinstance(answer, traps.Redirect):
            return Rendered(302, location=answer.location)
        visit = Visit(self.catalogue, TRAP, path)
        return Rendered(200, cut(wrap(visit, Body(trap.name, answer))), template="trap")


def _known(raw_query: str, names: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The parameters a page depends on; a first page has no number."""
    if not raw_query or not names:
        return {}
    pairs = parse_qs(raw_query, keep_blank_values=True, max_num_fields=None)
    known = {name: tuple(pairs[name]) for name in names if name in pairs}
    if known.get("page") == ("1",):
        del known["page"]
    return known


def has_session(raw_path: str) -> bool:
    return bool(re.search(r";jsessionid=[0-9A-F]{16,}$", raw_path))
