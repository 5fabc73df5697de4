"""Focus as the crawl sees it: off without a model; off-topic pages end a way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from crawler.focus.model import FORMAT, word_id
from tests.adapters.inspecting import inspect
from tests.adapters.pages import SITE, links
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from pathlib import Path

ON, OFF = "<p>" + "sonar " * 30, "<p>" + "recipe " * 30
REPLIES = {
    f"{SITE}/": Reply(OFF + links("/good", "/bad")),
    f"{SITE}/good": Reply(ON + links("/near")),
    f"{SITE}/near": Reply(OFF + links("/far")),
    f"{SITE}/far": Reply(OFF + links("/hidden")),
    f"{SITE}/bad": Reply(OFF + links("/worse")),
    f"{SITE}/worse": Reply(OFF),
    f"{SITE}/hidden": Reply(ON),
}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.json"
    # Logarithms of P(w|off) and P(w|on).
    table = {word_id("sonar"): [-6.0, -1.0], word_id("recipe"): [-1.0, -6.0]}
    found = {"format": FORMAT, "log_prior": [-0.7, -0.7], "log_likelihood": table}
    path.write_text(json.dumps(found), "utf-8")
    return path


@pytest.mark.parametrize(
    ("tunnel", "pages"),
    [
        (0, {"/", "/good"}),
        (1, {"/", "/good", "/near"}),
        (2, {"/", "/good", "/near", "/far", "/bad", "/hidden"}),
        (None, {"/", "/good", "/near", "/far", "/bad", "/worse", "/hidden"}),
    ],
)
def test_a_tunnel_ends(
    tmp_path: Path, model: Path, tunnel: int | None, pages: set[str]
) -> None:
    settings = {"FOCUS_MODEL": str(model), "FOCUS_TUNNEL": tunnel}
    with web(REPLIES) as site:
        done = inspect(
            tmp_path / "s",
            settings={} if tunnel is None else settings,
            start=f"{SITE}/",
            proxy=site.url,
        )
    assert {url.removeprefix(SITE) for url in done.pages} == pages
    dropped = {url for url, rule in done.rules.items() if rule == "off-topic"}
    assert len(dropped) == {0: 2, 1: 2, 2: 1, None: 0}[tunnel]
    assert all(site.count(url) == 1 for url in dropped)
    assert done.faults() == []
