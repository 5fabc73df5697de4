"""robots.txt by RFC 9309: its status counts, and no answer is no permission."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from crawler.middlewares.robots import for_us
from spiders.base import LeadlineSpider
from tests.adapters.inspecting import Inspected, inspect
from tests.adapters.pages import links, page, to
from tests.cases import case
from tests.servers.web import HANG_UP, Reply, Web, web

if TYPE_CHECKING:
    from pathlib import Path

    from tests.servers.web import Replies

GIVEN, EXPECTED = case("C47")
RULES = GIVEN["answers"][0]["body"]
TEXT = "text/plain"


def robots(body: str | bytes = "", status: int = 200, **more: Any) -> Reply:
    return Reply(body, status, **{"type": TEXT, **more})


def chain(host: str, length: int, end: Reply) -> dict[str, Reply]:
    """robots.txt behind so many redirects."""
    stops = [f"{host}/robots.txt", *(f"{host}/r{n}" for n in range(1, length))]
    hops = {url: to(following) for url, following in pairwise([*stops, f"{host}/end"])}
    return {**hops, f"{host}/end": end}


# Of each host its robots.txt (or all that leads to it), and whether /x and /y are
# asked for. Rows of C47 first, their siblings below.
HOSTS: dict[str, tuple[Reply | dict[str, Reply], str]] = {
    "rules.test": (robots(RULES), "y"),
    "html.test": (robots(GIVEN["answers"][1]["body"], type="text/html"), "xy"),
    "empty.test": (robots(), "xy"),
    "s404.test": (robots(GIVEN["answers"][3]["body"], 404), "xy"),
    "s410.test": (robots(RULES, 410), "xy"),
    "s401.test": (robots(RULES, 401), "xy"),
    "s403.test": (robots(RULES, 403), "xy"),
    "s429.test": (robots(RULES, 429), ""),
    "s500.test": (robots(GIVEN["answers"][8]["body"], 500), ""),
    "s503.test": (robots("", 503), ""),
    "slow.test": (robots(RULES, seconds=9), ""),
    "silent.test": (robots(RULES, HANG_UP), ""),
    "five.test": (chain("http://five.test", 5, robots(RULES)), "y"),
    "thirty.test": (chain("http://thirty.test", 30, robots(RULES)), "xy"),
    "moved.test": (
        {
            "http://moved.test/robots.txt": to("http://kept.test/robots.txt"),
            "http://kept.test/robots.txt": robots(RULES),
        },
        "y",
    ),
    "bom.test": (robots(GIVEN["bom"]["body"]), "y"),
    "huge.test": (robots("".join(GIVEN["huge"]["cat"]).replace("/z", "/x")), "y"),
    # A server that knows no type for it, or a wrong one.
    "octets.test": (robots(RULES, type="application/octet-stream"), "y"),
    "untyped.test": (robots(RULES, type=None), "y"),
    "latin.test": (robots(f"# caf\xe9\n{RULES}".encode("latin-1")), "y"),
    "utf16.test": (robots(RULES.encode("utf-16")), "xy"),
    "mac.test": (robots(RULES.replace("\n", "\r")), "y"),
    "nul.test": (robots(b"\0\0\0" + RULES.encode()), "xy"),
    "ours.test": (robots("User-agent: Leadline\nDisallow: /x\n\nUser-agent: *\n"), "y"),
    "among.test": (
        robots("User-agent: a\nuser agent : LEADLINE\nUser-agent:b\n\nDisallow: /x\n"),
        "y",
    ),
    "twice.test": (
        robots("User-agent: *\nDisallow: /x\n\nUser-agent: leadline*\nDisallow: /y"),
        "x",
    ),
    "names.test": (
        robots(
            "".join(f"User-agent: a{number}\n" for number in range(15_000))
            + "Crawl-delay: 1\n" * 15_000
        ),
        "xy",
    ),
    "others.test": (robots("User-agent: Googlebot\nDisallow: /\n"), "xy"),
    "wild.test": (robots("User-agent: *\nDisallow: /*" + "*a" * 5_000 + "\n"), "xy"),
    "s204.test": (robots("", 204), "xy"),
    "s206.test": (robots(RULES, 206), "y"),
    "s304.test": (robots("", 304), "xy"),
    "s302.test": (robots(RULES, 302), "xy"),  # without a Location
    "s502.test": (robots("", 502), ""),
    "circle.test": ({"http://circle.test/robots.txt": to("/robots.txt")}, "xy"),
    "login.test": (
        {
            "http://login.test/robots.txt": to("/login"),
            "http://login.test/login": page("Log in"),
        },
        "xy",
    ),
    # Not sent to where only we can reach: no rules then.
    "inside.test": ({"http://inside.test/robots.txt": to("http://10.0.0.1/")}, "xy"),
    "local.test": ({"http://local.test/robots.txt": to("http://localhost/")}, "xy"),
    "redis.test": ({"http://redis.test/robots.txt": to("http://o.test:6379/")}, "xy"),
    "port.test": ({"http://port.test/robots.txt": to("http://port.test:22/")}, "xy"),
    "file.test": ({"http://file.test/robots.txt": to("file:///etc/passwd")}, "xy"),
    "lying.test": (
        robots("not gzip", headers=(("Content-Encoding", "gzip"),)),
        "",
    ),
}


def site_of(host: str, answer: Reply | dict[str, Reply]) -> dict[str, Reply]:
    base = f"http://{host}"
    own = answer if isinstance(answer, dict) else {f"{base}/robots.txt": answer}
    return {
        f"{base}/": page(host, links("/x", "/y")),
        f"{base}/x": page(f"X of {host}"),
        f"{base}/y": page(f"Y of {host}"),
        **own,
    }


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Inspected, Web]:
    """One crawl of all hosts at once."""
    replies: dict[str, Reply] = {}
    for host, (answer, _) in HOSTS.items():
        replies |= site_of(host, answer)
    with web(replies) as site:
        left = inspect(
            tmp_path_factory.mktemp("robots") / "s",
            settings={"DOWNLOAD_TIMEOUT": 2, "RETRY_TIMES": 1},
            start=",".join(f"http://{host}/" for host in HOSTS),
            proxy=site.url,
        )
    return left, site


@pytest.mark.parametrize("host", list(HOSTS))
def test_what_is_allowed(done: tuple[Inspected, Web], host: str) -> None:
    left, site = done
    allowed = HOSTS[host][1]
    asked = {name for name in "xy" if site.count(f"http://{host}/{name}")}
    assert asked == set(allowed)
    for name in {"x", "y"} - asked if allowed else {""}:
        assert left.rules[f"http://{host}/{name}"] == "robots"


def test_an_unreadable_one_is_told(done: tuple[Inspected, Web]) -> None:
    left, _ = done
    told = [
        record.getMessage()
        for record in left.log
        if record.name == "crawler.middlewares.robots" and record.levelname == "WARNING"
    ]
    for host, (_, allowed) in HOSTS.items():
        mine = [line for line in told if f"http://{host}/" in line]
        assert len(mine) == (0 if allowed else 1), host


def test_one_request_an_origin(done: tuple[Inspected, Web]) -> None:
    _, site = done
    for host, (answer, _) in HOSTS.items():
        if isinstance(answer, Reply) and answer.status < 400 and host != "silent.test":
            # As rules and as a page; what never answers is tried again.
            assert site.count(f"http://{host}/robots.txt") <= (
                4 if host == "slow.test" else 2
            ), host


def test_nothing_but_the_web_is_asked_for_rules(done: tuple[Inspected, Web]) -> None:
    _, site = done
    asked = {target.split("/")[2] for target in site.asked}
    assert asked == {*HOSTS, "kept.test"}


def test_the_log_is_calm(done: tuple[Inspected, Web]) -> None:
    left, _ = done
    assert "Traceback" not in left.text()
    assert all("Gave up" in line for line in left.faults())


def test_robots_0_ignores_the_rules_and_says_so(tmp_path: Path) -> None:
    with web(site_of("shop.test", robots(RULES))) as site:
        left = inspect(
            tmp_path / "s", start="http://shop.test/", proxy=site.url, robots="0"
        )
    assert site.count("http://shop.test/x") == 1
    assert "robots=0: robots.txt is not obeyed" in left.text()
    # It is still read as a page: it tells of paths.
    assert site.count("http://shop.test/robots.txt") == 1


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\r", "\x0b", "\u2028"])
def test_many_names_cost_no_more_than_many_rules(separator: str) -> None:
    names = separator.join(f"User-Agent: a{number}" for number in range(15_000))
    kept = for_us(f"{names}{separator}Disallow: /x".encode(), "Leadline")
    assert kept == b"User-agent: all-others\nDisallow: /x"


def test_it_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is not remembered for the whole run."""
    monkeypatch.setattr("crawler.middlewares.robots.RETRY_AFTER", 0.3)
    asked: list[int] = []

    def later(headers: Any) -> Reply:
        asked.append(1)
        return robots("", 503) if len(asked) <= 1 else robots(RULES)

    replies: Replies = {
        "http://shop.test/": Reply(links("/x", "/y")),
        "http://shop.test/robots.txt": later,
        "http://shop.test/y": page("Y"),
        "http://other.test/slow": Reply("<p>Slow", seconds=1.5),
    }
    with web(replies) as site:
        left = inspect(
            tmp_path / "s",
            settings={"RETRY_ENABLED": False, "CONCURRENT_REQUESTS": 1},
            start="http://shop.test/a,http://other.test/slow,http://shop.test/",
            proxy=site.url,
        )
    assert left.rules["http://shop.test/a"] == "robots"
    assert len(asked) == 2
    assert left.rules["http://shop.test/x"] == "robots"
    assert {"http://shop.test/", "http://shop.test/y"} <= {*left.pages}


