"""Forms of two surveys: which are one, and what is different about them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.report.diff_changes import Changes
    from crawler.report.diff_sight import Sight
    from crawler.store.rows import FormRow


def form_changes(found: Changes, came: Sight, went: Sight) -> Changes:
    """Fill in forms by signature.

    A form that went and one that came, each the only one of its method and shape of
    action, are one whose controls changed.
    """
    new, old = came.here.forms, went.here.forms
    fresh = _only(came)
    stale = _only(went)
    by_place: dict[tuple[str, str], list[FormRow]] = defaultdict(list)
    for form in fresh:
        by_place[_place(form)].append(form)
    gone_from: dict[tuple[str, str], int] = defaultdict(int)
    for form in stale:
        gone_from[_place(form)] += 1
    for form in stale:
        others = by_place[_place(form)]
        if gone_from[_place(form)] == len(others) == 1:
            (other,) = others
            fresh.remove(other)
            found.changed.append({**told(other), **_controls(form, other)})
        else:
            found.went.append(told(form))
    found.came += map(told, fresh)
    for signature in sorted(old.keys() & new.keys()):
        changed = _details(old[signature], new[signature])
        if changed:
            found.changed.append({**told(new[signature]), **changed})
    return found


def _only(sight: Sight) -> list[FormRow]:
    here, there = sight.here, sight.there
    return [
        form
        for signature, form in here.forms.items()
        if signature not in there.forms
        and sight.seen(here.form_pages.get(signature, ()))
    ]


def _place(form: FormRow) -> tuple[str, str]:
    return form.method, form.action_shape


def told(form: FormRow) -> dict[str, Any]:
    """What a form is, for whoever looks for it."""
    return {
        "method": form.method,
        "action": form.action,
        "kind": form.kind,
        "page": form.page,
        "pages": form.pages,
        "signature": form.signature,
    }


def _named(form: FormRow) -> set[str]:
    fields = {f"{part.name}={part.type}" for part in form.fields if part.name}
    return fields | {f"+{part.name}={part.type}" for part in form.submitters}


def _controls(before: FormRow, after: FormRow) -> dict[str, Any]:
    first, second = _named(before), _named(after)
    return {
        "controls": {"came": sorted(second - first), "went": sorted(first - second)}
    }


def _details(before: FormRow, after: FormRow) -> dict[str, Any]:
    """What a signature does not tell; choices only where both are of one page."""
    found: dict[str, Any] = {}
    if before.kind != after.kind and before.kind and after.kind:
        found["kind_before"] = before.kind
    required = [_required(form) for form in (before, after)]
    if required[0] != required[1]:
        found["required"] = _sets(*required)
    if before.page == after.page:
        choices = [_choices(form) for form in (before, after)]
        if choices[0] != choices[1]:
            found["choices"] = _sets(*choices)
    return found


def _required(form: FormRow) -> set[str]:
    return {part.name for part in form.fields if part.required and part.name}


def _choices(form: FormRow) -> set[str]:
    return {f"{part.name}={one}" for part in form.fields for one in part.options}


def _sets(before: Iterable[str], after: Iterable[str]) -> dict[str, list[str]]:
    first, second = set(before), set(after)
    return {"came": sorted(second - first), "went": sorted(first - second)}
