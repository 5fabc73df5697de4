"""What a response to a submission is: one of seven kinds.

The kinds are those of Liddle, Embley, Scott and Yau (2002) as talks on it tell them; how
to tell them is ours: by the site's own pages first (a nonsense query, the page of the
form), then by structure, then by words. See ``docs/methods/records.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from crawler.forms import extract as forms_of
from crawler.harvest import outcome_words as words
from crawler.harvest.contrast import Key, keys
from crawler.harvest.outcome_page import Look, look_at, own_form
from crawler.harvest.paging import Paging, paging_of
from crawler.harvest.records import Extractor
from crawler.harvest.records_found import Found
from crawler.harvest.records_tree import tree_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.dom import Document
    from crawler.harvest.paging_claims import Claim
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
# Characters of a text that tells something.
_MESSAGE: Final = 8


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
        self._form = form
        self._nothing: list[set[Key]] = []
        self._blank: set[Key] = set()
        self._known: set[str] = set()
        self._marks = 0

    def learn_form_page(self, document: Document) -> None:
        """The page that the form is on, before anything was asked."""
        tree = tree_of(document)
        self._blank = keys(tree)
        self._learn_forms(document)

    def learn_nonsense(
        self, document: Document, echo: Iterable[str], default: Found | None = None
    ) -> bool:
        """The answer to a query that nothing can match; False when it is of no use.

        *default* is what the default query found: a form that answers nonsense with
        the same records takes no notice of what was asked.
        """
        asked = list(echo)
        if default is not None and default.records:
            shown = {record.identity for record in default.records}
            found = Extractor(identifier=self.extractor.identifier).extract(
                document, asked
            )
            same = sum(record.identity in shown for record in found.records)
            if found.records and same >= _SHARED * len(found.records):
                return False
        tree = tree_of(document)
        self.extractor.contrast.learn(tree, asked)
        self._nothing.append(keys(tree, asked))
        self._marks = max(self._marks, look_at(tree).marks)
        self._learn_forms(document)
        return True

    def _learn_forms(self, document: Document) -> None:
        self._known |= {_names(form) for form in forms_of(document)}

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
        else:
            response.paging = paging_of(document, found.tree)
            response.form = self._another(document)
        kind, reason = self._decide(found, look, status, document, asked)
        response.kind, response.reason = kind, reason
        if kind != "data":
            response.records = ()
            if kind != "form":
                response.form = None
            return response
        if response.paging.next or response.paging.pages:
            response.kind = "data+links"
        elif response.form is not None:
            response.kind = "data+form"
        return response

    def _another(self, document: Document) -> Form | None:
        """A form to fill that reference pages do not have."""
        for form in forms_of(document):
            visible = [f for f in form.fields if f.type not in {"hidden", "submit"}]
            if not visible or _names(form) in self._known:
                continue
            if self._form is not None and own_form(form, self._form):
                continue
            if form.action:
                return form
        return None

    def _decide(
        self,
        found: Found,
        look: Look,
        status: int,
        document: Document,
        asked: list[str],
    ) -> tuple[Kind, str]:
        another = self._another(document) is not None
        missing = self._missing(look, document, another)
        if status >= 400:
            return self._failed(status, look, missing)
        if words.says(words.TRACE, look.lines):
            return "error", "trace"
        told = self._told_nothing(look, asked)
        few = len(found.records) < 2 and not (found.claim and found.claim.total)
        if told and few:
            return "no records", "message"
        if found.records and self._believed(found, look, missing):
            return "data", "records"
        if found.claim is not None and found.claim.total == 0:
            return "no records", "claim"
        return self._without_records(look, document, missing, asked)

    def _told_nothing(self, look: Look, asked: list[str]) -> bool:
        """Whether the page has the message that only the nonsense query got."""
        if look.tree is None or not self._nothing or not self._blank:
            return False
        shown = self._keys(look, asked)
        said = set.intersection(*self._nothing) - self._blank
        return any(len(text) >= _MESSAGE for _, text in said & shown)

    def _failed(self, status: int, look: Look, missing: str) -> tuple[Kind, str]:
        if status in {400, 422} and missing:
            return "missing field", "status"
        if status in {404, 410} and words.says(words.NOTHING, look.lines):
            return "no records", "status"
        return "error", "status"

    def _believed(self, found: Found, look: Look, missing: str) -> bool:
        """Whether what looks like records is not a message or a form."""
        if found.how in {"json", "xml", "table"}:
            return len(found.records) > 1 or not missing
        if found.claim is not None and found.claim.total:
            return True
        said = missing or words.says(words.FAILED, look.heads)
        if len(found.records) > 1:
            return not said or len(found.records) > 5
        record = found.records[0]
        nothing = words.says(words.NOTHING, look.lines)
        failed = words.says(words.FAILED, look.lines)
        told = len(record.fields) > 1 and (record.links or look.labelled or found.known)
        return bool(told) and not (said or nothing or failed)

    def _keys(self, look: Look, asked: list[str]) -> set[Key]:
        if look.tree is None:
            return set()
        return keys(look.tree, asked, self._blank.union(*self._nothing))

    def _missing(self, look: Look, document: Document, another: bool) -> str:
        """Why a field seems to be missing: the form is back, and complains."""
        if document.tree is None:
            return "words" if words.says(words.MISSING, look.lines) else ""
        back = look.forms > 0
        if back and look.marks > self._marks:
            return "marks"
        if another:
            return ""  # what it says is said of that one
        fresh = look.lines if self._nothing else look.short
        return "words" if back and words.says(words.MISSING, fresh) else ""

    def _without_records(
        self, look: Look, document: Document, missing: str, asked: list[str]
    ) -> tuple[Kind, str]:
        if document.tree is None:
            failed = words.says(words.FAILED, look.lines)
            if missing:
                return "missing field", missing
            return ("error", "words") if failed else ("no records", "empty")
        shown = self._keys(look, asked)
        same = max((_jaccard(shown, one) for one in self._nothing), default=0.0)
        blank = _jaccard(shown, self._blank)
        if same >= 0.99:
            return "no records", "nonsense"
        if missing and self._another(document) is None:
            return "missing field", missing
        if self._another(document) is not None:
            return "form", "another form"
        nothing = words.says(words.NOTHING, look.lines)
        failed = words.says(words.FAILED, [*look.heads, *look.lines])
        new = {text for _, text in shown - self._blank if len(text) >= _MESSAGE}
        if blank > same and blank >= _SAME and not new:
            return "missing field", "the form again"
        if same >= _SAME and not (failed and not nothing):
            return "no records", "nonsense"
        if nothing:
            return "no records", "words"
        if failed or not look.forms:
            return "error", "words" if failed else "another page"
        kept = max((_kept(one, shown) for one in self._nothing), default=1.0)
        return ("error", "another page") if kept < _KEPT else ("no records", "nothing")


def _names(form: Form) -> str:
    """What makes two forms of one site one: where they go, and what they ask."""
    fields = sorted(f.name for f in form.fields if f.type not in {"hidden", "submit"})
    return " ".join([form.method, form.action.partition("?")[0], *fields])


def _jaccard(a: set[Key], b: set[Key]) -> float:
    union = len(a | b)
    return len(a & b) / union if union else 0.0


def _kept(reference: set[Key], shown: set[Key]) -> float:
    return len(reference & shown) / len(reference) if reference else 1.0
