"""One role: work goes to the workers that have its resource, or is done here."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from crawler.roles.work import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.focus.roles_options import RolesOptions
    from crawler.roles.connection import Connection

logger = logging.getLogger("leadline")

T = TypeVar("T")
R = TypeVar("R")


class Role(Generic[T, R]):
    """Does batches by *function* on workers started with ``--resources NAME=1``.

    Stats: ``focus/roles/NAME/there``, ``here`` (items), ``failed`` (batches).
    """

    def __init__(
        self,
        name: str,
        function: Callable[[str, Any, Sequence[T]], list[R] | None],
        setup: Any,
        connection: Connection,
        options: RolesOptions,
    ) -> None:
        self.name = name
        self._function = function
        self._setup = setup
        self._digest = digest(setup)
        self._connection = connection
        self._options = options
        self._until = 0.0

    async def answer(self, items: list[T]) -> list[R]:
        """What *function* makes of the items, in their order."""
        found = await self._there(items)
        if found is not None:
            self._connection.count(f"{self.name}/there", len(items))
            return found
        self._connection.count(f"{self.name}/here", len(items))
        here = self._function(self._digest, self._setup, items)
        assert here is not None  # it has the setup
        return here

    async def _there(self, items: list[T]) -> list[R] | None:
        """The same by a worker; None when there is none, for a while from then on."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._until:
            return None
        try:
            async with asyncio.timeout(self._options.role_patience):
                found = await self._submit(None, items)
                if found is None:
                    # A worker that is new, or was restarted, has no model yet.
                    found = await self._submit(self._setup, items)
        except TimeoutError:
            self._rest(f"no answer for {self._options.role_patience:g} s")
        except Exception as error:  # noqa: BLE001 - also what a worker of another
            # version of this code may raise; a fault of the work itself is met here.
            self._rest(f"{type(error).__name__}: {str(error)[:200]}")
        else:
            return found
        return None

    async def _submit(self, setup: Any, items: list[T]) -> list[R] | None:
        client = await self._connection.client()
        future = client.submit(
            self._function,
            self._digest,
            setup,
            items,
            resources={self.name: 1},
            # Not pure: Dask would hash the texts, only to find that they are new.
            pure=False,
        )
        try:
            found: list[R] | None = await future
        finally:
            # Whoever waits no longer does not want it any more: a task without a
            # worker would wait for ever.
            future.release()
        return found

    def _rest(self, why: str) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._until:
            logger.warning(
                "FOCUS_SCHEDULER: work of the role %s is done here for %g s: %s",
                self.name,
                self._options.role_rest,
                why,
            )
        self._until = loop.time() + self._options.role_rest
        self._connection.count(f"{self.name}/failed", 1)
