"""Focus as the crawl sees it: off without a model; off-topic pages end a way."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from crawler.documents import Documents
from crawler.focus.link_model import LinkModel
from crawler.focus.model import FORMAT
from crawler.focus.training import train
from crawler.focus.word_id import word_id
from crawler.guide import Guide
from crawler.middlewares.focus import is_page, page_text
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import SITE, links
from tests.cases import case
from tests.servers.web import Reply, Web, web

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
    found = {
        "format": FORMAT,
        "model": "nb",
        "classes": ["off", "on"],
        "on": ["on"],
        "bias": [-0.7, -0.7],
        "weights": table,
    }
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


def test_as_published_there_is_no_tunnel(tmp_path: Path, model: Path) -> None:
    settings = {"FOCUS_MODEL": str(model), "FOCUS_MODE": "paper"}
    with web(REPLIES) as site:
        done = inspect(tmp_path / "s", settings=settings, start=SITE, proxy=site.url)
    assert {url.removeprefix(SITE) for url in done.pages} == {"/", "/good"}
    assert done.faults() == []


def test_a_topic_in_words_needs_no_model(tmp_path: Path) -> None:
    with web(REPLIES) as site:
        done = inspect(
            tmp_path / "s",
            settings={"FOCUS_TUNNEL": 0},
            start=f"{SITE}/",
            proxy=site.url,
            topic="sonars",
        )
    assert {url.removeprefix(SITE) for url in done.pages} == {"/", "/good"}
    assert done.rules[f"{SITE}/bad"] == "off-topic"
    assert done.decisions[f"{SITE}/bad"].detail == "off topic: 0.000"


def test_what_was_learned_is_kept_in_the_job(tmp_path: Path, model: Path) -> None:
    job = tmp_path / "job"
    settings = {"FOCUS_MODEL": str(model), "JOBDIR": str(job)}
    with web(REPLIES) as site:
        inspect(
            job / "survey.sqlite",
            settings=settings,
            start=SITE,
            proxy=site.url,
            pages=3,
        )
        first = LinkModel.load(job / "focus-links.json").learned
        done = inspect(
            job / "survey.sqlite", settings=settings, start=SITE, proxy=site.url
        )
    assert 0 < first < LinkModel.load(job / "focus-links.json").learned
    assert done.faults() == []


def test_what_is_no_page_is_not_scored(tmp_path: Path, model: Path) -> None:
    replies = {
        f"{SITE}/robots.txt": Reply(
            "User-agent: *\nDisallow: /recipe", type="text/plain"
        ),
        f"{SITE}/": Reply(ON + links("/moved", "/gone", "/image", "/data", "/busy")),
        f"{SITE}/moved": Reply(OFF, 302, headers=(("Location", "/good"),)),
        f"{SITE}/good": Reply(ON),
        f"{SITE}/gone": Reply(OFF, 404),
        f"{SITE}/busy": Reply(OFF, 503),
        f"{SITE}/image": Reply(OFF, type="image/png"),
        f"{SITE}/data": Reply(
            json.dumps({"recipe": "recipe"}), type="application/json"
        ),
    }
    settings = {"FOCUS_MODEL": str(model), "FOCUS_TUNNEL": 0, "RETRY_TIMES": 1}
    with web(replies) as site:
        done = inspect(
            tmp_path / "s", settings=settings, start=f"{SITE}/", proxy=site.url
        )
    # Two pages, each once; nothing was dropped, and errors are recorded.
    assert done.stats["focus/on_topic"] == 2
    assert "focus/dropped" not in done.stats
    assert "focus/crossed" not in done.stats
    kept = {url.removeprefix(SITE) for url in done.pages}
    assert {"/", "/good", "/gone", "/data"} <= kept


def graph() -> dict[str, Reply]:
    """The site of the case, with the text that it tells of."""
    inp, _ = case("C43")
    off = "<p>football match score transfer news</p>" * 5
    on = "<p>solar panel inverter battery wind turbine blade</p>" * 5
    hub = "<p>forum overview</p>"
    given = inp["graph"]

    def anchors(pairs: list[list[str]]) -> str:
        return "".join(f'<p><a href="{url}">{text}</a></p>' for url, text in pairs)

    pages = {
        "/": hub + anchors(given["/"]),
        "/hub": hub + anchors(given["/hub"]),
        "/board/energy": hub + anchors(given["/board/energy"]),
        "/board/energy?page=2": hub + anchors(given["/board/energy?page=2"]),
        **dict.fromkeys(inp["relevant"], on),
    }
    for n in range(1, 9):
        below = [f"/n{n}/{letter}" for letter in "abcdefghij"]
        pages[f"/n{n}"] = off + anchors([[url, "Match report"] for url in below])
        pages |= dict.fromkeys(below, off)
    for board, short, text in (("cars", "c", "Engine oil"), ("music", "m", "Guitar")):
        below = [f"/{short}/{n}" for n in range(1, 11)]
        pages[f"/board/{board}"] = hub + anchors([[url, text] for url in below])
        pages |= dict.fromkeys(below, f"<p>{text}</p>" + off)
    return {
        f"{SITE}{url}": Reply(f"<title>{url}</title>{text}")
        for url, text in pages.items()
    }


def fetched(site: Web) -> list[str]:
    """Paths of the pages that were asked for, in order."""
    found = [line.split(" ")[1].removeprefix(SITE) for line in site.asked]
    return [url for url in found if not url.endswith((".txt", ".xml"))]


def test_c43_what_lies_behind_hubs_comes_first(tmp_path: Path) -> None:
    inp, _ = case("C42")
    texts = [text for text, _ in inp["train"]]
    labels = ["on" if label else "off" for _, label in inp["train"]]
    path = tmp_path / "model.json"
    path.write_text(json.dumps(train(texts, labels, {"on"})), "utf-8")
    budget = case("C43")[0]["budget_pages"]
    settings = {
        "FOCUS_MODEL": str(path),
        # Priorities as the models have them: what is left to chance is tested below.
        "FOCUS_EXPLORE": 0,
        "FOCUS_TOPIC": "renewable energy, solar, wind",
        "FOCUS_TUNNEL": 3,
        "FOCUS_THRESHOLD": 0.6,
        "CONCURRENT_REQUESTS": 1,
        "GUESS_PROBES": 0,
    }
    with web(graph()) as site:
        done = inspect(
            tmp_path / "s",
            settings=settings,
            start=f"{SITE}/",
            proxy=site.url,
            pages=budget,
        )
        order = fetched(site)
    assert len(done.pages) <= budget
    kept = {url.removeprefix(SITE) for url in done.pages}
    assert kept >= {"/t/1", "/t/2", "/t/3"}
    leaves = [
        i for i, url in enumerate(order) if url.startswith("/n") and "/" in url[1:]
    ]
    assert not leaves or order.index("/board/energy") < leaves[0]
    cars = [i for i, url in enumerate(order) if url.startswith("/c/")]
    assert not cars or order.index("/board/energy?page=2") < cars[0]


def wide(links_each: int = 20) -> dict[str, Reply]:
    """Hubs in a row, whose links of one kind lead on, and of another do not."""
    replies = {"/": ON + links("/hub0")}
    for number in range(4):
        hub = f"/hub{number}"
        good = [f"{hub}/report/{n}" for n in range(links_each)]
        bad = [f"{hub}/menu/{n}" for n in range(links_each)]
        mixed = [url for pair in zip(bad, good, strict=True) for url in pair]
        # The anchors say nothing: the URLs must teach it.
        anchors = (f'<p><a href="{url}">No. {url[-1]}</a>' for url in mixed)
        more = f'<p><a href="/hub{number + 1}">More</a>'
        replies[hub] = OFF + "".join(anchors) + more
        replies |= dict.fromkeys(good, ON) | dict.fromkeys(bad, OFF)
    return {f"{SITE}{url}": Reply(text) for url, text in replies.items()}


def wandered(
    path: Path, model: Path, **settings: object
) -> tuple[Inspected, list[str]]:
    chosen = {"FOCUS_MODEL": str(model), "CONCURRENT_REQUESTS": 1, "GUESS_PROBES": 0}
    with web(wide()) as site:
        done = inspect(
            path,
            settings={**chosen, "FOCUS_EXPLORE": 0.05, **settings},
            start=f"{SITE}/",
            proxy=site.url,
            pages=100,
        )
        return done, [url for url in fetched(site) if url.count("/") == 3]


def test_it_learns_which_links_lead_on_and_keeps_it(
    tmp_path: Path, model: Path
) -> None:
    file = tmp_path / "links.json"
    begun, first = wandered(tmp_path / "a", model, FOCUS_LINKS=str(file))
    # What is queued is ranked again as more is learned.
    assert begun.stats["focus/reranked"] > 10
    # The second hub is ranked by what the pages of the first one taught.
    after = [url for url in first if url.startswith("/hub1/")]
    assert sum("/report/" in url for url in after[:16]) == 16
    learned = LinkModel.load(file).learned
    assert learned >= 60
    done, second = wandered(tmp_path / "b", model, FOCUS_LINKS=str(file))
    # What an earlier run learned is known from the first link on.
    assert sum("/report/" in url for url in second[:16]) >= 14
    assert LinkModel.load(file).learned > learned
    assert done.faults() == []


def test_a_share_of_the_links_is_left_to_chance(tmp_path: Path, model: Path) -> None:
    file = tmp_path / "links.json"
    wandered(tmp_path / "a", model, FOCUS_LINKS=str(file), FOCUS_EXPLORE=0)
    runs = []
    for share in (0, 0.5):
        _, order = wandered(
            tmp_path / f"b{share}", model, FOCUS_LINKS=str(file), FOCUS_EXPLORE=share
        )
        runs.append(sum("/menu/" in url for url in order[:40]))
    assert runs[0] < runs[1]


@pytest.mark.parametrize("content", ["", "{}"])
def test_a_damaged_file_of_links_ends_the_crawl(
    tmp_path: Path, model: Path, content: str
) -> None:
    file = tmp_path / "links.json"
    file.write_text(content)
    settings = Settings({"FOCUS_MODEL": str(model), "FOCUS_LINKS": str(file)})
    with pytest.raises(ValueError, match="FOCUS_LINKS="):
        Guide.from_settings(settings)


@pytest.mark.parametrize(
    ("meta", "status", "flags", "read"),
    [
        ({}, 200, [], True),
        ({"guessed": True}, 200, [], True),
        ({"probe": True}, 200, [], False),
        ({"harvest": "http://h.test/"}, 200, [], False),
        ({"robotstxt": True}, 200, [], False),
        ({}, 404, [], False),
        ({}, 301, [], False),
        ({}, 200, ["download_stopped"], False),
    ],
)
def test_what_is_read_for_the_topic(
    meta: dict[str, object], status: int, flags: list[str], read: bool
) -> None:
    request = Request("http://h.test/x", meta=meta)
    headers = {"Content-Type": "text/html"}
    response = HtmlResponse(
        request.url,
        status,
        body=b"<title>A</title><p>b",
        headers=headers,
        request=request,
        flags=flags,
    )
    assert is_page(request, response) is read


def test_a_document_is_read_once_and_taken_once() -> None:
    documents = Documents()
    response = HtmlResponse("http://h.test/x", body=b"<title>A</title><p>b")
    document = documents.read(response)
    assert page_text(document) == "A\nb"
    assert documents.get(response) is document
    assert documents.take(response) is document
    assert documents.take(response) is None
