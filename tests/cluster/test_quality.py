"""Do clusters find the templates that pages were made from."""

from __future__ import annotations

import random

import pytest
from sklearn.metrics import (  # it has no types
    adjusted_rand_score,
    homogeneity_score,
)

from crawler.cluster import ClusterOptions, Leader
from tests.cluster.synthetic import pages
from tests.cluster.trees import measure


@pytest.mark.parametrize("token", ["tag", "tag.class"])
def test_templates_are_found(token: str) -> None:
    options = ClusterOptions(token=token)  # type: ignore[arg-type]
    site = list(pages(sites=4, kinds=5, each=20, seed=1))
    random.Random(1).shuffle(site)
    leader = Leader(options)
    found = [
        leader.add(page.url.split("/")[2], page.shape, measure(page.html, options))
        for page in site
    ]
    truth = [page.template for page in site]
    labels = [one.cluster for one in found]
    assert adjusted_rand_score(truth, labels) >= 0.9
    assert homogeneity_score(truth, labels) >= 0.98
