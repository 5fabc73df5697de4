"""A second chance for an answer that is none: a new token, another form to fill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvesting.values import echo_of

if TYPE_CHECKING:
    from crawler.harvest import Query, Space
    from crawler.harvesting.entries import Entry
    from crawler.harvesting.judging import Judged, Judging
    from crawler.harvesting.sending import Sender

_NONE: Final = frozenset({"error", "missing field", "form"})


class SecondChance:
    """Asks once more where that may help."""

    def __init__(
        self, entry: Entry, space: Space, sender: Sender, judging: Judging
    ) -> None:
        self._entry, self._space = entry, space
        self._sender, self._judging = sender, judging

    async def chance(self, query: Query, judged: Judged, seconds: float) -> Judged:
        """The answer, or a better one."""
        if self._suspicious(judged):
            judged = await self._again(query, judged, seconds)
        if judged.form is not None:
            judged = await self._fill(judged, echo_of(self._space, query), seconds)
        return judged

    def _suspicious(self, judged: Judged) -> bool:
        """What an old token may have caused."""
        if not self._sender.has_hidden or self._sender.fresh:
            return False
        return judged.kind in _NONE and bool(judged.url)

    async def _again(self, query: Query, judged: Judged, seconds: float) -> Judged:
        """With the hidden values of a fresh page."""
        form = self._entry.form
        reply = await self._sender.renew_and_submit(form, self._space, query)
        if reply is None:
            return judged
        echo = echo_of(self._space, query)
        better = self._judging.of(reply, echo, first=True, seconds=seconds)
        if better.kind in _NONE:
            return judged
        self._sender.used_up()
        return better

    async def _fill(self, judged: Judged, echo: list[str], seconds: float) -> Judged:
        """Another form to fill: once, with what it shows."""
        assert judged.form is not None
        reply = await self._sender.fill(judged.form, judged.url)
        if reply is None or reply.response is None:
            return judged
        further = self._judging.of(reply, echo, first=True, seconds=seconds)
        return further if further.records else judged
