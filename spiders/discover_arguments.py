"""Arguments of ``discover``: what is looked for, and how far."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, field_validator

from crawler.urls import Scope
from spiders.arguments import ArgumentError, Arguments

ANY = "any"
_TAG = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})*")


def _languages(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    found = tuple(part.strip().casefold() for part in value.split(",") if part.strip())
    if not found or not all(map(_TAG.fullmatch, found)):
        raise ValueError("use tags of languages: language=en,de")
    return found


class DiscoverArguments(Arguments):
    """Those of all spiders, and those of a search for sites."""

    scope: str = ANY
    """``any``: the whole web. Else new sites are entered only within it: ``host``,
    ``domain``, ``prefix`` of the start pages, or ``re:PATTERN``."""
    sites: Annotated[int | None, Field(ge=1)] = None
    """Sites that are entered, those of ``start`` among them."""
    language: Annotated[tuple[str, ...], BeforeValidator(_languages)] = ()
    """Tags, separated by commas: a page that declares another is off the topic."""

    @field_validator("scope")
    @classmethod
    def _scope_form(cls, value: str) -> str:
        if value == ANY:
            return value
        try:
            Scope.parse(value, ["http://a.example/"])
        except ValueError as error:
            raise ValueError(str(error).replace("be host", f"be {ANY}, host")) from None
        return value

    def settings(self) -> dict[str, Any]:
        """Settings that follow from the arguments."""
        if not self.language:
            return {}
        return {"FOCUS_LANGUAGE": ",".join(self.language)}

    @classmethod
    def check(cls, given: dict[str, Any], settings: Any) -> None:
        """What is looked for is said by an argument or by a setting.

        :raises ArgumentError: when it is not.
        """
        known = (settings.get(name) for name in ("FOCUS_MODEL", "FOCUS_TOPIC"))
        if not given.get("topic") and not any(known):
            raise ArgumentError(
                'topic is missing: -a topic="used cars", or a model of one:'
                " -s FOCUS_MODEL=FILE"
            )
