"""Hosts that answer with one site: under any name, or two that are copies."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.adapters.inspecting import inspect
from tests.adapters.pages import links, page
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def text(seed: int) -> str:
    """Words that no other text has."""
    random = Random(seed)
    words = ("".join(random.choices("abcdefghijklm", k=6)) for _ in range(120))
    return f"<p>{' '.join(words)}"


TEXT = text(0)


class Hosts(dict[str, Any]):
    """Every host that *known* has an answer for."""

    def __init__(self, known: Callable[[str, str], Reply | None]) -> None:
        super().__init__()
        self.known = known

    def get(self, key: str, default: Any = None) -> Any:
        parts = urlsplit(key)
        return self.known(str(parts.hostname), parts.path) or default


def test_any_host_name_is_answered_with_one_page(tmp_path: Path) -> None:
    """What is linked is recorded; hosts that only they link to are not."""
    named = [f"http://{name}.shop.test/" for name in ("one", "two", "three")]

    def known(host: str, path: str) -> Reply | None:
        if path == "/robots.txt":
            return None
        if host == "shop.test":
            return page("Home", links(*named)) if path == "/" else None
        fresh = f"http://x{host.partition('.')[0]}.shop.test/"
        return page("Parked", TEXT, links(fresh)) if path == "/" else None

    with web(Hosts(known)) as site:
        done = inspect(
            tmp_path / "s", start="http://shop.test/", scope="domain", proxy=site.url
        )
    marked = {page.url for page in done.pages.values() if "soft-404" in page.notes}
    assert {*named} <= {*done.pages}
    # The first was seen before there was a suspicion.
    assert marked < {*done.pages}
    assert len(marked & {*named}) == 2
    asked = {target.split("/")[2] for target in site.asked}
    assert len([host for host in asked if host.startswith("no-such-host-")]) == 1
    assert done.stats["finish_reason"] == "finished"
    assert len(asked) < 12


def test_a_site_and_its_www(tmp_path: Path) -> None:
    """Twins, links of both followed; a page of one alone is found."""

    def known(host: str, path: str) -> Reply | None:
        if host not in {"shop.test", "www.shop.test"}:
            return None
        if path == "/":
            other = "http://www.shop.test/" if host == "shop.test" else "/"
            names = [f"/{number}" for number in range(12)]
            return page("Home", TEXT, links(*names, other))
        if path.strip("/").isdecimal():
            alone = links("/alone") if host == "www.shop.test" else ""
            own = text(1 + int(path[1:]))
            return page(f"Page {path}", own, alone if path == "/3" else "")
        if path == "/alone" and host == "www.shop.test":
            return page("Alone", "<p>Only here.")
        return None

    with web(Hosts(known)) as site:
        done = inspect(
            tmp_path / "s", start="http://shop.test/", scope="domain", proxy=site.url
        )
    assert len(done.pages) == 2 * 13 + 1
    twins = [page for page in done.pages.values() if page.twin]
    assert len(twins) >= 12
    assert all(urlsplit(page.twin).path == urlsplit(page.url).path for page in twins)
    assert not [page for page in twins if "soft-404" in page.notes]
    assert "mirror" in {note for page in twins for note in page.notes}
    assert "http://www.shop.test/alone" in done.pages
