"""Requests as plain data: all that a request is comes back, or it is refused."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import scrapy
from scrapy.http import FormRequest, JsonRequest
from scrapy.http.request import NO_CALLBACK

from crawler.frontier import UnstorableError, pack, unpack
from crawler.stored import Shelf, decode, encode, leave_given
from tests.adapters.inspecting import inspect
from tests.adapters.pages import page
from tests.servers.web import web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


class Spider(scrapy.Spider):
    name = "s"
    broken = 1

    def item(self, response: Any) -> None: ...

    def failed(self, failure: Any) -> None: ...


SPIDER = Spider()
URL = "http://h.test/a?b=%C3%A9"


@pytest.mark.parametrize(
    "request_",
    [
        scrapy.Request(URL),
        scrapy.Request(URL, callback=SPIDER.item, errback=SPIDER.failed),
        scrapy.Request(URL, callback=NO_CALLBACK, priority=-7, dont_filter=True),
        scrapy.Request(
            URL,
            method="POST",
            body=b"\xff\0",
            headers={"A": ["1", "2"], "B": "é"},
            encoding="latin-1",
            cookies={"c": "1"},
            flags=["f"],
        ),
        scrapy.Request(URL, cookies=[{"name": "c", "value": "1", "path": "/"}]),
        scrapy.Request(
            URL,
            meta={"cookiejar": 3, "depth": 2, "t": (1, None), "redirect_urls": ["x"]},
            cb_kwargs={"n": {"m": [b"x", 1.5]}},
        ),
        FormRequest(URL, formdata={"q": "x y"}),
        JsonRequest(URL, data={"q": [1]}),
    ],
)
def test_comes_back_as_it_was(request_: scrapy.Request) -> None:
    found = decode(unpack(encode(request_, SPIDER)), SPIDER)
    assert type(found) is type(request_)
    for name in request_.attributes:
        assert getattr(found, name) == getattr(request_, name), name


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"callback": lambda response: None}, "callback is no method of the spider"),
        ({"callback": Spider().item}, "callback is no method of the spider: item"),
        ({"errback": partial(print)}, "errback is no method of the spider: partial"),
        ({"meta": {"page": object()}}, "meta.page is of type object"),
        ({"cb_kwargs": {"f": [print]}}, r"cb_kwargs.f\[0\] is of type"),
    ],
)
def test_what_cannot_be_stored_is_named(changes: dict[str, Any], said: str) -> None:
    request = scrapy.Request(URL, **changes)
    with pytest.raises(UnstorableError, match=said):
        encode(request, SPIDER)
    shelf = Shelf(SPIDER, stays=False)
    assert shelf.take(shelf.put(request)) is request
    with pytest.raises(UnstorableError, match=said):
        Shelf(SPIDER, stays=True).put(request)


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"url": 1},
        {"url": "no url"},
        {"url": URL, "callback": "no_such"},
        {"url": URL, "callback": "broken"},
        {"url": URL, "callback": "__init__"},
        {"url": URL, "callback": ["item"]},
        {"url": URL, "other": 1},
        {"url": URL, "_class": "os.system"},
        {"url": URL, "_class": "subprocess.Popen"},
        {"url": URL, "_class": "no.such.Class"},
        {"url": URL, "_class": 7},
    ],
)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode(data, SPIDER)


def test_probes_of_an_earlier_process_are_no_requests() -> None:
    probe = scrapy.Request(URL, callback=print, meta={"probe": URL})
    shelf = Shelf(SPIDER, stays=True)
    payload = shelf.put(probe)
    assert Shelf(SPIDER, stays=True).take(payload) is None
    assert shelf.take(payload) is probe
    assert shelf.take(pack([])) is None


def test_what_the_user_gave_for_all_is_not_stored() -> None:
    class Args:
        headers = (("Authorization", "Bearer x"), ("X-Team", "red"))
        proxy = "http://me:pw@proxy.test:3128"

    class Given(Spider):
        args = Args()

    for proxy in (Args.proxy, "http://proxy.test:3128"):
        headers = {"Authorization": "Bearer x", "Proxy-Authorization": "y", "A": "b"}
        meta = {"proxy": proxy, "rendered": {"source": b"x"}}
        request = scrapy.Request(URL, headers=headers, meta=meta)
        leave_given(request, Given())
        assert request.headers == {b"A": [b"b"]}
        assert request.meta == {}
    own = scrapy.Request(URL, meta={"proxy": "http://other.test:1"})
    leave_given(own, Given())
    assert own.meta == {"proxy": "http://other.test:1"}


class Odd(scrapy.Spider):
    """Follows one link by a method, and one by what is none."""

    name = "odd"

    def __init__(self, start: str, **given: Any) -> None:
        super().__init__()
        self.begin = start

    async def start(self) -> AsyncIterator[Any]:
        yield scrapy.Request(self.begin, meta={"start": self.begin})

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}
        yield response.follow("/method", self.item)
        yield response.follow("/function", lambda response: {"url": response.url})

    def item(self, response: Any) -> Any:
        yield {"url": response.url}


@pytest.mark.parametrize("job", [True, False])
def test_a_spider_whose_callbacks_are_no_methods(tmp_path: Path, job: bool) -> None:
    replies = {f"/{name}": page(name) for name in ("", "method", "function")}
    with web(replies) as site:
        settings = {"JOBDIR": str(tmp_path / "job")} if job else {}
        done = inspect(
            tmp_path / "s.sqlite",
            Odd,
            {**settings, "ROBOTSTXT_OBEY": False},
            start=f"{site.url}/",
        )
        assert site.count("/method") == 1
        assert site.count("/function") == int(not job)
        told = [fault for fault in done.faults() if "Cannot store" in fault]
        assert len(told) == int(job)
        if job:
            assert f"<GET {site.url}/function>" in told[0]
            assert done.stats["frontier/unstorable"] == 1
            assert done.rules[f"{site.url}/function"] == "unstorable"
