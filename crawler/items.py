"""What a crawl yields: dataclasses without behaviour.

A :class:`Page` is measured once, in the spider's callback, and carries all that
was measured as plain data, its links included. Middlewares and pipelines fill
in what they decide (twin, cluster); nobody measures again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(slots=True, frozen=True)
class Place:
    """Where an anchor stands: measured only where links are ranked by it."""

    around: str = ""
    """Text before and after it, spaces collapsed."""
    path: str = ""
    """Tags and first classes of the elements around it, the nearest last."""
    image: str = ""
    """Absolute URL of the image in it."""
    alt: str = ""


@dataclass(slots=True, frozen=True)
class Link:
    """A URL that a document mentions."""

    url: str
    """Absolute, as the WHATWG URL parser serialises it; the fragment is kept."""
    origin: str
    """Where it stood: ``a@href``, ``img@srcset``, ``meta-refresh``, ``css``,
    ``script``, ``header:link``, ``robots``, ``sitemap``, ``form@action``,
    ``comment``, ``text``... See docs/methods/dom.md."""
    text: str = ""
    """Text of the anchor (or ``alt``), spaces collapsed, 200 characters at most."""
    guessed: bool = False
    """A path-like string, not known to be a link: tried once."""
    embedded: bool = False
    """Part of the page (image, style, script, media), not a place to go to."""
    others: tuple[str, ...] = ()
    """Further texts that the page has for the same link."""
    place: Place | None = None
    """None when nobody asked."""


@dataclass(slots=True, frozen=True)
class Limits:
    """What a control demands of its value, as it is written (HTML 4.10.19.1)."""

    minimum: str = ""
    maximum: str = ""
    step: str = ""
    pattern: str = ""
    minlength: int | None = None
    maxlength: int | None = None
    multiple: bool = False
    """Of ``email`` and ``file``: a list of values."""


NO_LIMITS = Limits()


@dataclass(slots=True, frozen=True)
class Field:
    """A control of a form; the radio buttons of one name are one field."""

    name: str
    type: str
    """``text``, ``hidden``, ``select-one``, ``checkbox``, ``textarea``..."""
    value: str = ""
    """As a browser would send it; the first of several."""
    options: tuple[str, ...] = ()
    """Values of a select, radio group or datalist, in tree order."""
    label: str = ""
    required: bool = False
    disabled: bool = False
    checked: bool = False
    labels: tuple[str, ...] = ()
    """What a reader is told about each of ``options``."""
    chosen: tuple[int, ...] = ()
    """Places in ``options`` that are selected at first."""
    barred: tuple[int, ...] = ()
    """Places in ``options`` that are disabled: never sent."""
    places: tuple[int, ...] = ()
    """Where it stands among all controls of its form; of radio buttons, each."""
    row: int = 0
    """Line of the form that it stands on, as blocks and line breaks divide it."""
    group: str = ""
    """Legend of the field set around it."""
    readonly: bool = False
    limits: Limits = NO_LIMITS
    dirname: str | None = None
    """Name under which the direction of its text is sent too."""
    direction: str = "ltr"
    """``ltr``, ``rtl``, or ``auto``: by the value."""


@dataclass(slots=True, frozen=True)
class Submitter:
    """A button that submits a form; empty strings leave the form's own value."""

    name: str = ""
    value: str = ""
    type: str = "submit"
    action: str = ""
    method: str = ""
    enctype: str = ""
    label: str = ""
    """What stands on it."""
    place: int = -1
    """Where it stands among all controls of its form; -1 when not known."""
    novalidate: bool = False


@dataclass(slots=True, frozen=True)
class Hints:
    """What a page says of a form in words that are not sent; each words, bounded."""

    form: str = ""
    """Id, class, name, role and title of the form."""
    entries: str = ""
    """Ids, classes, placeholders and titles of what is filled in."""
    buttons: str = ""
    """The same of all buttons, and what stands on them."""


NO_HINTS = Hints()


@dataclass(slots=True, frozen=True)
class Form:
    """A form as a browser would build it."""

    action: str
    """Absolute URL; empty when the form cannot be submitted by HTTP."""
    method: str = "GET"
    enctype: str = "application/x-www-form-urlencoded"
    fields: tuple[Field, ...] = ()
    submitters: tuple[Submitter, ...] = ()
    name: str = ""
    signature: str = ""
    """What makes it one form to test: see ``crawler.forms.signature``."""
    charset: str = "utf-8"
    """What it is sent in: name in the Encoding Standard."""
    novalidate: bool = False
    hints: Hints = NO_HINTS
    kind: str = ""
    """What it is for, see ``crawler.forms.kind``; empty when nobody asked."""
    probability: float = 0.0
    """Of that kind."""


@dataclass(slots=True, frozen=True)
class Attribute:
    """What one label of a query interface asks for: one control or several.

    The first control is the one that holds the value; the others qualify it.
    """

    label: str
    controls: tuple[Field, ...]


@dataclass(slots=True, frozen=True)
class Interface:
    """A form as a reader sees it, F = (N, A1..An)."""

    name: str
    attributes: tuple[Attribute, ...]


@dataclass(slots=True, frozen=True)
class Vector:
    """The structure of a document: weight of each feature, summing to 1."""

    features: Mapping[int, float]
    """64-bit feature id -> weight."""
    nodes: int = 0
    """Nodes counted, a run of identical siblings once."""
    capped: bool = False
    """A limit of time or memory cut something off."""


@dataclass(slots=True)
class Page:
    """One response, measured."""

    url: str
    key: str = ""
    """Canonical URL: the identity of the page."""
    status: int = 200
    depth: int = 0
    referrer: str = ""
    title: str = ""
    content_type: str = ""
    kind: str = "html"
    """``html``, ``xml``, ``json``, ``text``, ``css``, ``script``, ``robots``,
    ``sitemap``, ``binary``, ``empty``."""
    length: int = 0
    host: str = ""
    shape: str = ""
    redirected_from: tuple[str, ...] = ()
    canonical_link: str = ""
    """What ``rel=canonical`` claims: evidence, not truth."""
    body_digest: str = ""
    sketch: tuple[int, ...] = ()
    """Bottom-k sketch of the visible text; empty when there is too little of it."""
    vector: Vector | None = None
    skeleton: bytes = b""
    """The tree of tags and classes, compressed: see ``crawler.dom.skeleton``."""
    links: tuple[Link, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    """Links that cannot be asked for by http(s): the text, and its scheme or why."""
    forms: tuple[Form, ...] = ()
    parameters: tuple[str, ...] = ()
    """``query:NAME`` and ``body:NAME``, names folded to their shape."""
    notes: tuple[str, ...] = ()
    guessed: bool = False
    cluster: int | None = None
    similarity: float | None = None
    relevance: float | None = None
    """How much it is on the topic, 0 to 1; None when nobody asked."""
    twin: str = ""
    """URL of a page with the same content."""
    twin_kind: str = ""
    """``content`` (equal body) or ``near`` (near-equal visible text)."""
    warc: tuple[str, int] | None = None
    """File and offset of the archived answer; None when bodies are not kept."""
    fetched_at: str = field(default="")
    """ISO 8601, UTC."""
