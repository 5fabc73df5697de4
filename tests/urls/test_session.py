"""Session ids leave the key wherever they travel, and nothing else does."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.urls import UrlOptions, canonical_key
from crawler.urls.session import Volatile, session_like
from tests.cases import case

HEX = "c0de0001c0de0002c0de0003c0de0004"
ALNUM = "u2lk0tm8rm1qd3ks8c0j2g3o71"
UUID = "550e8400-e29b-41d4-a716-446655440000"

# A name that says by itself that it is a session, with a value of its platform.
PLATFORMS = [
    ("jsessionid", "1A2B3C4D5E6F708192A3B4C5D6E7F809"),  # Tomcat
    ("JSESSIONID", "1A2B3C4D5E6F708192A3B4C5D6E7F809.node1"),
    ("jsessionid", "GvhQ1jL2!-1190283712!7001!-1"),  # WebLogic
    ("jsessionid", "0000abcDEF:1a2b3c"),  # WebSphere
    ("jsessionid", ""),
    ("JServSessionIdroot", "abc.def"),
    ("PHPSESSID", ALNUM),
    ("phpsessid", HEX),
    ("PHPSESSID", "abc"),
    ("ASPSESSIONIDQQABCDEF", "GHIJKLMNOPABCDEFGHIJKLMN"),
    ("ASP.NET_SessionId", "abcd1234efgh5678ijkl9012"),
    ("AspxAutoDetectCookieSupport", "1"),
    ("CFID", "12345"),
    ("CFTOKEN", "8a7d6c5b4f3e2d1c-1A2B3C4D"),
    ("osCsid", ALNUM),
    ("XTCsid", HEX),
    ("zenid", ALNUM),
    ("BV_SessionID", "@@@@0123456789.0987654321@@@@"),
    ("sesskey", "aB3dE5fG7h"),
    ("connect.sid", "s%3AabcDEF123.xyz"),
]
# Names that are also used for data, so that the value decides.
AMBIGUOUS = ["sid", "SID", "s", "sess", "session", "sessionid", "session_id", "sessid"]
TOKENS = [HEX, HEX.upper(), HEX[:16], UUID, ALNUM, "Zk3Lq8Xw2Pd9Rt5Vb1Nc7My4"]
DATA = [
    "",
    "1",
    "12",
    "20240131",
    "news",
    "summer-sale-2024-edition",
    "ABCDEFGHIJKLMNOPQR",
]


def test_c01() -> None:
    given, expect = case("C01")
    same = [canonical_key(a) == canonical_key(b) for a, b in given["pairs"]]
    assert same == [answer == "yes" for answer in expect["duplicate"]]


@pytest.mark.parametrize(("name", "value"), PLATFORMS)
@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://h/p?{}", "http://h/p"),
        ("http://h/p?b=1&{}&a=2", "http://h/p?a=2&b=1"),
        ("http://h/p;{}", "http://h/p"),
        ("http://h/a/;{}?b=1", "http://h/a/?b=1"),
        ("http://h/p;{};v=2", "http://h/p;v=2"),
        ("http://h/p;v=2;{}/x", "http://h/p;v=2/x"),
        ("http://h/{}/p", "http://h/p"),
        ("http://h/p?b=1;{}", "http://h/p?b=1"),
        ("http://h/p?{};b=1", "http://h/p?b=1"),
    ],
)
def test_platform_sessions(url: str, key: str, name: str, value: str) -> None:
    assert canonical_key(url.format(f"{name}={value}")) == key


@pytest.mark.parametrize("name", AMBIGUOUS)
@pytest.mark.parametrize("value", TOKENS)
@pytest.mark.parametrize("form", ["http://h/p?{}", "http://h/p;{}", "http://h/p/{}"])
def test_an_ambiguous_name_with_a_token(form: str, value: str, name: str) -> None:
    key = canonical_key(form.format(f"{name}={value}"))
    assert key == "http://h/p"


@pytest.mark.parametrize("name", AMBIGUOUS)
@pytest.mark.parametrize("value", DATA)
@pytest.mark.parametrize("form", ["http://h/p?{}", "http://h/p;{}", "http://h/p/{}"])
def test_an_ambiguous_name_with_data(form: str, value: str, name: str) -> None:
    url = form.format(f"{name}={value}")
    assert canonical_key(url) == url


@pytest.mark.parametrize(
    "segment",
    [
        "(S(abcd1234efgh5678ijkl9012))",
        "(s(abcd1234efgh5678ijkl9012))",
        "(X(1)S(abcd1234efgh5678ijkl9012))",
        "(A(tOkEn)S(abcd1234efgh5678ijkl9012)F(Tick-et_9))",
        "(F(ticket))",
        "(X(1))",
        "(abcd1234efgh5012ijkl0012)",  # ASP.NET 1.1
        "%28S%28abcd1234efgh5678ijkl9012%29%29",
    ],
)
def test_cookieless_asp_net(segment: str) -> None:
    assert canonical_key(f"http://h/{segment}/p.aspx?a=1") == "http://h/p.aspx?a=1"
    assert canonical_key(f"http://h/app/{segment}/") == "http://h/app/"
    assert canonical_key(f"http://h/{segment}") == "http://h/"


@pytest.mark.parametrize("name", ["osCsid", "XTCsid", "PHPSESSID", "zenid"])
def test_a_query_written_as_a_path(name: str) -> None:
    key = canonical_key(f"http://h/index.php/cat/7/{name}/{HEX}")
    assert key == "http://h/index.php/cat/7"


@pytest.mark.parametrize(
    "url",
    [
        "http://h/Mercury_(planet)",
        "http://h/(disambiguation)/x",
        "http://h/f(x)",
        "http://h/(abc)",
        "http://h/jsessionid",
        "http://h/jsessionid/help",
        "http://h/phpsessid/explained-in-2024",
        f"http://h/{HEX}",
        f"http://h/session/{HEX}",  # a session that is a resource
        f"http://h/sid/{HEX}",
        f"http://h/a;v=1/zenid/{UUID}",  # no shop writes its ids so
        f"http://h/?id={HEX}",
        f"http://h/?token={HEX}",
        "http://h/a;v=2;w=3",
        "http://h/a%3Bjsessionid=1",  # an escaped ";" is no separator
        "http://h/?q=jsessionid%3D1",
        "http://h/?my_jsessionid=1",
        "http://h/..;jsessionid=1/x",  # must not become "/../x"
    ],
)
def test_what_stays(url: str) -> None:
    assert canonical_key(url) == url


def test_the_names_are_a_setting() -> None:
    options = UrlOptions(session=("visit", "tok_*=token"))
    assert canonical_key("http://h/;visit=1?tok_a=1", options) == "http://h/?tok_a=1"
    assert canonical_key(f"http://h/?tok_a={HEX}", options) == "http://h/"
    assert canonical_key("http://h/?PHPSESSID=1", options) == "http://h/?PHPSESSID=1"


def test_a_site_that_invents_names_is_bounded() -> None:
    volatile = Volatile(UrlOptions())
    for number in range(10_000):
        assert not volatile.drops(f"n{number}", "1")
        assert not volatile.drops(f"n{number}" + "x" * 100, "1")
    assert len(volatile._verdicts) <= 4096
    assert max(map(len, volatile._verdicts)) <= 64


@settings(deadline=None, max_examples=200)
@given(st.randoms(use_true_random=False), st.sampled_from((26, 32, 40)))
def test_hexadecimal_ids_of_any_platform_are_session_like(
    source: random.Random, length: int
) -> None:
    value = "a1" + "".join(source.choices("0123456789abcdef", k=length))
    assert session_like(value)


def test_random_ids_are_mostly_session_like() -> None:
    source = random.Random(7)
    lower = string.digits + string.ascii_lowercase
    for alphabet, length in (
        (lower[:32], 26),
        (lower, 26),
        (lower + string.ascii_uppercase, 32),
    ):
        values = ["".join(source.choices(alphabet, k=length)) for _ in range(1000)]
        assert sum(map(session_like, values)) > 950


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.text(string.ascii_lowercase, min_size=2, max_size=9), min_size=1, max_size=6
    )
)
def test_words_and_their_numbers_are_not(words: list[str]) -> None:
    assert not session_like("-".join([*words, "2024"]))
    assert not session_like("".join(word.capitalize() for word in words))
