"""A report in a browser: what its reader does, and what the browser complains of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crawler.report.html import write_report
from crawler.store import Survey

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.chromium import Browser

OPEN_ALL = """
(() => {
  for (let round = 0; round < 3; round++)
    for (const part of document.querySelectorAll('details')) part.open = true;
  return document.querySelectorAll('details').length;
})()
"""


@dataclass
class Reader:
    """A report in the browser."""

    browser: Browser

    def open(self, path: Path, width: int = 1200, scheme: str = "light") -> None:
        """Show the report, as wide and as dark as is asked for."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.browser.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=800,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.browser.call("Emulation.setEmulatedMedia", features=[feature])
        self.browser.open("about:blank")
        self.browser.events.clear()
        self.browser.open(path.as_uri())

    def run(self, script: str) -> Any:
        """The value of an expression, two frames later."""
        return self.browser.run(script)

    def type(self, text: str) -> None:
        """Put words into the filter as keys do, and wait until it is drawn."""
        self.run("document.getElementById('filter').focus()")
        self.run("document.getElementById('filter').select()")
        self.browser.call("Input.insertText", text=text)
        self.settle()

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.browser.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                text=text if kind == "keyDown" else "",
            )

    def settle(self) -> None:
        """Wait for the next frames."""
        frames = "requestAnimationFrame(() => requestAnimationFrame(() => done(1)))"
        self.browser.call(
            "Runtime.evaluate",
            expression=f"new Promise(done => {frames})",
            awaitPromise=True,
        )

    def counts(self) -> dict[str, str]:
        """What stands beside the name of each part."""
        found: dict[str, str] = self.run(
            "Object.fromEntries([...document.querySelectorAll('[data-count]')]"
            ".map(part => [part.dataset.count, part.textContent]))"
        )
        return {name: count for name, count in found.items() if count}

    def complaints(self) -> list[str]:
        """What the console has, and each request but the one for the report."""
        self.settle()
        wrong = {"Runtime.consoleAPICalled", "Runtime.exceptionThrown"}
        wrong |= {"Log.entryAdded", "Page.javascriptDialogOpening"}
        told = [str(event) for event in self.browser.events if event["method"] in wrong]
        requests = [
            event["params"]["request"]["url"]
            for event in self.browser.events
            if event["method"] == "Network.requestWillBeSent"
        ]
        assert requests[0].startswith("file://")
        return told + requests[1:]


def written(survey: Path) -> Path:
    """The report of a survey, beside it."""
    path = survey.with_suffix(".html")
    with Survey.open(survey) as opened, path.open("wb") as file:
        write_report(opened, file, "Made by a test.")
    return path
