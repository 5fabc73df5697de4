"""Start Splash 3.5 (of 2020) on a current Python, without a change to its files.

Runs in the virtual environment of Splash, not in the project's.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def mend() -> None:
    """Bring back what Splash expects of Python 3.6, its lupa and its PyQt."""
    plain = json.loads

    def loads(*args: Any, **options: Any) -> Any:
        # Gone in Python 3.9; Splash gives it with the body of every POST.
        options.pop("encoding", None)
        return plain(*args, **options)

    json.loads = loads
    # Its scripts are Lua 5.2; plain lupa is a newer Lua.
    sys.modules["lupa"] = importlib.import_module("lupa.lua52")

    core = importlib.import_module("PyQt5.QtCore")

    class Timer(core.QTimer):  # type: ignore[name-defined,misc] # no stubs
        """Takes seconds as float, as PyQt did before Python 3.10."""

        def start(self, *times: float) -> None:
            super().start(*(int(time) for time in times))

        def setInterval(self, time: float) -> None:  # noqa: N802 - Qt's name
            super().setInterval(int(time))

    vars(core)["QTimer"] = Timer


if __name__ == "__main__":
    mend()
    importlib.import_module("splash.server").main()
