"""Hypothesis strategies of hostile documents: markup of any kind in any encoding."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from crawler.dom.elements import ATTRIBUTES_OF_HTML, ELEMENTS
from tests.hostile.files import (
    CSS,
    JSON,
    ROBOTS,
    SCRIPT,
    SITEMAP,
    TEXT,
    XHTML,
    XML,
    Kind,
)

NAMES: Final = sorted(ELEMENTS | {"x-y", "isindex", "desc", "annotation-xml"})
ATTRIBUTES: Final = sorted(
    ATTRIBUTES_OF_HTML
    | {"data-url", "data-x", "onclick", "@click", "hx-post", "encoding", "http-equiv"}
)
VALUES: Final = (
    *(
        "",
        "/",
        "x",
        "/a/b?c=d#e",
        "//h.test:99999/",
        "http://[::1",
        "javascript:f('/a')",
    ),
    *(
        "data:text/html,<a href=/x>",
        "\0",
        " \t\n",
        "%",
        "%zz",
        "../" * 9,
        "?",
        "#",
        "a,b",
    ),
    *(
        "a 1x, (b",
        "0;url=/r",
        "url(",
        "{{x}}",
        "<a href=/m>",
        '{"u":"/j"}',
        "é中\ud800",
    ),
    *(
        "submit",
        "hidden",
        "radio",
        "checkbox",
        "POST",
        "dialog",
        "refresh",
        "canonical",
    ),
    *("text/html; charset=utf-16", "navigation", "display:none", "../a/b.html"),
)
TOKENS: Final = (
    *(
        "text",
        " ",
        "\n",
        "\r",
        "\f",
        "\0",
        "\x1b$B",
        "+ADw-",
        "\ufeff",
        "\ud800",
        "é",
        "中",
    ),
    *(
        "&amp;",
        "&amp",
        "&#0;",
        "&#x110000;",
        "&#55296;",
        "&notin",
        "&",
        "&#",
        "e\u0301",
    ),
    *("<!--", "-->", "--!>", "<!>", "<!doctype html>", "<![CDATA[", "]]>", "<?", "?>"),
    *("<", ">", "</", "/>", "'", '"', "=", "f('/s');", "url(/c)", "import '/m.js'"),
    *("http://h.test/t ", "../a/b.html ", "12:30 ", "2024-01-01 ", "<!ENTITY x 'y'>"),
    *(
        "<b x=1>",
        "</b>",
        "</p>",
        "</form>",
        "</table>",
        "</template>",
        "</svg>",
        "</select>",
    ),
)
CODECS: Final = (
    *("utf-8", "utf-16-le", "utf-16-be", "utf-7", "latin-1", "cp1252", "shift_jis"),
    *("iso2022_jp", "gb18030", "big5", "euc_kr", "utf-32-le"),
)
LABELS: Final = (
    *("", "utf-8", "utf-16", "utf-16be", "utf-7", "iso-8859-1", "windows-1252", "gbk"),
    *(
        "shift_jis",
        "iso-2022-jp",
        "iso-2022-kr",
        "big5",
        "euc-kr",
        "x-user-defined",
        "?",
    ),
)
MARKS: Final = (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\0", b"\x1f\x8b\x08")

_words = st.text(st.characters(codec=None), max_size=6)
_values = st.one_of(st.sampled_from(VALUES), _words)


@st.composite
def _tags(draw: st.DrawFn) -> str:
    name = draw(st.one_of(st.sampled_from(NAMES), _words))
    if draw(st.integers(0, 3)) == 0:
        return f"</{name}>"
    out = [f"<{name}"]
    for key in draw(
        st.lists(st.one_of(st.sampled_from(ATTRIBUTES), _words), max_size=4)
    ):
        quote = draw(st.sampled_from(["", "'", '"']))
        out.append(f" {key}={quote}{draw(_values)}{quote}")
    return "".join(out) + draw(st.sampled_from([">", ">", ">", "/>", "", " >"]))


PIECES = st.one_of(_tags(), st.sampled_from(TOKENS), _words)
"""A tag, a token, a few characters."""
SOUP = st.lists(PIECES, max_size=40).map("".join)


def units(most: int = 8) -> st.SearchStrategy[str]:
    """What is repeated until it is large: depth, width, or a state of the parser."""
    return st.lists(PIECES, min_size=1, max_size=most).map("".join)


@st.composite
def bodies(draw: st.DrawFn) -> tuple[bytes, Kind]:
    """A document in some encoding, said to be in another, of some kind."""
    text, codec = draw(SOUP), draw(st.sampled_from(CODECS))
    body = draw(st.sampled_from(MARKS)) + text.encode(codec, "replace")
    cut = draw(st.integers(0, 3))
    label = draw(st.sampled_from(LABELS))
    kinds = (CSS, JSON, ROBOTS, SCRIPT, SITEMAP, TEXT, XHTML, XML)
    kind = draw(st.sampled_from([Kind("text/html"), Kind(""), *kinds]))
    if label:
        kind = kind._replace(content_type=f"{kind.content_type}; charset={label}")
    return body[: len(body) - cut], kind
