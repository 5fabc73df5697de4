"""Arguments of every spider, typed and validated: what ``-a NAME=VALUE`` takes."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path  # noqa: TC003 - pydantic reads the annotation
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from crawler.focus import words
from crawler.login import PASSWORD
from crawler.middlewares.credentials import read_cookies
from crawler.urls import Scope, split
from spiders.sources import read_file, read_headers, read_start, shortened


class ArgumentError(ValueError):
    """A wrong spider argument, in one line that names it and the right form."""


def _pattern(value: Any) -> Any:
    # Found in every URL: as exclude it would silently follow nothing.
    if value == "":
        raise ValueError("empty; leave it out, or give a regular expression")
    try:
        return re.compile(value) if isinstance(value, str) else value
    except re.error as error:
        raise ValueError(
            f"not a regular expression ({error}); it is searched in the absolute URL"
        ) from None


def _switch(value: Any) -> Any:
    if str(value).lower() not in {"0", "1", "true", "false", "yes", "no"}:
        raise ValueError("use 1 or 0")
    return str(value).lower() in {"1", "true", "yes"}


Pattern = Annotated[re.Pattern[str] | None, BeforeValidator(_pattern)]
Switch = Annotated[bool, BeforeValidator(_switch)]


_OF_LOGIN = ("user", "marker")


class Arguments(BaseModel):
    """The arguments all spiders share; each spider adds its own in a subclass."""

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    start: tuple[str, ...]
    """URL, several separated by commas, or a file with one a line."""
    scope: str = "host"
    """``host``, ``domain``, ``prefix`` or ``re:PATTERN``."""
    depth: int | None = Field(default=None, ge=0)
    """Links followed from a start page; 0 takes the start pages only."""
    pages: int | None = Field(default=None, ge=1)
    """Distinct pages stored in the survey, over all its runs."""
    include: Pattern = None
    """Only URLs in which this regular expression is found are followed."""
    exclude: Pattern = None
    """URLs in which this regular expression is found are not followed."""
    cookies: Path | None = None
    """Cookie file: Netscape (curl, browsers) or JSON."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers for the start hosts: a file, JSON, or ``Name: value`` lines."""
    proxy: str | None = None
    """``http://[user:password@]host:port``."""
    user: str | None = None
    """Who logs in; the password is read from the environment, LEADLINE_PASSWORD."""
    login: str | None = None
    """URL of the page with the login form: log in there before anything else."""
    marker: Pattern = None
    """Found in every page that a logged-in user gets: without it he was logged out."""
    insecure: Switch = False
    """Do not verify certificates."""
    polite: Switch = True
    """0 lifts delay, throttle and the low concurrency (16 in flight)."""
    robots: Switch = True
    """0 ignores robots.txt; it is logged."""
    exhaustive: Switch = False
    """1 fetches every URL, also where the pages of a shape teach nothing new."""
    topic: str | None = None
    """The topic in a few words: pages on it come first."""
    unsafe: Switch = False
    """1 follows links that log out, delete, buy or unsubscribe; it is logged."""

    @field_validator("start", mode="before")
    @classmethod
    def _read_start(cls, value: Any) -> Any:
        return read_start(value) if isinstance(value, str) else value

    @field_validator("headers", mode="before")
    @classmethod
    def _read_headers(cls, value: Any) -> Any:
        return read_headers(value) if isinstance(value, str) else value

    @field_validator("cookies")
    @classmethod
    def _cookies_can_be_read(cls, value: Path | None) -> Path | None:
        if value is not None:
            read_file(value, "give a Netscape or JSON cookie file")
            try:
                read_cookies(value, [])
            except ValueError as error:
                raise ValueError(
                    str(error).removeprefix(f"cookies={value}: ")
                ) from None
        return value

    @field_validator("proxy")
    @classmethod
    def _proxy_form(cls, value: str | None) -> str | None:
        if value is not None:
            form = re.fullmatch(r"https?://[^/\s]+/?", value)
            if form is None or split(value) is None:
                raise ValueError("use http://[user:password@]host:port")
        return value

    @field_validator("login")
    @classmethod
    def _login_form(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None:
            return None
        if split(value) is None:
            raise ValueError("use the URL of the login page: https://app.example/login")
        if not info.data.get("user"):
            raise ValueError("who logs in? -a user=NAME")
        if not os.environ.get(PASSWORD):
            raise ValueError(f"the password is read from the environment: {PASSWORD}")
        start, scope = info.data.get("start"), info.data.get("scope")
        if start and scope and Scope.parse(scope, start).refuse(value):
            raise ValueError("not in scope: the password is sent to no other host")
        return value

    @field_validator("topic")
    @classmethod
    def _topic_has_words(cls, value: str | None) -> str | None:
        if value is not None and not any(words(value)):
            raise ValueError('use a few words: topic="used cars"')
        return value

    @field_validator("scope")
    @classmethod
    def _scope_form(cls, value: str) -> str:
        # The starts are not known here; any will do to judge the form.
        Scope.parse(value, ["http://a.example/"])
        return value

    @classmethod
    def read(cls, given: dict[str, Any]) -> Self:
        """Validate what the command line or Scrapyd gave, all of it strings.

        :raises ArgumentError: one line that names the argument and the right form.
        """
        # Scrapyd adds the id of its job to the arguments of every spider.
        known = {name: value for name, value in given.items() if name != "_job"}
        if "password" in known:
            raise ArgumentError(
                "password is no argument: it is read from the environment,"
                f" {PASSWORD}=... scrapy crawl ..."
            )
        try:
            found = cls.model_validate(known)
        except ValidationError as error:
            raise ArgumentError(explain(error, list(cls.model_fields))) from None
        if found.login is None and (lost := [n for n in _OF_LOGIN if n in known]):
            raise ArgumentError(f"{lost[0]} is for a login: -a login=URL is missing")
        return found

    @classmethod
    def check(cls, given: dict[str, Any], settings: Any) -> None:
        """What an argument needs of another, or of a setting.

        :raises ArgumentError: one line, as above.
        """


def explain(error: ValidationError, names: list[str]) -> str:
    """The first mistake in one line."""
    # A misspelt name is told before the one that is then missing.
    errors = error.errors()
    first = next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])
    name = str(first["loc"][0]) if first["loc"] else "?"
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}=...?" if near else f"known: {', '.join(names)}"
        return f"unknown argument {name!r}: {hint}"
    if first["type"] == "missing":
        return f"{name} is missing: -a {name}=https://app.example/"
    message = first["msg"].removeprefix("Value error, ").replace("Input s", "s")
    if not first["loc"]:  # of several arguments together: the message names them
        return message
    return f"{name}={_shown(name, first['input'])}: {message}"


def _shown(name: str, value: Any) -> str:
    """A wrong value, without the secrets it may hold: the line goes into logs."""
    if name == "headers" and ":" in str(value):
        return "..."
    return shortened(value)
