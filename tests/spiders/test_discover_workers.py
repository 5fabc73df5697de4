"""``discover`` by two workers on one queue in Redis: what promises most comes first."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from crawler.store import Survey
from crawler.store.interfaces import read_interfaces
from tests.frontier.processes import Crew, wait_until
from tests.servers.redis import redis_server
from tests.servers.web import Reply, web
from tests.spiders.discovered import OFF, ON, SEARCH, TOPIC, form, links

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGES = 8
TOPICAL, OTHER = 3, 5
OPTIONS = (
    *("-a", f"topic={TOPIC}", "-a", "polite=0", "-s", "GUESS_PROBES=0"),
    *("-s", "CONCURRENT_REQUESTS=2", "-s", "CONCURRENT_REQUESTS_PER_DOMAIN=16"),
)


class Site(dict[str, Any]):
    """A few pages; *order* is told what was asked for, of all sites together."""

    def __init__(self, order: list[str], name: str) -> None:
        super().__init__()
        self.order = order
        self.name = name
        self.ready: Callable[[], None] | None = None

    def get(self, key: str, default: Any = None) -> Any:
        if key != "/robots.txt":
            self.order.append(self.name + key)
        if self.ready is not None:
            self.ready()
        return super().get(key, default)

    def fill(self, text: str, anchor: str, more: str) -> None:
        paths = [f"/{n}" for n in range(PAGES)]
        self["/"] = Reply(text + links(*paths, text=anchor))
        for path in paths:
            body = f"{text}<p>No. {path}</p>{more if path == '/0' else ''}"
            self[path] = Reply(body, seconds=0.05)


def test_two_workers_take_what_promises_most_of_all_hosts(tmp_path: Path) -> None:
    order: list[str] = []
    hub = Site(order, "hub")
    topical = [Site(order, f"on{n}") for n in range(TOPICAL)]
    other = [Site(order, f"off{n}") for n in range(OTHER)]
    with redis_server(tmp_path / "redis") as server, ExitStack() as stack:
        urls = [
            stack.enter_context(web(site, f"127.0.0.{place}")).url + "/"
            for place, site in enumerate((hub, *other, *topical), 2)
        ]
        for site in topical:
            site.fill(ON, "Flights of this airline", form("/find", *SEARCH))
        for site in other:
            site.fill(OFF, "Cakes", form("/cakes", "Cake", "Sugar"))
        hub["/"] = Reply(
            ON
            + links(*urls[1 : 1 + OTHER], text="Cakes")
            + links(*urls[1 + OTHER :], text="Flights of this airline")
        )

        def ready() -> None:
            with server.client() as client:
                wait_until(
                    lambda: bool(client.zcard("{leadline:default}:crew") == 2),
                    "two workers",
                )

        hub.ready = ready
        crew = Crew(
            tmp_path / "crew", urls[0], OPTIONS, spider="discover", queue=server.url
        )
        workers = [stack.enter_context(crew.worker()) for _ in range(2)]
        assert [worker.wait(240) for worker in workers] == [0, 0], crew.logs
    told = crew.logs
    assert all(re.search(r"'scheduler/dequeued': [1-9]", log) for log in told), told
    # Nothing twice, and nothing of what promised most lost.
    assert [each for each, count in Counter(order).items() if count > 1] == []
    every = [f"{site.name}/{n}" for site in topical for n in ("", *range(PAGES))]
    assert set(every) <= set(order)
    # Hosts in turn would give the topic three of eight places.
    first = order[1 : 1 + len(every)]
    assert sum(each.startswith("on") for each in first) >= 0.7 * len(every), " ".join(
        order
    )
    with Survey.open(crew.survey) as survey:
        rows = list(survey.read(read_interfaces))
    sites = {row.page for row in rows}
    assert {f"{url}0" for url in urls[1 + OTHER :]} <= sites
