"""What the readers of harvests yield: plain rows, in the order of their fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class HarvestRow:
    id: int
    signature: str
    page: str
    """URL of the page that the form was taken from."""
    action: str
    method: str
    begun: Mapping[str, Any]
    verdict: str
    """``done``, ``saturated``, ``limited``, ``planned``, ``refused``, ``failed``;
    empty while it runs, and after a kill."""
    reason: str
    bound: float | None
    size: float | None
    size_low: float | None
    size_high: float | None
    lower: bool
    queries: int
    records: int
    bytes: int
    seconds: float
    forecast: Mapping[str, Any] | None
    kinds: Mapping[str, int]
    """Kind of answer -> how many."""
    run: int


@dataclass(frozen=True, slots=True)
class AnswerRow:
    harvest: int
    query: str
    """JSON: name and value of each control, in the order of the form."""
    page: int
    number: int
    phase: str
    url: str
    kind: str
    reason: str
    records: list[str]
    total: int | None
    more: bool
    next: str
    error: str
    bytes: int
    seconds: float
    run: int


@dataclass(frozen=True, slots=True)
class StoredRecord:
    identity: str
    number: int
    fields: dict[str, str]
    links: dict[str, str]
    section: str
    url: str
    query: str
    details: str


@dataclass(frozen=True, slots=True)
class RecordRow:
    form: str
    identity: str
    number: int
    fields: dict[str, str]
    links: dict[str, str]
    section: str
    url: str
    """Of the answer that showed it first."""
    query: str
    """The same."""
    seen: int
    """Answers that showed it."""
    details: str
    run: int


@dataclass(frozen=True, slots=True)
class ChangeRow:
    form: str
    change: str
    """``new``, ``changed``, ``gone``; ``unsure``: not met again, and not everything
    that showed it was asked again."""
    identity: str
    was: str
    """Identity in the earlier survey."""
    number: int
    fields: dict[str, str]
    """Of the earlier survey, when the record is not there any more."""
    links: dict[str, str]
    before: dict[str, str] | None
    """What the fields of a changed record said."""
    url: str
    """Of the answer that showed it first, now or then."""
    query: str
    """The same."""
    run: int
