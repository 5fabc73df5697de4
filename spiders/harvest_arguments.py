"""Arguments of ``hidden``: which form, and how much of what is behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, field_validator, model_validator

from crawler.harvest import Knowledge, read_fill
from crawler.harvesting.budget import RUN
from crawler.harvesting.interface import find_interface
from crawler.harvesting.since import harvested
from crawler.store import SurveyError
from spiders.arguments import ArgumentError, Arguments, Switch
from spiders.sources import read_file

OF_FORMS = ("share", "idle", "seed")
"""Arguments that are a setting ``HARVEST_...`` of the same name."""


def _fill(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    form = 'give a JSON file like {"City": ["Bonn", "Ulm"]}'
    text = read_file(Path(value), form)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"not JSON; {form}") from None
    return read_fill(data)


def _key(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    names = tuple(part.strip() for part in value.split(",") if part.strip())
    if not names:
        raise ValueError("empty; name the fields that identify a record")
    return names


def _same(one: str, other: str) -> bool:
    """Whether two names are of one survey."""
    paths = [Path(str(name).removeprefix("sqlite:///")) for name in (one, other)]
    return paths[0].resolve() == paths[1].resolve()


Count = Annotated[int | None, Field(ge=1)]


class HarvestArguments(Arguments):
    """Those of all spiders, and those of a harvest."""

    survey: str = ""
    """Survey that has the form; with ``interface``, in place of ``start``."""
    interface: str = ""
    """Signature of a form in the survey, what it begins with, or its number."""
    form: str = ""
    """Of the start page: its number from 1, or a CSS selector."""
    fill: Annotated[Knowledge | None, BeforeValidator(_fill)] = None
    """JSON file of values by label."""
    plan: Switch = False
    """1 stops after the samples, and tells what the rest would take."""
    details: Switch = False
    """1 fetches the page of each record."""
    post: Switch = False
    """1 sends query forms by POST, too."""
    key: Annotated[tuple[str, ...], BeforeValidator(_key)] = ()
    """Fields that identify a record, separated by commas."""
    since: str = ""
    """An earlier survey: what is new, changed or gone, for fewer queries."""
    share: Annotated[float | None, Field(gt=0, le=1)] = None
    queries: Count = None
    records: Count = None
    bytes: Count = None
    seconds: Annotated[float | None, Field(gt=0)] = None
    idle: Count = None
    seed: int | None = None

    @field_validator("since")
    @classmethod
    def _was_harvested(cls, value: str) -> str:
        if value and (why := harvested(value)):
            raise ValueError(why)
        return value

    @classmethod
    def check(cls, given: dict[str, Any], settings: Any) -> None:
        """An earlier survey is another one than that which is written.

        :raises ArgumentError: in one line.
        """
        since = given.get("since")
        if not since:
            return
        for name, target in (
            ("survey", given.get("survey")),
            ("STORE_URL", settings.get("STORE_URL")),
        ):
            if target and _same(since, target):
                raise ArgumentError(
                    f"since={since}: {name} is the same survey; what is found goes"
                    " into one of its own: -s STORE_URL=NEW.sqlite"
                )

    @model_validator(mode="before")
    @classmethod
    def _from_survey(cls, given: Any) -> Any:
        """The form of a survey: where it stands is the start page."""
        if not isinstance(given, dict) or not given.get("interface"):
            if isinstance(given, dict) and given.get("survey"):
                raise ValueError(
                    "survey goes with interface=SIGNATURE: see `scrapy export SURVEY"
                    " --what forms`"
                )
            return given
        if not given.get("survey"):
            raise ValueError("interface goes with survey=PATH")
        if given.get("start") or given.get("form"):
            raise ValueError("interface names the form: leave start and form out")
        try:
            found = find_interface(given["survey"], given["interface"])
        except SurveyError as error:
            raise ValueError(str(error)) from None
        return {**given, "start": (found.page,), "form": found.signature}

    @model_validator(mode="after")
    def _one_page(self) -> HarvestArguments:
        if self.form and len(self.start) > 1:
            raise ValueError("form is one of the start page: give one start")
        return self

    def limits(self) -> tuple[tuple[str, float], ...]:
        """Those of the whole run, over all its forms."""
        given = ((name, getattr(self, name)) for name in RUN)
        return tuple((name, limit) for name, limit in given if limit is not None)

    def settings(self) -> dict[str, Any]:
        """Settings that follow from the arguments."""
        found: dict[str, Any] = {
            f"HARVEST_{name.upper()}": getattr(self, name)
            for name in OF_FORMS
            if getattr(self, name) is not None
        }
        if self.survey:
            found["STORE_URL"] = self.survey
        return found
