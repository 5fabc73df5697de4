"""Every place of HTML where a URL stands, and those where none does."""

from __future__ import annotations

import pytest

from crawler.dom.links_sources import METAS, URL_ATTRIBUTES
from crawler.items import Link
from tests.dom.documents import links, real_urls, urls

PLACES = [
    ('<a href="/x">t</a>', "a@href"),
    ('<map><area href="/x" alt="t"></map>', "area@href"),
    ('<link rel="next" href="/x">', "link@href"),
    ('<link href="/x">', "link@href"),
    ('<link rel="prefetch" href="/x">', "link@href"),
    ('<iframe src="/x"></iframe>', "iframe@src"),
    ('<frameset><frame src="/x"></frameset>', "frame@src"),
    ('<form action="/x"></form>', "form@action"),
    ('<form method="bogus" action="/x"></form>', "form@action"),
    ('<form method="POST" action="/x"></form>', "form@action:post"),
    ('<form><button formaction="/x">b</button></form>', "button@formaction"),
    ('<form><input type=submit formaction="/x"></form>', "input@formaction"),
    ('<blockquote cite="/x">q</blockquote>', "blockquote@cite"),
    ('<q cite="/x">q</q>', "q@cite"),
    ('<ins cite="/x">q</ins>', "ins@cite"),
    ('<del cite="/x">q</del>', "del@cite"),
    ('<img longdesc="/x">', "img@longdesc"),
    ('<svg><a xlink:href="/x"><text>t</text></a></svg>', "a@xlink:href"),
    ('<svg><a href="/x"><text>t</text></a></svg>', "a@href"),
    ('<math><mtext href="/x">t</mtext></math>', "mtext@href"),
    ('<meta http-equiv="refresh" content="0; url=/x">', "meta-refresh"),
    ('<meta property="og:url" content="/x">', "meta@og:url"),
    ('<meta name="twitter:url" content="/x">', "meta@twitter:url"),
    ('<meta itemprop="url" content="/x">', "meta@url"),
    (
        '<meta name="msapplication-starturl" content="/x">',
        "meta@msapplication-starturl",
    ),
    (
        '<meta name="msapplication-task" content="name=n;action-uri=/x;">',
        "meta@msapplication-task",
    ),
    ('<button hx-get="/x">t</button>', "button@hx-get"),
    ('<button data-hx-get="/x">t</button>', "button@data-hx-get"),
    ('<button hx-post="/x">t</button>', "button@hx-post:post"),
    ('<button data-hx-delete="/x">t</button>', "button@data-hx-delete:delete"),
    ('<isindex action="/x">', "isindex@action"),
    ('<html><head profile="/x">', "head@profile"),
    ("<noembed><a href=/x>t</a></noembed>", "a@href"),
    ('<noscript><a href="/x">t</a></noscript>', "a@href"),
    ('<iframe srcdoc="&lt;a href=/x>t&lt;/a>"></iframe>', "a@href"),
    ('<frameset><noframes><a href="/x">t</a></noframes></frameset>', "a@href"),
    ('<select><option>o</select><a href="/x">t</a>', "a@href"),
    ('<table><a href="/x">t</a><tr><td></table>', "a@href"),
]
PARTS = [
    ('<img src="/x">', "img@src"),
    ('<image src="/x">', "img@src"),
    ('<img lowsrc="/x">', "img@lowsrc"),
    ('<img srcset="/x 2x">', "img@srcset"),
    ('<picture><source srcset="/x"></picture>', "source@srcset"),
    ('<link rel=preload imagesrcset="/x 2x">', "link@imagesrcset"),
    ('<input type=image src="/x">', "input@src"),
    ('<script src="/x"></script>', "script@src"),
    ('<video src="/x"></video>', "video@src"),
    ('<video poster="/x"></video>', "video@poster"),
    ('<audio src="/x"></audio>', "audio@src"),
    ('<video><track src="/x"></video>', "track@src"),
    ('<video><source src="/x"></video>', "source@src"),
    ('<embed src="/x">', "embed@src"),
    ('<object data="/x"></object>', "object@data"),
    ('<object archive="/x /y"></object>', "object@archive"),
    ('<applet archive="/x,/y"></applet>', "applet@archive"),
    ('<applet code="/x"></applet>', "applet@code"),
    ('<import namespace="n" implementation="/x">', "import@implementation"),
    ('<bgsound src="/x">', "bgsound@src"),
    ('<body background="/x">', "body@background"),
    ('<table background="/x"></table>', "table@background"),
    ('<table><td background="/x"></table>', "td@background"),
    ('<html manifest="/x">', "html@manifest"),
    ('<link rel="stylesheet" href="/x">', "link@href"),
    ('<link rel="shortcut icon" href="/x">', "link@href"),
    ('<link rel="apple-touch-icon" href="/x">', "link@href"),
    ('<link rel="manifest" href="/x">', "link@href"),
    ('<link rel="prefetch" as="script" href="/x">', "link@href"),
    ('<svg><image href="/x"/></svg>', "image@href"),
    ('<svg><use xlink:href="/x"/></svg>', "use@xlink:href"),
    ('<a ping="/x /y">t</a>', "a@ping"),
    ('<p style="background: url(/x)">t</p>', "css"),
    ("<style>@import '/x';</style>", "css"),
    ("<svg><style>a { fill: url(/x) }</style></svg>", "css"),
    ('<meta property="og:image" content="/x">', "meta@og:image"),
    ('<meta name="twitter:image:src" content="/x">', "meta@twitter:image:src"),
    (
        '<meta name="msapplication-TileImage" content="/x">',
        "meta@msapplication-tileimage",
    ),
    ('<meta itemprop="image" content="/x">', "meta@image"),
    ('<x-lazy src="/x"></x-lazy>', "x-lazy@src"),
]


