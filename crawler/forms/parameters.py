"""The parameters by which a page can be addressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crawler.urls import name_shape, parameter_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.items import Form, Submitter

MAX_PARAMETERS = 2_000
"""Parameters of a page."""


def parameters(url: str, forms: Iterable[Form]) -> tuple[str, ...]:
    """``query:NAME`` and ``body:NAME`` of a URL and of the forms on its page, sorted.

    Names are folded to their shape. A control is in the query of a GET form and in
    the body of a POST form; with a button of another method, in both. An image
    button has a parameter for each coordinate. A dialog sends nothing.

    >>> from crawler.items import Field, Form
    >>> parameters("http://h/?page=2", [
    ...     Form("http://h/find", fields=(Field("q", "text"),)),
    ...     Form("http://h/save?id=1", "POST", fields=(Field("item[17]", "text"),))])
    ('body:item[{int}]', 'query:id', 'query:page', 'query:q')
    """
    found = {f"query:{name_shape(name)}" for name in parameter_names(url)}
    for form in forms:
        found.update(_of_form(form))
        if len(found) > MAX_PARAMETERS:
            break
    return tuple(sorted(found)[:MAX_PARAMETERS])


def _of_form(form: Form) -> Iterator[str]:
    targets = {(form.method, form.action)}
    for button in form.submitters:
        target = (button.method or form.method, button.action or form.action)
        targets.add(target)
        yield from _placed(target, _button_names(button))
    names = {field.name for field in form.fields if field.name}
    for target in targets:
        yield from _placed(target, names)


def _button_names(button: Submitter) -> set[str]:
    if button.type == "image":
        prefix = f"{button.name}." if button.name else ""
        return {f"{prefix}x", f"{prefix}y"}
    return {button.name} if button.name else set()


def _placed(target: tuple[str, str], names: set[str]) -> Iterator[str]:
    """*names* where a method puts them, and the query that a POST keeps."""
    method, action = target
    if not action or method not in {"GET", "POST"}:
        return
    place = "query" if method == "GET" else "body"
    yield from (f"{place}:{name_shape(name)}" for name in names)
    if method == "POST":
        yield from (f"query:{name_shape(name)}" for name in parameter_names(action))
