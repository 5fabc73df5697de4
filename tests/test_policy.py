"""Which links are followed, by their origin and the kind of file they name."""

from __future__ import annotations

import pytest

from crawler.items import Link
from crawler.policy import Policy

URL = "http://h.test/x"


@pytest.mark.parametrize(
    ("origin", "rule"),
    [
        ("form@action", None),
        ("form@action:post", ("method", "POST")),
        ("button@formaction:post", ("method", "POST")),
        ("input@formaction:post", ("method", "POST")),
        ("button@hx-put:put", ("method", "PUT")),
        ("div@data-hx-delete:delete", ("method", "DELETE")),
        ("x@hx-patch:patch", ("method", "PATCH")),
        ("a@xlink:href", None),
        ("meta@og:url", None),
        ("header:link", None),
        ("post", None),
    ],
)
def test_only_get_is_asked_for(origin: str, rule: tuple[str, str] | None) -> None:
    wanted = rule if origin != "post" else ("method", "POST")
    assert Policy().refuse(Link(URL, origin), 1) == wanted


@pytest.mark.parametrize("name", ["a.js", "a.mjs", "a.min.JS?v=1", "a.js#b"])
@pytest.mark.parametrize(
    ("link", "followed"),
    [
        (Link(URL, "script@src", embedded=True), True),
        (Link(URL, "import", embedded=True), True),
        (Link(URL, "script", guessed=True, embedded=True), False),
        (Link(URL, "comment", guessed=True, embedded=True), False),
        (Link(URL, "a@href"), False),
    ],
)
def test_scripts_that_pages_load_are_read(
    name: str, link: Link, *, followed: bool
) -> None:
    extension = "mjs" if "mjs" in name else "js"
    link = Link(
        f"http://h.test/{name}",
        link.origin,
        guessed=link.guessed,
        embedded=link.embedded,
    )
    refused = ("asset", extension)
    assert Policy().refuse(link, 1) == (None if followed else refused)
    assert Policy(scripts=False).refuse(link, 1) == refused


@pytest.mark.parametrize("name", ["a.png", "a.woff2", "a.js.map", "a.pdf", "a.svg"])
def test_other_parts_are_not(name: str) -> None:
    link = Link(f"http://h.test/{name}", "img@src", embedded=True)
    assert Policy().refuse(link, 1) == ("asset", name.rpartition(".")[2])


@pytest.mark.parametrize("name", ["backup.zip", "a/report.PDF", "dump.tar.gz"])
def test_a_file_that_is_mentioned_is_asked_for_since_nobody_links_it(name: str) -> None:
    url = f"http://h.test/{name}"
    for origin in ("text", "text-root", "comment", "robots"):
        assert Policy().refuse(Link(url, origin, guessed=True), 1) is None
    for link in (Link(url, "a@href"), Link(url, "script", guessed=True)):
        refusal = Policy().refuse(link, 1)
        assert refusal is not None
        assert refusal[0] == "asset"


@pytest.mark.parametrize("name", ["a.png", "a.mp4", "a.woff2"])
def test_an_image_that_is_mentioned_is_not(name: str) -> None:
    link = Link(f"http://h.test/{name}", "text", guessed=True)
    assert Policy().refuse(link, 1) == ("asset", name.rpartition(".")[2])


@pytest.mark.parametrize("name", ["a", "a.found", "a.css", "a.json", "a.php?x=b.png"])
def test_what_is_not_known_by_its_name_is_asked_for(name: str) -> None:
    assert Policy().refuse(Link(f"http://h.test/{name}", "img@src"), 1) is None


def test_a_redirect_is_held_to_the_length_of_links() -> None:
    """The URL of a page is the base of all its links."""
    long = "http://h/" + "a" * 3_000
    assert Policy().refuse_hop(long) == ("length", "3009")
    assert Policy().refuse_hop(long, start=True) is None
