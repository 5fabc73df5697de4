"""Each component can be switched off; what we borrow from Scrapy is still there."""

from __future__ import annotations

import inspect as code
import json
from typing import TYPE_CHECKING, Any

import pytest
import scrapy
import tldextract
from itemadapter import ItemAdapter
from scrapy.core.scheduler import Scheduler
from scrapy.downloadermiddlewares import cookies
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.utils.test import get_crawler

from crawler.addon import Leadline, addon_of
from crawler.components import COMPONENTS, SINGLE
from crawler.items import Page
from spiders.inspect_site import InspectSpider
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links, page
from tests.servers.web import Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scrapy.http import Response

REPLIES = {
    f"{SITE}/": page("Home", links("/in", "/no/x", "http://other.test/", "/picture")),
    f"{SITE}/in": page("In"),
    f"{SITE}/no/x": page("Not for robots"),
    f"{SITE}/picture": Reply("", type="image/png", zeros=8_000_000),
    f"{SITE}/robots.txt": Reply("User-agent: *\nDisallow: /no/", type="text/plain"),
    "http://other.test/": page("Other"),
}


def path_of(component: Any) -> str:
    return f"{component.__module__}.{component.__qualname__}"


OWN = {
    path_of(component): setting
    for setting, places in COMPONENTS.items()
    for component, order in places
    if order is not None
}


def without(tmp_path: Path, component: str, **settings: Any) -> tuple[Inspected, Web]:
    """A crawl with one component switched off, as a user does it: by its path."""
    with web(REPLIES) as site:
        left = inspect(
            tmp_path / "s",
            settings={OWN[component]: json.dumps({component: None}), **settings},
            start=f"{SITE}/",
            proxy=site.url,
        )
    return left, site


# What is missing without it, or goes on.
EFFECTS: dict[str, Callable[[Inspected, Web], bool] | None] = {
    "crawler.middlewares.scope.ScopeMiddleware": lambda left, site: (
        "http://other.test/" in left.decisions  # links are still judged
    ),
    "crawler.middlewares.guess_budget.GuessBudgetMiddleware": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.middlewares.robots.RobotsMiddleware": lambda left, site: (
        f"{SITE}/no/x" in left.pages
    ),
    "crawler.middlewares.credentials.HeadersMiddleware": None,  # it sets the proxy
    "crawler.middlewares.credentials.CookieFileMiddleware": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.middlewares.focus.FocusMiddleware": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.middlewares.bandwidth.BandwidthMiddleware": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.middlewares.render.RenderMiddleware": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.middlewares.fingerprint.FingerprintMiddleware": lambda left, site: (
        f"{SITE}/in" not in left.pages and f"{SITE}/" in left.pages
    ),
    "pipelines.cluster.ClusterPipeline": lambda left, site: (
        "cluster/clusters" not in left.stats and f"{SITE}/in" in left.pages
    ),
    "pipelines.store.StorePipeline": lambda left, site: (
        not left.pages and site.count(f"{SITE}/in") == 1
    ),
    "crawler.extensions.content_types.ContentTypeGuard": lambda left, site: (
        site.sent[f"{SITE}/picture"] >= 8_000_000
    ),
    "crawler.extensions.survey.SurveyExtension": lambda left, site: (
        not left.survey.exists() and site.count(f"{SITE}/in") == 1
    ),
    "crawler.extensions.verdict.Verdict": lambda left, site: (
        "start/fetched" not in left.stats and f"{SITE}/in" in left.pages
    ),
    "crawler.extensions.progress.Progress": lambda left, site: (
        f"{SITE}/in" in left.pages
    ),
    "crawler.extensions.bodies.Bodies": lambda left, site: f"{SITE}/in" in left.pages,
    # Without -a login they are not there at all.
    "crawler.middlewares.login.LoginMiddleware": None,
    "crawler.middlewares.login.LoginFormMiddleware": None,
    "crawler.extensions.shared.Shared": lambda left, site: f"{SITE}/in" in left.pages,
}


def test_every_component_is_tried() -> None:
    assert {*EFFECTS} == {*OWN}


@pytest.mark.parametrize(
    ("component", "effect"), [pair for pair in EFFECTS.items() if pair[1]]
)
def test_none_switches_a_component_off(
    tmp_path: Path, component: str, effect: Callable[[Inspected, Web], bool]
) -> None:
    left, site = without(tmp_path, component)
    assert effect(left, site)
    assert left.faults() == []
    enabled = left.text().partition("Spider opened")[0]
    for other in OWN:
        # Those without work to do switch themselves off.
        if other not in QUIET:
            assert (other in enabled) == (other != component), other


