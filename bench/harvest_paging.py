"""Links to the next page, and numbered ones, against labelled pages.

    python -m bench.harvest_paging DIR

DIR is ``autopager/data`` of the data of autopager (MIT): ``data.csv``, ``html/``.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from pathlib import Path
from urllib.parse import urlsplit

from crawler.dom import Document, parse
from crawler.harvest.paging import paging_of
from crawler.urls import canonical_key, registrable_domain, resolve


def targets(document: Document, selector: str) -> set[str]:
    """Keys of the URLs of the anchors that a selector names."""
    found: set[str] = set()
    selector = selector.strip().strip(",")
    if not selector or document.tree is None:
        return found
    for element in document.tree.css(selector):
        anchor = element if element.tag == "a" else element.css_first("a")
        if anchor is None and element.parent is not None and element.parent.tag == "a":
            anchor = element.parent
        if anchor is None:
            continue
        href = (anchor.attributes.get("href") or "").strip()
        if url := resolve(href, document.base_url):
            found.add(_key(url))
    return found


def _key(url: str) -> str:
    return canonical_key(url.partition("#")[0])


def run(folder: Path) -> list[str]:
    """Two halves by domain: the first was looked at, the second was not."""
    lines = [
        "| half | pages | next: P | R | numbered: P | R |",
        "|---|---|---|---|---|---|",
    ]
    rows = list(csv.DictReader((folder / "data.csv").open(encoding="utf-8")))
    for half in (0, 1):
        n = [0, 0, 0]
        p = [0, 0, 0]
        pages = 0
        for row in rows:
            url = row["Page URL"]
            domain = registrable_domain(urlsplit(url).hostname or "") or url
            side = hashlib.md5(domain.encode(), usedforsecurity=False).digest()[0] % 2
            if row["failed"] or side != half:
                continue
            pages += 1
            body = (folder / "html" / f"{row['File Name']}.html").read_bytes()
            kind = f"text/html; charset={row['Encoding']}"
            document = parse(body, url=url, content_type=kind)
            _count(document, row, n, p)
        lines.append(
            f"| {half} | {pages} | {_share(n[0], n[1])} | {_share(n[0], n[2])}"
            f" | {_share(p[0], p[1])} | {_share(p[0], p[2])} |"
        )
    return lines


def _count(
    document: Document, row: dict[str, str], following: list[int], numbered: list[int]
) -> None:
    """Add to right, wrong, missed."""
    own = _key(document.url)
    truth, pages = (
        targets(document, row["NEXT"]),
        targets(document, row["PAGE"]) - {own},
    )
    found = paging_of(document)
    told = _key(found.next) if found.next else ""
    # Where no "next" is labelled, the number after this one is as good.
    if not (found.how == "number" and not truth and told in pages):
        following[0] += bool(told) and told in truth
        following[1] += bool(told) and told not in truth
        following[2] += bool(truth) and told not in truth
    mine = {_key(url) for url in found.pages} - {own}
    numbered[0] += len(mine & pages)
    numbered[1] += len(mine - pages)
    numbered[2] += len(pages - mine)


def _share(right: int, other: int) -> str:
    return f"{right / max(1, right + other):.3f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    print("\n".join(run(parser.parse_args().folder)))


if __name__ == "__main__":
    main()