@pytest.mark.parametrize(("source", "origin"), PLACES)
def test_places(source: str, origin: str) -> None:
    (link, *_) = links(source)
    assert (link.url, link.origin) == ("http://h.test/x", origin)
    assert not link.embedded
    assert not link.guessed


@pytest.mark.parametrize(("source", "origin"), PARTS)
def test_parts(source: str, origin: str) -> None:
    (link, *_) = links(source)
    assert (link.url, link.origin) == ("http://h.test/x", origin)
    assert link.embedded
    assert not link.guessed


_SVG = {
    "feImage",
    "image",
    "linearGradient",
    "mpath",
    "pattern",
    "radialGradient",
    "textPath",
    "use",
}


@pytest.mark.parametrize("name", sorted(URL_ATTRIBUTES))
def test_every_attribute_of_the_table(name: str) -> None:
    for tag in URL_ATTRIBUTES[name]:
        if tag in {"*", "command"}:
            continue
        if tag in _SVG:
            source = f'<svg><{tag} {name}="/x"></{tag}></svg>'
        elif tag == "frame":
            source = f'<frameset><frame {name}="/x"></frameset>'
        elif tag == "html":
            source = f'<html {name}="/x">'
        else:
            source = f'<{tag} {name}="/x"></{tag}>'
        (link,) = links(source)
        assert link.origin == f"{tag}@{name}"
        assert link.embedded == URL_ATTRIBUTES[name][tag]


@pytest.mark.parametrize("name", sorted(METAS))
@pytest.mark.parametrize("attribute", ["name", "property", "itemprop"])
def test_every_meta_of_the_table(name: str, attribute: str) -> None:
    (link,) = links(f'<meta {attribute}="{name.upper()}" content="/x">')
    assert link == Link("http://h.test/x", f"meta@{name}", embedded=METAS[name])


