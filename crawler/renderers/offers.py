"""What an element with a handler says that it does, told before its event is fired."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from crawler.forms import danger
from crawler.items import Link

if TYPE_CHECKING:
    from collections.abc import Mapping


def action_of(offer: Mapping[str, Any], page: str) -> str | None:
    """The dangerous action that an element with a handler says it is, by any name.

    >>> action_of({"texts": ["Log out"], "names": ["", "", ""]}, "http://h/app/x")
    'logout'
    >>> action_of({"texts": ["More"], "names": ["", "", "open(3)"]}, "http://h/app/x")
    >>> action_of({"texts": [], "names": ["b", "", "deleteUser(3)"]}, "http://h/")
    'delete'
    """
    for text in offer["texts"]:
        if action := danger(Link(urljoin(page, "x"), "button@onclick", str(text))):
            return action
    for name in offer["names"]:
        for word in _words(str(name)):
            if action := danger(Link(urljoin(page, f"/{word}"), "form@action")):
                return action
    return None


def _words(code: str) -> list[str]:
    """Names in a handler; of an id, itself."""
    word, found = "", []
    for character in f"{code} ":
        if character.isalnum() or character in "_-":
            word += character
        elif word:
            found.append(word)
            word = ""
    return found[:50]
