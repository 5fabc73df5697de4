"""From a page as it was measured to rows of the tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.items import NO_LIMITS
from crawler.store.text import bounded, clean, digest
from crawler.urls import shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crawler.items import Form, Limits, Page, Vector

Row = dict[str, Any]

_MAX_CONTROLS = 2_000  # per form; more is a trap or an accident
_MAX_OPTIONS = 1_000  # per control
_MAX_VALUE = 8_192
_MAX_LINKS = 50_000  # per page
_MAX_PARAMETERS = 5_000
_MAX_NAME = 512  # of a parameter, of a signature


@dataclass(frozen=True, slots=True)
class VectorFormat:
    """How the vectors of a run were made; kept with each of them."""

    parser: str
    """Name and version of the HTML parser."""
    recipe: str
    """Whatever else decides about the features: version, mode, token, limits."""
    pack: Callable[[Vector], bytes]
    """The bytes to store; equal vectors have equal bytes."""


def vector_row(vector: Vector, form: VectorFormat) -> Row:
    features = form.pack(vector)
    salt = repr((form.parser, form.recipe, vector.nodes, vector.capped)).encode()
    return {
        "digest": digest(salt + features),
        "features": features,
        "nodes": vector.nodes,
        "capped": vector.capped,
        "parser": form.parser,
        "recipe": form.recipe,
    }


def skeleton_row(skeleton: bytes) -> Row:
    return {"digest": digest(skeleton), "data": skeleton}


def page_row(page: Page, run_id: int) -> Row:
    """The page without its vector and skeleton, which are stored once for all."""
    return {
        "key": bounded(page.key or page.url),
        "url": clean(page.url),
        "run_id": run_id,
        "status": page.status,
        "depth": page.depth,
        "referrer": clean(page.referrer),
        "title": clean(page.title, 1_000),
        "content_type": clean(page.content_type, 255),
        "kind": clean(page.kind, 16),
        "length": page.length,
        "host": clean(page.host, 255),
        "shape": clean(page.shape, 2_083),
        "redirected_from": [clean(url) for url in page.redirected_from],
        "canonical_link": clean(page.canonical_link),
        "body_digest": clean(page.body_digest, 128),
        "vector_digest": None,
        "skeleton_digest": None,
        "twin": clean(page.twin),
        "twin_kind": clean(page.twin_kind, 16),
        "notes": [clean(note, 1_000) for note in page.notes],
        "guessed": page.guessed,
        "fetched_at": clean(page.fetched_at, 64),
        "relevance": page.relevance,
        "warc_file": clean(page.warc[0], 1_000) if page.warc else None,
        "warc_offset": page.warc[1] if page.warc else None,
    }


def form_row(form: Form, page_key: str) -> Row:
    return {
        "signature": bounded(form.signature, _MAX_NAME),
        "method": clean(form.method, 16),
        "action": clean(form.action),
        "action_shape": bounded(shape(form.action)),
        "enctype": clean(form.enctype, 255),
        "name": clean(form.name, 1_000),
        "page_key": page_key,
        "kind": clean(form.kind, 16),
        "probability": form.probability,
    }


def field_rows(form: Form) -> list[Row]:
    signature = bounded(form.signature, _MAX_NAME)
    return [
        {
            "signature": signature,
            "position": position,
            "name": clean(field.name, 1_000),
            "type": clean(field.type, 64),
            "value": clean(field.value, _MAX_VALUE),
            "options": [clean(value, 1_000) for value in field.options[:_MAX_OPTIONS]],
            "label": clean(field.label, 1_000),
            "required": field.required,
            "disabled": field.disabled,
            "checked": field.checked,
            "limits": _limits(field.limits),
        }
        for position, field in enumerate(form.fields[:_MAX_CONTROLS])
    ]


def submitter_rows(form: Form) -> list[Row]:
    signature = bounded(form.signature, _MAX_NAME)
    return [
        {
            "signature": signature,
            "position": position,
            "name": clean(button.name, 1_000),
            "value": clean(button.value, _MAX_VALUE),
            "type": clean(button.type, 64),
            "action": clean(button.action),
            "method": clean(button.method, 16),
            "enctype": clean(button.enctype, 255),
            "label": clean(button.label, 1_000),
        }
        for position, button in enumerate(form.submitters[:_MAX_CONTROLS])
    ]


def _limits(limits: Limits) -> dict[str, str | int] | None:
    """What is demanded, by its attribute in HTML; None when nothing is."""
    if limits == NO_LIMITS:
        return None
    told = {
        "min": clean(limits.minimum, 64),
        "max": clean(limits.maximum, 64),
        "step": clean(limits.step, 64),
        "pattern": clean(limits.pattern, 1_000),
        "minlength": limits.minlength,
        "maxlength": limits.maxlength,
        "multiple": limits.multiple,
    }
    return {name: value for name, value in told.items() if value not in {"", None, 0}}


def page_form_rows(page: Page, page_id: int) -> list[Row]:
    """One row for each distinct form; the first action where it is there twice."""
    actions: dict[str, str] = {}
    for form in page.forms:
        actions.setdefault(bounded(form.signature, _MAX_NAME), clean(form.action))
    return [
        {"page_id": page_id, "signature": signature, "action": action}
        for signature, action in actions.items()
    ]


def parameter_rows(page: Page, page_id: int) -> list[Row]:
    names: Iterable[str] = page.parameters[:_MAX_PARAMETERS]
    distinct = dict.fromkeys(bounded(name, _MAX_NAME) for name in names)
    return [{"page_id": page_id, "name": name} for name in distinct]


def link_rows(page: Page, page_id: int) -> list[Row]:
    return [
        {
            "page_id": page_id,
            "position": position,
            "url": clean(link.url),
            "origin": clean(link.origin, 64),
            "text": clean(link.text, 200),
        }
        for position, link in enumerate(page.links[:_MAX_LINKS])
    ]
