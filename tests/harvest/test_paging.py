"""Links to other pages of an answer, and what pages say of the number of results."""

from __future__ import annotations

import pytest

from crawler.dom import parse
from crawler.harvest.paging import Paging, paging_of
from crawler.harvest.paging_claims import Claim, best_claim, claim
from crawler.harvest.paging_trail import Trail

URL = "http://db.test/find?q=x&page=2"


def paging(body: str, url: str = URL) -> Paging:
    page = parse(body.encode(), url=url, content_type="text/html; charset=utf-8")
    return paging_of(page)


def link(page: int, text: str, more: str = "") -> str:
    return f'<a {more} href="/find?q=x&page={page}">{text}</a>'


WORDS = [
    "Next",
    "next page »",
    "›",
    "→",
    "Weiter",
    "Nächste Seite",
    "Suivant",
    "Siguiente »",
    "Próxima",
    "Successivo",
    "Volgende",
    "Nästa",
    "Следующая",
    "次へ",
    "下一页",
    "다음",
    "التالي",
    "Older posts",
    "Load more",
    "Mehr laden",
]


@pytest.mark.parametrize("word", WORDS)
def test_words_and_arrows_of_many_languages(word: str) -> None:
    body = f'<div class="pager">{link(1, "1")} <b>2</b> {link(3, word)}</div>'
    assert paging(body).next == "http://db.test/find?q=x&page=3"


@pytest.mark.parametrize(
    "body",
    [
        link(3, "Continue to more", 'rel="next"'),
        '<link rel="next" href="/find?q=x&amp;page=3"><p>x',
        f"<p>{link(1, '1')} <b>2</b> {link(3, '3')} {link(4, '4')}</p>",
        f"<ul><li>{link(1, '1')}<li class=active>{link(2, '2')}<li>{link(3, '3')}</ul>",
        f"<ol><li>{link(1, '1')}<li><span>2</span><li>{link(3, '3')}</ol>",
        '<p class="pages"><a href="?q=x&page=3"><img alt="next" class="next"></a></p>',
    ],
)
def test_relations_and_numbers(body: str) -> None:
    assert paging(body).next == "http://db.test/find?q=x&page=3"


@pytest.mark.parametrize(
    "body",
    [
        "",
        f'<div class="pager">{link(1, "« Previous")} {link(1, "1")} <b>2</b></div>',
        '<div class="carousel"><a class="next" href="#">Next</a></div>',
        '<p><a href="http://other.test/x">next</a>',
        "<p>In <a href='/y/1999'>1999</a> and <a href='/y/2004'>2004</a>",
        "<p><a href='/news/next-big-thing'>The next big thing is here at last</a>",
    ],
)
def test_no_next_page(body: str) -> None:
    assert paging(body).next == ""


def test_the_last_page_is_told() -> None:
    body = f'<div class="pager">{link(1, "Previous")} {link(1, "1")} <b>2</b></div>'
    found = paging(body)
    assert found.last
    assert found.current == 2
    assert not paging("<p>x").last


def test_a_cursor_is_followed() -> None:
    body = '<p><a href="/find?q=x&_next=0install-core">Next page</a></p>'
    assert paging(body, "http://db.test/find?q=x").next.endswith("_next=0install-core")


def test_offsets_count_as_pages() -> None:
    url = "http://db.test/find?q=x&start=10"
    body = '<a href="?q=x&start=0">&lt;</a> <a href="?q=x&start=20">&gt;</a>'
    assert paging(body, url).next == "http://db.test/find?q=x&start=20"


CLAIMS = [
    ("1-10 of 253", 253, 10),
    ("Showing 1 to 10 of 253 entries", 253, 10),
    ("Showing 50 of 137", 137, 50),
    ("Results 1 – 5 of 5", 5, 5),
    ("Ergebnisse 1 bis 10 von 1.234", 1234, 10),
    ("1–10 sur 2 345 résultats", 2345, 10),
    ("1-10 sur 2\u202f345 résultats", 2345, 10),
    ("Mostrando 1 a 20 de 1.024 resultados", 1024, 20),
    ("253件中 1-10件", 253, 10),
    ("Записи 1-10 из 98", 98, 10),
    ("253 results", 253, None),
    ("1,234,567 records found", 1234567, None),
    ("About 12,300 results (0.31 seconds)", 12300, None),
    ("12,34,567 results", 1234567, None),
    ("1.234 Treffer", 1234, None),
    ("Found: 99 documents", 99, None),
    ("共 253 条", 253, None),
    ("Найдено 17 записей", 17, None),
    ("No results found", 0, None),
    ("Keine Treffer", 0, None),
    ("63,681 rows", 63681, None),
]


@pytest.mark.parametrize(("text", "total", "shown"), CLAIMS)
def test_claims(text: str, total: int, shown: int | None) -> None:
    found = claim(text)
    assert found is not None
    assert found.total == total
    assert found.shown == shown


@pytest.mark.parametrize(
    "text",
    [
        "Page 1 of 26",
        "10 results per page",
        "Seite 3 von 9",
        "3.5 out of 5 stars",
        "",
        "2019-2020",
        "Call 555 1234",
    ],
)
def test_no_claims(text: str) -> None:
    assert claim(text) is None


def test_the_claim_that_fits_is_taken() -> None:
    lines = ["3 items in your cart", "1-10 of 253", "Books 12"]
    assert best_claim(lines, 10) == Claim(253, 1, 10)
    assert best_claim(["3 items in your cart"], 10) is None


def test_paging_ends() -> None:
    pages = {n: f"http://a.test/?page={n}" for n in range(9)}
    trail = Trail()
    assert [trail.add(pages[n], [str(n)], pages[n + 1]) for n in range(3)] == [""] * 3
    assert trail.add(pages[3], ["3"], pages[1]) == "loop"
    assert trail.add(pages[4], ["3"], pages[5]) == "repeat"
    assert trail.add(pages[5], ["5"], "") == "last"
    assert Trail(limit=1).add(pages[0], ["0"], pages[1]) == "too many"
    assert Trail().add(pages[0], [], pages[1]) == ""
