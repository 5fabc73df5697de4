"""Names of feeds in batches, numbered on over all runs and workers of a queue."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.exceptions import NotConfigured

from crawler.addon import addon_of
from crawler.frontier import FrontierError

if TYPE_CHECKING:
    from scrapy import Spider

_STATE = "feed:"
_numbers: WeakKeyDictionary[Any, dict[int, int]] = WeakKeyDictionary()


def numbered(params: dict[str, Any], spider: Spider) -> dict[str, Any]:
    """Scrapy's parameters of the name of a feed, the batch as a number nobody used.

    For ``FEED_URI_PARAMS``. Scrapy counts the batches of each run from 1 on, so that a
    run that goes on would write into the files of the one before.
    """
    batches = any("%(batch_id)" in str(uri) for uri in spider.settings.getdict("FEEDS"))
    if not batches:
        return params
    with suppress(NotConfigured, FrontierError):
        taken = _numbers.setdefault(spider.crawler, {})
        batch = params["batch_id"]
        if batch not in taken:
            taken[batch] = _take(spider, max(taken.values(), default=0) + 1)
        return {**params, "batch_id": taken[batch]}
    return params


def _take(spider: Spider, number: int) -> int:
    """The first number from here on that no run and no worker has."""
    backend, token = addon_of(spider.crawler).frontier, secrets.token_bytes(8)
    used = {name.removeprefix(_STATE) for name in backend.states(_STATE)}
    while str(number) in used or backend.agree(f"{_STATE}{number}", token) != token:
        number += 1
    return number
