"""Traps answer and never end."""

from __future__ import annotations

from itertools import pairwise

from tests.site.process import SiteOptions
from tests.site.site import Site
from tests.site.truth import truth
from tests.site_tests.reading import get, hrefs, html


def trap_hops(site: Site, start: str, count: int) -> list[str]:
    """The last new link of each page, page after page."""
    seen, url = [start], start
    for _ in range(count):
        found = get(site, url)
        targets = (
            [found.location] if found.location else sorted(hrefs(html(found), url))
        )
        fresh = [u for u in targets if u.startswith("/trap/") and u not in seen]
        assert found.status == (302 if found.location else 200)
        assert fresh, f"the trap ends at {url}"
        url = fresh[-1]
        seen.append(url)
    return seen


def test_traps_never_end(big: Site) -> None:
    told = truth(big.catalogue)["traps"]
    assert len(told) == 9
    linked = hrefs(html(get(big, "/traps")), "/traps")
    for trap in told:
        assert trap["start"] in linked
        hops = trap_hops(big, trap["start"], 60)
        assert len(set(hops)) == 61
        assert all(url.startswith(trap["prefix"]) for url in hops), trap["name"]


def test_a_growing_address_grows(big: Site) -> None:
    starts = {trap["name"]: trap["start"] for trap in truth(big.catalogue)["traps"]}
    for name in ("growing-path", "growing-query", "growing-encoding", "next"):
        hops = trap_hops(big, starts[name], 12)
        assert all(len(b) > len(a) for a, b in pairwise(hops)), name


def test_a_site_without_traps_has_none() -> None:
    site = Site(SiteOptions(pages=20, traps=False))
    assert truth(site.catalogue)["traps"] == []
    assert "/traps" not in html(get(site, "/"))
    for trap in truth(Site(SiteOptions(20)).catalogue)["traps"]:
        assert get(site, trap["start"]).status == 404
    assert get(site, "/traps").status == 404
