"""Saturation in a crawl: which rows of the queue are set aside, and come back."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Final

from crawler.beliefs import Beliefs
from crawler.frontier import Batch
from crawler.options import read_options
from crawler.saturation import Closing, Saturation, SaturationOptions, form_species
from crawler.signals import page_surveyed
from crawler.urls import shape_of_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.addon import Leadline
    from crawler.frontier import Backend, Entry, Ledger
    from crawler.items import Page

logger = logging.getLogger("leadline")

_NEAR: Final = 200
"""Links of start pages that are followed in any case."""
_STEP: Final = 10_000
"""Priorities between two levels: of parameters and depth."""
_GUESS: Final = 10_000_000
_KEPT: Final = "+"
"""Begins the shape of a row that is not set aside."""
_PAUSE: Final = 1.0
"""Seconds between two changes of the queue."""
_SOON: Final = 0.25
"""The same, when a shape was closed: its rows are handed out until they are parked."""
_LOOK: Final = 0.5
"""Seconds between two looks at what other workers learned."""


class Saturating:
    """Between the queue and the beliefs about its shapes.

    Only requests for links are judged (meta ``saturation``): those that a spider makes
    itself, forms that are sent, start pages, guesses, redirects never are. Stats:
    ``saturation/reopened``, ``/news``, ``/parked``, and those of the end (`leaving`).
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        options = read_options(SaturationOptions, "SATURATION", crawler.settings)
        args = getattr(crawler.spider, "args", None)
        # Without it, breadth first: that shows the content of a site sooner than an
        # order that takes all shapes in turn.
        judges = options.enabled and not getattr(args, "exhaustive", False)
        # Told to nobody where the queue goes with the process.
        self._kept = addon.frontier_stays
        self._policy = Saturation(options, recorded=self._kept)
        self._judges = judges
        self._beliefs = Beliefs(self._policy, addon.leading)
        self._hosts = self._beliefs.hosts
        self._dirty: set[str] = set()
        self._under_way: dict[str, str] = {}
        self._hurry = False
        self._near = 0
        self._last = self._looked = 0.0
        crawler.signals.connect(self._surveyed, signal=page_surveyed)

    def restore(self, backend: Backend) -> None:
        """Go on with what an earlier run, or another worker, learned.

        :raises FrontierError: as the backend does.
        """
        if not self._kept:
            return
        self._beliefs.read(backend)
        if self._judges:
            # What was queued as its shape was closed may not be set aside yet.
            self._policy.take_changes()
            if self._addon.team is None:
                self._dirty.update(self._policy.closed)
            return
        closed = [*self._policy.closed]
        for shape in closed:
            if host := self._hosts.get(shape):
                backend.unpark(host, shape)
        if closed:
            self._policy.reopen(closed)
            backend.commit(Batch(evidence=self._beliefs.piece()))

    def pieces(self) -> list[bytes]:
        """What was learned since the last call, to be kept with the queue."""
        return self._beliefs.piece() if self._kept and self._judges else []

    def sum_up(self, ledger: Ledger) -> None:
        """At the end of a run: the next one, or a new worker, reads one piece.

        :raises FrontierError: as the backend does.
        """
        if self._kept and self._judges:
            self._beliefs.sum_up(ledger, always=True)

    def closed(self) -> Iterator[tuple[str, str, Closing]]:
        """Shapes that are left alone: shape, host, and why."""
        if self._judges:
            for shape, closing in self._policy.closed.items():
                if host := self._hosts.get(shape):
                    yield shape, host, closing

    @property
    def returning(self) -> bool:
        """Whether the queue is to have more than it has now."""
        return self._judges and self._policy.returning

    def found_elsewhere(self, entry: Entry) -> None:
        """Another worker had queued it."""
        if self._judges and (shape := entry.shape.removeprefix(_KEPT)):
            self._policy.found_elsewhere(shape)

    def place(self, request: Request, key: str, host: str) -> tuple[str, int]:
        """Shape and priority of a request that is queued."""
        priority = request.priority
        link = request.meta.get("saturation")
        if not self._judges:
            return shape_of_key(key), priority
        if not link or request.meta.get("redirect_urls"):
            # Guesses stay last.
            guess = _GUESS if request.meta.get("guessed") else 0
            return "", priority - guess
        near = link == "start" and self._near < _NEAR
        self._near += near
        source = (request.headers.get("Referer") or b"").decode("latin-1")
        origin = self._addon.seen.identity.key(source) if source else ""
        place = self._policy.find(key, origin, kept=near)
        if getattr(self._addon, "guide", None) is None:  # else by the topic
            # Fewer parameters first: closer to what a site is about.
            priority -= _STEP * place.level + 1000 * min(key.count("&"), 9)
        if not place.shape or place.kept:
            return _KEPT + place.shape, priority
        self._hosts[place.shape] = host
        if closing := self._policy.closed.get(place.shape):
            self._dirty.add(place.shape)
            self._hurry = self._hurry or closing.rule == "trap"
        return place.shape, priority

    def hand_out(self, request: Request, entry: Entry) -> None:
        """A request goes to the engine."""
        shape = entry.shape.removeprefix(_KEPT)
        if self._judges and shape:
            self._under_way[self._addon.seen.identity.key(request.url)] = shape

    def end(self, request: Request) -> None:
        """It has left the engine; there may have been no page."""
        if not self._under_way:
            return
        key = self._addon.seen.identity.key(request.url)
        shape = self._under_way.pop(key, None)
        if shape is not None:
            self._policy.pass_over(shape, key)

    def _surveyed(self, page: Page) -> None:
        """A page was measured and clustered."""
        if not self._judges:
            return
        shape = self._under_way.pop(page.key, "")
        species: set[Any] = {
            form_species(form.signature, page.key) for form in page.forms
        }
        species |= {("parameter", name) for name in page.parameters}
        if page.cluster is not None:
            cluster = self._addon.leading.identity(page.cluster)
            species.add(("cluster", cluster))
        if self._policy.learn(shape, page.key, species):
            self._count("news")

    def tend(self, ledger: Ledger) -> None:
        """Change the queue, now and then.

        :raises FrontierError: as the backend does.
        """
        if not self._judges:
            return
        now = time.monotonic()
        if self._addon.team is not None and now > self._looked + _LOOK:
            self._looked = now
            self._beliefs.read(ledger.backend)
        # The only row of an endless chain would be handed out before that.
        pause = _SOON if self._policy.closing else _PAUSE
        if now < self._last + pause and not (self._hurry or self._policy.returning):
            return
        self._hurry, self._last = False, now
        self._change(ledger)
        if self._kept:
            self._beliefs.sum_up(ledger)

    def _change(self, ledger: Ledger) -> None:
        changes, closed = self._policy.take_changes(), self._policy.closed
        if not changes and not self._dirty:
            return
        # Rows that wait in memory are not set aside.
        ledger.learn(self.pieces())
        ledger.commit()
        backend = ledger.backend
        for shape in {*changes.open, *changes.opened} - closed.keys():
            self._open(backend, shape, told=shape in changes.open)
        for shape in {*changes.close, *changes.closed, *self._dirty} & closed.keys():
            if host := self._hosts.get(shape):
                self._count("parked", backend.park(host, shape))
        for shape in set(changes.close) & closed.keys():
            logger.debug("Closed %s: %s", shape, closed[shape].detail)
        self._dirty.clear()

    def _open(self, backend: Backend, shape: str, *, told: bool) -> None:
        """Of others too: a worker may have set rows aside before it knew."""
        host = self._hosts.get(shape)
        number = backend.unpark(host, shape) if host else 0
        self._count("parked", -number)
        if told:
            self._count("reopened")
        logger.debug("Opened again, %d URLs return: %s", number, shape)

    def _count(self, name: str, value: int = 1) -> None:
        if value:
            self._crawler.stats.inc_value(f"saturation/{name}", value)
