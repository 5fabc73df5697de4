"""The site at a glance: what a reader should know first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from crawler.report.html_interfaces import interface_count
from crawler.report.html_text import Html, counted, element, joined, visible
from crawler.report.html_words import ENDS, RULES
from crawler.store import readers
from crawler.store.clusters import load_options
from crawler.store.schema import pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

    from crawler.store.rows import RunRow, Summary


@dataclass(frozen=True)
class Glance:
    """The survey in a few figures."""

    summary: Summary
    hosts: Sequence[tuple[str, int]]
    """Host and pages, most pages first."""
    kinds: Mapping[str, int]
    runs: Sequence[RunRow]
    mode: str
    threshold: str
    records: int = 0
    interfaces: int = 0
    """Query interfaces that `discover` found."""

    @property
    def site(self) -> str:
        """How the site is called."""
        if not self.hosts:
            return "nothing"
        first = visible(self.hosts[0][0], 80)
        more = len(self.hosts) - 1
        return f"{first} and {counted(more, 'more host')}" if more else first


def glance_of(connection: Connection, harvests: Sequence[Mapping[str, Any]]) -> Glance:
    """Read it."""
    known = load_options(connection) or {}
    hosts = [
        (host, count) for host, count in _grouped(connection, "host").items() if host
    ]
    return Glance(
        summary=readers.summary(connection),
        hosts=sorted(hosts, key=lambda pair: (-pair[1], pair[0])),
        kinds=_grouped(connection, "kind"),
        runs=list(readers.read_runs(connection)),
        mode=str(known.get("mode", "default")),
        threshold=str(known.get("threshold", 0.8)),
        records=sum(int(one["count"]) for one in harvests),
        interfaces=interface_count(connection),
    )


def _grouped(connection: Connection, column: str) -> dict[str, int]:
    value = pages.c[column]
    query = select(value, func.count()).group_by(value).order_by(value)
    return dict(connection.execute(query).all())


def headline(glance: Glance) -> Html:
    """What was looked at, when, and how it ended."""
    lines = [element("h1", glance.site)]
    if glance.runs:
        first, last = glance.runs[0], glance.runs[-1]
        when = first.started[:10]
        if last.started[:10] != when:
            when += f" to {last.started[:10]}"
        spider = visible(last.spider, 40)
        runs = counted(len(glance.runs), "run")
        ended = ENDS.get(last.reason or "", f"ended: {visible(last.reason or '?', 40)}")
        lines.append(element("p", f"{spider}, {when}, {runs}, {ended}", class_="quiet"))
    return joined(*lines)


def lead(glance: Glance) -> Html:
    """What it comes to, in a sentence."""
    found = glance.summary
    if not found.representatives:
        return Html("")
    said = (
        f"Testing {found.representatives:,} of {counted(found.pages, 'page')} meets"
        " every structure, form and parameter of the pages that answered well."
    )
    return element("p", said, class_="lead")


def tiles(glance: Glance) -> Html:
    """The large figures, each leads to its part."""
    found = glance.summary
    skipped = sum(found.decisions.values())
    figures = [
        (found.pages, "pages", "pages"),
        (found.clusters, "clusters", "clusters"),
        (found.representatives, "to test", "clusters"),
        (found.forms, "forms", "forms"),
        (found.parameters, "parameters", "parameters"),
        (skipped, "not fetched", "skipped"),
    ]
    if glance.interfaces:
        # What such a crawl is for comes first.
        figures.insert(0, (glance.interfaces, "query interfaces", "interfaces"))
    if glance.records:
        figures.insert(-1, (glance.records, "records", "records"))
    return element(
        "div",
        *(
            element(
                "a",
                element("strong", f"{number:,}"),
                element("span", name),
                href=f"#{where}",
            )
            for number, name, where in figures
        ),
        class_="tiles",
    )


def shares(glance: Glance) -> Html:
    """Status, kind, host, duplicates and reasons as bars of parts of a whole."""
    found = glance.summary
    equal = {
        "equal": found.content_twins,
        "nearly equal": found.near_twins,
        "different": found.pages - found.content_twins - found.near_twins,
    }
    parts = [
        _bars("Answers", found.by_status),
        _bars("Kinds of pages", glance.kinds),
        _bars("Content", equal),
        _bars("Not fetched", found.decisions, RULES),
    ]
    if len(glance.hosts) > 1:
        parts.append(_bars("Hosts", dict(glance.hosts)))
    return element("div", *parts, class_="shares")


def _bars(
    title: str, counts: Mapping[str, int], words: Mapping[str, str] | None = None
) -> Html:
    total = sum(counts.values())
    if not total:
        return Html("")
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = [(name, count) for name, count in ordered if count][:8]
    rest = total - sum(count for _, count in shown)
    if rest:
        shown.append(("other", rest))
    most = max(count for _, count in shown)
    rows = [
        element(
            "tr",
            element(
                "th", visible(name or "unknown", 60), scope="row", **_why(name, words)
            ),
            element("td", _bar(count / most)),
            element("td", f"{count:,}", class_="number"),
        )
        for name, count in shown
    ]
    return element(
        "table", element("caption", title), element("tbody", *rows), class_="bars"
    )


def _why(name: str, words: Mapping[str, str] | None) -> dict[str, str]:
    text = (words or {}).get(name)
    return {"title": text} if text else {}


def _bar(share: float) -> Html:
    bar = element("rect", width=f"{max(1.0, share * 100):.1f}", height="8")
    return element(
        "svg",
        bar,
        class_="bar",
        viewBox="0 0 100 8",
        preserveAspectRatio="none",
        aria_hidden="true",
    )
