"""A small web of a few sites for ``discover``, each on an address of its own."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.servers.web import Reply, Web, web

if TYPE_CHECKING:
    from collections.abc import Iterator

TOPIC = "flights airline"
ON = "<p>Cheap flights of every airline, airfare and tickets to all airports.</p>" * 4
OFF = "<p>Recipes of cakes and soups from the kitchen of our grandmother.</p>" * 6
SEARCH = ("From airport", "To airport", "Departure date")


def form(action: str, *labels: str) -> str:
    """A query form."""
    controls = "".join(
        f"<label>{label} <input name='{label.split()[0].lower()}'></label>"
        for label in labels
    )
    return f"<form action='{action}'>{controls}<button>Search flights</button></form>"


def links(*urls: str, text: str = "Flights of this airline") -> str:
    return "".join(f"<p><a href='{url}'>{text}</a></p>" for url in urls)


@dataclass(frozen=True)
class Sites:
    """What is running; ``wide`` has many interfaces, ``long`` many pages."""

    hub: Web
    air: Web
    wide: Web
    long: Web
    cook: Web

    @property
    def start(self) -> str:
        return f"{self.hub.url}/"


@contextmanager
def sites() -> Iterator[Sites]:
    """Start them, each on an address and a port of its own."""
    pages: list[dict[str, Reply]] = [{} for _ in range(5)]
    with ExitStack() as stack:
        running = [
            stack.enter_context(web(replies, f"127.0.0.{number}"))
            for number, replies in enumerate(pages, 2)
        ]
        found = Sites(*running)
        for replies, made in zip(pages, _pages(found), strict=True):
            replies |= {path: Reply(text) for path, text in made.items()}
        yield found


def _pages(of: Sites) -> list[dict[str, str]]:
    kinds = ("hotel", "train", "ferry", "coach", "tram", "cab", "bike")
    many = "".join(form(f"/{kind}", "City", f"{kind} class") for kind in kinds)
    return [
        {
            "/": f"<title>Air</title>{ON}{links(f'{of.air.url}/deals/today', '/more')}"
            + links(f"{of.cook.url}/", text="Cakes"),
            "/more": OFF + links(f"{of.wide.url}/", f"{of.long.url}/p0"),
        },
        {
            "/": ON + links("/search", text="Search all flights"),
            "/deals/today": ON + "<p>Today only.",
            "/search": ON + form("/find", *SEARCH) + links("/again"),
            "/again": ON + "<p>Again.</p>" + form("/find", *SEARCH),
        },
        {
            "/": ON + many + links("/w1"),
            **{f"/w{n}": f"{ON}<p>{n} x</p>{links(f'/w{n + 1}')}" for n in range(1, 9)},
        },
        {
            "/": ON + "<h1>Long</h1>" + links("/p0"),
            **{f"/p{n}": f"{ON}<p>{n} y</p>{links(f'/p{n + 1}')}" for n in range(30)},
        },
        {
            "/": OFF + links("/1", "/2", text="Cake"),
            "/1": OFF + "<p>One.</p>" + links("/3", text="Soup"),
            "/2": OFF + "<p>Two.</p>" + form("/cakes", "Cake", "Sugar"),
            "/3": OFF + "<p>Three.</p>" + links("/4", text="Soup"),
        },
    ]
