"""What `discover` keeps as an interface: by `forms/kind`, and by the published rules.

    python -m bench.focus_rules --forms FORMS.jsonl.xz [--seeds N]

The made web of ``bench.focus`` is crawled with a topic in words, without a network,
once with each way to tell forms (``FORMS_RULES``), which the order learns from as well.
What was kept, each form once for its site, is an interface of the generator, another
search form (a site's own box, or one that people labelled so), or none. Forms that
people labelled are never of the domain: they say which rule takes what.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.focus import TOPICS
from bench.focus_crawls import Focused, Taught, measured, site_of
from bench.focus_web import DOMAINS, made_web
from crawler.focus import FocusOptions, LinkModel, TopicModel
from crawler.forms.kind_rules import SEARCH
from spiders.discover_sources import EXPLORE, TUNNEL

if TYPE_CHECKING:
    from bench.focus_crawls import Web
    from bench.focus_web import Made
    from crawler.items import Form

RULES: Final = ("default", "paper")
KINDS: Final = ("interface", "search", "none")
SHARES: Final = (20, 100)
"""Per cent of the pages."""


def truth(form: Form, url: str, made: Made) -> str:
    """What a form is: interface, search or none."""
    if re.search(r"/do\d+$", form.action):
        return "interface"
    if form.action.endswith("/results"):
        return "search"
    return "search" if made.labels.get(url) == "search" else "none"


def kept(web: Web, made: Made, domain: str) -> dict[int, Counter[str]]:
    """What is kept after each share of the pages; ``own``: interfaces of *domain*."""
    options = FocusOptions(
        topic=TOPICS[domain], goal="interface", tunnel=TUNNEL, explore=EXPLORE
    )
    start = Taught(options, TopicModel.of_words(TOPICS[domain]), LinkModel())
    found: Counter[str] = Counter()
    seen: set[tuple[str, str]] = set()
    told: dict[int, Counter[str]] = {}
    for count, url in enumerate(Focused(web, start).run(), 1):
        page = web.pages.get(url)
        for form in page.forms if page is not None else ():
            row = site_of(url), form.signature
            if form.kind == SEARCH and row not in seen:
                seen.add(row)
                kind = truth(form, url, made)
                found[kind] += 1
                found["own"] += kind == "interface" and url in web.targets[domain]
        for share in SHARES:
            if count <= len(web.pages) * share // 100:
                told[share] = found.copy()
    return told


def main() -> None:
    """Print a table: the sums of all webs and domains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--forms", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    given = parser.parse_args()
    sums = {(rules, share): Counter[str]() for rules in RULES for share in SHARES}
    total = 0
    for seed in range(1, given.seeds + 1):
        made = made_web(seed, 1, given.forms)
        total += sum(sum(made.targets[domain].values()) for domain in DOMAINS)
        for rules in RULES:
            web = measured(made, rules)
            for domain in DOMAINS:
                for share, found in kept(web, made, domain).items():
                    sums[rules, share].update(found)
    print(f"{total} interfaces, each wanted by one of {len(DOMAINS)} crawls of a web")
    print("| rules | % of the pages | own interfaces kept | kept | precision |")
    print("|---|---|---|---|---|")
    for (rules, share), found in sums.items():
        rows = sum(found[kind] for kind in KINDS)
        good = found["interface"] + found["search"]
        parts = ", ".join(f"{found[kind]} {kind}" for kind in KINDS)
        own = f"{found['own']} ({found['own'] / total:.2f})"
        precision = f"{good / max(rows, 1):.3f}"
        print(f"| {rules} | {share} | {own} | {rows}: {parts} | {precision} |")


if __name__ == "__main__":
    main()
