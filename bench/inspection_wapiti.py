"""Wapiti on a list of requests: runs in the environment that wapiti is installed in.

    PYTHON_OF_WAPITI inspection_wapiti.py REQUESTS WAPITI'S OPTIONS...

Its command line takes a file of URLs, but no bodies; here both are told in JSON lines
(``method``, ``url``, ``body`` as pairs), each as a place to start. With ``-d 0``
nothing else is fetched, and just these are attacked.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from wapitiCore.main import wapiti
from wapitiCore.net import Request


def start_with(path: Path) -> None:
    """Give the requests of *path* to every scan that is made from now on."""
    told = [json.loads(line) for line in path.read_text("utf-8").splitlines()]

    class Started(wapiti.Wapiti):  # type: ignore[misc] # wapiti has no types here
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            for one in told:
                if one["method"] == "POST":
                    self.add_start_url(
                        Request(one["url"], "POST", post_params=one["body"])
                    )
                else:
                    self.add_start_url(Request(one["url"]))

    wapiti.Wapiti = Started


if __name__ == "__main__":
    start_with(Path(sys.argv[1]))
    sys.argv[1:] = sys.argv[2:]
    asyncio.run(wapiti.wapiti_main())
