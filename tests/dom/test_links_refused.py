"""Links that are not http(s) are kept apart, and every text of a link is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.dom import extract_links, parse
from crawler.dom.links_sink import MAX_CHARACTERS, MAX_LINKS, MAX_REFUSED
from crawler.policy import Policy

if TYPE_CHECKING:
    from crawler.items import Link


def refused(html: str) -> dict[str, str]:
    document = parse(html.encode(), url="http://h.test/d/", content_type="text/html")
    links = extract_links(document)
    assert not {link.url for link in links} & {*dict(document.refused)}
    return dict(document.refused)


NO_URL = "no URL that browsers ask for"
REFUSED = [
    ("<a href=mailto:me@h.test>m", {"mailto:me@h.test": "mailto"}),
    ("<a href='TEL:+49 30'>t", {"TEL:+4930": "tel"}),
    ("<a href=ftp://h.test/f>f", {"ftp://h.test/f": "ftp"}),
    ("<a href=file:///etc/passwd>f", {"file:///etc/passwd": "file"}),
    ("<iframe src=ws://h.test/s>", {"ws://h.test/s": "ws"}),
    ("<a href='intent://x#I;end'>f", {"intent://x#I;end": "intent"}),
    ("<form action=mailto:x@h.test>", {"mailto:x@h.test": "mailto"}),
    ("<a href=http://h.test:22/>s", {"http://h.test:22/": NO_URL}),
    ("<a href=//h.test:25/>s", {"//h.test:25/": NO_URL}),
    ("<a href='http://[bad/'>b", {"http://[bad/": NO_URL}),
    ("<a href=http://h.test:99999/>b", {"http://h.test:99999/": NO_URL}),
    ("<img src=gopher://h.test/i>", {"gopher://h.test/i": "gopher"}),
    # What is in the page itself, or no link.
    ("<a href='javascript:void(0)'>j", {}),
    ("<img src=data:image/png;base64,xx>", {}),
    ("<a href=about:blank>a", {}),
    ("<!-- <a href=mailto:me@h.test> -->", {}),
    ("<template><a href=mailto:me@h.test></template>", {}),
    ("<script>go('mailto:me@h.test')</script>", {}),
    ("<a href=/x>x<a href=?y>y<a>z<a href=''>e", {}),
]


@pytest.mark.parametrize(("html", "expected"), REFUSED)
def test_links_that_nobody_asks_for(html: str, expected: dict[str, str]) -> None:
    assert refused(html) == expected


def test_they_are_bounded_in_number_and_length() -> None:
    many = "".join(f"<a href=x{n}:{'y' * 5_000}>" for n in range(1_000))
    found = refused(many)
    assert len(found) == MAX_REFUSED
    assert max(map(len, found)) <= 2_083


def links(html: str) -> tuple[Link, ...]:
    document = parse(html.encode(), url="http://h.test/d/", content_type="text/html")
    return extract_links(document)


@pytest.mark.parametrize(
    ("texts", "danger"),
    [
        (("Account", "Log out"), "logout"),
        (("", "Account", "Delete", "More"), "delete"),
        (("Home", "Home", "Start"), None),
        ((*(f"Entry {n}" for n in range(300)), "Abmelden"), "logout"),
    ],
)
def test_every_text_of_a_link_is_read(
    texts: tuple[str, ...], danger: str | None
) -> None:
    html = "".join(f"<a href=/session/end>{text}</a> " for text in texts)
    (link,) = links(html)
    distinct = [text for text in dict.fromkeys(texts) if text]
    assert [link.text, *link.others] == distinct
    found = Policy().refuse(link, 1)
    assert found == (("danger", danger) if danger else None)
    assert Policy(unsafe=True).refuse(link, 1) is None


def test_texts_are_bounded_in_number() -> None:
    html = "".join(f"<a href=/x>{n}</a>" for n in range(MAX_LINKS + 10_000))
    (link,) = links(html)
    assert len(link.others) == MAX_LINKS


def test_urls_are_bounded_in_characters() -> None:
    """A long base makes every short reference a long URL."""
    base = "http://h/" + "d" * 1_900 + "/"
    anchors = "".join(f"<a href={n}>" for n in range(20_000))
    page = parse(
        f"<base href={base}>{anchors}".encode(),
        url="http://h/",
        content_type="text/html",
    )
    found = extract_links(page)
    total = sum(len(link.url) for link in found)
    assert MAX_CHARACTERS <= total < MAX_CHARACTERS + 2 * len(base)
    assert "links" in page.notes
