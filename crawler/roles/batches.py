"""Single questions become batches: a few pages go together, and few at a time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")
R = TypeVar("R")


class Batches(Generic[T, R]):
    """Gathers what is asked, and hands it on in batches.

    :param answer: what answers a batch, in its order; it must not raise but for what
        every question of the batch is to raise.
    :param size: a batch of so many goes at once.
    :param gather: seconds that the first of a batch waits for others.
    :param ahead: batches under way; who asks more waits: that is the back-pressure.
    """

    def __init__(
        self,
        answer: Callable[[list[T]], Awaitable[list[R]]],
        *,
        size: int,
        gather: float,
        ahead: int,
    ) -> None:
        self._answer = answer
        self._size = size
        self._gather = gather
        self._places = asyncio.Semaphore(ahead)
        self._waiting: list[tuple[T, asyncio.Future[R]]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, item: T) -> R:
        """The answer to one question."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[R] = loop.create_future()
        self._waiting.append((item, future))
        if len(self._waiting) >= self._size:
            self._send()
        elif self._timer is None:
            self._timer = loop.call_later(self._gather, self._send)
        return await future

    def _send(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._waiting:
            return
        batch, self._waiting = self._waiting, []
        task = asyncio.get_running_loop().create_task(self._handle(batch))
        # The loop holds tasks weakly.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _handle(self, batch: list[tuple[T, asyncio.Future[R]]]) -> None:
        async with self._places:
            try:
                found = await self._answer([item for item, _ in batch])
            except Exception as error:  # noqa: BLE001 - it is for whoever asked
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                return
        for (_, future), result in zip(batch, found, strict=True):
            if not future.done():
                future.set_result(result)
