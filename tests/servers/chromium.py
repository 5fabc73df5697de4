"""Headless Chromium, driven by its DevTools protocol over one web socket."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import aiohttp

from tests.servers.running import missing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_LONGEST = 30.0  # seconds


class Browser:
    """One page of a browser; each call waits for its answer.

    :raises RuntimeError: where the browser or a script of the page reports an error.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.events: list[dict[str, Any]] = []
        """What the browser told since it was attached, asked or not."""
        self._loop = loop
        self._number = 0
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    def connect(self, port: int) -> None:
        """Attach to the first page of the browser that listens on *port*."""
        self._loop.run_until_complete(self._connect(port))
        self.call("Page.enable")

    def close(self) -> None:
        """Let go of the page."""
        self._loop.run_until_complete(self._close())

    def without_scripts(self) -> None:
        """From now on pages run no scripts, and show what stands in ``noscript``."""
        self.call("Emulation.setScriptExecutionDisabled", value=True)

    def open(self, url: str) -> None:
        """Go to *url* and wait until it is loaded."""
        # From another page: to a fragment of its own a browser only scrolls.
        for place in ("about:blank", url) if "#" in url else (url,):
            self.call("Page.navigate", event="Page.loadEventFired", url=place)

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression, which is to be plain data."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def call(self, method: str, *, event: str = "", **params: Any) -> dict[str, Any]:
        """A command of the protocol, and the *event* that is to follow it."""
        waiting = asyncio.wait_for(self._talk(method, event, params), _LONGEST)
        return self._loop.run_until_complete(waiting)

    async def _connect(self, port: int) -> None:
        self._http = aiohttp.ClientSession()
        async with self._http.get(f"http://127.0.0.1:{port}/json") as answer:
            targets = await answer.json()
        page = next(one for one in targets if one["type"] == "page")
        self._socket = await self._http.ws_connect(
            page["webSocketDebuggerUrl"], max_msg_size=0
        )

    async def _close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._http is not None:
            await self._http.close()
            await asyncio.sleep(0.1)  # its transport closes in a later turn

    async def _talk(
        self, method: str, event: str, params: dict[str, Any]
    ) -> dict[str, Any]:
        """The answer to a command, and the *event* that is to follow it."""
        assert self._socket is not None
        self._number += 1
        command = {"id": self._number, "method": method, "params": params}
        await self._socket.send_json(command)
        answer: dict[str, Any] | None = None
        happened = not event
        while answer is None or not happened:
            message = json.loads(await self._socket.receive_str())
            if message.get("id") == self._number:
                answer = message
            elif "method" in message:
                self.events.append(message)
            happened = happened or message.get("method") == event
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result


def chromium_path() -> str | None:
    """The browser: ``LEADLINE_CHROMIUM``, or one on the path."""
    named = os.environ.get("LEADLINE_CHROMIUM")
    return named or next(
        (found for name in _NAMES if (found := shutil.which(name))), None
    )


@contextmanager
def chromium(profile: Path, port: int) -> Iterator[Browser]:
    """A browser for which every host is 127.0.0.1, at *port*."""
    path = chromium_path()
    if path is None:
        missing("no Chromium (apt-get install chromium)")
    command = [
        path,
        "--headless=new",
        "--no-sandbox",  # root has no other way, and the pages are our own
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
        "--lang=en-US",
        "--remote-debugging-port=0",
        f"--user-data-dir={profile}",
        f"--host-resolver-rules=MAP * 127.0.0.1:{port}",
        "about:blank",
    ]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        loop = asyncio.new_event_loop()
        browser = Browser(loop)
        try:
            browser.connect(_port(process, profile))
            yield browser
        finally:
            browser.close()
            loop.close()
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    """The port of the protocol, which the browser writes into its profile."""
    told = profile / "DevToolsActivePort"
    until = time.monotonic() + _LONGEST
    while time.monotonic() < until and process.poll() is None:
        if told.exists() and (line := told.read_text().partition("\n")[0]):
            return int(line)
        time.sleep(0.05)
    raise RuntimeError(f"Chromium did not start (status {process.poll()})")
