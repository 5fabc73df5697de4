"""A form that asks a question, as the row of an interface: F = (N, A1..An)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from crawler.forms import schema

if TYPE_CHECKING:
    from crawler.forms.domain import DomainScore
    from crawler.items import Attribute, Form, Page

MAX_ATTRIBUTES: Final = 200
MAX_CONTROLS: Final = 50
"""Of one attribute."""
MAX_OPTIONS: Final = 100
_MAX_TEXT: Final = 200


def interface_row(
    form: Form, page: Page, site: str, told: DomainScore
) -> dict[str, Any]:
    """What :func:`crawler.store.interfaces.write_interface` takes.

    *told* is the domain of the form.
    """
    found = schema(form)
    return {
        "site": site,
        "signature": form.signature,
        "page_key": page.key,
        "page": page.url,
        "action": form.action,
        "method": form.method,
        "name": found.name,
        "attributes": [_attribute(one) for one in found.attributes[:MAX_ATTRIBUTES]],
        "kind": form.kind,
        "score": form.probability,
        "domain": told.domain,
        "domain_score": told.score,
        "relevance": page.relevance,
    }


def _attribute(attribute: Attribute) -> dict[str, Any]:
    return {
        "label": attribute.label[:_MAX_TEXT],
        "controls": [
            {
                "name": control.name[:_MAX_TEXT],
                "type": control.type,
                "options": [
                    text[:_MAX_TEXT]
                    for text in (control.labels or control.options)[:MAX_OPTIONS]
                ],
            }
            for control in attribute.controls[:MAX_CONTROLS]
        ],
    }
