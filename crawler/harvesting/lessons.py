"""What is asked before anything is counted: how the answers of a form speak."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.harvest import Query
from crawler.harvesting.asking import Refused
from crawler.harvesting.values import echo_of
from crawler.harvesting.words import telling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.harvest import Space
    from crawler.harvesting.asking import Reply
    from crawler.harvesting.entries import Entry
    from crawler.harvesting.judging import Judging
    from crawler.harvesting.sending import Sender

_WORDS: Final = 3
"""Words that are tried."""


class Lessons:
    """The default query, twice; one that nothing can match; some words.

    They are no queries of the harvest: its limits do not count them.
    """

    def __init__(
        self, entry: Entry, space: Space, sender: Sender, judging: Judging
    ) -> None:
        self._entry, self._space = entry, space
        self._sender, self._judging = sender, judging

    async def _ask(self, query: Query) -> Reply | None:
        """The reply; with new hidden values, when the old ones are refused."""
        form, sender = self._entry.form, self._sender
        reply = await sender.submit(form, self._space, query)
        if sender.has_hidden and _failed(reply):
            again = await sender.renew_and_submit(form, self._space, query)
            if again is not None and not _failed(again):
                sender.used_up()
                return again
        return reply

    async def learn(self, words: Sequence[str]) -> None:
        """Ask; *words* are those of the page.

        :raises Refused: when queries of this form are not to be sent.
        """
        query = Query(0, self._space.default)
        default = await self._ask(query)
        if default is not None and default.refused:
            raise Refused(f"{default.error}: {default.detail}".strip(": "))
        if default is None or default.response is None:
            return
        echo = echo_of(self._space, query)
        again = await self._ask(query)
        if again is not None and again.response is not None:
            await self._judge_tokens(default, again, echo)
        nonsense = self._sender.nonsense(self._space, query)
        if nonsense is not None:
            reply = await self._ask(nonsense)
            if reply is not None and reply.response is not None:
                text = next(iter(echo_of(self._space, nonsense)), "")
                self._judging.learn_nonsense(reply, text, default)
        await self._try_words(query, default, list(words[:_WORDS]))
        if again is not None and again.response is not None:
            self._judging.learn_again(default.document(), again.document(), echo)

    async def _try_words(self, query: Query, default: Reply, words: list[str]) -> None:
        """Ask some words first: what they show changes with them, and what does not."""
        document = self._entry.page.document
        found: list[tuple[str, Reply]] = []
        if document is None or echo_of(self._space, query):
            return
        while words and len(found) < _WORDS:
            word = words.pop(0)
            asked = self._sender.word(self._space, query, word)
            if asked is None:
                return
            reply = await self._ask(asked)
            if reply is None or reply.response is None:
                return
            records = self._judging.look(reply, [word]).records
            if records and not found:
                # Words of these records will show some of them again.
                words = telling(" ".join(r.text() for r in records), word)[:_WORDS]
            if records:
                found.append((word, reply))
        if found:
            self._judging.learn_words(found, default, document)

    async def _judge_tokens(self, one: Reply, other: Reply, echo: list[str]) -> None:
        """Whether the second of two equal queries fails where the first did not."""
        if not self._sender.has_hidden:
            return
        kinds = [self._judging.look(reply, echo) for reply in (one, other)]
        if kinds[0].records and not kinds[1].records:
            await self._sender.renew(self._entry.form)
            self._sender.used_up()


def _failed(reply: Reply | None) -> bool:
    """Whether an error came back."""
    return (
        reply is not None
        and reply.response is not None
        and reply.response.status >= 400
    )
