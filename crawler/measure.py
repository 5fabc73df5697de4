"""Measure a response once: the one place where the rooms meet a Scrapy response."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

import mmh3

from crawler.cluster import ClusterOptions, marker_vector, vector
from crawler.documents import parsed
from crawler.dom import canonical_link, extract_links, title
from crawler.dom.skeleton import encode
from crawler.dom.sketch import sketch
from crawler.dom.text import visible_text
from crawler.focus import FocusOptions
from crawler.forms import extract, parameters
from crawler.forms.kind import FormsOptions, Kinds
from crawler.items import Page
from crawler.options import read_options
from crawler.rendered import Beyond
from crawler.urls import UrlOptions, canonical_key, shape, split

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy.http import Response

    from crawler.dom import Document
    from crawler.items import Vector


@dataclass(frozen=True)
class Measure:
    """Turns a response into a :class:`crawler.items.Page`."""

    urls: UrlOptions
    cluster: ClusterOptions
    kinds: Kinds = field(default_factory=lambda: Kinds.of(FormsOptions()))
    places: bool = False
    """Whether links are ranked by where they stand."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """Read the options of the rooms.

        :raises ValueError: naming a setting that does not fit.
        """
        return cls(
            read_options(UrlOptions, "URLS", settings),
            read_options(ClusterOptions, "CLUSTER", settings),
            Kinds.of(read_options(FormsOptions, "FORMS", settings)),
            places=read_options(FocusOptions, "FOCUS", settings).is_on,
        )

    def __call__(self, response: Response, document: Document | None = None) -> Page:
        """Measure it; *document* when it was parsed already."""
        headers = _headers(response)
        content_type = headers.get("content-type", [""])[0]
        referrer = _referrer(response)
        stopped = "download_stopped" in response.flags
        if document is None:
            document = parsed(response, stopped=stopped)
        _place(document, response, referrer)
        kind = "binary" if stopped else document.kind
        links = extract_links(document, headers, places=self.places)
        found = Beyond(links, extract(document), document.refused)
        found = found.and_found(response.meta, response.url)
        forms = tuple(map(self.kinds.told, found.forms))
        url = self._sent(response.url)
        return Page(
            url=url,
            key=canonical_key(url, self.urls),
            status=response.status,
            depth=response.meta.get("depth", 0),
            referrer=referrer,
            title=title(document),
            content_type=content_type[:200],
            kind=kind,
            length=_length(response, headers, stopped=stopped),
            host=_authority(url),
            shape=shape(url),
            redirected_from=tuple(
                self._sent(hop) for hop in response.meta.get("redirect_urls", ())
            ),
            canonical_link=canonical_link(document),
            body_digest="" if stopped else mmh3.hash_bytes(response.body).hex(),
            sketch=sketch(visible_text(document)),
            vector=self._vector(document, kind, content_type, response.url),
            skeleton=_skeleton(document),
            links=found.links,
            refused=found.refused,
            forms=forms,
            parameters=_joined(
                parameters(response.url, forms),
                (*found.parameters, *document.parameters),
            ),
            notes=(*document.notes, *(flag for flag in response.flags)),
            guessed=bool(response.meta.get("guessed")),
            relevance=response.meta.get("focus_score"),
            warc=_archived(response),
            fetched_at=datetime.now(UTC).isoformat(timespec="milliseconds"),
        )

    def _sent(self, url: str) -> str:
        """Without the fragment that a redirect may have appended."""
        return url if self.urls.routes else url.partition("#")[0]

    def _vector(
        self, document: Document, kind: str, content_type: str, url: str
    ) -> Vector:
        if document.tree is not None and kind == "html":
            return vector(document, self.cluster)
        # Without a DOM a template is told by its type and the shape of its URL.
        media = content_type.partition(";")[0].strip().lower()
        # Scripts that are files are all alike.
        where = shape(url) if kind != "script" or "?" in url else ""
        return marker_vector(kind, media, where)


def _place(document: Document, response: Response, referrer: str) -> None:
    """A browser resolves what a script asks for against the page."""
    same = _authority(referrer) == _authority(response.url)
    if document.kind == "script" and same:
        document.base_url = referrer


def _archived(response: Response) -> tuple[str, int] | None:
    """File and offset of the answer, when it is archived."""
    at = response.meta.get("warc") if response.request is not None else None
    return (at[0], at[1]) if at else None


def _joined(names: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({*names, *more})) if more else names


def _headers(response: Response) -> dict[str, list[str]]:
    return {
        name.decode("latin-1").lower(): [value.decode("latin-1") for value in values]
        for name, values in response.headers.items()
    }


def _skeleton(document: Document) -> bytes:
    tree = document.tree
    return encode(tree.root) if tree is not None and tree.root is not None else b""


def _authority(url: str) -> str:
    """Host and port, as the URL parser reads them."""
    parts = split(url)
    return "" if parts is None else f"{parts.host}{parts.port}"


def _referrer(response: Response) -> str:
    if response.request is None:
        return ""
    return (response.request.headers.get("Referer") or b"").decode("latin-1")


def _length(response: Response, headers: dict[str, list[str]], *, stopped: bool) -> int:
    """Bytes of the body; as announced, when it was not downloaded."""
    announced = headers.get("content-length", [""])[0]
    if stopped and announced.isdecimal():
        return int(announced)
    return len(response.body)
