"""Where the queue of a crawl is, and whether it is the queue of this crawl."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from crawler.frontier import Backend, FrontierError, open_sqlite, pack, unpack

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from crawler.frontier import FrontierOptions
    from crawler.urls import UrlOptions

# What decides which request is which; the rest may change from run to run.
_IDENTITY: Final = ("fingerprint", "filter", "tracking", "session", "routes")


def job_folder(settings: BaseSettings) -> Path | None:
    """The folder of JOBDIR, if there is one."""
    folder = settings.get("JOBDIR")
    return Path(folder) if folder else None


def survey_target(settings: BaseSettings, url: str) -> str:
    """STORE_URL, and without one the survey of the JOBDIR; empty without either."""
    folder = job_folder(settings)
    return url or ("" if folder is None else str(folder / "survey.sqlite"))


def frontier_path(settings: BaseSettings, options: FrontierOptions) -> Path | None:
    """The file of the queue; None when it goes with the process, or is no file."""
    if options.url:
        return None if "://" in options.url else Path(options.url)
    folder = job_folder(settings)
    return None if folder is None else folder / "frontier.sqlite"


def open_frontier(settings: BaseSettings, options: FrontierOptions) -> Backend:
    """Open the queue, or make it.

    :raises FrontierError: in one line.
    """
    if options.is_shared:
        # Imported here: a crawl of one process needs no Redis.
        from crawler.frontier.redis_backend import RedisBackend  # noqa: PLC0415

        return RedisBackend.open(options.url, options.key, options.patience)
    if "://" in options.url:
        raise FrontierError(
            f"FRONTIER_URL={options.url!r}: use a path or redis://host:port/number"
        )
    return open_sqlite(frontier_path(settings, options))


def check_owner(backend: Backend, spider: str, urls: UrlOptions) -> None:
    """Refuse the queue of another spider, or one whose keys mean something else.

    :raises FrontierError: in one line.
    """
    kept = backend.agree("spider", spider.encode()).decode()
    if kept != spider:
        raise FrontierError(f"the queue is that of spider {kept!r}, not of {spider!r}")
    for name in _IDENTITY:
        value = getattr(urls, name)
        if unpack(backend.agree(f"urls:{name}", pack(value))) != value:
            raise FrontierError(
                f"the queue was begun with another URLS_{name.upper()}:"
                " its seen URLs would mean nothing; set it as it was, or begin anew"
            )
