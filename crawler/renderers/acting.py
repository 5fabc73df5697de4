"""What is done to a page once it is there: a form filled in, events fired."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from playwright.async_api import Error

from crawler.renderers.offers import action_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.async_api import Page

_PAUSE: Final = 25
"""Milliseconds after each event."""


class RenderError(Exception):
    """A page cannot be rendered: it takes too long, or its tab ended."""


@dataclass(frozen=True)
class Fired:
    """What came of the events of a page."""

    fired: int = 0
    refused: int = 0
    """Elements that say they log out, delete or buy."""
    added: list[str] = field(default_factory=list)
    """Markup that the page has got since."""


async def fire_events(
    page: Page, name: str, *, most: int, unsafe: bool, left: float
) -> Fired:
    """Fire what elements listen to, each once, in *left* seconds.

    :raises RenderError: when the page does not come back.
    """
    try:
        async with asyncio.timeout(left):
            offers = await page.evaluate("(name) => window[name].offers()", name)
            numbers = [
                number
                for number, offer in enumerate(offers)
                if unsafe or action_of(offer, page.url) is None
            ]
            refused = len(offers) - len(numbers)
            if not numbers:
                return Fired(refused=refused)
            told = await page.evaluate(
                "([name, ...how]) => window[name].fire(...how)",
                [name, numbers[:most], _PAUSE, 1000 * left / 2],
            )
            added = [str(one) for one in told["added"]]
            return Fired(int(told["fired"]), refused, added)
    # A page can tell us anything.
    except (Error, TimeoutError, TypeError, KeyError, ValueError) as error:
        raise RenderError(first_line(error)) from None


async def fill_form(
    page: Page, name: str, fill: Mapping[str, Any], left: float
) -> None:
    """Fill in a form and send it, as a reader does.

    :raises RenderError: when that is not possible.
    """
    try:
        async with asyncio.timeout(max(left, 1.0)):
            sent = await page.evaluate(
                "([name, ...how]) => window[name].fill(...how)",
                [name, fill["form"], fill["values"]],
            )
    except (Error, TimeoutError) as error:
        raise RenderError(first_line(error)) from None
    if not sent:
        raise RenderError("its form is gone")


def first_line(error: BaseException) -> str:
    """An error in a line."""
    return str(error).strip().partition("\n")[0][:200] or type(error).__name__
