"""The symptom cases of documents and links, with their exact inputs."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING

import pytest

from tests.cases import case
from tests.dom.documents import depth, document, links, real_urls, urls

if TYPE_CHECKING:
    from pathlib import Path


def test_base_c08() -> None:
    given, expect = case("C08")
    for page, wanted in zip(given["documents"], expect["links"], strict=True):
        assert real_urls(page["html"], url=page["url"]) == list(dict.fromkeys(wanted))


def test_white_space_and_backslashes_c09() -> None:
    given, expect = case("C09")
    for href, wanted in zip(given["hrefs"], expect["absolute"], strict=True):
        assert urls(f'<a href="{escape(href)}">x</a>', url=given["url"]) == [wanted]


def test_malformed_hrefs_c10() -> None:
    given, expect = case("C10")
    anchors = "".join(f'<a href="{escape(href)}">x</a>' for href in given["hrefs"])
    found = urls(anchors + given["extra_html"], url=given["url"])
    assert found == expect["requested"]


def test_entities_c12() -> None:
    given, expect = case("C12")
    assert urls(given["html"], url=given["url"]) == expect["links"]


def test_meta_refresh_c14() -> None:
    given, expect = case("C14")
    for head, target in zip(given["heads"], expect["target"], strict=True):
        found = [
            link.url
            for link in links(head, url=given["url"])
            if link.origin == "meta-refresh"
        ]
        assert found == ([target] if target else []), head


def test_meta_refresh_loops_c14() -> None:
    given, _ = case("C14")
    reload, itself, later = (loop["html"] for loop in given["loops"])
    assert urls(reload, url=given["url"]) == []
    assert urls(itself, url=given["url"]) == [given["url"]]
    assert urls(later, url=given["url"]) == ["http://m.test/index.x"]
    assert urls(given["noscript"], url=given["url"]) == ["http://m.test/ns"]


def test_encodings_c15() -> None:
    given, expect = case("C15")
    for response, wanted in zip(given["responses"], expect["text_of_p"], strict=True):
        found = document(response["body"], response["content_type"])
        assert found.tree is not None
        paragraph = found.tree.css_first("p")
        assert paragraph is not None
        assert paragraph.text() == wanted


def test_query_in_the_encoding_of_the_document_c15() -> None:
    page = case("C15")[0]["link_page"]
    found = urls(page["body"], page["content_type"], page["url"])
    assert found == ["http://g.test/%E4%B8%AD?%D6%D0#%E4%B8%AD"]


@pytest.mark.parametrize(
    ("row", "kind", "paths"),
    [
        (0, "binary", []),
        (1, "binary", []),
        (2, "html", ["/x"]),
        (3, "text", []),
        (4, "empty", []),
        (5, "html", ["/x", "/s.js", "/y"]),
        (6, "json", []),
        (7, "binary", []),
        (8, "xml", []),
        (9, "html", ["/x"]),
        (10, "html", ["/x"]),
    ],
)
def test_content_types_c16(row: int, kind: str, paths: list[str]) -> None:
    given, _ = case("C16")
    response = given["responses"][row]
    found = document(response["body"], response["content_type"], given["url"])
    assert found.kind == kind
    assert (found.tree is not None) == (kind == "html")
    assert real_urls(response["body"], response["content_type"], given["url"]) == [
        f"http://g.test{path}" for path in paths
    ]


def test_no_body_c16() -> None:
    for status in case("C16")[0]["statuses"]:
        assert document(status["body"], None).kind == "empty"


def test_deep_c18() -> None:
    given, expect = case("C18")
    start = time.process_time()
    found = document(given["html"], url=given["url"])
    assert urls(given["html"], url=given["url"]) == expect["links"]
    assert time.process_time() - start < 4
    assert found.notes == ("deep",)
    assert depth(found) < 600


def test_wide_c18() -> None:
    given, _ = case("C18")
    start = time.process_time()
    found = links(given["variant_wide"], url=given["url"])
    assert time.process_time() - start < 5
    assert [link.url for link in found] == ["http://g.test/w"]
    assert document(given["variant_wide"]).notes == ()


def test_attributes_c58() -> None:
    (bomb,) = [
        response["body"]
        for response in case("C58")[0]["responses"]
        if response["name"] == "attributes"
    ]
    start = time.process_time()
    assert urls(bomb) == ["http://h.test/x"]
    assert time.process_time() - start < 4


def test_entities_c58() -> None:
    names = ["a", *(f"a{number}" for number in range(9))]
    values = ["a" * 10, *(f"&{name};" * 10 for name in names)]
    declared = "".join(
        f'<!ENTITY {name} "{value}">'
        for name, value in zip(names, values[:-1], strict=True)
    )
    body = (
        f'<?xml version="1.0"?><!DOCTYPE l [{declared}]><urlset><url>'
        f"<loc>http://s.test/&{names[-1]};</loc></url></urlset>"
    )
    found = document(body, "application/xml", "http://s.test/sitemap.xml")
    assert "entities" in found.notes
    assert urls(body, "application/xml", "http://s.test/sitemap.xml") == []


@pytest.mark.parametrize(
    ("root", "namespace"),
    [
        ("urlset", ""),
        ("svg", "http://www.w3.org/2000/svg"),
        ("html", "http://www.w3.org/1999/xhtml"),
    ],
)
def test_external_entity_c58(root: str, namespace: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("opensesame", encoding="utf-8")
    body = (
        f'<!DOCTYPE f [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
        f'<{root} xmlns="{namespace}"><url><loc>http://s.test/&x;</loc></url>'
        f'<a href="/a&x;">&x;</a></{root}>'
    )
    found = document(body, "text/xml")
    assert not any("opensesame" in url for url in urls(body, "text/xml"))
    if found.tree is not None:
        assert "opensesame" not in (found.tree.html or "")
