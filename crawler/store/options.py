"""Settings of the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True)
class StoreOptions:
    """Settings named ``STORE_*``."""

    url: str = ""
    """Path or database URL of the survey; empty for a file of its own per run."""
    links: bool = False
    """Keep every link of every page (the table ``links`` grows large)."""
    busy_timeout: Annotated[float, Field(ge=0)] = 30.0
    """Seconds to wait for the lock of another process that writes."""
    patience: Annotated[float, Field(ge=0)] = 30.0
    """Seconds during which a transaction is tried again while the database is
    locked or cannot be reached; after that the writer gives up."""
    batch: Annotated[int, Field(ge=1)] = 500
    """Pages and items in one transaction at most."""
    bodies: Literal["none", "warc"] = "none"
    """``warc`` keeps what was sent and answered in files beside the survey."""
    bodies_size: Annotated[int, Field(ge=1)] = 2**30
    """Bytes after which a file of bodies ends and the next begins."""
