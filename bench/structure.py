"""How well the clusters of a survey agree with known kinds of pages.

    python -m bench.structure SURVEY --truth NAME [--options ...]

``--options token=tag.class,threshold=0.9`` measures again from what the survey
keeps, without crawling; several may be given, each is a row.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sklearn.metrics import adjusted_rand_score, completeness_score, homogeneity_score

from bench.truth import docs, local, wikis
from crawler.cluster import ClusterOptions, cluster_members
from crawler.finalise import Measured, stored_options
from crawler.options import read_options
from crawler.store import Survey, readers

if TYPE_CHECKING:
    from collections.abc import Callable

TRUTH: dict[str, Callable[[str], str]] = {
    "docs": docs.label,
    "dokuwiki": wikis.dokuwiki,
    "mediawiki": wikis.mediawiki,
    "local": local.label,
}


def measure(
    survey: Survey, options: ClusterOptions, labels: dict[str, str]
) -> dict[str, Any]:
    """Clusters against labels, over the pages that have one (2xx, HTML)."""
    began = time.process_time()
    found = cluster_members(Measured(survey, options).members(), options)
    seconds = time.process_time() - began
    truth, guess, shown = [], [], set()
    for cluster in found.clusters:
        kept = [key for key in cluster.members if key in labels]
        truth += [labels[key] for key in kept]
        guess += [cluster.id] * len(kept)
        shown |= {labels[r.key] for r in cluster.representatives if r.key in labels}
    kinds = set(truth)
    return {
        "pages": len(truth),
        "kinds": len(kinds),
        "clusters": len(set(guess)),
        "homogeneity": homogeneity_score(truth, guess),
        "completeness": completeness_score(truth, guess),
        "ARI": adjusted_rand_score(truth, guess),
        "representatives": sum(len(c.representatives) for c in found.clusters),
        "kinds not shown": ", ".join(sorted(kinds - shown)) or "none",
        "CPU s": seconds,
    }


def label_pages(survey: Survey, label: Callable[[str], str]) -> dict[str, str]:
    """Key -> kind, of the HTML pages that answered with 2xx."""
    return {
        page.key: label(page.url)
        for page in survey.read(readers.read_pages)
        if page.status // 100 == 2 and page.kind == "html"
    }


def with_options(base: ClusterOptions, given: str) -> ClusterOptions:
    """*base* with ``name=value,...`` replaced."""
    pairs = [part.partition("=") for part in given.split(",") if part]
    named = {f"X_{name.upper()}": value for name, _, value in pairs}
    read = read_options(ClusterOptions, "X", named)
    return replace(base, **{name: getattr(read, name) for name, _, _ in pairs})


def main() -> None:
    """Print one row for each set of options."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("survey")
    parser.add_argument("--truth", choices=sorted(TRUTH), required=True)
    parser.add_argument("--options", action="append", default=[])
    parser.add_argument("--kinds", action="store_true", help="list kinds by cluster")
    given = parser.parse_args()
    with Survey.open(given.survey) as survey:
        labels = label_pages(survey, TRUTH[given.truth])
        base = stored_options(survey)
        for text in given.options or [""]:
            row = measure(survey, with_options(base, text), labels)
            told = (
                f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}"
                for k, v in row.items()
            )
            print(f"{text or 'as stored'}: " + "; ".join(told))
        if given.kinds:
            _print_kinds(survey, base, labels)


def _print_kinds(
    survey: Survey, options: ClusterOptions, labels: dict[str, str]
) -> None:
    """A table of the clusters of labelled pages: size, kinds, first representative."""
    print("\n| pages | kinds of page | representatives | the first of them |")
    print("|---|---|---|---|")
    found = cluster_members(Measured(survey, options).members(), options)
    for cluster in sorted(found.clusters, key=lambda c: (-len(c.members), c.leader)):
        counts = Counter(labels[key] for key in cluster.members if key in labels)
        if not counts:
            continue
        kinds = ", ".join(
            kind if len(counts) == 1 else f"{kind} ({number})"
            for kind, number in counts.most_common()
        )
        shown = cluster.representatives
        first = urlsplit(shown[0].key)._replace(scheme="", netloc="").geturl()
        print(f"| {len(cluster.members)} | {kinds} | {len(shown)} | `{first}` |")


if __name__ == "__main__":
    main()
