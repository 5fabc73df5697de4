"""What an answer brings, as the planner wants it told."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from crawler.harvest import Outcome
from crawler.harvest.outcome import OutcomeJudge
from crawler.harvest.records import Extractor
from crawler.harvest.records_item import Record
from crawler.harvesting.aliases import Aliases
from crawler.harvesting.identity import Identities

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crawler.dom import Document
    from crawler.harvest.outcome import Response
    from crawler.harvesting.asking import Reply
    from crawler.harvesting.memory import Known
    from crawler.items import Form
    from crawler.store.merging import Telling

_ROUND: Final = frozenset(
    {10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 500}
)
_LEAST: Final = 10


@dataclass(slots=True)
class Judged:
    """An answer, its kind and its records."""

    outcome: Outcome
    kind: str = "error"
    reason: str = ""
    url: str = ""
    next: str = ""
    records: tuple[Record, ...] = ()
    form: Form | None = None
    """Another form to fill."""
    pages: tuple[str, ...] = ()
    """Numbered pages, when none is told to be the next."""

    def follow(self, url: str) -> None:
        """Its next page is another one than it says, or none."""
        self.next = url
        self.outcome = replace(self.outcome, next=bool(url))


class Caps:
    """Tells answers that are cut off without a word: several end at one number.

    >>> caps = Caps()
    >>> [caps.cuts(set(map(str, range(a, b)))) for a, b in ((0, 42), (3, 45), (0, 7))]
    [False, True, False]
    """

    def __init__(self) -> None:
        self._most: Counter[int] = Counter()
        self._last: dict[int, set[str]] = {}

    def cuts(self, shown: set[str], rows: int = 0, *, claimed: bool = False) -> bool:
        """Whether an answer of one page may be cut off.

        *rows*: how many it shows, where some are the same record. *claimed*: it says
        that it has just as many. "200 rows" may be those shown: it is when several
        answers end at a round number.
        """
        number = max(rows, len(shown))
        if number < max(_LEAST, max(self._most, default=0)):
            return False
        if self._last.get(number) != shown:
            self._most[number] += 1
            self._last[number] = shown
        even = number in _ROUND or (number > 500 and number % 100 == 0)
        often = self._most[number] > 1
        return even and often if claimed else even or often


def _whole(found: Response) -> bool:
    """Whether an answer shows all that it has."""
    claimed = (found.claim.total or 0) if found.claim is not None else 0
    turns = found.paging.next or found.paging.pages
    return not turns and claimed <= len(found.records)


@dataclass(slots=True)
class Judging:
    """Judges the answers of one form, in the order of the plan."""

    form: Form
    key: Sequence[str] = ()
    judge: OutcomeJudge = field(init=False)
    aliases: Aliases = field(init=False)
    identities: Identities = field(init=False)
    caps: Caps = field(default_factory=Caps)
    partial: bool = False
    """Without a word in its box the form does not show what it shows with one."""
    own: frozenset[str] = frozenset()
    """What looks like records on the page of the form."""
    _own: tuple[Record, ...] = ()

    def __post_init__(self) -> None:
        asked = [f.name for f in self.form.fields if f.name and f.type != "hidden"]
        self.identities = identifier = Identities(self.key, asked)
        self.judge = OutcomeJudge(Extractor(identifier=identifier), self.form)
        self.aliases = Aliases(identifier)

    def learn_again(self, first: Document, again: Document, echo: list[str]) -> None:
        """Learn from one query asked twice what of a record changes by itself."""
        extractor = self.judge.extractor
        one = deepcopy(extractor).extract(first, echo)
        other = deepcopy(extractor).extract(again, echo)
        extractor.identifier.learn_again(one.records, other.records)

    def learn_nonsense(self, nonsense: Reply, text: str, default: Reply) -> bool:
        """Learn from the answer to nonsense; False when it is of no use.

        A default query that is refused has shown nothing that nonsense could repeat.
        """
        found = None
        if self.look(default, []).records:
            found = deepcopy(self.judge.extractor).extract(default.document())
        return self.judge.learn_nonsense(nonsense.document(), [text], found)

    def learn_words(
        self, words: list[tuple[str, Reply]], default: Reply, page: Document
    ) -> None:
        """Learn from answers to words how records change with what is asked.

        And whether the default answer shows everything: it does not when it lacks
        most of what a word finds. It is a start page then, or shows what is new; what
        is on the page of the form as well is no answer at all.
        """
        answers = [(self.look(reply, [word]), word) for word, reply in words]
        if not self.key:
            self.identities.compare(
                [(found.records, word, _whole(found)) for found, word in answers]
            )
        every = self.look(default, [])
        shown = {self.identities.identity(one) for one in every.records}
        found = {self.identities.identity(one) for one in answers[0][0].records}
        if shown and not every.paging.next and len(found - shown) > len(found) / 2:
            self.partial = True
            extractor = deepcopy(self.judge.extractor)
            self._own = extractor.extract(page).records
            self._tell_own()

    def look(self, reply: Reply, echo: list[str]) -> Response:
        """Judge without consequences."""
        response = reply.response
        assert response is not None
        return deepcopy(self.judge).judge(reply.document(), response.status, echo)

    def of(
        self, reply: Reply, echo: list[str], *, first: bool, seconds: float
    ) -> Judged:
        """The answer; *first*: its first page."""
        response = reply.response
        if response is None:
            return Judged(
                Outcome(error=reply.error, seconds=seconds), reason=reply.detail
            )
        found = self.judge.judge(reply.document(), response.status, echo)
        named = map(self._named, found.records)
        records = tuple({one.identity: one for one in named}.values())
        claim = found.claim
        total = claim.total if claim is not None and not claim.about else None
        rows = len(found.records)
        if total == rows:
            total = len(records)  # all are shown, some of them twice
        following = found.paging.next
        pages = () if following else found.paging.pages
        more = bool(claim and claim.about and (claim.total or 0) > len(records))
        if first and not following and not pages and total in {None, len(records)}:
            shown = {one.identity for one in records}
            cut = self.caps.cuts(shown, rows, claimed=total is not None)
            more, total = more or cut, None if cut else total
        if self.partial and first and not echo:
            more = True
            if records and all(one.identity in self.own for one in records):
                found.kind, found.reason, records = (
                    "missing field",
                    "the form again",
                    (),
                )
        error = found.reason if found.kind == "error" else ""
        if found.kind == "error" and found.reason == "status":
            error = f"status {response.status}"
        elif found.kind in {"missing field", "form"}:
            error = found.kind
        return Judged(
            Outcome(
                records=tuple(one.identity for one in records),
                total=total if found.kind.startswith("data") else None,
                more=more and bool(records),
                next=bool(following),
                error=error,
                bytes=len(response.body),
                seconds=seconds,
                texts=tuple(one.text() for one in records),
            ),
            kind=found.kind,
            reason=found.reason,
            url=response.url,
            next=following,
            records=records,
            form=found.form if found.kind == "form" else None,
            pages=pages,
        )

    def _named(self, record: Record) -> Record:
        """The record under the identity of its like."""
        if self.key or self.identities.by_link:
            return record
        return self.aliases.of(record)

    def observe(
        self, judged: Judged, echo: Sequence[str], setting: tuple[int, ...]
    ) -> None:
        """Learn from an answer how records are told apart."""
        if self.key or not judged.records:
            return
        outcome = judged.outcome
        whole = not (judged.next or judged.pages or outcome.more)
        whole = whole and (outcome.total or 0) <= len(judged.records)
        self.identities.observe(judged.records, echo, setting, whole=whole)

    def recall(
        self, known: Known, echo: Sequence[str], setting: tuple[int, ...]
    ) -> None:
        """Learn from an answer that the survey has as from one that came now."""
        for identity, said in known.records.items():
            self.aliases.remember(identity, *said)
        records = tuple(Record(*said) for said in known.records.values())
        self.observe(
            Judged(known.outcome, next=known.next, records=records), echo, setting
        )

    def retold(self) -> Telling:
        """How stored records are told apart from now on, now that it has changed.

        What was remembered under the identities before is forgotten.
        """
        self.identities.changed = False
        self.judge.extractor.contrast.forget()
        self.aliases = Aliases(self.identities)
        self._tell_own()
        tell = self.identities.identity

        def telling(
            identity: str, fields: Mapping[str, str], links: Mapping[str, str]
        ) -> str:
            return tell(Record(fields, links)) if links else identity

        return telling

    def _tell_own(self) -> None:
        self.own = frozenset(map(self.identities.identity, self._own))

    def details(self, document: Document) -> Record | None:
        """The one record that a page is about.

        It is read apart: a detail page is no answer, and teaches nothing about them.
        """
        apart = Extractor(
            deepcopy(self.judge.extractor.contrast), self.judge.extractor.identifier
        )
        found = apart.extract(document)
        return found.records[0] if len(found.records) == 1 else None
