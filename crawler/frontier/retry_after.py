"""Retry-After: when a host that is overloaded may be asked again (RFC 9110 10.2.3)."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime

_FIRST = 1.0
"""Seconds to wait for a host that does not say how long; doubles each time."""


def seconds(value: str | None, date: str | None, now: float) -> float | None:
    """What a ``Retry-After`` asks for; None when it asks for nothing that counts.

    A number of seconds, or a date, which is read by the clock of the answer (its
    ``Date``) and without one by ours. What is past, negative or broken does not count.

    >>> seconds("7", None, 0.0), seconds("1.5", None, 0.0), seconds("-5", None, 0.0)
    (7.0, None, None)
    >>> late = "Wed, 21 Oct 2026 07:28:00 GMT"
    >>> seconds(late, "Wed, 21 Oct 2026 07:27:50 GMT", 0.0)
    10.0
    """
    text = (value or "").strip()
    if re.fullmatch(r"[0-9]{1,15}", text):
        return float(text) or None
    asked = _timestamp(text)
    if asked is None:
        return None
    sent = _timestamp(date or "")
    wait = asked - (now if sent is None else sent)
    return wait if wait > 0 else None


def _timestamp(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


class Refusals:
    """Hosts that answered 429 or 503, and until when each of them is left alone.

    Without a wait of its own (or with a shorter one) a host that keeps refusing is
    asked after 1, 2, 4, 8... seconds. More than *limit* seconds, and it is given up.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._times: dict[str, int] = {}
        self.until: dict[str, float] = {}
        """Host -> when it may be asked again (seconds of the epoch)."""
        self.given_up: dict[str, str] = {}
        """Host -> why it is asked no more."""

    def refused(self, host: str, asked: float | None, now: float) -> float:
        """Note a refusal; seconds to wait from now, 0 when the host is given up."""
        if self.until.get(host, 0.0) <= now:  # not one that was under way already
            self._times[host] = self._times.get(host, 0) + 1
        wait = max(asked or 0.0, _FIRST * 2.0 ** (min(self._times[host], 40) - 1))
        if wait > self._limit:
            self.given_up[host] = (
                f"Retry-After: {asked:.0f} seconds"
                if asked and asked > self._limit
                else f"refused {self._times[host]} times in a row"
            )
            self.until.pop(host, None)
            return 0.0
        self.until[host] = max(now + wait, self.until.get(host, 0.0))
        return self.until[host] - now

    def answered(self, host: str) -> None:
        """The host answers again."""
        self._times.pop(host, None)

    def held(self, now: float) -> dict[str, float]:
        """Hosts that are left alone now, and until when."""
        if self.until:
            self.until = {host: at for host, at in self.until.items() if at > now}
        return self.until
