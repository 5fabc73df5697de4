"""Where URLs stand in HTML: the table that :mod:`crawler.dom.links_html` walks by.

HTML Standard (index of attributes), with the elements of HTML 4, of browsers and
of frameworks that are still met.
"""

from __future__ import annotations

from typing import Final

from crawler.dom.elements import names

PLACE: Final = False
"""A place to go to."""
PART: Final = True
"""Part of the page: image, style, script, media, font, manifest."""

ANY: Final = "*"

URL_ATTRIBUTES: Final[dict[str, dict[str, bool]]] = {
    "href": {
        ANY: PLACE,
        "feImage": PART,
        "image": PART,
        "linearGradient": PART,
        "mpath": PART,
        "pattern": PART,
        "radialGradient": PART,
        "script": PART,
        "textPath": PART,
        "use": PART,
    },
    "xlink:href": {ANY: PART, "a": PLACE},
    "src": {ANY: PART, "frame": PLACE, "iframe": PLACE, "portal": PLACE},
    "action": {"form": PLACE, "isindex": PLACE},
    "formaction": {"button": PLACE, "input": PLACE},
    "cite": {"blockquote": PLACE, "del": PLACE, "ins": PLACE, "q": PLACE},
    "longdesc": {ANY: PLACE},
    "ping": {"a": PART, "area": PART},
    "background": {ANY: PART},
    "poster": {"video": PART},
    "implementation": {"import": PART},
    "profile": {"head": PLACE},
    "manifest": {"html": PART},
    "icon": {"command": PART, "menuitem": PART},
    "lowsrc": {"img": PART},
    "dynsrc": {"img": PART},
    "hx-get": {ANY: PLACE},
    "data-hx-get": {ANY: PLACE},
    "ng-href": {ANY: PLACE},
    "ng-src": {ANY: PART},
}
"""Attribute -> element -> whether the URL is embedded."""

PLAIN_ATTRIBUTES: Final = names(
    "align alt archive async border charset class code codebase colspan content data"
    " defer dir disabled for height id itemprop itemscope itemtype lang maxlength media"
    " method name pattern placeholder property rel role rowspan selected size sizes"
    " srcdoc tabindex target title type valign value width xmlns"
)
"""Attributes that have no URL, in most of all elements, or not one that is read by
itself."""

ACTING: Final[dict[str, str]] = {
    f"{prefix}hx-{method}": method
    for method in ("post", "put", "patch", "delete")
    for prefix in ("", "data-")
}
"""Attributes whose URL is not asked for by GET -> the method."""

EXPRESSIONS: Final = ("@", ":", "(", "[", "*", "ng-", "v-", "x-", "hx-on")
"""Beginnings of attributes that frameworks read as an expression of a script."""

SRCSET_ATTRIBUTES: Final = frozenset({"imagesrcset", "srcset"})

LISTS: Final = frozenset({"ping"})
"""Attributes that hold several URLs, separated by white space."""

METAS: Final[dict[str, bool]] = {
    "al:web:url": PLACE,
    "og:audio": PART,
    "og:audio:secure_url": PART,
    "og:audio:url": PART,
    "og:image": PART,
    "og:image:secure_url": PART,
    "og:image:url": PART,
    "og:see_also": PLACE,
    "og:url": PLACE,
    "og:video": PART,
    "og:video:secure_url": PART,
    "og:video:url": PART,
    "twitter:image": PART,
    "twitter:image:src": PART,
    "twitter:player": PLACE,
    "twitter:player:stream": PART,
    "twitter:url": PLACE,
    "msapplication-config": PART,
    "msapplication-square150x150logo": PART,
    "msapplication-square310x310logo": PART,
    "msapplication-square70x70logo": PART,
    "msapplication-starturl": PLACE,
    "msapplication-tileimage": PART,
    "msapplication-wide310x150logo": PART,
    "contenturl": PART,
    "image": PART,
    "thumbnailurl": PART,
    "url": PLACE,
}
"""``name``, ``property`` or ``itemprop`` of a ``meta`` whose content is a URL."""

EMBEDDED_RELS: Final = names(
    "apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image fluid-icon"
    " icon image_src manifest mask-icon modulepreload preload stylesheet"
)
"""Link types (of ``<link>`` and the Link header) that name parts of the page."""

HOST_RELS: Final = frozenset({"dns-prefetch", "preconnect"})
"""Link types that name a host, not a resource."""

URL_PARAMETERS: Final = names("data filename href movie src url")
"""Names of ``<param>`` whose value is a URL by custom (Flash, Java)."""

DATA_ENDINGS: Final = ("action", "href", "link", "path", "src", "uri", "url")
"""Endings of ``data-*`` names whose value is meant as a URL."""
