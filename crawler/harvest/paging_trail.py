"""Where paging through one answer ends: the last page, one repeated, or a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from crawler.urls import canonical_key

if TYPE_CHECKING:
    from collections.abc import Iterable

End: TypeAlias = Literal["", "last", "repeat", "loop", "too many"]

MAX_PAGES: Final = 10_000


class Trail:
    """The pages of one answer, as they come.

    Sites answer a page beyond the last with the last, the first or an empty one, or
    let "next" lead back; each of them must end.
    """

    def __init__(self, limit: int = MAX_PAGES) -> None:
        self._limit = limit
        self._urls: set[str] = set()
        self._records: set[str] = set()
        self.pages = 0

    def add(self, url: str, identities: Iterable[str], following: str) -> End:
        """Why there is no further page after this one; empty when there is one.

        *identities* are those of its records, *following* is the URL of the next page.

        >>> trail = Trail()
        >>> trail.add("http://a.test/", ["r1"], "http://a.test/?p=2")
        ''
        >>> trail.add("http://a.test/?p=2", ["r1"], "http://a.test/?p=3")
        'repeat'
        """
        self.pages += 1
        self._urls.add(canonical_key(url))
        shown = set(identities)
        fresh = shown - self._records
        self._records |= shown
        if self.pages > 1 and not fresh:
            return "repeat"
        if not following:
            return "last"
        if canonical_key(following) in self._urls:
            return "loop"
        return "too many" if self.pages >= self._limit else ""
