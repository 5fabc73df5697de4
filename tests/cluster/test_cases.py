"""The symptom cases of structure, each with its siblings."""

from __future__ import annotations

import pytest

from crawler.cluster import Cluster, ClusterOptions, Member, cluster_members
from tests.cases import case
from tests.cluster.trees import measure

TOKENS = pytest.mark.parametrize("token", ["tag", "tag.class"])


def clusters(
    pages: dict[str, str], options: ClusterOptions, shapes: dict[str, str] | None = None
) -> list[Cluster]:
    """Clusters of pages given by path; a path is its own shape unless told."""
    members = [
        Member(
            path, "h 2xx html", (shapes or {}).get(path, path), measure(html, options)
        )
        for path, html in sorted(pages.items())
    ]
    return cluster_members(members, options).clusters


def shape(path: str) -> str:
    """Enough of a URL shape for the pages of the cases."""
    head, mark, query = path.partition("?")
    folded = "/".join("{int}" if part.isdigit() else part for part in head.split("/"))
    return folded + mark + query.partition("=")[0]


@TOKENS
def test_c21_volatile_parts_are_no_structure(token: str) -> None:
    given, _ = case("C21")
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    (one,) = clusters(given["pages"], options)
    assert one.similarities == [1, 1, 1]


VOLATILE = [
    ("<div id=ad-{}>Ad</div>", "831", "112"),
    ("<input type=hidden name=csrf value={}>", "9f2c", "77d0"),
    ("<p>Visitors today: {}</p>", "5", "1,204"),
    ("<p style='width:{}%'>x</p>", "10", "99"),
    ("<script nonce={0}>var t = {0};</script>", "1", "2"),
    ("{}", "<script src=a.js></script>", ""),
    ("{}", "<!-- served by a -->", "<!-- served by b --><!-- cached -->"),
    ("{}", "<style>p{}</style>", "<link rel=stylesheet href=x>"),
    ("<ul>{}</ul>", "<li>news</li>", "<li>news</li>" * 9),
    ("<select>{}</select>", "<option>1", "<option>1<option>2"),
    ("<svg>{}</svg>", "<path d=m />", "<g><circle r=1 /></g>"),
    ("<p title='{0}' data-x={0}>x</p>", "1", "2"),
    ("<img src={}>", "a.png", "b.png"),
]


@TOKENS
@pytest.mark.parametrize(("part", "a", "b"), VOLATILE)
def test_whatever_changes_between_two_fetches(
    token: str, part: str, a: str, b: str
) -> None:
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    page = "<main><h1>t</h1>{}</main>"
    one, other = (measure(page.format(part.format(x)), options) for x in (a, b))
    assert one == other


@TOKENS
def test_c23_rows_and_pager(token: str) -> None:
    given, expected = case("C23")
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    shapes = {path: shape(path) for path in given["pages"]}
    found = clusters(given["pages"], options, shapes)
    assert sorted(one.members for one in found) == sorted(expected["clusters"])
    chosen = sum(len(one.representatives) for one in found)
    assert chosen == expected["representatives"]


CHROME = (
    "<header><a><img></a><nav><ul><li><a>x</a></li></ul></nav><form><input></form>"
    "</header><main><h1>t</h1>{}</main>"
    "<footer><div><p>f</p><ul><li><a>x</a></li></ul></div></footer>"
)
ROW = "<tr><td><a>n</a></td><td>x</td><td><img></td><td><b>1</b></td></tr>"
LIST = f"<table><thead><tr><th>a</th></tr></thead><tbody>{ROW * 3}</tbody></table>"
ITEM = "<article><h2>a</h2><dl><dt>a</dt><dd>1</dd></dl><p>a <b>b</b></p></article>"
PAGER = "<ul class=pager><li><a>1</a></li><li><a>2</a></li></ul>"

LISTS = {
    "more rows": LIST.replace(ROW, ROW * 70),
    "one row": LIST.replace(ROW * 3, ROW),
    "pager": LIST + PAGER,
    "pager on both ends": PAGER + LIST + PAGER,
    "pager with a current page": LIST + PAGER.replace("<a>2</a>", "<b>2</b>"),
    "pager as a line of links": LIST + "<p><a>1</a> <a>2</a></p>",
    "message": "<div class=note><p>3 found</p></div>" + LIST,
    "empty cell": LIST.replace("<td>x</td>", "<td></td>", 1),
    "optional badge": LIST.replace("<b>1</b>", "<b>1</b><i>new</i>", 1),
    "no image": LIST.replace("<img>", "", 1),
    "a row for a group": LIST.replace(ROW, "<tr><td colspan=4>G</td></tr>" + ROW, 1),
    "odd and even": LIST.replace("<tr><td><a>", "<tr class=odd><td><a>", 1),
    "an emphasised cell": LIST.replace("x</td>", "<em>x</em></td>", 1),
}


@TOKENS
@pytest.mark.parametrize("variant", LISTS)
def test_a_list_is_a_list_and_an_item_an_item(token: str, variant: str) -> None:
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    pages = {
        "/list?c=1": LIST,
        "/list?c=2": LISTS[variant],
        "/item/1": ITEM,
        "/item/2": ITEM + "<div class=related><a>x</a></div>",
    }
    found = clusters(
        {path: CHROME.format(part) for path, part in pages.items()},
        options,
        {path: shape(path) for path in pages},
    )
    assert sorted(one.members for one in found) == [
        ["/item/1", "/item/2"],
        ["/list?c=1", "/list?c=2"],
    ]


@TOKENS
def test_c24_each_form_is_represented(token: str) -> None:
    given, expected = case("C24")
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    forms = {"/b": ("POST /up f",), "/c": ("POST /in u,p",), "/e": ("POST /in u,p",)}
    members = [
        Member(path, "h", path, measure(html, options), forms.get(path, ()))
        for path, html in sorted(given["pages"].items())
    ]
    found = cluster_members(members, options).clusters
    chosen = {one.key for cluster in found for one in cluster.representatives}
    assert "/b" in chosen
    assert len(chosen & {"/c", "/e"}) == 1
    assert len(chosen & {"/a", "/d"}) == 1
    assert len(chosen) <= expected["representatives_max"]


@pytest.mark.parametrize("menu", [1, 25, 400])
@pytest.mark.parametrize("forms", [1, 2, 5])
def test_the_pages_with_the_forms_are_chosen(menu: int, forms: int) -> None:
    """However large the chrome is, and however few clusters it leads to."""
    names = "bius"
    links = "".join(f"<div><a>m</a><{names[n % 4]}>x</div>" for n in range(menu))
    form = "<form><input type=file><input type=submit></form>"
    members = []
    for number in range(40):
        html = f"<header>{links}</header><p>text</p>{form * (number < forms)}"
        shown = (f"POST /up{number}",) if number < forms else ()
        path = f"/{number:02}"
        members.append(Member(path, "h", "/{int}", measure(html), shown))
    found = cluster_members(members, ClusterOptions()).clusters
    chosen = {one.key for cluster in found for one in cluster.representatives}
    assert {f"/{number:02}" for number in range(forms)} <= chosen
    assert len(chosen) <= forms + 1