@pytest.mark.parametrize(("status", "again"), [(503, True), (200, False)])
def test_what_it_forbids_for_now_is_asked_by_the_next_run(
    tmp_path: Path, status: int, again: bool
) -> None:
    """What its rules forbid is not."""
    given = {"JOBDIR": str(tmp_path / "job"), "RETRY_ENABLED": False}
    for answer in robots("User-agent: *\nDisallow: /", status), robots():
        with web(site_of("shop.test", answer)) as site:
            left = inspect(
                tmp_path / "s",
                settings=given,
                start="http://shop.test/x",
                proxy=site.url,
            )
    assert ("http://shop.test/x" in left.pages) is again


@pytest.mark.parametrize("status", [200, 404, 503])
def test_rules_and_page_are_one_request(tmp_path: Path, status: int) -> None:
    """Also of a host of which no page was asked for before."""
    answer = robots(f"{RULES}\nSitemap: http://shop.test/map.xml\n", status)
    with web(site_of("shop.test", answer)) as site:
        left = inspect(
            tmp_path / "s",
            settings={"RETRY_ENABLED": False},
            start="http://shop.test/",
            proxy=site.url,
        )
    url = "http://shop.test/robots.txt"
    assert site.count(url) == 1
    if status == 200:
        assert left.pages[url].kind == "robots"
        assert site.count("http://shop.test/map.xml") == 1
    else:
        assert left.decisions[url].detail == str(status)
    assert "Traceback" not in left.text()


def test_a_link_to_it_is_a_page(tmp_path: Path) -> None:
    replies = {
        **site_of("shop.test", robots(RULES)),
        "http://shop.test/": Reply(links("/robots.txt?v=2", "/robots.txt")),
        "http://shop.test/robots.txt?v=2": robots("# another"),
    }
    with web(replies) as site:
        left = inspect(
            tmp_path / "s", Linked, start="http://shop.test/", proxy=site.url
        )
    assert site.count("http://shop.test/robots.txt") == 1
    assert {"http://shop.test/robots.txt", "http://shop.test/robots.txt?v=2"} <= {
        *left.pages
    }


class Linked(LeadlineSpider):
    """Asks for nothing but what is linked."""

    name = "linked"
