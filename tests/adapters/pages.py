"""Short pages for the sites of the tests."""

from __future__ import annotations

from tests.servers.web import Reply

SITE = "http://shop.test"


def page(title: str, *markup: str) -> Reply:
    """A page of its own text."""
    return Reply(f"<title>{title}</title><h1>{title}</h1>" + "\n".join(markup))


def links(*urls: str) -> str:
    return "".join(f'<p><a href="{url}">To {url}</a>' for url in urls)


def to(location: str) -> Reply:
    """A redirect."""
    return Reply("", 302, headers=(("Location", location),))
