"""What pages show that others have shown: twins, claims, mirrors, catch-alls."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import mmh3

from crawler.addon import addon_of
from crawler.dom.mirrors import Mirrors, repeated
from crawler.dom.twins import Twins
from crawler.middlewares.guesses import SOFT

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Page
    from crawler.middlewares.soft404 import Soft404

logger = logging.getLogger(__name__)

_MAX_KNOWN = 100_000
# Pages of one tree and hardly any text are suspect from the third on.
_OFTEN = 2


class Sameness:
    """Compares each page with those before it, and leaves what it finds on the page.

    ``twin`` and ``twin_kind``; in ``notes``: ``soft-404`` (the site answers anything
    so), ``mirror`` (its prefix shows what another shows), ``canonical`` and
    ``canonical-disbelieved`` (what came of the claim).

    Stats: ``fingerprint/content_twins``, ``/near_twins``, ``/canonical``,
    ``/canonical_disbelieved``, ``/soft_404_pages``, ``/mirrored``.
    """

    def __init__(self, crawler: Crawler, soft404: Soft404) -> None:
        self._crawler = crawler
        self._seen = addon_of(crawler).seen
        self._soft404 = soft404
        self._twins = Twins()
        self._mirrors = Mirrors()
        self._told: set[tuple[str, str]] = set()
        # Trees of pages with too little text to be compared, and shapes of URLs.
        self._trees: dict[tuple[str, int], int] = {}
        self._shapes: set[int] = set()
        # Title and forms of the pages that others may be twins of.
        self._firsts: dict[str, tuple[int, frozenset[str]]] = {}
        self._skips_mirrors = not crawler.settings.getbool("LINKS_MIRRORS", True)

    def shown_already(self, page: Page) -> str | None:
        """The URL of a page with the same content, when *page* adds nothing to it.

        A guess that takes parameters in a way no page took is kept: that is something
        to test. So is one of the same text with another title, or a form more.
        """
        twin = self._twins.find(page.url, page.body_digest, page.sketch)
        if twin is None:
            return None
        if twin[1] == "near":
            title, forms = self._firsts.get(twin[0], (0, frozenset()))
            if mmh3.hash(page.title) != title or not _forms(page) <= forms:
                return None
        if "?" in page.url and mmh3.hash(page.shape) not in self._shapes:
            return None
        return twin[0]

    async def compare(self, page: Page, response: Response) -> None:
        """Look for pages like this one; its links are taken all the same."""
        twin = self._twins.add(page.url, page.body_digest, page.sketch)
        if twin is not None:
            page.twin, page.twin_kind = twin
            self._count(f"{page.twin_kind}_twins")
            logger.debug("%s has the content of %s (%s)", page.url, *twin)
        elif len(self._firsts) < _MAX_KNOWN:
            self._firsts[page.url] = mmh3.hash(page.title), _forms(page)
        self._weigh_claim(page)
        self._soft404.failed(page)
        if await self._is_soft(page, response):
            page.notes += (SOFT,)
            self._count("soft_404_pages")
        else:
            self._mirror(page)
        if len(self._shapes) < _MAX_KNOWN:
            self._shapes.add(mmh3.hash(page.shape))

    def _weigh_claim(self, page: Page) -> None:
        """``rel=canonical`` is believed where the content agrees."""
        claim = page.canonical_link
        if not claim or self._seen.identity.key(claim) == page.key:
            return
        agrees = self._twins.confirms(claim, page.body_digest, page.sketch)
        if agrees is None:
            return
        if not agrees:
            page.notes += ("canonical-disbelieved",)
            self._count("canonical_disbelieved")
            return
        page.notes += ("canonical",)
        self._count("canonical")
        if not page.twin:
            page.twin, page.twin_kind = claim, "near"
            self._count("near_twins")

    async def _is_soft(self, page: Page, response: Response) -> bool:
        """Whether the site answers anything like this; asked when there is a suspicion.

        Never where a crawl began, or the home page of a host that is one.
        """
        if not 200 <= page.status < 300 or page.kind in {"robots", "sitemap", "binary"}:
            return False
        if response.meta.get("start"):
            self._keep_tree(page)
            return False
        suspected = bool(page.twin) or self._keep_tree(page)
        origin = _origin(page.url)
        elsewhere = page.twin and _origin(page.twin) != origin
        if elsewhere and await self._soft404.matches_any_host(page, response):
            return True
        if page.url.partition("?")[0] == f"{origin}/":
            return False
        return await self._soft404.matches(page, response, ask=suspected)

    def _keep_tree(self, page: Page) -> bool:
        """Whether a page of so little text has a tree that its host showed twice."""
        if page.sketch or not page.skeleton:
            return False
        tree = (page.host, mmh3.hash(page.skeleton))
        times = self._trees.get(tree, 0)
        if times or len(self._trees) < _MAX_KNOWN:
            self._trees[tree] = times + 1
        return times >= _OFTEN

    def _mirror(self, page: Page) -> None:
        """Count the page for and against its prefix being a mirror."""
        if not page.twin:
            for other in self._mirrors.counterparts(page.url):
                if other in self._twins:
                    self._mirrors.differ(page.url, other)
            return
        mirror = self._mirrors.alike(page.url, page.twin)
        if mirror is None:
            return
        page.notes += ("mirror",)
        self._count("mirrored")
        if mirror not in self._told and len(self._told) < _MAX_KNOWN:
            self._told |= {mirror, mirror[::-1]}
            logger.info("%s shows what %s shows", *mirror)

    def refuse_link(self, url: str, page: Page) -> tuple[str, str] | None:
        """Rule and detail of a link that only leads around in a copy of the site."""
        if page.twin and (segments := repeated(url)):
            return "mirror", f"{segments} again and again"
        if self._skips_mirrors:
            for other in self._mirrors.counterparts(url, strong=True):
                if self._seen.identity.identify(other)[1] in self._seen:
                    return "mirror", other
        return None

    def _count(self, name: str) -> None:
        self._crawler.stats.inc_value(f"fingerprint/{name}")


def _origin(url: str) -> str:
    return "/".join(url.split("/", 3)[:3])


def _forms(page: Page) -> frozenset[str]:
    return frozenset(form.signature for form in page.forms)
