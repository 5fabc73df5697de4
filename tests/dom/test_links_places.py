"""Where an anchor stands: text around, image, path; bounded on every document."""

from __future__ import annotations

import pytest

from crawler.dom import extract_links, links_places, parse
from crawler.dom.links_places import MAX_AROUND, MAX_LEVELS
from crawler.items import Link, Place

URL = "http://h.test/d/"


def found(html: str, *, places: bool = True) -> dict[str, Link]:
    document = parse(html.encode(), url=URL, content_type="text/html; charset=utf-8")
    links = extract_links(document, places=places)
    return {link.url: link for link in links if link.origin == "a@href"}


def place(html: str) -> Place:
    (link,) = found(html).values()
    assert link.place is not None
    return link.place


@pytest.mark.parametrize(
    ("html", "around"),
    [
        ("<p>New: <a href=x>Cars</a> and more", "New: and more"),
        ("<p><b>Old</b> <a href=x>Cars</a>", "Old"),
        ("<ul><li>Before<li><a href=x>Cars</a><li>After</ul>", "Before After"),
        ("<p>Text</p><div><p><span><a href=x>Cars</a></span></p></div>", ""),
        ("<p>a<script>b</script><!--c--><style>d</style><a href=x>Cars</a>e", "a e"),
        ("<a href=x>Cars</a>", ""),
        (
            "<p>" + "word " * 99 + "<a href=x>Cars</a>",
            ("word " * 99)[-MAX_AROUND:].strip(),
        ),
    ],
)
def test_text_around(html: str, around: str) -> None:
    assert place(html).around == around


def test_image_and_path() -> None:
    html = (
        '<main class=m><div class="card big"><ul><li><a href=x>'
        '<span><img src="../i/car.png" alt=" Red \n car "></span></a>'
    )
    assert place(html) == Place(
        path="body>main.m>div.card>ul>li",
        image="http://h.test/i/car.png",
        alt="Red car",
    )


def test_a_path_is_short_however_deep() -> None:
    path = place("<div>" * 3_000 + "<a href=x>x</a>").path
    assert path == ">".join(["div"] * MAX_LEVELS)


def test_only_when_asked_for() -> None:
    html = "<p>New: <a href=x><img src=i alt=y>Cars</a> and more"
    (plain,) = found(html, places=False).values()
    (asked,) = found(html).values()
    assert plain.place is None
    assert asked.place is not None
    assert (plain.url, plain.text, plain.origin) == (
        asked.url,
        asked.text,
        asked.origin,
    )


@pytest.mark.parametrize(
    "html",
    [
        # Much text beside each of many anchors.
        "<p>" + "text " * 20_000 + "<a href=/x{0}>a</a>",
        # Anchors within anchors: tables let them.
        "<table><a href=/x{0}><tr><td><b>",
        "<div><a href=/x{0}>a</a>",
    ],
    ids=["beside", "nested", "deep"],
)
def test_the_work_is_bounded(html: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read for places does not grow with the square of a document."""
    read = 0

    side = links_places.Places._side

    def counted(self: links_places.Places, node: object, *, back: bool) -> str:
        nonlocal read
        before = self._left
        text = side(self, node, back=back)  # type: ignore[arg-type]
        read += before - self._left
        return text

    monkeypatch.setattr(links_places.Places, "_side", counted)
    monkeypatch.setattr(links_places, "MAX_READ", 50_000)
    document = "".join(html.format(i) for i in range(200))
    assert found(document)
    # The text that went past the budget is the last one that was begun.
    assert read <= 50_000 + len(document)
