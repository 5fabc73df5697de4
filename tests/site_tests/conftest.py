from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.site.process import SiteOptions, SiteProcess
from tests.site.site import Site

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZES = (10, 500)


@pytest.fixture(scope="module", params=SIZES)
def site(request: pytest.FixtureRequest) -> Site:
    return Site(SiteOptions(pages=request.param))


@pytest.fixture(scope="module")
def big() -> Site:
    return Site(SiteOptions(pages=500))


@pytest.fixture(scope="module")
def running() -> Iterator[SiteProcess]:
    with SiteProcess(SiteOptions(pages=500)) as process:
        yield process


@pytest.fixture
def process(running: SiteProcess) -> SiteProcess:
    running.reset()
    return running
