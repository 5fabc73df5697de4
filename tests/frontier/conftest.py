"""Each test of the contract runs once for every backend."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.frontier.backends import PLACES, Place, light_folder, redis_running

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["light_folder", "redis_running"]


@pytest.fixture(params=sorted(PLACES))
def make_place(request: pytest.FixtureRequest) -> Callable[[], Place]:
    """Makes a new place of each kind."""
    return PLACES[request.param](request)


@pytest.fixture
def place(make_place: Callable[[], Place]) -> Place:
    """An empty place of each kind."""
    return make_place()
