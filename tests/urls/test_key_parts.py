"""What the options add to the key and take from it: tracking marks and routes."""

from __future__ import annotations

import pytest

from crawler.options import read_options
from crawler.urls import UrlOptions, canonical_key
from tests.cases import case

ROUTES = UrlOptions(routes=True)


@pytest.mark.parametrize(
    "pair",
    [
        *("utm_source=x", "UTM_Campaign=x", "utm_anything=", "gclid=1", "fbclid=A-b_c"),
        *(
            "msclkid=1",
            "yclid=1",
            "dclid=1",
            "gbraid=1",
            "wbraid=1",
            "_ga=2.1.2",
            "mc_eid=1",
        ),
        *(
            "igshid=1",
            "ttclid=1",
            "twclid=1",
            "_hsenc=1",
            "__hstc=1",
            "mtm_group=1",
            "_gl=1",
        ),
    ],
)
def test_tracking_parameters_leave_the_key(pair: str) -> None:
    assert canonical_key(f"http://h/p?{pair}") == "http://h/p"
    assert canonical_key(f"http://h/p?a=1&{pair}&b") == "http://h/p?a=1&b"


@pytest.mark.parametrize(
    "pair", ["ref=x", "source=x", "campaign=x", "pk_id=7", "utm=x", "id=1", "token=x"]
)
def test_parameters_that_may_choose_a_page_stay(pair: str) -> None:
    assert canonical_key(f"http://h/p?{pair}") == f"http://h/p?{pair}"


def test_tracking_is_a_setting() -> None:
    options = read_options(UrlOptions, "URLS", {"URLS_TRACKING": "ref, from_*"})
    url = "http://h/p?ref=1&from_mail=2&utm_source=3"
    assert canonical_key(url, options) == "http://h/p?utm_source=3"
    assert canonical_key(url, UrlOptions(tracking=())) == (
        "http://h/p?from_mail=2&ref=1&utm_source=3"
    )


def test_c04_fragments_without_rendering() -> None:
    links, expect = case("C04")
    keys = {canonical_key(url) for url in links["links"]}
    assert keys == {expect["mode=http"]["wire_url"]}


def test_c04_routes_when_rendered() -> None:
    links, expect = case("C04")
    keys = {canonical_key(url, ROUTES) for url in links["links"]}
    assert keys == set(expect["mode=rendered"]["distinct_states"])


@pytest.mark.parametrize(
    ("fragment", "kept"),
    [
        ("#", ""),
        ("#top", ""),
        ("#a/b", ""),
        ("#:~:text=x", ""),
        ("#/", ""),
        ("#!", ""),
        ("#!/", ""),
        ("#/a", "#/a"),
        ("#!a", "#!a"),
        ("#!/a?x=1", "#!/a?x=1"),
        ("#/a#b", "#/a"),
        ("#/%7Ea%2f", "#/~a%2F"),
        ("#/é", "#/%C3%A9"),
    ],
)
def test_which_fragments_are_routes(fragment: str, kept: str) -> None:
    assert canonical_key("http://h/?q=1" + fragment, ROUTES) == "http://h/?q=1" + kept
    assert canonical_key("http://h/?q=1" + fragment) == "http://h/?q=1"
