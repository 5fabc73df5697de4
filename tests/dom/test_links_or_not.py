"""What in HTML is guessed to be a link, and what is none."""

from __future__ import annotations

import pytest

from tests.dom.documents import links

GUESSES = [
    ('<p data-href="/xy">t</p>', "data-*"),
    ('<p data-url="/xy">t</p>', "data-*"),
    ('<p data-anything="/xy">t</p>', "data-*"),
    ("""<p data-props='{"next": "/xy"}'>t</p>""", "script"),
    ("""<p onclick="location.href='/xy'">t</p>""", "script"),
    ("""<a href="javascript:go('/xy')">t</a>""", "script"),
    ("""<a href=" java\nscript:go('/xy')">t</a>""", "script"),
    ("<script>fetch('/xy')</script>", "script"),
    ('<script type="application/json">{"a": "\\/xy"}</script>', "script"),
    ('<svg><script>fetch("/xy")</script></svg>', "script"),
    ('<a href="/xy{{id}}">t</a>', "a@href"),
    ("""<form action="javascript:go('/xy')">""", "script"),
    ("""<iframe src="javascript:go('/xy')">""", "script"),
    ("<script>document.write('<a href=\"/xy\">t</a>')</script>", "script"),
    ('<script>document.write("<a href=\\"/xy\\">t</a>")</script>', "script"),
    ('<base href="/xy/">', "base@href"),
    ('<!-- <a href="/xy">t</a> -->', "comment"),
    ("<template><a href=/xy>t</a></template>", "template"),
    ("<template><template><a href=/xy>t</a></template></template>", "template"),
    ('<option value="/xy">o', "option@value"),
    ('<input type=hidden value="/xy">', "input@value"),
    ('<meta name="anything" content="/xy">', "meta@content"),
    ('<x-card to="/xy"></x-card>', "attribute"),
    ('<a routerLink="/xy">t</a>', "attribute"),
    ("""<a :href="'/xy'">t</a>""", "script"),
    ("""<a @click="go('/xy')">t</a>""", "script"),
    ("""<a (click)="go('/xy')">t</a>""", "script"),
    ("""<a [routerLink]="['/xy']">t</a>""", "script"),
    ("""<a ng-click="go('/xy')">t</a>""", "script"),
    ("""<a x-on:click="go('/xy')">t</a>""", "script"),
    ("""<p data-content="<a href='/xy'>t</a>">t</p>""", "markup"),
    ("""<meta name="about" content="<a href='/xy'>">""", "markup"),
    ("<p>moved to http://h.test/xy, sorry</p>", "text"),
    ("<p>moved to <b>(http://h.test/xy)</b></p>", "text"),
    ("<p>moved to ../xy/z.html.</p>", "text"),
    ("<!-- see http://h.test/xy -->", "text"),
    ("<script>// see http://h.test/xy\n</script>", "text"),
]
NOTHING = [
    '<textarea><a href="/x">t</a></textarea>',
    '<title><a href="/x">t</a></title>',
    '<xmp><a href="/x">t</a></xmp>',
    '<iframe><a href="/x">t</a></iframe>',
    "<script>'<a href=/x>'</script>",
    "<style>/* url(/x) */</style>",
    '<p title="/x">/x</p>',
    '<a name="/x">t</a>',
    '<form method="dialog" action="/x"></form>',
    '<form action=""></form>',
    '<form action=" "></form>',
    "<form></form>",
    '<link rel="dns-prefetch" href="//x.test">',
    '<link rel="preconnect" href="//x.test">',
    '<img src="">',
    '<img src="data:image/png;base64,AAAA">',
    '<meta http-equiv="refresh" content="5">',
    '<meta name="msapplication-config" content="none">',
    '<p data-template="/x/{{id}}">t</p>',
    '<p data-word="x">t</p>',
    '<a href="mailto:x@h.test">t</a>',
    '<a href="http://h.test:22/">t</a>',
    "<p style='color: red'>t</p>",
    "<!-- a < b -->",
    "<!-- <b>text</b> -->",
    '<base href="">',
    '<base href="page">',
    '<meta name="description" content="what / why">',
    '<meta http-equiv="Content-Security-Policy" content="img-src http://o.test/x">',
    '<param name="loop" value="x">',
    '<option value="Europe/Berlin">o',
    '<option value="text/html">o',
    '<input type=text value="/xy">',
    '<input type=hidden name="__VIEWSTATE" value="/wEPDwUJMTk4NzU2NTY4ZGQI5tUU">',
    '<input type=hidden value="/wEPDwUJMTk4NzU2NTY4ZGQI5tUUkTXbZvyE0FKwRFA8i==">',
    '<input type=hidden name=back value="/xy?token=1">',
    '<input pattern="/[a-z]+/">',
    '<p xmlns:og="http://ogp.me/ns#">t</p>',
    '<p aria-label="here / there">t</p>',
    '<svg><path d="M1 1"/></svg>',
    "<p>either/or, /usr/bin/env, ./configure, ./run.sh, /xy, a/b.html</p>",
    "<p>http://o.test/ and http://h.test.o.test/ and http://h.test:81/</p>",
    '<a title="http://h.test/xy">t</a>',
    '<p title="blob:http://h.test/xy">t</p>',
    "<button hx-post>t</button>",
]


@pytest.mark.parametrize(("source", "origin"), GUESSES)
def test_guesses(source: str, origin: str) -> None:
    (link,) = links(source)
    assert link.url.startswith("http://h.test/xy")
    assert (link.origin, link.guessed, link.embedded) == (origin, True, False)


@pytest.mark.parametrize("source", NOTHING)
def test_nothing(source: str) -> None:
    assert links(source) == ()
