"""Saturation in a crawl: which rows of the queue are set aside, and come back."""

from __future__ import annotations

import json
import logging
import time
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from crawler.frontier import Batch
from crawler.options import read_options
from crawler.saturation import Closing, Saturation, SaturationOptions
from crawler.signals import page_surveyed
from crawler.urls import shape_of_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scrapy import Request
    from scrapy.crawler import Crawler

    from crawler.addon import Leadline
    from crawler.frontier import Backend, Entry, Lease, Ledger
    from crawler.items import Page
    from crawler.stored import Shelf

logger = logging.getLogger("leadline")

_NEAR: Final = 200
"""Links of start pages that are followed in any case."""
_STEP: Final = 10_000
"""Priorities between two levels: of parameters and depth."""
_GUESS: Final = 10_000_000
_KEPT: Final = "+"
"""Begins the shape of a row that is not set aside."""
_STATE: Final = "saturation:"
_PAUSE: Final = (1.0, 5.0)
"""Seconds between two changes of the queue: of one process, of many."""
_AT_ONCE: Final = 1000


class Saturating:
    """Between the queue and the beliefs about its shapes.

    Only requests for links are judged (meta ``saturation``): those that a spider makes
    itself, forms that are sent, start pages, guesses, redirects never are. Stats:
    ``saturation/closed``, ``/reopened``, ``/traps``, ``/news``, ``/parked``,
    ``/predicted``.
    """

    def __init__(self, crawler: Crawler, addon: Leadline) -> None:
        self._crawler = crawler
        self._addon = addon
        options = read_options(SaturationOptions, "SATURATION", crawler.settings)
        args = getattr(crawler.spider, "args", None)
        # Without it, breadth first: that shows the content of a site sooner than an
        # order that takes all shapes in turn.
        judges = options.enabled and not getattr(args, "exhaustive", False)
        self._policy = Saturation(options) if judges else None
        self._hosts: dict[str, str] = {}
        self._dirty: set[str] = set()
        self._under_way: dict[str, str] = {}
        self._hurry = False
        self._near = 0
        self._last = 0.0
        self._news: dict[str, bytes] = {}
        crawler.signals.connect(self._surveyed, signal=page_surveyed)

    def restore(self, kept: Mapping[str, bytes], backend: Backend) -> None:
        """Go on with what an earlier run, or another worker, closed."""
        for name, value in kept.items():
            if not name.startswith(_STATE) or not value:
                continue
            shape, host, *closing = json.loads(value)
            self._hosts[shape] = host
            if self._policy is not None:
                self._policy.closed.setdefault(shape, Closing(*closing))
            else:
                backend.unpark(host, shape)
                self._news[name] = b""

    def news(self) -> dict[str, bytes]:
        """What is to be kept with the frontier, and is new since the last call."""
        news, self._news = self._news, {}
        return news

    def place(self, request: Request, key: str, host: str) -> tuple[str, int]:
        """Shape and priority of a request that is queued."""
        priority = request.priority
        link = request.meta.get("saturation")
        if self._policy is None:
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
        if self._policy is not None and shape:
            self._under_way[self._addon.seen.identity.key(request.url)] = shape

    def end(self, request: Request) -> None:
        """It has left the engine; there may have been no page."""
        if self._policy is None or not self._under_way:
            return
        key = self._addon.seen.identity.key(request.url)
        shape = self._under_way.pop(key, None)
        if shape is not None:
            self._policy.pass_over(shape, key)

    def _surveyed(self, page: Page) -> None:
        """A page was measured and clustered."""
        if self._policy is None:
            return
        shape = self._under_way.pop(page.key, "")
        species: set[Any] = {("form", form.signature) for form in page.forms}
        species |= {("parameter", name) for name in page.parameters}
        species.add(("cluster", page.cluster))
        if self._policy.learn(shape, page.key, species):
            self._count("news")

    def tend(self, ledger: Ledger) -> None:
        """Change the queue, now and then.

        :raises FrontierError: as the backend does.
        """
        if self._policy is None:
            return
        now = time.monotonic()
        shared = self._addon.team is not None
        # The only row of an endless chain would be handed out before that.
        if now < self._last + _PAUSE[shared] and not self._hurry:
            return
        self._hurry = False
        self._last, backend = now, ledger.backend
        if shared:
            self.restore(backend.states(_STATE), backend)
        changes = self._policy.take_changes()
        if not changes and not self._dirty:
            return
        ledger.commit()  # rows that wait in memory are not set aside
        for shape in changes.open:
            if shape not in self._policy.closed:
                self._open(backend, shape)
        for shape in {*changes.close, *self._dirty} & self._policy.closed.keys():
            self._close(backend, shape)
        for shape in set(changes.close) & self._policy.closed.keys():
            self._tell(shape)
        self._dirty.clear()

    def _open(self, backend: Backend, shape: str) -> None:
        number = backend.unpark(self._hosts[shape], shape)
        self._news[_name(shape)] = b""
        self._count("reopened")
        self._count("parked", -number)
        logger.debug("Opened again, %d URLs return: %s", number, shape)

    def _close(self, backend: Backend, shape: str) -> None:
        host = self._hosts.get(shape)
        if host is None:
            return
        self._count("parked", backend.park(host, shape))

    def _tell(self, shape: str) -> None:
        """A shape was closed: for the log, the next run and other workers."""
        assert self._policy is not None
        closing, host = self._policy.closed[shape], self._hosts.get(shape, "")
        self._count("traps" if closing.rule == "trap" else "closed")
        logger.debug("Closed %s: %s", shape, closing.detail)
        value = [shape, host, closing.rule, closing.detail, closing.example]
        self._news[_name(shape)] = json.dumps(value).encode()

    def predict(self, backend: Backend, shelf: Shelf, *, stays: bool) -> None:
        """At the end: say of each URL that was set aside what it would have been.

        :raises FrontierError: as the backend does.
        """
        if self._policy is None or self._addon.team is not None:
            return
        for shape, closing in self._policy.closed.items():
            host = self._hosts.get(shape)
            if host is None or not backend.unpark(host, shape):
                continue
            leases = []
            for lease in _drain(backend):
                leases.append(lease.number)
                self._predict(lease, closing, shelf)
            if stays:
                backend.commit(Batch(returned=leases))
                backend.park(host, shape)
            else:
                backend.commit(Batch(done=leases))

    def _predict(self, lease: Lease, closing: Closing, shelf: Shelf) -> None:
        try:
            request = shelf.take(lease.entry.payload)
        except ValueError:
            return
        if request is None:
            return
        detail = f"like {closing.example}; {closing.detail}"
        if closing.rule == "trap":
            self._addon.decide(request.url, "trap", detail)
        else:
            self._addon.decide(request.url, "predicted", detail)
        self._count("predicted")

    def _count(self, name: str, value: int = 1) -> None:
        if value:
            self._crawler.stats.inc_value(f"saturation/{name}", value)


def _drain(backend: Backend) -> Iterator[Lease]:
    while leases := backend.lease(_AT_ONCE, {}, ()):
        yield from leases


def _name(shape: str) -> str:
    return _STATE + blake2b(shape.encode(), digest_size=12).hexdigest()
