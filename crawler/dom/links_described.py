"""JSON documents of known formats: what they name is a link, not a guess.

Web app manifests (W3C), JSON Feed 1.1, metadata of OpenID Connect Discovery 1.0 and
OAuth (RFC 8414), OpenAPI and Swagger (see :mod:`crawler.dom.links_openapi`).
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from crawler.dom.links_openapi import openapi_links
from crawler.urls import name_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.dom.links_sink import Sink

MAX_MEMBERS: Final = 5_000
"""Members of a list that are read."""
_KNOWN: Final = re.compile(
    r'"(?:(openapi|swagger)"\s{0,9}:\s{0,9}["\d]|version"\s{0,9}:\s{0,9}"https:(?:\\?/){2}'
    r'(jsonfeed)\.org|(start_url|share_target|shortcuts|protocol_handlers)"\s{0,9}:'
    r'|(authorization_endpoint|token_endpoint)"\s{0,9}:)'
)
_POSTED: Final = frozenset(
    {
        "backchannel_authentication_endpoint",
        "device_authorization_endpoint",
        "introspection_endpoint",
        "pushed_authorization_request_endpoint",
        "registration_endpoint",
        "revocation_endpoint",
        "token_endpoint",
    }
)


def described_links(text: str, sink: Sink) -> tuple[bool, tuple[str, ...]]:
    """Add the links of a document of a known format to *sink*.

    Whether that is all it links to (its other strings are no guesses then), and the
    parameters it says its operations take, ``query:NAME`` and ``body:NAME``.
    """
    start = text.lstrip("\ufeff \t\r\n")
    known = _KNOWN.search(text) if start[:1] == "{" else None
    if known is None:
        return False, ()
    try:
        document = json.loads(start)
    except (ValueError, RecursionError):
        return False, ()
    if known[1]:
        return True, openapi_links(document, sink)
    if known[2]:
        return False, tuple(_feed(document, sink))
    # Whatever else they hold: the address of a POST is no guess to be asked for.
    read = _manifest if known[3] else _metadata
    return True, tuple(read(document, sink))


def _feed(feed: dict[str, Any], sink: Sink) -> Iterator[str]:
    """JSON Feed: as in RSS, what belongs to an item is a part of it."""
    for name in ("home_page_url", "feed_url", "next_url"):
        _add(feed, name, "sitemap", sink)
    for item in _dicts(feed.get("items")):
        for name in ("url", "external_url"):
            _add(item, name, "sitemap", sink)
        for name in ("image", "banner_image"):
            _add(item, name, "sitemap", sink, embedded=True)
        for attached in _dicts(item.get("attachments")):
            _add(attached, "url", "sitemap", sink, embedded=True)
    yield from ()


def _manifest(manifest: dict[str, Any], sink: Sink) -> Iterator[str]:
    """A web app manifest: where it starts, and what it does with what it is given."""
    _add(manifest, "start_url", "manifest", sink)
    for shortcut in _dicts(manifest.get("shortcuts")):
        _add(shortcut, "url", "manifest", sink)
        _images(shortcut.get("icons"), sink)
    for name in ("icons", "screenshots"):
        _images(manifest.get(name), sink)
    for name, key in (("related_applications", "url"), ("file_handlers", "action")):
        for each in _dicts(manifest.get(name)):
            _add(each, key, "manifest", sink)
    for handler in _dicts(manifest.get("protocol_handlers")):
        url = handler.get("url")
        if isinstance(url, str):
            # "%s" stands for the URL that is handled.
            sink.add(url.partition("%s")[0], "manifest", guessed=True)
            yield from _query(url)
    shared = manifest.get("share_target")
    if isinstance(shared, dict):
        yield from _share_target(shared, sink)


def _share_target(shared: dict[str, Any], sink: Sink) -> Iterator[str]:
    posts = str(shared.get("method", "")).upper() == "POST"
    _add(shared, "action", "manifest:post" if posts else "manifest", sink)
    named = shared.get("params")
    values = list(named.values()) if isinstance(named, dict) else []
    values += [each.get("name") for each in _dicts(_get(named, "files"))]
    for value in values:
        if isinstance(value, str):
            yield f"{'body' if posts else 'query'}:{name_shape(value)}"


def _metadata(metadata: dict[str, Any], sink: Sink) -> Iterator[str]:
    """Endpoints of a server of authorisation, by what each is asked with."""
    for name, value in metadata.items():
        if not isinstance(value, str):
            continue
        if name in _POSTED:
            sink.add(value, "openid:post")
        elif name == "end_session_endpoint":
            # Whoever follows it is logged out, whatever its address says.
            sink.add(value, "openid", "Log out")
        elif name == "authorization_endpoint":
            sink.add(value, "openid")
            names = ("client_id", "redirect_uri", "response_type", "scope", "state")
            yield from (f"query:{each}" for each in names)
        elif name.endswith(("_endpoint", "_uri", "_iframe", "_documentation")):
            sink.add(value, "openid")


def _images(images: object, sink: Sink) -> None:
    for image in _dicts(images):
        _add(image, "src", "manifest", sink, embedded=True)


def _query(url: str) -> Iterator[str]:
    for pair in url.partition("?")[2].split("&")[:20]:
        name = pair.partition("=")[0]
        if name and "%s" not in name:
            yield f"query:{name_shape(name)}"


def _add(
    holder: dict[str, Any],
    name: str,
    origin: str,
    sink: Sink,
    *,
    embedded: bool = False,
) -> None:
    value = holder.get(name)
    if isinstance(value, str) and value:
        sink.add(value, origin, embedded=embedded)


def _dicts(value: object) -> list[dict[str, Any]]:
    """The objects of a list; none of what is no list."""
    if not isinstance(value, list):
        return []
    return [each for each in value[:MAX_MEMBERS] if isinstance(each, dict)]


def _get(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, dict) else None
