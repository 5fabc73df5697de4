"""Surveys of one site by two users: what each of them sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.report.html_text import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crawler.report.diff import Difference
    from crawler.report.diff_side import Side

_NAMES: Final = {
    "pages": ("page", "pages"),
    "forms": ("form", "forms"),
    "parameters": ("parameter", "parameters"),
    "clusters": ("kind of page", "kinds of page"),
    "records": ("record", "records"),
}


def user(side: Side) -> str:
    """Who was logged in; empty for nobody."""
    arguments = side.runs[-1].arguments if side.runs else {}
    return str(arguments.get("user") or "")


def users(difference: Difference) -> tuple[str, str] | None:
    """The two users, when it is they who differ."""
    pair = user(difference.old), user(difference.new)
    return pair if pair[0] != pair[1] else None


def seen_by_each(difference: Difference) -> Iterator[str]:
    """Lines; none when both surveys are of one user, or of nobody."""
    pair = users(difference)
    if pair is None:
        return
    yield ""
    for name, kind in zip(pair, ("went", "came"), strict=True):
        yield f"Only {_called(name)} sees: {_counts(difference, kind)}"
    both = _counts(difference, "changed")
    if both != "nothing":
        yield f"Both see, but not the same: {both}"


def _counts(difference: Difference, kind: str) -> str:
    parts = []
    for what, names in _NAMES.items():
        count = len(getattr(difference.changes[what], kind))
        if count:
            parts.append(counted(count, *names))
    return ", ".join(parts) or "nothing"


def _called(name: str) -> str:
    return visible(name, 60) if name else "who is not logged in"
