"""The workers of one crawl: a run that they share, and who of them is the last."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Final

from crawler.frontier.errors import FrontierError
from crawler.frontier.redis_backend import LIFE
from crawler.frontier.worker_name import dead_on_this_machine

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from crawler.frontier.redis_backend import RedisBackend

_PATIENCE: Final = 30.0  # seconds that a worker waits for the run that another makes
_PAUSE: Final = 0.05


class Team:
    """The workers that write one survey, from their first look at it to their last.

    It lives longer than the queue's part: when a worker closes its queue, pages of it
    may still be on their way into the survey. Heartbeats of the backend count here too.
    """

    def __init__(self, backend: RedisBackend) -> None:
        """Join; the first to do so begins a new run.

        :raises FrontierError: as the backend does, also by all methods.
        """
        self._backend = backend
        crew = dead_on_this_machine(backend.names("crew"))
        backend.ask("team", "join", LIFE, *crew)

    def run(self, make: Callable[[], int]) -> int:
        """The id of the run of this crawl; *make* is called by one worker only.

        :raises FrontierError: also when nobody makes it.
        """
        until = time.monotonic() + _PATIENCE
        while (told := self._ask("run", "")) == b"wait":
            if time.monotonic() > until:
                raise FrontierError("no worker begins the run that all wait for")
            time.sleep(_PAUSE)
        if told == b"make":
            told = self._ask("run", make())
        return int(told)

    def note(self, name: str) -> None:
        """Let all workers of the run know."""
        self._ask("note", name, 1)

    def noted(self, name: str) -> bool:
        """Whether a worker of the run noted it."""
        return bool(self._ask("note", name, 0))

    def through(self) -> bool:
        """This worker asks the queue for no more; whether it is the last to say so."""
        crew = dead_on_this_machine(self._backend.names("crew"))
        return int(self._ask("through", *crew)) == 0

    def leave(self, stats: Mapping[str, Any]) -> dict[str, Any] | None:
        """Go, with all that this worker found in the survey.

        To the last worker, and to no other, the stats of all: numbers as sums (those
        named ``.../max`` or ``..._max`` the greatest), of others the last value.
        """
        told = self._ask("leave", json.dumps(stats, default=str))
        if told[0]:
            return None
        return merged([json.loads(each) for each in told[1]])

    def _ask(self, *arguments: Any) -> Any:
        return self._backend.ask("team", *arguments)


def merged(all_stats: list[dict[str, Any]]) -> dict[str, Any]:
    """The stats of several workers as those of one.

    >>> merged([{"pages": 2, "depth_max": 3, "why": "a"}, {"pages": 1, "depth_max": 2}])
    {'pages': 3, 'depth_max': 3, 'why': 'a'}
    """
    whole: dict[str, Any] = {}
    for stats in all_stats:
        for name, value in stats.items():
            known = whole.get(name)
            if not _is_number(value) or not _is_number(known):
                whole[name] = value
            elif name.endswith(("_max", "/max")):
                whole[name] = max(known, value)
            else:
                whole[name] = known + value
    return whole


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
