"""What forms and their buttons are sent to, with the method when it is not GET."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

    from crawler.dom.links_sink import Sink

_MAX_CLIMB: Final = 64


class FormActions:
    """The actions of a document, met in document order."""

    __slots__ = ("_forms", "_method", "_sink")

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._method = ""
        self._forms: dict[str, str] = {}

    def action(self, node: LexborNode, value: str) -> None:
        """``action`` of a form."""
        self._add("form@action", value, _method(node.attributes.get("method")))

    def button(self, node: LexborNode, value: str) -> None:
        """``formaction``: its method is the button's own, else that of its form."""
        attributes = node.attributes
        method = attributes.get("formmethod")
        if method is None and attributes.get("form"):
            # A form further on is not known yet: then nothing is sent to it.
            method = self._forms.get(attributes["form"] or "", "post")
        form: LexborNode | None = node
        for _ in range(_MAX_CLIMB if method is None else 0):
            form = form.parent if form is not None else None
            if form is not None and form.tag == "form":
                method = form.attributes.get("method") or "get"
                break
        # In a table that breaks a form apart, the form is no ancestor.
        method = self._method if method is None else method
        self._add(f"{node.tag}@formaction", value, _method(method))

    def _add(self, origin: str, value: str, method: str) -> None:
        """An action without a URL is that of the page itself, which is known."""
        if value.strip() and method != "dialog":
            marker = "" if method == "get" else f":{method}"
            self._sink.add(value, origin + marker)

    def form(self, node: LexborNode) -> None:
        """Remember the method of a form for the buttons that follow."""
        attributes = node.attributes
        self._method = attributes.get("method") or "get"
        if attributes.get("id"):
            self._forms.setdefault(attributes["id"] or "", self._method)


def _method(value: str | None) -> str:
    """Any unknown method is GET (HTML 4.10.19.6)."""
    method = (value or "").lower()
    return method if method in {"post", "dialog"} else "get"
