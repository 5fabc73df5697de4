"""Settings ``FOCUS_*``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from crawler.focus.roles_options import RolesOptions


@dataclass(frozen=True)
class FocusOptions(RolesOptions):
    """What pages are on the topic, and which links come first."""

    model: str = ""
    """Path of a page model; empty, and no topic: focus is off."""
    topic: str = ""
    """The topic in a few words, where there is no model."""
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Least score of a page on the topic."""
    tunnel: Annotated[int, Field(ge=0)] = 2
    """Off-topic pages in a row that are crossed."""
    mode: Literal["default", "paper"] = "default"
    """``paper``: as published; see docs/methods/focus.md."""
    goal: Literal["topic", "interface"] = "topic"
    """What a link is to lead to: a page on the topic, or one with a search form."""
    explore: Annotated[float, Field(ge=0, le=1)] = 0.1
    """Share of the links whose place is left to chance: what no model expects."""
    site_interfaces: Annotated[int, Field(ge=0)] = 5
    """``discover`` leaves a site that has shown more query interfaces; 0: never."""
    language: str = ""
    """Tags, separated by commas: a page that declares another is off the topic."""
    links: str = ""
    """File of the link model, read first and kept; empty: in the JOBDIR, if any."""

    @property
    def is_on(self) -> bool:
        """Whether pages are judged at all."""
        return bool(self.model or self.topic)

    @property
    def languages(self) -> tuple[str, ...]:
        """The tags; none when any language will do."""
        return tuple(tag.strip() for tag in self.language.split(",") if tag.strip())

    @property
    def is_paper(self) -> bool:
        return self.mode == "paper"

    @property
    def crossing(self) -> int:
        """Off-topic pages in a row that are crossed; none as published."""
        return 0 if self.is_paper else self.tunnel