def test_document_order_and_each_once_per_origin() -> None:
    source = """<link rel=next href=/1><body background=/2><a href=/3>a</a>
        <img src=/4><p style="background:url(/5)"><a href=/3#x>b</a><a href=/3>c</a>
        <script>f('/six')</script><iframe src=/3></iframe><a href=/7>d</a>"""
    assert [(link.url[13:], link.origin) for link in links(source)] == [
        ("/1", "link@href"),
        ("/2", "body@background"),
        ("/3", "a@href"),
        ("/4", "img@src"),
        ("/5", "css"),
        ("/3#x", "a@href"),
        ("/six", "script"),
        ("/3", "iframe@src"),
        ("/7", "a@href"),
    ]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<a href=/x> some \n <b>bold</b> text </a>", "some bold text"),
        ("<a href=/x><u>L</u>ogout</a>", "Logout"),
        ('<a href=/x><img src=i alt="a  picture"></a>', "a picture"),
        ("<a href=/x aria-label='to x'><i></i></a>", "to x"),
        ("<a href=/x title='to x'></a>", "to x"),
        ("<a href=/x></a>", ""),
        ("<a href=/x></a><a href=/x>later</a>", "later"),
        ("<a href=/x>first</a><a href=/x>later</a>", "first"),
        ("<area href=/x alt='a place'>", "a place"),
        ("<link rel=next href=/x title='next page'>", "next page"),
        ("<a href=/x>" + "long " * 100 + "</a>", ("long " * 40)),
        ("<a href=/x>日本<wbr>語</a>", "日本語"),
    ],
)
def test_text(source: str, text: str) -> None:
    link = next(link for link in links(source) if link.url == "http://h.test/x")
    assert link.text == text
    assert len(link.text) <= 200


@pytest.mark.parametrize(
    ("source", "origins"),
    [
        ("<form method=post>{}</form>", ["button@formaction:post"]),
        ("<form method=get>{}</form>", ["button@formaction"]),
        ("<form method=post><p><b>{}</b></p></form>", ["button@formaction:post"]),
        ("<table><form method=post><tr><td>{}</table>", ["button@formaction:post"]),
        ("<form id=f method=post></form>{form=f}", ["button@formaction:post"]),
        ("<form id=f></form><form method=post></form>{form=f}", ["button@formaction"]),
        ("{form=f}<form id=f></form>", ["button@formaction:post"]),
        ("<form method=post>{formmethod=get}</form>", ["button@formaction"]),
        ("<form>{formmethod=POST}</form>", ["button@formaction:post"]),
        ("<form>{formmethod=dialog}</form>", []),
    ],
)
def test_method_of_a_button(source: str, origins: list[str]) -> None:
    before, _, rest = source.partition("{")
    attributes, _, after = rest.partition("}")
    button = f"<button {attributes} formaction=/x>b</button>"
    found = links(before + button + after)
    assert [link.origin for link in found] == origins


def test_empty_href_is_the_base_without_a_fragment() -> None:
    assert urls('<a href="">t</a>', url="http://h.test/a?b#c") == ["http://h.test/a?b"]
    assert urls("<a href>t</a>") == ["http://h.test/dir/page"]
    assert real_urls('<base href="/q#r"><a href=" ">t</a>') == ["http://h.test/q"]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ('<base href="/b/">', "http://h.test/b/k"),
        ('<base href="//o.test/b/">', "http://o.test/b/k"),
        ('<base target="_top">', "http://h.test/dir/k"),
        ('<base href="data:,x">', "http://h.test/dir/k"),
        ('<base href="http://[">', "http://h.test/dir/k"),
        ('<base href="http://["><base href="/b/">', "http://h.test/dir/k"),
        ('<base href="">', "http://h.test/dir/k"),
        ('<template><base href="/b/"></template>', "http://h.test/dir/k"),
        ('<base href="ftp://o.test/">', None),
        ('<base href="mailto:x">', None),
    ],
)
def test_base(head: str, found: str | None) -> None:
    assert real_urls(f'{head}<a href="k">t</a>') == ([found] if found else [])
    assert "http://o.test/" in urls(f'{head}<a href="http://o.test/">t</a>')


def test_inner_documents_have_the_base_of_the_outer() -> None:
    source = (
        '<base href="/b/"><iframe srcdoc="&lt;base href=/c/>&lt;a href=k>"></iframe>'
    )
    assert real_urls(source) == ["http://h.test/b/k"]


def test_an_inner_document_of_an_inner_document_counts_too() -> None:
    source = "<iframe srcdoc=\"<iframe srcdoc='<a href=/x>'></iframe>\"></iframe>"
    assert urls(source) == ["http://h.test/x"]
