"""One browser for all tests of forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.servers.form_browser import form_browser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.servers.form_browser import FormBrowser


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FormBrowser]:
    """Chromium, started when the first test asks for it."""
    with form_browser(tmp_path_factory.mktemp("chromium")) as found:
        yield found
