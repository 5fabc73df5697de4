"""Settings of saturation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True)
class SaturationOptions:
    """Settings named ``SATURATION_*``."""

    enabled: bool = True
    """Leave what teaches nothing new; ``-a exhaustive=1`` fetches everything."""
    risk: Annotated[float, Field(gt=0, lt=1)] = 0.05
    """A shape is closed when its next page brings news with a smaller chance."""
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    """How sure that is, for each run of pages without news."""
    explore: Annotated[float, Field(ge=0, le=1)] = 0.02
    """Share of the URLs of each shape that is fetched whatever is known."""
    own: Annotated[int, Field(ge=1)] = 3
    """Pages of its own that a small shape needs before others speak for it."""
    trap: Annotated[int, Field(ge=10)] = 40
    """Pages of a family that leads nowhere but on before it is left."""
    seed: int = 0
    """Of the order in which the pages of a shape are drawn."""
