"""Settings that do not fit, told in one line before a crawl is made of them."""

from __future__ import annotations

import difflib
import logging
import os
import re
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings, default_settings

from crawler.cluster import ClusterOptions
from crawler.focus import FocusOptions
from crawler.forms.domain import Domains
from crawler.forms.kind import FormsOptions, Kinds
from crawler.frontier import FrontierOptions
from crawler.guide import Guide
from crawler.harvest import HarvestOptions
from crawler.login.session import LoginOptions
from crawler.middlewares.render import RenderOptions, engine_of
from crawler.middlewares.soft404 import GuessOptions
from crawler.options import read_options
from crawler.roles.connection import require_dask
from crawler.saturation import SaturationOptions
from crawler.store import StoreOptions
from crawler.urls import UrlOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPTIONS: Final[dict[str, type[Any]]] = {
    "URLS": UrlOptions,
    "CLUSTER": ClusterOptions,
    "STORE": StoreOptions,
    "FOCUS": FocusOptions,
    "FORMS": FormsOptions,
    "FRONTIER": FrontierOptions,
    "GUESS": GuessOptions,
    "SATURATION": SaturationOptions,
    "HARVEST": HarvestOptions,
    "LOGIN": LoginOptions,
}
"""Prefix of settings -> what reads them."""

SINGLE: Final[dict[str, Any]] = {
    "CONTACT": "",
    "HARVEST_DEPTH": 3,
    "HARVEST_TEXT_MAX": 2,
    "LINKS_MIRRORS": True,
    "LINKS_SCRIPTS": True,
    "LINKS_WELL_KNOWN": True,
    "PROGRESS_SECONDS": 10.0,
    "PROGRESS_LIVE": True,
    "RENDER": RenderOptions.mode,
    "SPLASH_PASS": "",
    "SPLASH_URL": RenderOptions.splash_url,
    "SPLASH_USER": "",
}
"""Settings of ours that no options have a field of the same name for."""


def own_settings() -> set[str]:
    """Names of all settings of ours."""
    names = {
        f"{prefix}_{field.name.upper()}"
        for prefix, cls in OPTIONS.items()
        for field in fields(cls)
    }
    render = {f"RENDER_{field.name.upper()}" for field in fields(RenderOptions)}
    return names | (render - {"RENDER_MODE", "RENDER_SPLASH_URL"}) | {*SINGLE}


def setting_error(settings: BaseSettings) -> str | None:
    """The first setting that does not fit, in one line; None when all do."""
    for check in (_options, _job, _unknown, _values, _log, _feeds, _contact):
        if (error := check(settings)) is not None:
            return error
    return None


def doubtful(settings: BaseSettings) -> Iterator[str]:
    """A line for each setting of the command line that looks like a misspelling."""
    known = own_settings() | {name for name in dir(default_settings) if name.isupper()}
    for name in _of_command_line(settings):
        near = difflib.get_close_matches(name, known - {name}, n=1, cutoff=0.85)
        if name not in known and near:
            yield f"setting {name} is unknown: did you mean {near[0]}?"


def _of_command_line(settings: BaseSettings) -> list[str]:
    lowest = SETTINGS_PRIORITIES["cmdline"]
    return [n for n in sorted(settings) if (settings.getpriority(n) or 0) >= lowest]


def _options(settings: BaseSettings) -> str | None:
    try:
        for prefix, cls in OPTIONS.items():
            read_options(cls, prefix, settings)
        engine_of(settings)
        Guide.from_settings(settings)
        forms = read_options(FormsOptions, "FORMS", settings)
        Kinds.of(forms)
        Domains.of(forms.domain_model)
        require_dask(read_options(FocusOptions, "FOCUS", settings).scheduler)
    except ValueError as error:
        return str(error)
    return None


def _job(settings: BaseSettings) -> str | None:
    """What cannot go on in a job directory or a shared queue."""
    stays = settings.get("JOBDIR") or settings.get("FRONTIER_URL")
    if stays and settings.get("URLS_MODE") == "paper":
        return "URLS_MODE=paper: its list of bits is not kept; leave JOBDIR out"
    return None


def _unknown(settings: BaseSettings) -> str | None:
    """A name that begins like ours and is none of them."""
    known = own_settings()
    ours = tuple(f"{prefix}_" for prefix in (*OPTIONS, "RENDER"))
    for name in _of_command_line(settings):
        if name.startswith(ours) and name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "see `scrapy settings`"
            return f"setting {name} is unknown: {hint}"
    return None


_READERS: Final[dict[type, tuple[Callable[[BaseSettings, str], Any], str]]] = {
    bool: (BaseSettings.getbool, "use 1 or 0"),
    # 0.5 is a DOWNLOAD_TIMEOUT, whose default is a whole number.
    int: (BaseSettings.getfloat, "use a number"),
    float: (BaseSettings.getfloat, "use a number"),
    dict: (BaseSettings.getdict, "use a JSON object"),
}


def _values(settings: BaseSettings) -> str | None:
    """A value that is not of the type of the default; options are read before."""
    for name in _of_command_line(settings):
        default = getattr(default_settings, name, SINGLE.get(name))
        read, form = _READERS.get(type(default), (None, ""))
        if read is None:
            continue
        try:
            read(settings, name)
        except (TypeError, ValueError):
            return f"{name}={settings[name]!r}: {form}"
    return None


def _log(settings: BaseSettings) -> str | None:
    known = logging.getLevelNamesMapping()
    level = settings["LOG_LEVEL"]
    if not isinstance(level, int) and level not in known:
        return f"LOG_LEVEL={level!r}: use {', '.join(known)}"
    if path := settings["LOG_FILE"]:
        try:
            with Path(path).open("a"):
                pass
        except OSError as error:
            return f"LOG_FILE={path!r}: {error.strerror}"
    return None


def _feeds(settings: BaseSettings) -> str | None:
    """Files of items (``-o``): Scrapy would fail at each item, and go on."""
    for uri in settings.getdict("FEEDS"):
        name = str(uri).removeprefix("file://")
        # Standard output, another kind of storage, or a name made when it is opened.
        if "://" in name or "%(" in name or name in {"-", "stdout:"}:
            continue
        try:
            writable = _writable(Path(name).absolute())
        except OSError as error:
            return f"-o {name}: {error.strerror}"
        if not writable:
            return f"-o {name}: cannot be written"
    return None


def _writable(path: Path) -> bool:
    """Whether a file is there to be written, or can be made with its folders."""
    if path.exists():
        return not path.is_dir() and os.access(path, os.W_OK)
    above = next(folder for folder in path.parents if folder.exists())
    return above.is_dir() and os.access(above, os.W_OK)


def _contact(settings: BaseSettings) -> str | None:
    """It goes into a header, in parentheses."""
    contact = str(settings.get("CONTACT") or "")
    if re.fullmatch(r"[!-'*-~]*", contact):
        return None
    return f"CONTACT={contact!r}: use an address or a URL, without spaces"
