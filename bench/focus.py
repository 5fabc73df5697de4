"""Interfaces found against pages crawled, on a made web (`bench/focus_web.py`).

    python -m bench.focus --forms FORMS.jsonl.xz [--seeds N] [--plot SVG] [--real]
        [--stories N] [--untaught]

FORMS is a file of labelled forms, which are no part of this project. Trained crawls
have seen a web made of the other half of all words, on other hosts: pages labelled by
their domain, and links as they led on when that web was crawled. ``--real`` runs
`scrapy crawl discover` over HTTP instead; ``--stories`` gives each site on something
else so many further pages; ``--untaught`` leaves out what a training web is needed for.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from bench.focus_crawls import (
    STRATEGIES,
    Focused,
    Taught,
    Web,
    crawl,
    measured,
    oracle,
)
from bench.focus_served import discovered, served
from bench.focus_web import DOMAINS, made_web
from crawler.focus import FocusOptions, LinkModel, PageModel, TopicModel
from crawler.focus.training import train
from spiders.discover_sources import EXPLORE, TUNNEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Curves = dict[tuple[str, str], list[int]]
"""Domain and strategy -> interfaces found after each page."""

TOPICS: Final = {
    "airfare": "flights airline tickets",
    "book": "books author title",
    "job": "jobs career",
}
AT: Final = (5, 10, 20, 40)
"""Per cent of the pages."""
UNORDERED: Final = ("breadth first", "random")
UNTAUGHT: Final = (*UNORDERED, "Leadline, topic in words", "oracle")
"""What needs no training web."""


def page_model(web: Web, domain: str, model: str) -> PageModel:
    """A model trained on the pages of a web; kept, since many crawls ask for it."""
    known = web.models.get((domain, model))
    if known is not None:
        return known
    labels = ["on" if web.topics.get(url) == domain else "off" for url in web.texts]
    found = train([*web.texts.values()], labels, {"on"}, model=model)
    made = web.models[domain, model] = PageModel.from_dict(found)
    return made


def taught(web: Web, domain: str, strategy: str) -> Taught:
    """What a crawl begins with, learned on the training web."""
    # As the spider sets them.
    ours: Any = {"goal": "interface", "tunnel": TUNNEL, "explore": EXPLORE}
    if strategy.endswith("in words"):
        options = FocusOptions(topic=TOPICS[domain], **ours)
        return Taught(options, TopicModel.of_words(TOPICS[domain]), LinkModel())
    paper = "published" in strategy
    model = page_model(web, domain, "nb" if paper or "best" in strategy else "lr")
    options = FocusOptions(
        topic=TOPICS[domain],
        model="trained",
        mode="paper" if paper else "default",
        **ours,
    )
    links = LinkModel()
    start = Taught(options, model, links)
    if paper or strategy.endswith("links"):
        # The links of that web are learned from, all of them.
        for _ in Focused(web, start, drops=False).run():
            pass
    return start


def found_by(web: Web, domain: str, order: Iterable[str]) -> list[int]:
    """Interfaces found after each page."""
    targets, found, curve = web.targets[domain], 0, []
    seen: set[str] = set()
    for url in order:
        if url not in seen:  # over HTTP one may be asked for again
            found += targets.get(url, 0)
        seen.add(url)
        curve.append(found)
    return curve


def at(found: list[int], count: int) -> int:
    """Interfaces after so many pages, or at the end of a crawl that ended before."""
    return found[min(count, len(found)) - 1] if found else 0


def run(
    seed: int, forms: Path, strategies: Sequence[str], stories: int = 0
) -> tuple[Curves, int, dict[str, int]]:
    """Curves of each domain and strategy; pages of the web, interfaces of domains."""
    test = measured(made_web(seed, 1, forms, stories=stories))
    learn = test
    if not set(strategies) <= set(UNTAUGHT):
        learn = measured(made_web(seed, 0, forms, stories=stories))
    found: Curves = {}
    for domain in DOMAINS:
        for strategy in strategies:
            begun = time.monotonic()
            if strategy == "oracle":
                order = oracle(test, domain)
            elif strategy in UNORDERED:
                order = crawl(test, strategy, None, seed)
            else:
                order = crawl(test, strategy, taught(learn, domain, strategy), seed)
            curve = found[domain, strategy] = found_by(test, domain, order)
            told = f"{len(curve)} pages, {time.monotonic() - begun:.0f} s"
            print(f"{seed} {domain} {strategy}: {told}", file=sys.stderr, flush=True)
    totals = {domain: sum(test.targets[domain].values()) for domain in DOMAINS}
    return found, len(test.pages), totals


def real(seed: int, forms: Path) -> None:
    """`scrapy crawl discover` on the test web of a seed, the topic in words."""
    made = made_web(seed, 1, forms)
    web = measured(made)
    for domain in DOMAINS:
        with served(made.pages) as site, TemporaryDirectory() as folder:
            options = [
                "-s",
                f"STORE_URL={folder}/s.sqlite",
                "-a",
                f"topic={TOPICS[domain]}",
            ]
            count = len(web.pages) * AT[-1] // 100
            order = discovered(site, web.start, count, *options)
        curve = found_by(web, domain, order)
        total = sum(web.targets[domain].values())
        cells = [
            f"{at(curve, len(web.pages) * share // 100) / total:.2f}" for share in AT
        ]
        print(
            f"| {domain} | `scrapy crawl discover` | {' | '.join(cells)} |", flush=True
        )


def table(
    runs: Sequence[tuple[Curves, int, dict[str, int]]], strategies: Sequence[str]
) -> None:
    """Share of the interfaces that were found, the mean over webs."""
    print("| | found at |" + "".join(f" {share} % |" for share in AT))
    print("|---|---|" + "---|" * len(AT))
    for domain in (*DOMAINS, "all"):
        for strategy in strategies:
            cells = []
            for share in AT:
                names = DOMAINS if domain == "all" else (domain,)
                values = [
                    at(found[name, strategy], pages * share // 100) / totals[name]
                    for found, pages, totals in runs
                    for name in names
                ]
                cells.append(f"{mean(values):.2f}")
            print(f"| {domain} | {strategy} | {' | '.join(cells)} |")


def plot(
    runs: Sequence[tuple[Curves, int, dict[str, int]]],
    strategies: Sequence[str],
    path: str,
) -> None:
    """A panel for each domain: interfaces found against pages crawled."""
    import matplotlib as mpl  # noqa: PLC0415 - for the plot only

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "leadline"
    from matplotlib import pyplot as plt  # noqa: PLC0415 - the same

    figure, axes = plt.subplots(1, len(DOMAINS), figsize=(11, 4.4), sharey=True)
    shares = [part / 2 for part in range(1, 201)]
    for axis, domain in zip(axes, DOMAINS, strict=True):
        for strategy in strategies:
            values = [
                mean(
                    at(found[domain, strategy], max(1, int(pages * share / 100)))
                    / totals[domain]
                    for found, pages, totals in runs
                )
                for share in shares
            ]
            axis.plot(shares, values, label=strategy, linewidth=1.3)
        axis.set(
            title=domain, xlabel="% of the pages crawled", xlim=(0, 100), ylim=(0, 1.02)
        )
        axis.axvline(20, color="0.8", linewidth=0.8)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("share of the interfaces found")
    lines = axes[0].get_lines()[: len(strategies)]
    figure.legend(lines, strategies, loc="lower center", ncols=3, frameon=False)
    figure.tight_layout(rect=(0, 0.2, 1, 1))
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forms", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--stories", type=int, default=0)
    parser.add_argument("--untaught", action="store_true")
    parser.add_argument("--plot", default="", help="write an SVG")
    parser.add_argument("--real", action="store_true")
    given = parser.parse_args()
    if given.real:
        real(1, given.forms)
        return
    strategies = UNTAUGHT if given.untaught else STRATEGIES
    runs = [
        run(seed, given.forms, strategies, given.stories)
        for seed in range(1, given.seeds + 1)
    ]
    pages = [count for _, count, _ in runs]
    asked = [sum(totals.values()) for _, _, totals in runs]
    print(f"pages {pages}, interfaces {asked}")
    table(runs, strategies)
    if given.plot:
        plot(runs, strategies, given.plot)


if __name__ == "__main__":
    main()
