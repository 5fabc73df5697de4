"""The writer of a run: one thread that commits in groups.

Whatever is submitted while a commit runs goes into the next transaction (group
commit, DeWitt et al., SIGMOD 1984): the more pages arrive at once, the fewer
commits each of them costs, and none waits for a timer.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any, TypeAlias

from crawler.items import Page
from crawler.store import engine
from crawler.store.errors import SurveyWriteError
from crawler.store.pages import (
    Context,
    Decision,
    Item,
    write_decisions,
    write_items,
    write_pages,
)

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from sqlalchemy import Connection

    from crawler.store.encode import VectorFormat
    from crawler.store.survey import Survey

_MAX_DECISIONS = 2_000  # distinct URLs held back
_MAX_DELAY = 1.0  # seconds a decision is held back
_FIRST_PAUSE = 0.05  # seconds before a transaction is tried again; doubles
_LAST_PAUSE = 2.0

Work: TypeAlias = Callable[["Connection", int], None]
"""Writes in the transaction of others, whose run is told; may be called again when
the transaction is."""
_Job = tuple[Page | Item | Work | None, "Future[None]"]


class SurveyWriter:
    """Writes what one run finds; safe to call from any thread.

    A page or item is stored when its future is done without an exception, and
    only then. After the first failure nothing more is written: every later future
    fails at once with the same :class:`SurveyWriteError`, also kept as ``error``.
    """

    def __init__(
        self,
        survey: Survey,
        run_id: int,
        vectors: VectorFormat,
        *,
        links: bool = False,
    ) -> None:
        self.error: SurveyWriteError | None = None
        self._survey = survey
        self._context = Context(run_id, vectors, links)
        self._wake = Condition()
        self._jobs: deque[_Job] = deque()
        self._decisions: dict[str, Decision] = {}
        self._flush_at = 0.0
        self._closing = False
        self._thread = Thread(target=self._work, name="survey-writer", daemon=True)
        self._thread.start()

    def submit(self, page: Page) -> Future[None]:
        """Queue a page, which must not be changed until its future is done."""
        return self._submit(page)

    def submit_item(self, data: Any, url: str = "", kind: str = "") -> Future[None]:
        """Queue an item of any type; what JSON cannot tell becomes text."""
        return self._submit(Item(data, url, kind))

    def submit_work(self, work: Work) -> Future[None]:
        """Queue what writes by itself."""
        return self._submit(work)

    def flush(self) -> Future[None]:
        """Done when all that was submitted and decided before is committed."""
        return self._submit(None)

    def _submit(self, what: Page | Item | Work | None) -> Future[None]:
        future: Future[None] = Future()
        future.set_running_or_notify_cancel()  # who stops waiting cancels no write
        with self._wake:
            error = self.error
            if error is None and self._closing:
                error = SurveyWriteError(f"{self._survey.target}: writer is closed")
            if error is None:
                self._jobs.append((what, future))
                self._wake.notify()
                return future
        future.set_exception(error)
        return future

    def decide(self, url: str, rule: str, detail: str = "", source: str = "") -> None:
        """Record why a URL is not fetched; repeats are counted, the last rule stands.

        It is written with the next pages, within a second at the latest.
        """
        with self._wake:
            if self.error is not None or self._closing:
                return
            known = self._decisions.get(url)
            if known is not None:
                known.rule, known.detail, known.source = rule, detail, source
                known.count += 1
                return
            if not self._decisions:
                self._flush_at = time.monotonic() + _MAX_DELAY
                self._wake.notify()  # or the thread would not know when to wake
            self._decisions[url] = Decision(url, rule, detail, source)
            if len(self._decisions) == _MAX_DECISIONS:
                self._flush_at = 0.0
                self._wake.notify()

    def close(self) -> None:
        """Write all that is queued and end the thread.

        :raises SurveyWriteError: the first failure of this writer, if any.
        """
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        if self.error is not None:
            raise self.error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _work(self) -> None:
        while True:
            jobs, decisions = self._take()
            if not jobs and not decisions:
                return
            try:
                self._commit(jobs, decisions)
            except Exception as error:  # noqa: BLE001 - its futures must not hang
                self._fail(jobs, error)
                return
            for _, future in jobs:
                future.set_result(None)

    def _take(self) -> tuple[list[_Job], list[Decision]]:
        """What goes into the next transaction; nothing at all when it is over."""
        with self._wake:
            while not self._jobs and not self._closing:
                delay = None
                if self._decisions:
                    delay = self._flush_at - time.monotonic()
                    if delay <= 0:
                        break
                self._wake.wait(delay)
            count = min(len(self._jobs), self._survey.options.batch)
            jobs = [self._jobs.popleft() for _ in range(count)]
            decisions = list(self._decisions.values())
            self._decisions = {}
        return jobs, decisions

    def _commit(self, jobs: list[_Job], decisions: list[Decision]) -> None:
        """One transaction, tried again while that may help (see STORE_PATIENCE)."""
        deadline = time.monotonic() + self._survey.options.patience
        pause = _FIRST_PAUSE
        while True:
            try:
                self._write(jobs, decisions)
            except Exception as error:
                if not engine.is_transient(error) or time.monotonic() > deadline:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, _LAST_PAUSE)
            else:
                return

    def _write(self, jobs: list[_Job], decisions: list[Decision]) -> None:
        pages = [what for what, _ in jobs if isinstance(what, Page)]
        items = [what for what, _ in jobs if isinstance(what, Item)]
        with self._survey.writing() as connection:
            # Before the pages: a page that was fetched after all takes them back.
            write_decisions(connection, decisions, self._context.run_id)
            write_pages(connection, pages, self._context)
            write_items(connection, items, self._context.run_id)
            for what, _ in jobs:
                if callable(what):
                    what(connection, self._context.run_id)

    def _fail(self, jobs: list[_Job], cause: Exception) -> None:
        error = SurveyWriteError(
            f"{self._survey.target}: cannot be written: {engine.reason(cause)}"
        )
        error.__cause__ = cause
        with self._wake:
            self.error = error
            waiting = [*jobs, *self._jobs]
            self._jobs.clear()
            self._decisions.clear()
        for _, future in waiting:
            future.set_exception(error)
