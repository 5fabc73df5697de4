"""The text a reader sees."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.document import parse
from crawler.dom.text import MAX_TEXT, visible_text


def text_of(html: str, content_type: str = "text/html;charset=utf-8") -> str:
    return visible_text(
        parse(
            html.encode("utf-8", "surrogatepass"),
            url="http://h.test/",
            content_type=content_type,
        )
    )


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # White space and lines.
        ("<p>one<p>two", "one\ntwo"),
        ("<p>one <b>b</b>old</p>", "one bold"),
        ("a\n  b\t\u00a0c", "a b c"),
        ("<div>a<div>b</div>c</div>d", "a\nb\nc\nd"),
        ("<span>a</span><span>b</span>", "ab"),
        ("a<br>b<hr>c", "a\nb\nc"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a\nb\nc"),
        ("<ul>\n <li>a</li>\n <li>b</li>\n</ul>", "a\nb"),
        ("<p> </p><p></p><div> <p>x</p> </div>", "x"),
        ("<pre>a\n  b</pre>", "a b"),
        ("<select><option>a<option>b</select>", "a\nb"),
        ("<textarea>\n typed </textarea>", "typed"),
        ("<x-card>a</x-card><x-card>b</x-card>", "ab"),
        ("<svg><title>t</title><style>s</style><text>x</text></svg>", "x"),
        ("中文<b>字</b>", "中文字"),
        # Not rendered.
        ("<title>t</title><p>x", "x"),
        ("<p>x</p><script>s</script><style>s</style>", "x"),
        ("<p>x</p><template><p>t</p></template>", "x"),
        ("<p>x</p><noscript>Please enable JavaScript</noscript>", "x"),
        ("<p>x</p><p hidden>h</p><p hidden=until-found>h</p>", "x"),
        ("<p>x</p><p style='color:red; DISPLAY : none'>h</p>", "x\nh"),
        ("<p>x</p><p style='color:red;Display:None'>h</p>", "x"),
        ("<p>x</p><p style='display: none'>h<b>h</b></p>y", "x\ny"),
        ("<p>x</p><dialog>h</dialog><dialog open>y</dialog>", "x\ny"),
        ("<p>x</p><iframe>f</iframe><video>v</video><canvas>c</canvas>", "x"),
        ("<p>x</p><datalist><option>o</datalist><!-- c -->", "x"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"),
        ("<details><summary>s</summary>d</details>", "s\nd"),
        # The chrome of the site.
        ("<nav>n</nav><p>x</p><aside>a</aside>", "x"),
        ("<header>h</header><p>x</p><footer>f</footer>", "x"),
        ("<main><header>h</header>x<footer>f</footer></main>", "h\nx\nf"),
        ("<article><header>h</header></article><header>no</header>", "h"),
        ("<main><nav>n</nav><aside>a</aside>x</main>", "x"),
        ("<div role=navigation>n</div><div role=Banner>b</div><p>x", "x"),
        ("<div role=contentinfo>f</div><div role=main>x</div>", "x"),
        # Nothing but chrome; a little text beside chrome stays little.
        ("<header>h</header><nav>n</nav><p> </p>", "h\nn"),
        ("<nav hidden>n</nav><header>h</header>", "h"),
        ("<header>h</header><nav>n</nav><p>Saved</p>", "Saved"),
        # Nothing at all.
        ("", ""),
        ("<div id=app></div><script>app()</script>", ""),
        ("<frameset><frame src=x></frameset>", ""),
    ],
)
def test_what_is_seen(html: str, text: str) -> None:
    assert text_of(html) == text


@pytest.mark.parametrize(
    ("source", "content_type", "text"),
    [
        ("one\n  two\n\nthree", "text/plain", "one\ntwo\nthree"),
        ('{"a": 1}', "application/json", ""),
        ("body { color: red }", "text/css", ""),
        ("<rss><channel><title>x</title></channel></rss>", "application/rss+xml", ""),
        ("", "text/html", ""),
    ],
)
def test_other_kinds(source: str, content_type: str, text: str) -> None:
    assert text_of(source, content_type) == text


def test_a_long_text_is_cut() -> None:
    words = text_of("<p>" + "word " * MAX_TEXT)
    assert MAX_TEXT - 5 <= len(words) <= MAX_TEXT
    lines = text_of("<p>line</p>\n   " * MAX_TEXT)
    assert MAX_TEXT // 2 < len(lines) <= MAX_TEXT


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000 + "deep",
        "<p>x" * 100_000,
        "<nav>" * 500 + "x" + "</nav>" * 500,
        "<header><section>" * 5_000 + "x",
        "<b>" * 2_000 + "<p>x" * 2_000,
    ],
    ids=["deep", "wide", "chrome", "sections", "formatting"],
)
def test_bounded_time(html: str) -> None:
    document = parse(html.encode(), url="http://h.test/", content_type="text/html")
    start = time.process_time()
    assert visible_text(document)
    assert time.process_time() - start < 2


MARKUP = """
    <p> </p> <div> </div> <nav> </nav> <main> </main> <header> </header> <footer>
    <section> <table> <tr> <td> </table> <b> </b> <script> </script> <textarea>
    </textarea> <div$hidden> <template> </template> <svg> </svg> <br> a b$c \0 中
"""


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(MARKUP.split()) | st.text(max_size=5), max_size=40))
def test_any_markup_has_a_text(parts: list[str]) -> None:
    text = text_of("".join(parts).replace("$", " "))
    lines = text.split("\n")
    assert "\0" not in text
    assert all(line == " ".join(line.split()) for line in lines)
    assert text == "" or all(lines)
