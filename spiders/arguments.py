"""Arguments of every spider, typed and validated: what ``-a NAME=VALUE`` takes."""

from __future__ import annotations

import difflib
import json
import re
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)

from crawler.urls import Scope, resolve, split
from crawler.urls.parse import blocked


class ArgumentError(ValueError):
    """A wrong spider argument, in one line that names it and the right form."""


def _pattern(value: Any) -> Any:
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
    """Responses stored in the survey, over all its runs."""
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
    insecure: Switch = False
    """Do not verify certificates."""
    polite: Switch = True
    """0 lifts delay, throttle and the low concurrency (16 in flight)."""
    robots: Switch = True
    """0 ignores robots.txt; it is logged."""

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
    def _cookies_exist(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_file():
            raise ValueError("no such file; give a Netscape or JSON cookie file")
        return value

    @field_validator("proxy")
    @classmethod
    def _proxy_form(cls, value: str | None) -> str | None:
        if value is not None and not re.match(r"https?://[^/\s]+/?$", value):
            raise ValueError("use http://[user:password@]host:port")
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
        try:
            return cls.model_validate(known)
        except ValidationError as error:
            raise ArgumentError(explain(error, list(cls.model_fields))) from None


def explain(error: ValidationError, names: list[str]) -> str:
    """The first mistake in one line."""
    # A misspelt name is told before the one that is then missing.
    errors = error.errors()
    first = next((e for e in errors if e["type"] == "extra_forbidden"), errors[0])
    name = str(first["loc"][0]) if first["loc"] else "?"
    if first["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]}=...?" if near else f"known: {', '.join(names)}"
        return f"unknown argument {name}={first['input']!s}: {hint}"
    if first["type"] == "missing":
        return f"{name} is missing: -a {name}=https://app.example/"
    message = first["msg"].removeprefix("Value error, ").replace("Input s", "s")
    return f"{name}={_short(first['input'])}: {message}"


def _short(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 100 else text[:97] + "..."


def read_start(value: str) -> tuple[str, ...]:
    """Start URLs from a URL, a comma-separated list of them, or a file of them.

    A comma separates only before a scheme, since URLs may hold commas.

    >>> read_start("http://a.example/x,y,https://b.example/")
    ('http://a.example/x,y', 'https://b.example/')
    """
    if re.match(r"\s*[a-z][a-z0-9+.-]*:", value, re.IGNORECASE) is None:
        return _start_file(value)
    parts = re.split(r",(?=\s*[a-z][a-z0-9+.-]*://)", value, flags=re.IGNORECASE)
    return tuple(_start_url(part.strip()) for part in parts if part.strip())


def _start_file(value: str) -> tuple[str, ...]:
    path = Path(value.strip())
    if not value.strip() or not path.is_file():
        looks_like_host = re.match(r"[\w-]+(\.[\w-]+)+", value) is not None
        hint = f"did you mean https://{value}?" if looks_like_host else "no such file"
        raise ValueError(f"{hint} (a URL with http:// or https://, or a file of URLs)")
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    urls = [_start_url(line) for line in lines if line and not line.startswith("#")]
    if not urls:
        raise ValueError("the file holds no URL")
    return tuple(dict.fromkeys(urls))


def _start_url(text: str) -> str:
    url = resolve(text, text) if re.match(r"https?://", text, re.IGNORECASE) else None
    if url is None:
        parts = split(text)
        if parts is not None and blocked(parts.port):
            raise ValueError(f"port {parts.port[1:]} is one that browsers refuse")
        raise ValueError(f"{_short(text)!r} is not an absolute http(s) URL")
    return url.partition("#")[0]


def read_headers(value: str) -> tuple[tuple[str, str], ...]:
    r"""Headers from a file, a JSON object, or ``Name: value`` lines.

    >>> read_headers("Authorization: Bearer x\nX-Team: red")
    (('Authorization', 'Bearer x'), ('X-Team', 'red'))
    """
    text = value
    if "\n" not in value and ":" not in value:
        path = Path(value)
        if not path.is_file():
            raise ValueError("use 'Name: value', a JSON object, or a file of them")
        text = path.read_text("utf-8")
    if text.lstrip().startswith("{"):
        try:
            found = [(str(k), str(v)) for k, v in json.loads(text).items()]
        except ValueError:
            raise ValueError("not a JSON object of names and values") from None
    else:
        lines = [line for line in text.splitlines() if line.strip()]
        found = [
            (name.strip(), content.strip())
            for name, _, content in (line.partition(":") for line in lines)
        ]
    for name, content in found:
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or "\n" in content:
            raise ValueError(f"{_short(name)!r} is no header name; use 'Name: value'")
    return tuple(found)
