"""Settings of the frontier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True)
class FrontierOptions:
    """Settings named ``FRONTIER_*``."""

    url: str = ""
    """Where the queue is: a path, or ``redis://host:port/number``; empty for a file in
    JOBDIR, and without a JOBDIR for one that goes with the process."""
    key: str = "default"
    """Name of the crawl on a shared server; its workers have the same."""
    patience: Annotated[float, Field(ge=0)] = 60.0
    """Seconds that a server may be away before the crawl is stopped."""
    idle: Annotated[float, Field(ge=0)] = 0.0
    """Seconds that a worker of a shared queue waits for start messages before it ends,
    when there is nothing else to do."""
    retries: Annotated[int, Field(ge=0)] = 3
    """How often a request may fail, over all runs, and be tried again by the next."""
    site_pages: Annotated[int, Field(ge=0)] = 0
    """Pages stored of one site (registrable domain, or host without one); 0 is any
    number."""
    max_wait: Annotated[float, Field(ge=0)] = 300.0
    """The longest Retry-After, in seconds, that is waited for; a host that asks for
    more is left alone in this run."""

    @property
    def is_shared(self) -> bool:
        """Whether the queue is on a server, where several workers share it."""
        return self.url.startswith(("redis://", "rediss://", "unix://"))
