"""The connection of a crawl with its Dask scheduler: made when needed, made anew."""

from __future__ import annotations

import asyncio
import logging
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scrapy.statscollectors import StatsCollector

_ADDRESS = re.compile(r"(?:tcp|tls)://[^/\s]+:\d+")


def require_dask(address: str) -> None:
    """Refuse *address* when it is none, or when Dask, an extra, is not installed.

    >>> require_dask("127.0.0.1:8786")
    Traceback (most recent call last):
    ValueError: FOCUS_SCHEDULER='127.0.0.1:8786' is not like tcp://127.0.0.1:8786

    :raises ValueError: one line.
    """
    if address and not _ADDRESS.fullmatch(address):
        raise ValueError(
            f"FOCUS_SCHEDULER={address!r} is not like tcp://127.0.0.1:8786"
        )
    if address and find_spec("distributed") is None:
        raise ValueError(
            f"FOCUS_SCHEDULER={address}: Dask is not installed:"
            " pip install 'leadline[dask]'"
        )


class Connection:
    """A client in this event loop, and the stats of the roles."""

    def __init__(self, address: str, patience: float, stats: StatsCollector) -> None:
        """:raises ValueError: one line, when Dask is not installed."""
        require_dask(address)
        import distributed  # noqa: PLC0415 - an extra

        self._distributed = distributed
        self._address = address
        self._patience = patience
        self._stats = stats
        self._client: Any = None
        self._lock = asyncio.Lock()
        self._closing: set[asyncio.Future[None]] = set()
        # What goes wrong with a connection is told once, by the role.
        logging.getLogger("distributed").setLevel(logging.ERROR)

    async def client(self) -> Any:
        """The client; a new one when the scheduler was lost.

        :raises OSError: when there is none.
        """
        async with self._lock:
            if self._client is not None and self._client.status != "running":
                await self.close()
            if self._client is None:
                # Half of the patience: why it cannot be had is told, not that it was
                # waited for.
                client = self._distributed.Client(  # type: ignore[no-untyped-call]
                    self._address, asynchronous=True, timeout=self._patience / 2
                )
                try:
                    self._client = await client
                except asyncio.CancelledError:
                    # Half made. (One that nobody answered has closed itself.)
                    closing = asyncio.ensure_future(
                        client.close(timeout=1)  # type: ignore[no-untyped-call]
                    )
                    self._closing.add(closing)
                    closing.add_done_callback(self._closing.discard)
                    raise
            return self._client

    async def close(self) -> None:
        """Leave the scheduler; what it still does for us is dropped."""
        client, self._client = self._client, None
        if client is not None:
            try:
                async with asyncio.timeout(self._patience):
                    await client.close()
            except (TimeoutError, OSError):
                pass

    def count(self, name: str, by: int) -> None:
        """Add to the stat ``focus/roles/NAME``."""
        self._stats.inc_value(f"focus/roles/{name}", by)
