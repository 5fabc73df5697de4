"""Pages: as many as asked for, each of its template, the same for a seed."""

from __future__ import annotations

import re

import pytest

from tests.site.plan import plan
from tests.site.process import SiteOptions, SiteProcess
from tests.site.site import Site
from tests.site.truth import truth
from tests.site.volatile import join
from tests.site_tests.reading import HOST, fetch, get, html


@pytest.mark.parametrize("pages", [*range(10, 60), 499, 500, 1999, 20_000])
def test_a_site_has_exactly_the_pages_asked_for(pages: int) -> None:
    found = plan(pages)
    assert found.total() == pages
    # Every review page belongs to a product, every profile to the author of a thread.
    assert found.reviews <= found.products
    assert found.people <= found.threads


@pytest.mark.parametrize("pages", [-1, 0, 9, 20_001])
def test_other_sizes_are_refused(pages: int) -> None:
    with pytest.raises(ValueError, match=f"pages={pages}: give a number from 10"):
        plan(pages)


def test_every_address_answers_with_its_template(site: Site) -> None:
    told = truth(site.catalogue)
    content = [t for t in told["templates"] if t["content"]]
    assert sum(t["count"] for t in content) == site.options.pages
    addresses = [url for t in told["templates"] for url in t["urls"]]
    assert len(set(addresses)) == len(addresses)
    for template in told["templates"]:
        assert template["count"] == len(template["urls"])
        for url in template["urls"]:
            answer = get(site, url)
            assert (answer.template, answer.status) == (
                template["name"],
                template["status"],
            ), url


def test_no_address_belongs_to_two_templates(big: Site) -> None:
    """Except of the page that is missing, which looks like any product."""
    templates = truth(big.catalogue)["templates"]
    patterns = {t["name"]: re.compile(t["pattern"]) for t in templates}
    for template in templates:
        for url in template["urls"]:
            names = {n for n, pattern in patterns.items() if pattern.search(url)}
            assert names - {"not-found"} == {template["name"]} or url == (
                "/item/999999999"
            ), url


def test_there_are_many_templates_of_different_structure(big: Site) -> None:
    """By the set of tag paths under the part of the page inside the layout."""
    paths = {}
    for template in truth(big.catalogue)["templates"]:
        if template["urls"] and template["layout"] == "shop":
            page = html(get(big, template["urls"][0]))
            paths[template["name"]] = tag_paths(page.partition("<main>")[2])
    alike = [
        (a, b)
        for a in paths
        for b in paths
        if a < b and len(paths[a] & paths[b]) > 0.7 * len(paths[a] | paths[b])
    ]
    assert len(paths) >= 25
    assert alike == []


def tag_paths(source: str) -> set[str]:
    void = {"img", "input", "br", "hr", "meta", "link"}
    found: set[str] = set()
    stack: list[str] = []
    for closing, tag in re.findall(r"<(/?)([a-z0-9]+)", source.partition("</main>")[0]):
        if closing:
            del stack[-1:]
        else:
            found.add("/".join([*stack, tag]))
            if tag not in void:
                stack.append(tag)
    return found


def test_a_seed_is_a_site(big: Site) -> None:
    again, other = Site(SiteOptions(500)), Site(SiteOptions(500, seed=2))
    assert truth(again.catalogue) == truth(big.catalogue)
    urls = [u for t in truth(big.catalogue)["templates"] for u in t["urls"][:5]]
    assert all(get(again, url) == get(big, url) for url in urls)
    assert get(other, "/item/1") != get(big, "/item/1")
    assert other.catalogue.records != big.catalogue.records


def test_a_site_does_not_depend_on_the_hash_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = []
    for value in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", value)
        with SiteProcess(SiteOptions(50)) as process:
            page = fetch(process, "/item/1").body
            told.append((process.truth(), re.sub(rb"[0-9a-f]{2,}", b"", page)))
    assert told[0] == told[1]


def test_two_answers_differ_in_their_volatile_parts_only(big: Site) -> None:
    found = get(big, "/item/3")
    marks = dict.fromkeys(found.pieces[1::2])
    assert set(marks) >= {b"C", b"T", b"N", b"V", b"E"}
    one = join(found.pieces, 1204, HOST, "guest")
    two = join(found.pieces, 3377, HOST, "guest")
    assert one != two
    steady = b"".join(found.pieces[::2])
    assert len(steady) > 0.8 * len(one)


def test_a_query_cannot_forge_a_volatile_part(big: Site) -> None:
    page = html(get(big, "/legacy/find?nomer=%01Zpart"))
    assert "<b>part</b>" in page
