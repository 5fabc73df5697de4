"""Links lead to every page, by many spellings, and to no other."""

from __future__ import annotations

import re

import pytest

from tests.site.process import SiteOptions
from tests.site.site import Site
from tests.site.truth import truth
from tests.site_tests.reading import get, hrefs, html


def crawl(site: Site) -> dict[str, int]:
    """Depth of each page that links lead to, traps and dangerous links left alone."""
    told = truth(site.catalogue)
    avoid = [danger["pattern"] for danger in told["dangers"]]
    avoid += [asset["pattern"] for asset in told["assets"]] + ["^/trap/", "^/loop/"]
    unwanted = re.compile("|".join(f"({pattern})" for pattern in avoid))
    other = {
        hidden: url
        for table in (told["spellings"], told["same_content"])
        for url, spellings in table.items()
        for hidden in spellings
    }
    depths, queue = {"/": 0}, ["/"]
    for url in queue:
        found = get(site, url)
        targets = {found.location} if found.location else hrefs(html(found), url)
        for target in targets:
            known = re.sub(r"\?utm_source=list&utm_medium=web$", "", target)
            known = other.get(known, known)
            if known not in depths and not unwanted.search(known):
                depths[known] = depths[url] + 1
                queue.append(known)
    return depths


@pytest.mark.parametrize("pages", [10, 500, 2000])
def test_links_lead_to_every_page_and_to_no_other(pages: int) -> None:
    site = Site(SiteOptions(pages=pages))
    depths = crawl(site)
    told = truth(site.catalogue)
    wanted = {url for template in told["templates"] for url in template["urls"]}
    moved = {url for url in depths if get(site, url).location}
    # The server sends guests from the one to the other.
    assert wanted - set(depths) == {"/login?next=%2Fmember"}
    assert set(depths) - wanted - moved == {"/member"}
    assert max(depths.values()) <= 8


def test_all_spellings_are_one_page(big: Site) -> None:
    told = truth(big.catalogue)
    assert sum(map(len, told["spellings"].values())) >= 18
    bookmarks = html(get(big, "/bookmarks"))
    for table in (told["spellings"], told["same_content"]):
        for url, spellings in table.items():
            for spelling in spellings:
                assert f'href="{spelling.replace("&", "&amp;")}"' in bookmarks
                assert get(big, spelling.partition("#")[0]) == get(big, url), spelling


def test_control_addresses_are_told_to_nobody(big: Site) -> None:
    for template in truth(big.catalogue)["templates"]:
        for url in template["urls"][:3]:
            assert "/__" not in html(get(big, url))
    assert "/__" not in html(get(big, "/robots.txt")) + html(get(big, "/sitemap.xml"))


@pytest.mark.parametrize(
    ("path", "kind", "piece"),
    [
        ("/robots.txt", "text/plain", b"Disallow: /private/"),
        ("/sitemap.xml", "application/xml", b"<urlset"),
        ("/static/site.css", "text/css", b"url(/img/background.png)"),
        ("/static/print.css", "text/css", b"url("),
        ("/static/site.js", "text/javascript", b"fetch('/api/status')"),
        ("/api/status", "application/json", b'"ok": true'),
        ("/api/categories", "application/json", b'"categories"'),
        ("/img/p/7.png", "image/png", b"\x89PNG"),
        ("/favicon.ico", "image/png", b"\x89PNG"),
    ],
)
def test_assets(big: Site, path: str, kind: str, piece: bytes) -> None:
    answer = get(big, path)
    assert answer.content_type.startswith(kind)
    assert piece in b"".join(answer.pieces)


def test_the_legacy_pages_are_in_their_own_encoding(big: Site) -> None:
    answers = [get(big, f"/legacy/{n}.htm") for n in (9, 10)]
    assert all("руб." in html(answer) for answer in answers)
    # One of them says so in its headers, the other only in a meta element.
    assert sorted(answer.content_type for answer in answers) == [
        "text/html",
        "text/html; charset=windows-1251",
    ]
