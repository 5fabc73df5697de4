"""Focus as the crawl has it: which link comes first, and what its page teaches."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import mmh3

from crawler.focus import (
    FocusOptions,
    LinkModel,
    Scorer,
    TopicModel,
    features,
    scorer_of,
)
from crawler.focus.topic import says_little
from crawler.options import read_options
from crawler.report import replacing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scrapy.settings import BaseSettings

    from crawler.items import Link, Page

logger = logging.getLogger(__name__)

SCALE: Final = 1_000
"""Priority of a link that leads on for certain: more than any depth takes away."""
TRUST: Final = 30
"""Links that must be learned from for the link model to count as much as the topic."""
FAR: Final = 0.5
"""What a page teaches of the link before the one that led to it, as a share."""
STEPS: Final = 3
"""Links in a row that a page teaches of: hubs lead on, though they are off topic."""
SAVE_EACH: Final = 200


class Guide:
    """Ranks links, by a model that learns from the pages they led to."""

    def __init__(
        self, options: FocusOptions, model: Scorer, links: LinkModel, file: Path | None
    ) -> None:
        self.options = options
        self.model = model
        self.links = links
        self._file = file
        self._saved = links.learned
        self._last: tuple[Link, tuple[int, ...]] | None = None
        self._hoped: tuple[Link, Page, float] | None = None
        # What a link is expected to lead to while nothing was learned.
        self._topic = TopicModel.of_words(options.topic) if options.topic else model

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self | None:
        """None when focus is off.

        :raises ValueError: one line, naming the setting that does not fit.
        """
        options = read_options(FocusOptions, "FOCUS", settings)
        file = Path(options.links) if options.links else None
        if file is None and (job := settings.get("JOBDIR")):
            file = Path(job) / "focus-links.json"
        # Read also while focus is off: a topic may be an argument of the spider, which
        # is not known yet when settings are checked.
        known = file is not None and file.exists()
        links = LinkModel.load(file) if file is not None and known else LinkModel()
        if options.topic and not options.model and says_little(options.topic):
            logger.warning(
                "topic=%r: its words are on most pages of any site: nearly all will be"
                " on the topic; name what it is about",
                options.topic[:100],
            )
        if options.is_on or options.is_paper:
            return cls(options, scorer_of(options), links, file)
        return None

    def prioritise(
        self, page: Page, link: Link, before: Mapping[str, Any] | None = None
    ) -> int:
        """Priority of the request for a link of *page*, 0 to ``SCALE``.

        *before* is the meta of the page.
        """
        if link.embedded:
            return 0
        found, hope = self._features(link), self._hope(page, link)
        crossed = int((before or {}).get("focus_crossed", 0))
        return round(SCALE * self._rank(link.url, found, hope, crossed))

    def again(self, url: str, meta: Mapping[str, Any]) -> int | None:
        """The same of a request in the queue, by what was learned since; None of one
        that was not ranked."""
        trail = meta.get("focus_trail")
        if not trail or "focus_hope" not in meta:
            return None
        crossed = int(meta.get("focus_crossed", 0))
        return round(SCALE * self._rank(url, trail[0], meta["focus_hope"], crossed))

    def _rank(
        self,
        url: str,
        found: Sequence[int],
        hope: float,
        crossed: int,  # noqa: ARG002 - for guides that go on for longer
    ) -> float:
        """Rank of a link, 0 to 1, *crossed* off-topic pages behind one on the topic."""
        return self.expected(url, found, hope)

    def expected(self, url: str, found: Sequence[int], hope: float) -> float:
        """What a link promises, 0 to 1: features of it, and what its words promise."""
        if self.options.is_paper:
            return self.links.score(found)
        # So few links lead to interfaces that with that as its prior nearly all would
        # seem alike.
        learned = self.links.score(found, prior=self.options.goal == "topic")
        chance = mmh3.hash(url, seed=1, signed=False) / 2**32
        if chance < self.options.explore:
            # By the URL, not in turn: a crawl that is resumed goes the same way.
            return mmh3.hash(url, seed=2, signed=False) / 2**32
        # Of words that it never saw the model knows nothing, however much it learned.
        trust = self.links.learned / (self.links.learned + TRUST)
        trust *= self.links.known(found)
        return trust * learned + (1 - trust) * hope

    def _hope(self, page: Page, link: Link) -> float:
        """What the words of a link promise, and the page that it is on."""
        if self.options.is_paper:
            return 0.5
        # Asked for twice in a row: to rank a link, and to rank it again some day.
        last = self._hoped
        if last is None or last[0] is not link or last[1] is not page:
            around = link.place.around if link.place is not None else ""
            text = f"{link.text} {link.text} {around} {link.url}"
            own = self._topic.score(text)
            last = (link, page, 0.7 * own + 0.3 * (page.relevance or 0.0))
            self._hoped = last
        return last[2]

    def _features(self, link: Link) -> tuple[int, ...]:
        # Asked for twice in a row: to rank a link, and to learn from it.
        if self._last is None or self._last[0] is not link:
            self._last = (link, features(link, paper=self.options.is_paper))
        return self._last[1]

    def trail(self, link: Link, meta: Mapping[str, Any]) -> list[list[int]]:
        """What the request for *link* takes along, to be learned from: the features of
        the link, and of those that led to its page (whose *meta* that is)."""
        before = meta.get("focus_trail") or []
        steps = 1 if self.options.is_paper else STEPS
        return [list(self._features(link)), *before[: steps - 1]]

    def meta(self, page: Page, link: Link, before: Mapping[str, Any]) -> dict[str, Any]:
        """Meta of the request for a link: its trail, and what its words promise."""
        hope = round(self._hope(page, link), 4)
        return {"focus_trail": self.trail(link, before), "focus_hope": hope}

    def learn(self, meta: Mapping[str, Any], *, leads: bool) -> None:
        """The page of a request with this *meta* was what is looked for, or not."""
        trail = meta.get("focus_trail") or []
        for step, found in enumerate(trail):
            # A page off topic says little about the links before the last one.
            if step == 0 or leads:
                self.links.learn(found, leads, FAR**step)
        if self.links.learned - self._saved >= SAVE_EACH:
            self.save()

    def learn_page(self, page: Page, meta: Mapping[str, Any]) -> None:
        """The same, of a page that reached the spider."""
        if page.relevance is not None:
            self.learn(meta, leads=self.is_found(page))

    def is_found(self, page: Page) -> bool:
        """Whether a page is what links are to lead to (``FOCUS_GOAL``)."""
        if (page.relevance or 0.0) < self.options.threshold:
            return False
        if self.options.goal == "topic":
            return True
        return any(form.kind == "search" for form in page.forms)

    def save(self) -> None:
        """Keep what was learned for the next run; a failure is told, no more."""
        self._saved = self.links.learned
        if self._file is None:
            return
        try:
            with replacing(self._file) as file:
                file.write(json.dumps(self.links.as_dict()).encode())
        except OSError as error:
            logger.warning("FOCUS_LINKS=%s: %s", self._file, error.strerror)
