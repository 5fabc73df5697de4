"""Every component and its place. Numbers follow Scrapy's own order."""

from __future__ import annotations

from typing import Any

from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.extensions.logstats import LogStats
from scrapy.extensions.spiderstate import SpiderState

from crawler.dupefilter import DupeFilter, RequestFingerprinter
from crawler.extensions.bodies import Bodies
from crawler.extensions.content_types import ContentTypeGuard
from crawler.extensions.progress import Progress
from crawler.extensions.shared import Shared
from crawler.extensions.survey import SurveyExtension
from crawler.extensions.verdict import Verdict
from crawler.middlewares.bandwidth import BandwidthMiddleware
from crawler.middlewares.credentials import CookieFileMiddleware, HeadersMiddleware
from crawler.middlewares.fingerprint import FingerprintMiddleware
from crawler.middlewares.focus import FocusMiddleware
from crawler.middlewares.guess_budget import GuessBudgetMiddleware
from crawler.middlewares.login import LoginFormMiddleware, LoginMiddleware
from crawler.middlewares.render import RenderMiddleware
from crawler.middlewares.robots import RobotsMiddleware
from crawler.middlewares.scope import ScopeMiddleware
from crawler.scheduler import Scheduler
from pipelines.cluster import ClusterPipeline
from pipelines.store import StorePipeline

Place = tuple[Any, int | None]

COMPONENTS: dict[str, list[Place]] = {
    "DOWNLOADER_MIDDLEWARES": [
        (OffsiteMiddleware, None),
        (ScopeMiddleware, 50),
        (GuessBudgetMiddleware, 75),
        (RobotsTxtMiddleware, None),
        (RobotsMiddleware, 100),
        (HeadersMiddleware, 450),
        # On the way back before redirect (600) and retry (550) made their choice
        # nothing is a page yet; here it is.
        (FocusMiddleware, 540),
        # Inside of unpacking (590), and outside of redirects (600).
        (LoginFormMiddleware, 580),
        (LoginMiddleware, 650),
        (CookiesMiddleware, None),
        (CookieFileMiddleware, 700),
        (RenderMiddleware, 725),
        # The last to let a request go: what waits here holds a place of its host.
        (BandwidthMiddleware, 875),
    ],
    "SPIDER_MIDDLEWARES": [
        # Next to the spider: depth, referrer and length middlewares see the
        # requests it makes.
        (FingerprintMiddleware, 950),
    ],
    "ITEM_PIPELINES": [
        (ClusterPipeline, 300),
        (StorePipeline, 800),
    ],
    "EXTENSIONS": [
        (LogStats, None),
        # It unpickles what lies in the JOBDIR.
        (SpiderState, None),
        (ContentTypeGuard, 100),
        (SurveyExtension, 200),
        (Verdict, 300),
        (Progress, 400),
        (Shared, 500),
        (Bodies, 600),
    ],
}

SINGLE: dict[str, Any] = {
    "SCHEDULER": Scheduler,
    "DUPEFILTER_CLASS": DupeFilter,
    "REQUEST_FINGERPRINTER_CLASS": RequestFingerprinter,
}
