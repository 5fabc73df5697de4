"""How many expected places a crawl asked for, by category.

    python -m bench.coverage SURVEY EXPECTED [--depth 2] [--prefix /test/] [--missing]

EXPECTED is a file with paths: a JSON list, or one a line. A place counts when its
URL was requested, whatever the answer was: it has a page, redirects, or left a
decision that only an answer gives. Query and fragment are not compared.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from crawler.store import Survey, readers

ANSWERED = frozenset(
    {"failed", "guess-failed", "redirect", "redirect-to-seen", "soft-404"}
)
"""Rules about URLs that were asked for; all others are about URLs that were not."""


def expected_paths(text: str) -> list[str]:
    """The paths of a list, in its order, each once."""
    given = json.loads(text) if text.lstrip().startswith("[") else text.splitlines()
    return list(dict.fromkeys(path.strip() for path in given if path.strip()))


def category(path: str, prefix: str, depth: int) -> str:
    """The first folders of a path.

    >>> category("/test/html/body/a/href", "/test/", 2), category("/x", "/test/", 2)
    ('html/body', '')
    """
    folders = path.removeprefix(prefix).strip("/").split("/")[:-1]
    return "/".join(folders[:depth])


def answered(survey: Survey) -> tuple[set[str], dict[str, str]]:
    """Paths that were asked for; and of all others the rule that refused them."""
    asked = {urlsplit(page.url).path for page in survey.read(readers.read_pages)}
    refused: dict[str, str] = {}
    for decision in survey.read(readers.read_decisions):
        path = urlsplit(decision.url).path
        # A guess whose answer was the page of another URL, not another spelling.
        twin = decision.rule == "duplicate" and decision.detail
        if decision.rule in ANSWERED or twin:
            asked.add(path)
        else:
            refused[path] = decision.rule
    return asked, refused


def requests(survey: Survey) -> int:
    """Requests of all runs, those for robots.txt and nonsense URLs included."""
    counts: list[Any] = [
        (run.stats or {}).get("downloader/request_count", 0)
        for run in survey.read(readers.read_runs)
    ]
    return sum(counts)


def main() -> None:
    """Print one row for each category, then the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("survey")
    parser.add_argument("expected", type=Path)
    parser.add_argument("--depth", type=int, default=2, help="folders of a category")
    parser.add_argument("--prefix", default="/test/", help="left out of categories")
    parser.add_argument("--missing", action="store_true", help="list what is missing")
    given = parser.parse_args()
    paths = expected_paths(given.expected.read_text(encoding="utf-8"))
    with Survey.open(given.survey) as survey:
        asked, refused = answered(survey)
        total = requests(survey)
    kinds = {path: category(path, given.prefix, given.depth) for path in paths}
    cases = Counter(kinds.values())
    found = Counter(kinds[path] for path in paths if path in asked)
    width = max(map(len, cases), default=0)
    for kind, count in sorted(cases.items()):
        print(f"{kind:{width}} {found[kind]:4} of {count:4}")
    print(f"{'':{width}} {sum(found.values()):4} of {len(paths):4}; {total} requests")
    if given.missing:
        for path in paths:
            if path not in asked:
                print(f"{path}  {refused.get(path, 'not met')}")


if __name__ == "__main__":
    main()
