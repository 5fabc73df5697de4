"""What a spider wants harvested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.harvest import Knowledge


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a spider asks for."""

    page: str = ""
    """URL of the page of one form; empty for all query forms of the survey."""
    form: str = ""
    """Its number on the page from 1, signature or CSS selector."""
    post: bool = False
    unsafe: bool = False
    plan: bool = False
    details: bool = False
    key: tuple[str, ...] = ()
    given: Knowledge | None = None
    since: str = ""
    """An earlier survey, to tell what has changed."""
    limits: tuple[tuple[str, float], ...] = ()
    """Of the whole run: see :class:`crawler.harvesting.budget.Budget`."""
