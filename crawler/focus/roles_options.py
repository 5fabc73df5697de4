"""Settings ``FOCUS_*`` of the roles: where focus and form work is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True)
class RolesOptions:
    """Where focus and form work is done."""

    scheduler: str = ""
    """Address of a Dask scheduler, ``tcp://HOST:PORT``; empty: all in one process."""
    role_batch: Annotated[int, Field(ge=1, le=1_000)] = 16
    """Pages that go to a worker together, at most."""
    role_gather: Annotated[float, Field(ge=0, le=10)] = 0.05
    """Seconds that the first page of a batch waits for others."""
    role_ahead: Annotated[int, Field(ge=1, le=1_000)] = 4
    """Batches of a role under way; further pages wait."""
    role_patience: Annotated[float, Field(gt=0, le=600)] = 10.0
    """Seconds for an answer; then the work is done here."""
    role_rest: Annotated[float, Field(ge=0, le=3_600)] = 30.0
    """Seconds for which work stays here after that."""
    bandwidth: Annotated[int, Field(ge=0)] = 0
    """Bytes a second that are downloaded, on average; 0: no cap."""