QUIET = {
    "crawler.middlewares.bandwidth.BandwidthMiddleware",
    "crawler.middlewares.focus.FocusMiddleware",
    "crawler.middlewares.login.LoginFormMiddleware",
    "crawler.middlewares.login.LoginMiddleware",
    "crawler.middlewares.render.RenderMiddleware",
    "crawler.extensions.bodies.Bodies",
    "crawler.extensions.shared.Shared",
}


def test_items_go_to_feeds_without_a_survey(tmp_path: Path) -> None:
    feed = tmp_path / "pages.jsonl"
    left, _ = without(
        tmp_path,
        "crawler.extensions.survey.SurveyExtension",
        FEEDS={feed: {"format": "jsonlines"}},
    )
    lines = [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
    assert {line["url"] for line in lines} >= {f"{SITE}/", f"{SITE}/in"}
    assert left.faults() == []


@pytest.mark.parametrize("setting", list(SINGLE))
def test_a_user_may_replace_what_there_is_one_of(setting: str) -> None:
    theirs = {
        "SCHEDULER": "scrapy.core.scheduler.Scheduler",
        "DUPEFILTER_CLASS": "scrapy.dupefilters.RFPDupeFilter",
        "REQUEST_FINGERPRINTER_CLASS": "scrapy.utils.request.RequestFingerprinter",
    }
    addons = {"crawler.addon.Leadline": 1}
    crawler = get_crawler(settings_dict={"ADDONS": addons, setting: theirs[setting]})
    assert crawler.settings[setting] == theirs[setting]
    others = {name: crawler.settings[name] for name in SINGLE if name != setting}
    assert others == {name: SINGLE[name] for name in others}


class Plain(scrapy.Spider):
    """A spider that knows nothing of us."""

    name = "plain"

    def __init__(self, start: str, **_: str) -> None:
        super().__init__()
        self.start_urls = [start]

    def parse(self, response: Response) -> Iterator[Any]:
        yield {"url": response.url}
        for url in response.css("a::attr(href)").getall():
            yield response.follow(url)


@pytest.mark.parametrize("spider", [Plain, InspectSpider])
def test_without_the_add_on_scrapy_is_plain(
    tmp_path: Path, spider: type[scrapy.Spider]
) -> None:
    local = {"/": page("Home", links("/in", "/in")), "/in": page("In")}
    feed = tmp_path / "items.jsonl"
    kept: list[Any] = []

    class Keep:
        def process_item(self, item: Any) -> Any:
            kept.append(item)
            return {"url": ItemAdapter(item)["url"]}

    with web(local) as site:
        left = inspect(
            tmp_path / "s",
            spider,
            {
                "ADDONS": {},
                "FEEDS": {feed: {"format": "jsonlines"}},
                "ITEM_PIPELINES": {Keep: 1},
            },
            start=f"{site.url}/",
        )
    found = {json.loads(line)["url"] for line in feed.read_text("utf-8").splitlines()}
    assert f"{site.url}/" in found
    # Who follows links itself goes on doing so; ours are followed by the add-on.
    assert (f"{site.url}/in" in found) == (spider is Plain)
    assert all(isinstance(item, Page) for item in kept) == (spider is not Plain)
    assert not left.survey.exists()
    assert left.faults() == []
    assert "crawler.middlewares" not in left.text().partition("Spider opened")[0]


def test_private_names_of_scrapy() -> None:
    """Those of docs/architecture.md: a change of any is to be seen here."""
    crawler = get_crawler(
        settings_dict={
            "ROBOTSTXT_OBEY": True,
            "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue",
            "ADDONS": {"crawler.addon.Leadline": 1},
        }
    )
    crawler.spider = InspectSpider.from_crawler(crawler, start="http://h.test/")
    scheduler = Scheduler.from_crawler(crawler)
    scheduler.open(crawler.spider)
    request = scrapy.Request("http://h.test/")
    assert scheduler.enqueue_request(request)
    assert scheduler.mqs.pop() is request
    assert scheduler.mqs.pop() is None
    robots = RobotsTxtMiddleware(crawler)
    assert robots._stats is crawler.stats
    assert callable(robots._parserimpl.from_crawler)
    assert code.iscoroutinefunction(RobotsTxtMiddleware.robot_parser)
    jar = CookiesMiddleware().jars[None]
    assert len(jar.jar) == 0
    assert isinstance(cookies._split_domain, tldextract.TLDExtract)
    assert "_split_domain(" in code.getsource(cookies._is_public_domain)
    for name in ("request_scheduled", "should_follow", "process_request"):
        assert callable(getattr(OffsiteMiddleware, name))


def test_the_add_on_is_found_by_the_parts() -> None:
    crawler = get_crawler(settings_dict={"ADDONS": {"crawler.addon.Leadline": 1}})
    assert isinstance(addon_of(crawler), Leadline)
    with pytest.raises(scrapy.exceptions.NotConfigured):
        addon_of(get_crawler())
