"""Roles on real processes: workers go and come, the scheduler too; nothing is lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy.statscollectors import StatsCollector
from scrapy.utils.test import get_crawler

from crawler.focus.roles_options import RolesOptions
from crawler.forms.kind import kind
from crawler.items import Field, Form, Page
from crawler.roles.connection import Connection
from crawler.roles.roles import Roles
from crawler.roles.work import FormSetup, PageSetup
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links
from tests.roles.cluster import Cluster, Process, cluster
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [f"sonar {n} " * 30 if n % 2 else f"recipe {n} " * 30 for n in range(40)]
SETUP = PageSetup(topic="sonar")
FORM = Form("http://h/find", fields=(Field("q", "search"),))
HERE = [SETUP.build().score(text) for text in TEXTS]


class Asked:
    """Roles, what they counted, and whether their answers are right."""

    def __init__(self, address: str) -> None:
        self.stats = StatsCollector(get_crawler())
        options = RolesOptions(
            scheduler=address, role_patience=2.0, role_rest=0.0, role_gather=0.01
        )
        connection = Connection(address, options.role_patience, self.stats)
        self.roles = Roles(connection, options, SETUP, FormSetup())

    async def where(self) -> dict[str, set[str]]:
        """Ask for all pages and a form; by role, where that was done."""
        before = dict(self.stats.get_stats())
        asked = (self.roles.score(text) for text in TEXTS)
        page = Page("http://h/", forms=(FORM, FORM))
        scores, told = await asyncio.gather(
            asyncio.gather(*asked), self.roles.told(page)
        )
        assert scores == HERE
        assert [form.kind for form in told.forms] == [kind(FORM).kind] * 2
        done: dict[str, set[str]] = {"focus": set(), "forms": set()}
        total: dict[str, int] = {"focus": 0, "forms": 0}
        for name, value in self.stats.get_stats().items():
            _, _, role, place = name.split("/")
            if place != "failed" and (more := value - before.get(name, 0)):
                done[role].add(place)
                total[role] += more
        assert total == {"focus": len(TEXTS), "forms": 2}
        return done

    async def until(self, role: str, place: str, seconds: float = 40) -> None:
        """Ask until all work of *role* is done at *place*."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while (await self.where())[role] != {place}:
            assert loop.time() < end


def test_a_crawl_is_the_same_and_any_role_can_go_and_come_alone(
    tmp_path: Path,
) -> None:
    # One test: the processes take seconds to start.
    with cluster(tmp_path) as processes:
        scheduler = processes.scheduler()
        focus, forms = processes.worker("focus"), processes.worker("forms")
        asyncio.run(_go_and_come(processes, scheduler, focus, forms))


async def _go_and_come(
    processes: Cluster, scheduler: Process, focus: Process, forms: Process
) -> None:
    asked = Asked(processes.address)
    await asked.until("focus", "there")
    await asked.until("forms", "there")
    await asyncio.to_thread(_crawl, processes)

    processes.end(focus)
    found = await asked.where()
    assert found["focus"] == {"here"}  # nobody else has its resource
    assert found["forms"] == {"there"}
    processes.worker("focus")  # which has never seen the model
    await asked.until("focus", "there")

    processes.end(forms)
    found = await asked.where()
    assert found == {"focus": {"there"}, "forms": {"here"}}

    processes.end(scheduler)
    assert await asked.where() == {"focus": {"here"}, "forms": {"here"}}
    processes.scheduler()
    processes.worker("focus")
    await asked.until("focus", "there")
    await asked.roles.close()


def _crawl(processes: Cluster) -> None:
    """A crawl with roles comes to what one without comes to."""
    box = "<form role=search><input type=search name=q></form>"
    replies = {
        f"{SITE}/": Reply("<p>" + "sonar " * 30 + box + links("/a", "/b", "/c")),
        f"{SITE}/a": Reply("<p>" + "sonar " * 30),
        f"{SITE}/b": Reply("<p>" + "recipe " * 30 + links("/far")),
        f"{SITE}/c": Reply("<p>" + "sonar " * 30 + box),
        f"{SITE}/far": Reply("<p>" + "recipe " * 30),
    }
    focused: dict[str, Any] = {"FOCUS_TOPIC": "sonar", "FOCUS_TUNNEL": 1}
    shared = {**focused, "FOCUS_SCHEDULER": processes.address}
    with web(replies) as site:
        alone, roles = (
            inspect(
                processes.folder / f"s{len(settings)}",
                settings=settings,
                start=f"{SITE}/",
                proxy=site.url,
            )
            for settings in (focused, shared)
        )
    assert roles.pages.keys() == alone.pages.keys()
    assert roles.rules == alone.rules
    assert roles.stats["focus/dropped"] == alone.stats["focus/dropped"] == 1
    assert roles.stats["focus/roles/focus/there"] == 5
    assert roles.stats["focus/roles/forms/there"] == 2
    assert "focus/roles/focus/here" not in roles.stats
