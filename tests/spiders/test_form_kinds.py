"""What forms are for, from a crawl to its survey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from crawler.forms.kind_rules import KINDS
from crawler.store import Survey, readers
from tests.site.process import SiteOptions, SiteProcess
from tests.spiders.crawling import crawl

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("rules", ["default", "paper"])
def test_kinds_are_in_the_survey_and_in_the_stats(tmp_path: Path, rules: str) -> None:
    survey = tmp_path / "s.sqlite"
    with SiteProcess(SiteOptions()) as site:
        done = crawl(
            *("inspect", survey, "-s", f"FORMS_RULES={rules}"),
            start=site.url,
            depth=1,
        )
    assert done.status == 0, done.err
    with Survey.open(survey) as found:
        forms = list(found.read(readers.read_forms))
        (run,) = found.read(readers.read_runs)
    assert {form.kind for form in forms} <= set(KINDS)
    assert all(0 < form.probability <= 1 for form in forms)
    with_password = [
        form for form in forms if any(f.type == "password" for f in form.fields)
    ]
    assert with_password
    assert all(form.kind != "search" for form in with_password)
    counted = {
        name: count
        for name, count in (run.stats or {}).items()
        if name.startswith("forms/kind/")
    }
    assert sum(counted.values()) == len(forms)
    if rules == "default":
        assert "forms/kind/login" in counted
        assert "forms/kind/search" in counted
    else:
        assert counted.keys() <= {"forms/kind/search", "forms/kind/other"}
