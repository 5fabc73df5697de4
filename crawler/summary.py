"""What a run found, in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crawler.store import Survey


def summary_lines(survey: Survey, reason: str) -> list[str]:
    """Pages, duplicates, clusters, representatives, forms, parameters, and where."""
    found = survey.summary()
    status = ", ".join(
        f"{count} {name}" for name, count in sorted(found.by_status.items())
    )
    rules = sorted(found.decisions.items(), key=lambda pair: (-pair[1], pair[0]))
    return [
        f"Finished ({reason}):",
        f"  pages            {found.pages} ({status or 'none'})",
        f"  duplicates       {found.content_twins} equal, {found.near_twins} near",
        f"  clusters         {found.clusters}",
        f"  representatives  {found.representatives}",
        f"  forms            {found.forms}",
        f"  parameters       {found.parameters}",
        "  not followed     "
        + (", ".join(f"{count} {rule}" for rule, count in rules) or "nothing"),
        f"  survey           {survey.target}",
        f"  next             leadline export {survey.target}",
    ]
