"""What the readers of a survey yield: plain rows, in the order of their fields."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Summary:
    """The survey in numbers; what lies in ``clusters`` counts once it is final."""

    pages: int
    by_status: Mapping[str, int]
    """Status class (``2xx``) -> pages."""
    content_twins: int
    near_twins: int
    clusters: int
    representatives: int
    forms: int
    parameters: int
    decisions: Mapping[str, int]
    """Rule -> distinct URLs."""
    items: int
    final: bool


@dataclass(frozen=True, slots=True)
class RunRow:
    id: int
    spider: str
    arguments: Mapping[str, Any]
    settings: Mapping[str, Any]
    versions: Mapping[str, Any]
    seed: int | None
    started: str
    ended: str | None
    reason: str | None
    stats: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A page as the clustering needs it."""

    key: str
    host: str
    status: int
    kind: str
    shape: str
    vector: str
    """Digest: equal for equal vectors; empty for a page without one."""
    features: bytes
    """As the format of the vectors packed them."""
    recipe: str
    skeleton_digest: str
    skeleton: bytes
    """Empty unless asked for."""
    signatures: tuple[str, ...]
    parameters: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRow:
    url: str
    key: str
    status: int
    depth: int
    referrer: str
    title: str
    content_type: str
    kind: str
    length: int
    host: str
    shape: str
    redirected_from: list[str]
    canonical_link: str
    body_digest: str
    nodes: int | None
    capped: bool | None
    vector: str | None
    """Digest: equal for pages of equal structure."""
    cluster: int | None
    similarity: float | None
    """To the leader of the cluster."""
    twin: str
    twin_kind: str
    notes: list[str]
    guessed: bool
    fetched_at: str
    relevance: float | None
    """How much it is on the topic, 0 to 1; None when nobody asked."""
    run: int
    warc_file: str | None = None
    """Where the answer is archived; None when bodies were not kept."""
    warc_offset: int | None = None


@dataclass(frozen=True, slots=True)
class RepresentativeRow:
    url: str
    key: str
    cluster: int
    rank: int
    reason: str
    status: int
    kind: str
    title: str
    shape: str
    size: int
    """Pages in the cluster."""


@dataclass(frozen=True, slots=True)
class ClusterMember:
    url: str
    similarity: float | None
    rank: int | None
    """Among the representatives; None for other members."""
    reason: str
    """Why it is a representative."""


@dataclass(frozen=True, slots=True)
class ClusterRow:
    id: int
    partition: str
    leader: str
    """URL of the page that the similarities are to."""
    size: int
    members: list[ClusterMember]


@dataclass(frozen=True, slots=True)
class FieldRow:
    name: str
    type: str
    value: str
    options: list[str]
    label: str
    required: bool
    disabled: bool
    checked: bool
    limits: dict[str, str | int] = field(default_factory=dict)
    """``min``, ``max``, ``step``, ``pattern``, ``minlength``, ``maxlength`` and
    ``multiple`` as far as it has them."""


@dataclass(frozen=True, slots=True)
class SubmitterRow:
    name: str
    value: str
    type: str
    action: str
    method: str
    enctype: str
    label: str = ""
    """What stands on it."""


@dataclass(frozen=True, slots=True)
class FormRow:
    signature: str
    method: str
    action: str
    action_shape: str
    enctype: str
    name: str
    page: str
    """Key of the page the values are from: the smallest that shows the form."""
    pages: int
    kind: str
    """What it is for; empty in a survey of before this was told."""
    probability: float
    """Of that kind, by the model."""
    fields: list[FieldRow]
    submitters: list[SubmitterRow]


@dataclass(frozen=True, slots=True)
class ParameterRow:
    place: str
    """``query`` or ``body``."""
    name: str
    pages: int
    page: str
    """URL of the first page, by key, that shows it."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    url: str
    rule: str
    detail: str
    source: str
    count: int
    run: int


@dataclass(frozen=True, slots=True)
class ItemRow:
    id: int
    run: int
    url: str
    kind: str
    data: Any
