"""A real Splash 3.5, as ``.ci/install-splash`` installs it: no docker needed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.servers.running import free_port, missing, running

if TYPE_CHECKING:
    from collections.abc import Iterator


def splash_home() -> Path:
    """The virtual environment of Splash: ``LEADLINE_SPLASH``, or one in the cache."""
    named = os.environ.get("LEADLINE_SPLASH")
    return Path(named) if named else Path.home() / ".cache" / "leadline-splash"


@contextmanager
def splash_server(directory: Path, port: int | None = None) -> Iterator[str]:
    """URL of a Splash with its webkit engine, which needs no X server."""
    python = splash_home() / "bin" / "python"
    if not python.exists():
        missing(f"no Splash in {splash_home()} (.ci/install-splash installs it)")
    port = port or free_port()
    runtime = directory / "xdg"
    runtime.mkdir(mode=0o700, exist_ok=True)
    command: list[str | Path] = [
        python,
        # Without this folder on its path, where ``splash`` is this module.
        "-P",
        Path(__file__).with_name("splash_launch.py"),
        *("--ip", "127.0.0.1", "-p", str(port), "--disable-xvfb"),
        *("--max-timeout", "60", "--browser-engines", "webkit"),
    ]
    env = {
        "XDG_RUNTIME_DIR": str(runtime),
        "QT_QPA_PLATFORM": "offscreen",
        # Chromium's library is loaded even when unused, and refuses root otherwise.
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
    }
    url = f"http://127.0.0.1:{port}"
    with running(command, f"{url}/_ping", directory / "splash.log", env=env):
        yield url
