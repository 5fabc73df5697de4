"""What a response to a submission is: one of seven kinds.

The kinds are those of Liddle, Embley, Scott and Yau (2002) as talks on it tell them;
how to tell them is ours: by the site's own pages first (a nonsense query, the page of
the form), then by structure, then by words. See ``docs/methods/records.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from crawler.forms import extract as forms_of
from crawler.harvest import outcome_words as words
from crawler.harvest.contrast import keys
from crawler.harvest.outcome_page import Look, look_at, own_form
from crawler.harvest.outcome_references import References
from crawler.harvest.paging import Paging, paging_of
from crawler.harvest.records import Extractor
from crawler.harvest.records_tree import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.dom import Document
    from crawler.harvest.contrast import Key
    from crawler.harvest.paging_claims import Claim
    from crawler.harvest.records_found import Found
    from crawler.harvest.records_item import Record
    from crawler.items import Form

Kind: TypeAlias = Literal[
    "data", "data+links", "data+form", "form", "error", "no records", "missing field"
]
KINDS: Final[tuple[Kind, ...]] = (
    "data",
    "data+links",
    "data+form",
    "form",
    "error",
    "no records",
    "missing field",
)
_SAME: Final = 0.85
_KEPT: Final = 0.4
_SHARED: Final = 0.5
# So many alike items are records, whatever else is said.
_MANY: Final = 5


@dataclass(slots=True, eq=False)
class Response:
    """A response, judged."""

    kind: Kind
    reason: str
    """What told it: ``status``, ``records``, ``trace``, ``nonsense``, ``words``..."""
    records: tuple[Record, ...] = ()
    paging: Paging = field(default_factory=Paging)
    claim: Claim | None = None
    form: Form | None = None
    """Another form to fill, or one that refines."""
    notes: tuple[str, ...] = ()
    promoted: int = 0


class OutcomeJudge:
    """Judges the responses to one form; reference pages are learned first."""

    def __init__(
        self, extractor: Extractor | None = None, form: Form | None = None
    ) -> None:
        self.extractor = extractor or Extractor()
        self.references = References()
        self._form = form
        self._names: set[str] = set()
        """Fields of records in answers of several, in data."""

    def learn_form_page(self, document: Document) -> None:
        """The page that the form is on, before anything was asked."""
        self.references.learn_blank(document, tree_of(document))

    def learn_nonsense(
        self, document: Document, echo: Iterable[str], default: Found | None = None
    ) -> bool:
        """The answer to a query that nothing can match; False when it is of no use.

        *default* is what the default query found: a form that answers nonsense with
        the same records takes no notice of what was asked.
        """
        asked = list(echo)
        tree = tree_of(document)
        if default is not None and default.records:
            shown = {record.identity for record in default.records}
            apart = Extractor(identifier=self.extractor.identifier)
            found = apart.extract(document, asked)
            same = sum(record.identity in shown for record in found.records)
            heedless = bool(found.records) and same >= _SHARED * len(found.records)
            if heedless and not self._seeming(found, keys(tree, asked)):
                return False
        self.extractor.contrast.learn(tree, asked)
        marks = look_at(tree).marks
        self.references.learn_nothing(document, tree, asked, marks)
        return True

    def _seeming(self, found: Found, shown: set[Key]) -> bool:
        """Whether what looks like records stands on the page of the form as well,
        beside the message that there are none.
        """
        if not words.says(words.NOTHING, self.references.added(shown)):
            return False
        values = (v for record in found.records for v in record.fields.values())
        return self.references.on_blank(values)

    def judge(
        self, document: Document, status: int = 200, echo: Iterable[str] = ()
    ) -> Response:
        """The kind of a response; *echo* is what was asked for."""
        asked = list(echo)
        found = self.extractor.extract(document, asked)
        look = look_at(found.tree, found) if found.tree is not None else Look()
        response = Response("data", "records", found.records, claim=found.claim)
        response.notes, response.promoted = found.notes, found.promoted
        if document.tree is None:
            response.paging = Paging(found.next, "rel" if found.next else "")
            look.lines = document.text[:2_000].splitlines()[:20]
            found.firm = self._is_known(found)
            response.kind, response.reason = _of_data(found, look, status)
        else:
            response.paging = paging_of(document, found.tree)
            response.form = self._another(document)
            look.another = response.form is not None
            shown = self.references.shown(look, asked)
            response.kind, response.reason = self._decide(found, look, status, shown)
        return _finish(response)

    def _is_known(self, found: Found) -> bool:
        """Whether a record in data has the fields of those before."""
        if len(found.records) != 1:
            self._names |= {name for one in found.records[:100] for name in one.fields}
            return len(found.records) > 1
        names = found.records[0].fields.keys()
        return len(names) > 1 and names <= self._names

    def _another(self, document: Document) -> Form | None:
        """A form to fill that reference pages do not have."""
        for form in forms_of(document):
            visible = [f for f in form.fields if f.type not in {"hidden", "submit"}]
            if not visible or not form.action or self.references.has(form):
                continue
            if self._form is None or not own_form(form, self._form):
                return form
        return None

    def _decide(
        self, found: Found, look: Look, status: int, shown: set[Key]
    ) -> tuple[Kind, str]:
        missing = self._missing(look)
        if status >= 400:
            return _failed(status, look, missing)
        if words.says(words.TRACE, look.lines):
            return "error", "trace"
        claimed = bool(found.claim and found.claim.total)
        if self.references.told(shown) and len(found.records) < 2 and not claimed:
            return "no records", "message"
        if found.records and self._believed(found, look, missing, shown):
            return "data", "records"
        if found.claim is not None and found.claim.total == 0:
            return "no records", "claim"
        return self._without_records(look, missing, shown)

    def _believed(
        self, found: Found, look: Look, missing: str, shown: set[Key]
    ) -> bool:
        """Whether what looks like records is not a message or a form."""
        if found.how == "table":
            return len(found.records) > 1 or not missing
        if found.claim is not None and found.claim.total:
            return True
        said = missing or words.says(words.FAILED, look.heads)
        if found.firm:
            return not said
        if len(found.records) > 1:
            return not said or len(found.records) > _MANY
        if said or self.references.kept(shown) < _KEPT:
            return False
        lines = look.lines
        if words.says(words.NOTHING, lines) or words.says(words.FAILED, lines):
            return False
        record = found.records[0]
        told = record.links or look.labelled or found.known
        return len(record.fields) > 1 and bool(told)

    def _missing(self, look: Look) -> str:
        """Why a field seems to be missing: the form is back, and complains."""
        if not look.forms:
            return ""
        if look.marks > self.references.marks:
            return "marks"
        if look.another:
            return ""  # what is said is said of that one
        lines = look.lines if self.references else look.short
        return "words" if words.says(words.MISSING, lines) else ""

    def _without_records(
        self, look: Look, missing: str, shown: set[Key]
    ) -> tuple[Kind, str]:
        known = self.references
        same, blank = known.same(shown), known.blank(shown)
        if same >= 0.99:
            return "no records", "nonsense"
        if missing and not look.another:
            return "missing field", missing
        if look.another:
            return "form", "another form"
        if blank > same and blank >= _SAME and not known.new(shown):
            return "missing field", "the form again"
        if words.says(words.NOTHING, look.lines):
            return "no records", "words"
        if words.says(words.FAILED, [*look.heads, *look.lines]):
            return "error", "words"
        if not look.forms or known.kept(shown) < _KEPT:
            return "error", "another page"
        if known.has_message():
            # The site has a message for no records, and this is another one.
            return ("missing field" if look.beside else "error"), "another message"
        return "no records", "nonsense" if same >= _SAME else "nothing"


def _of_data(found: Found, look: Look, status: int) -> tuple[Kind, str]:
    """The kind of an answer in JSON or XML."""
    missing = words.says(words.MISSING, look.lines)
    if status >= 400:
        return _failed(status, look, missing)
    if found.records and (found.firm or not missing):
        return "data", "records"
    if missing:
        return "missing field", "words"
    if words.says(words.FAILED, look.lines):
        return "error", "words"
    return "no records", "empty"


def _failed(status: int, look: Look, missing: str) -> tuple[Kind, str]:
    """The kind of a response whose status is no success."""
    if status in {400, 422} and missing:
        return "missing field", "status"
    asks = look.forms or look.tree is None
    if status in {404, 410} and asks and words.says(words.NOTHING, look.lines):
        return "no records", "status"
    return "error", "status"


def _finish(response: Response) -> Response:
    """Leave out what the kind has not, and tell the three kinds with data apart."""
    if response.kind != "data":
        response.records = ()
        response.form = response.form if response.kind == "form" else None
    elif response.paging.next or response.paging.pages:
        response.kind = "data+links"
    elif response.form is not None:
        response.kind = "data+form"
    return response
