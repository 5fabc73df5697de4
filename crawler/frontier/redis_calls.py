"""The calls of one worker: each a script that the server runs alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crawler.frontier.redis_link import Link


class Calls:
    """Calls of one worker on the keys of one crawl, over its connection.

    All of them raise :class:`crawler.frontier.FrontierError` when the server refuses
    or stays away.
    """

    def __init__(self, link: Link, key: str, worker: str) -> None:
        # In braces: all keys of a crawl belong together.
        self.prefix = f"{{leadline:{key}}}:"
        self.worker = worker
        self._link = link
        self._count = 0

    def change(self, script: str, *arguments: Any) -> Any:
        """A call that takes effect once, however often it is sent."""
        answer = self._call(script, self._count + 1, *arguments)
        self._count += 1
        return answer

    def ask(self, script: str, *arguments: Any) -> Any:
        """A call that may be repeated: ``redis_SCRIPT.lua``."""
        return self._call(script, self._count, *arguments)

    def _call(self, script: str, number: int, *arguments: Any) -> Any:
        return self._link.call(script, self.prefix, self.worker, number, *arguments)

    def read(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        """Answers of several commands, all of one moment; the second word is a key."""

        def run() -> list[Any]:
            pipeline = self._link.client.pipeline(transaction=True)
            for name, *rest in commands:
                key = [self.prefix + rest[0]] if rest else []
                pipeline.execute_command(name, *key, *rest[1:])  # type: ignore[no-untyped-call] # redis's
            return list(pipeline.execute())

        return list(self._link.keep_trying(run))
