"""Messages with start pages (C55)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.frontier.redis_backend import RedisBackend
from crawler.frontier.starts import BadMessageError, Start, Starts, parse_start
from tests.cases import case

if TYPE_CHECKING:
    from tests.servers.redis import RedisServer


def test_the_messages_of_the_case() -> None:
    told = case("C55")[0]["steps"][2].partition(": ")[2]
    messages = [
        b"\xff\xfe",
        b"",
        b'{"no_url":1}',
        b"[1,2]",
        b"http://ok.test/",
        b'{"url":"http://ok.test/j","meta":{"k":1}}',
        b"javascript:1",
    ]
    assert told.count(", ") >= len(messages) - 1
    good, bad = [], []
    for message in messages:
        try:
            good.append(parse_start(message))
        except BadMessageError as error:
            bad.append(str(error))
    assert good == [Start("http://ok.test/"), Start("http://ok.test/j", {"k": 1})]
    assert len(bad) == 5
    assert all(bad)
    assert not any("\n" in line for line in bad)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b'{"url": 1}', "its url is not of type str"),
        (b'{"url": "http://a.test/", "priority": true}', "its priority is not of type"),
        (b'{"url": "http://a.test/", "callback": "x"}', "unknown field 'callback'"),
        (b'{"url": "http://a.test/", "headers": {"a": 1}}', "headers are not all text"),
        (b'{"url": "http://me:pw@a.test/"}', "user name or password"),
        (b'{"url": ""}', "it is empty"),
        (b"http://", "is not an http or https URL"),
        (b"http://[::1", "is not an http or https URL"),
        (b"http://a.test:x/", "is not an http or https URL"),
        (b"ftp://a.test/", "is not an http or https URL"),
        (b"[" * 100_000, "neither a URL nor JSON"),
        (b'"http://a.test/"', "JSON, but no object"),
        (b'{"url": "http://a.test/"', "neither a URL nor JSON"),
        (b"x" * 10**6, "is not an http or https URL"),
    ],
)
def test_bad_messages(message: bytes, told: str) -> None:
    with pytest.raises(BadMessageError) as caught:
        parse_start(message)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 300


@settings(deadline=None, max_examples=200)
@given(
    st.binary()
    | st.text().map(str.encode)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    ).map(lambda value: json.dumps(value).encode())
)
def test_any_message_is_good_or_bad(message: bytes) -> None:
    try:
        assert parse_start(message).url.startswith("http")
    except BadMessageError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most are bad, not all


def test_a_message_stays_until_it_is_settled(redis_running: RedisServer) -> None:
    key = "{leadline:starts}:starts"
    one = RedisBackend.open(redis_running.url, "starts", patience=0)
    two = RedisBackend.open(redis_running.url, "starts", patience=0)
    with redis_running.client() as client:
        client.rpush(key, b"a", b"bad", b"c")
        assert Starts(one).read(2) == [b"a", b"bad"]
        assert Starts(two).read(10) == [b"a", b"bad", b"c"]
        Starts(one).settle([b"a"])
        Starts(two).settle([b"a"])
        assert Starts(one).set_aside(b"bad")
        assert not Starts(two).set_aside(b"bad")
        assert Starts(one).read(10) == [b"c"]
        assert client.lrange(f"{key}:bad", 0, -1) == [b"bad"]
    one.close()
    two.close()
