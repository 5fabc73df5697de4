"""Why a request failed: in words, whatever Twisted and OpenSSL call it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from OpenSSL import SSL
from scrapy.exceptions import DownloadFailedError, ResponseDataLossError
from service_identity.exceptions import DNSMismatch, VerificationError
from service_identity.hazmat import DNS_ID
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.python.failure import Failure
from twisted.web._newclient import ParseError
from twisted.web.client import ResponseFailed, ResponseNeverReceived

from crawler.reason import HINTS, plain, why


def certificate() -> SSL.Error:
    return SSL.Error([("SSL routines", "", "certificate verify failed")])


def not_http() -> Exception:
    words = ("wrong number of parts", b"\x00\x01[x], y")
    return ParseError(*words)  # type: ignore[no-untyped-call] # Twisted's


@pytest.mark.parametrize(
    ("reasons", "told"),
    [
        ([ConnectionLost()], "the connection was closed without an answer"),
        ([ConnectionDone("bye")], "the connection was closed without an answer"),
        ([not_http()], "the answer is not HTTP"),
        (
            [certificate()],
            "certificate verify failed (-a insecure=1 takes any certificate)",
        ),
        (
            [SSL.Error([("SSL routines", "", "wrong version number")])],
            "wrong version number (the port speaks no TLS: is it http://?)",
        ),
        (
            [VerificationError(errors=[DNSMismatch(mismatched_id=DNS_ID("h.test"))])],
            "the certificate is for another host (-a insecure=1 takes any certificate)",
        ),
        ([SSL.Error([("a", "b", "one"), ("a", "b", "two")])], "one, two"),
        ([ValueError("what [it] says")], "what [it] says"),
        (
            [ConnectionLost(), ValueError("x")],
            "the connection was closed without an answer, x",
        ),
    ],
)
@pytest.mark.parametrize("kind", [ResponseFailed, ResponseNeverReceived])
def test_failures_of_twisted_are_told_by_what_they_say(
    kind: type[ResponseFailed], reasons: list[Exception], told: str
) -> None:
    failures = [Failure(each) for each in reasons]  # type: ignore[no-untyped-call]
    failed = kind(failures)
    assert why(DownloadFailedError(str(failed))) == told
    # As part of a longer reason, and told twice.
    assert plain(f"robots.txt cannot be read: {failed}") == (
        f"robots.txt cannot be read: {told}"
    )
    assert plain(why(DownloadFailedError(str(failed)))) == told


def test_an_error_without_a_message_is_told_by_its_kind() -> None:
    assert why(ResponseDataLossError()) == "the answer ended early"
    assert why(KeyError()) == "KeyError"


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=400) | st.sampled_from(sorted(HINTS)))
def test_any_text_stays_short_and_is_told_the_same_twice(text: str) -> None:
    told = plain(text)
    assert len(told) <= 300
    if len(told) < 300:
        assert plain(told) == told
