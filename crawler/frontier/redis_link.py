"""The connection to a Redis server: scripts, patience, and errors in plain words."""

from __future__ import annotations

import logging
import time
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import redis
from redis import exceptions as failures

from crawler.frontier.errors import FrontierError

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger("leadline")

TIMEOUT: Final = 5.0
"""Seconds that one answer of the server may take."""

_FIRST_PAUSE = 0.05
_LAST_PAUSE = 1.0
# https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors: the first
# word of an error is its kind. These pass: it is starting, or runs another script.
_PASSING = ("LOADING", "BUSY", "TRYAGAIN", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS")
_TOLD: Final = {
    "NOAUTH": "it asks for a password: redis://:PASSWORD@HOST",
    "WRONGPASS": "it refuses the user name or password",
    "NOPERM": "its user may not use the commands that the frontier needs",
    "OOM": "it is out of memory (its maxmemory is reached)",
    "READONLY": "it is a replica that only reads: name the one that is written to",
    "MISCONF": "it cannot save to its disk, and so takes no changes",
    "MOVED": "it is part of a cluster: use a single server",
    "CROSSSLOT": "it is part of a cluster: use a single server",
    "LOST": "it lost what it had confirmed: is its persistence (appendonly) off?",
}

# Errors that the client tells apart by their class, without that word.
_KINDS: Final[dict[type[Exception], str]] = {
    failures.NoPermissionError: "NOPERM",
    failures.OutOfMemoryError: "OOM",
    failures.ReadOnlyError: "READONLY",
    failures.MovedError: "MOVED",
    failures.ClusterCrossSlotError: "CROSSSLOT",
}


class Away(Exception):  # noqa: N818 - a state, not a mistake
    """The server cannot be reached now."""


def checked_url(url: str) -> str:
    """The URL, if it can be that of a server.

    :raises FrontierError: when it cannot; the line does not tell its password.
    """
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise FrontierError(f"{shown(url)}: the port is no number") from None
    if parts.scheme not in {"redis", "rediss", "unix"}:
        raise FrontierError(
            f"{shown(url)}: use redis://HOST:PORT/NUMBER (rediss:// for TLS)"
        )
    if parts.scheme == "unix":
        return url
    if not parts.hostname:
        raise FrontierError(f"{shown(url)}: no host; use redis://HOST:PORT/NUMBER")
    number = parts.path.strip("/")
    if number and not number.isdigit():
        raise FrontierError(f"{shown(url)}: {number!r} is no number of a database")
    return url


def shown(url: str) -> str:
    """A URL without user name and password.

    >>> shown("redis://me:secret@host:6379/0?x=1")
    'redis://host:6379/0'
    """
    scheme, mark, rest = url.partition("://")
    place = rest.partition("?")[0]
    return f"{scheme}{mark}{place.rpartition('@')[2]}" if mark else repr(url)


class Link:
    """Calls scripts of this folder on one server, over one connection.

    While the server is away a call is tried again, for *patience* seconds; meanwhile
    the caller waits. After that every call fails at once.
    """

    def __init__(self, url: str, patience: float) -> None:
        self.name = shown(url)
        self.patience = patience
        self.error: FrontierError | None = None
        try:
            self.client = redis.Redis.from_url(
                checked_url(url),
                socket_timeout=TIMEOUT,
                socket_connect_timeout=TIMEOUT,
                single_connection_client=False,
                retry=None,
                protocol=2,
            )
        except (ValueError, TypeError) as error:
            raise FrontierError(f"{self.name}: {error}") from None
        self._scripts: dict[str, tuple[str, str]] = {}

    def open(self, *arguments: Any) -> Any:
        """The first call, without patience: a wrong address is told at once."""
        patience, self.patience = self.patience, 0.0
        try:
            return self.call("open", *arguments)
        finally:
            self.patience = patience

    def call(self, script: str, *arguments: Any) -> Any:
        """Run ``redis_SCRIPT.lua``; the first of *arguments* is the prefix of keys.

        :raises FrontierError: when the server refuses, or was away for too long.
        """
        sha, source = self._scripts.get(script) or self._read(script)

        def run() -> Any:
            try:
                return self.client.evalsha(sha, 1, *arguments)
            except failures.NoScriptError:
                return self.client.eval(source, 1, *arguments)

        return self.keep_trying(run)

    def keep_trying(self, run: Callable[[], Any]) -> Any:
        """What *run* returns, once the server is there.

        :raises FrontierError: as of :meth:`call`.
        """
        if self.error is not None:
            raise self.error
        until, pause = 0.0, _FIRST_PAUSE
        while True:
            try:
                answer = self._try(run)
            except Away as away:
                now = time.monotonic()
                if not until:
                    until = now + self.patience
                    if self.patience:
                        logger.warning(
                            "%s: %s; waiting up to %g s", self.name, away, self.patience
                        )
                if now + pause > until:
                    self._give_up(str(away))
                time.sleep(pause)
                pause = min(2 * pause, _LAST_PAUSE)
            else:
                if until:
                    logger.info("%s is back", self.name)
                return answer

    def close(self) -> None:
        """Close the connection."""
        self.client.close()

    def _read(self, script: str) -> tuple[str, str]:
        folder = files("crawler.frontier")
        source = "\n".join(
            folder.joinpath(f"redis_{name}.lua").read_text("utf-8")
            for name in ("common", script)
        )
        sha = self.client.register_script(source).sha
        self._scripts[script] = (sha, source)
        return sha, source

    def _try(self, run: Callable[[], Any]) -> Any:
        """One attempt.

        :raises Away: when another may succeed.
        :raises FrontierError: when none will.
        """
        try:
            return run()
        except (failures.AuthenticationError, failures.AuthorizationError) as error:
            self._refuse(_told(error))
        except failures.InvalidResponse:
            self._refuse("it does not speak as Redis does")
        except (failures.ConnectionError, failures.TimeoutError, OSError) as error:
            raise Away(_plain(error)) from None
        except failures.ResponseError as error:
            if str(error).startswith(_PASSING):
                raise Away(str(error)) from None
            self._refuse(_told(error))
        except failures.RedisError as error:
            self._refuse(str(error))

    def _refuse(self, text: str) -> None:
        self.error = FrontierError(f"{self.name}: {text}")
        raise self.error from None

    def _give_up(self, why: str) -> None:
        told = f"{why} (for {self.patience:g} s)" if self.patience else why
        self.error = FrontierError(f"{self.name}: {told}")
        raise self.error from None


def _told(error: Exception) -> str:
    """What a refusal means."""
    text = str(error).partition(" script: ")[0]
    for cls, name in _KINDS.items():
        if isinstance(error, cls):
            return _TOLD[name]
    kind, _, rest = text.partition(" ")
    if kind == "FOREIGN":
        return f"{rest}; choose another FRONTIER_KEY, or delete these keys"
    if isinstance(error, failures.AuthenticationError):
        return _TOLD["NOAUTH" if "required" in text else "WRONGPASS"]
    return _TOLD.get(kind, text)


def _plain(error: BaseException) -> str:
    """What is wrong with a connection, in few words."""
    text = str(error).lower()
    for part, told in (
        ("refused", "nothing listens there"),
        ("name or service", "its host is not known"),
        ("name resolution", "its host is not known"),
        ("no such file", "there is no such socket"),
        ("timed out", "it does not answer"),
        ("timeout", "it does not answer"),
        ("loading", "it is loading its data"),
    ):
        if part in text:
            return told
    return "the connection is closed" if "close" in text else str(error)
