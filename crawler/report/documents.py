"""Surveys handed over to scanners: one document of requests, in a scanner's format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.report.har import har
from crawler.report.nuclei import nuclei
from crawler.report.openapi import openapi
from crawler.report.requests import distinct, harm
from crawler.report.zap import speakable, zap
from crawler.store.readers import read_decisions, read_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crawler.report.requests import Asked
    from crawler.store import Survey

DOCUMENTS: Final = ("har", "openapi", "nuclei", "zap")
"""Formats of scanners."""
_BEGINNING: Final = "1970-01-01T00:00:00.000+00:00"


class Handover:
    """Writes the requests of a survey; afterwards it knows what it left out.

    *version* is told as that of the program that wrote it.
    """

    def __init__(
        self,
        survey: Survey,
        read: Callable[..., Iterator[Asked]],
        *,
        version: str,
        unsafe: bool = False,
    ) -> None:
        self._survey = survey
        self._read = read
        self._version = version
        self._unsafe = unsafe
        self.count = 0
        """Requests that were written."""
        self.harmful: dict[str, int] = {}
        """What the forms that were left out would do -> how many."""
        self.unsaid = 0
        """Requests that the format cannot hold."""
        self._left: list[str] = []

    def lines(self, form: str) -> Iterator[str]:
        """The document in pieces, each of which ends with a line feed or goes on."""
        wanted = self.requests()
        if form == "har":
            return har(wanted, self._moment(), self._version)
        if form == "openapi":
            return openapi(wanted, self._version)
        if form == "nuclei":
            return nuclei(wanted)
        # ZAP's context comes first: everything has to be known.
        return self._zap(list(wanted))

    def requests(self) -> Iterator[Asked]:
        """What is handed over: no form that logs out, buys or deletes."""
        for asked in distinct(self._survey.read(self._read)):
            what = None if self._unsafe else harm(asked)
            if what is None:
                self.count += 1
                yield asked
            else:
                self.harmful[what] = self.harmful.get(what, 0) + 1
                self._left.append(asked.url)

    def _zap(self, wanted: list[Asked]) -> Iterator[str]:
        self.unsaid = sum(not speakable(one) for one in wanted)
        self.count -= self.unsaid
        return zap(wanted, [*self._left, *self._dangerous()])

    def _dangerous(self) -> Iterator[str]:
        if self._unsafe:
            return
        for row in self._survey.read(read_decisions):
            if row.rule == "danger":
                yield row.url

    def _moment(self) -> str:
        """When the survey was begun: nothing is told by the clock of the export."""
        return next((row.started for row in self._survey.read(read_runs)), _BEGINNING)

    def remarks(self) -> Iterator[str]:
        """What was left out, a line each."""
        if self.harmful:
            said = ", ".join(f"{n} {what}" for what, n in sorted(self.harmful.items()))
            yield f"forms left out for what they do: {said} (--unsafe takes them)"
        if self.unsaid:
            yield f"left out: {self.unsaid} requests with ${{...}}, a variable to ZAP"
