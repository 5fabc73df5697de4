"""Parameters that name a visit, not a page: session ids and tracking marks."""

from __future__ import annotations

import re
from fnmatch import translate
from typing import TYPE_CHECKING

from crawler.urls.token import is_hex, is_uuid, looks_random

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.urls.options import UrlOptions

# ASP.NET cookieless sessions: (S(id)), with an anonymous id, a ticket or the
# cookie probe beside it as in (X(1)F(ticket)S(id)); ASP.NET 1.1 wrote (id).
# Some clients escape the parentheses.
_OPEN, _CLOSE = r"(?:\(|%28)", r"(?:\)|%29)"
_ASP_NET = re.compile(
    rf"{_OPEN}(?:(?:[ASFXasfx]{_OPEN}[^()/%]*{_CLOSE}){{1,4}}"
    rf"|(?=[a-z]*[0-5])[a-z0-5]{{24}}){_CLOSE}"
)
# A path may hold a session id only if something of this kind is in it.
_HINT = re.compile(r"[;=(]|%28|/[0-9A-Za-z]{16,}(?![^/])")
# "ABC!-1234!7001" and "ABC.node1" name the machine behind the id.
_BETWEEN = re.compile(r"%[0-9A-F]{2}|[^0-9A-Za-z_-]")
_NAMES_KEPT = 4096


def _union(globs: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(translate(glob.lower()) for glob in globs) or r"(?!)")


def session_like(value: str) -> bool:
    """Whether a value could name a session: at least 16 random-looking characters.

    >>> [session_like(v) for v in ("c0de0001c0de0002", "12", "two-words-2024-edition")]
    [True, False, False]
    """
    return len(value) >= 16 and any(
        len(piece) >= 16 and (is_hex(piece) or is_uuid(piece) or looks_random(piece))
        for piece in _BETWEEN.split(value)
    )


class Volatile:
    """Tells the parameters that leave the key."""

    def __init__(self, options: UrlOptions) -> None:
        sure = [name for name in options.session if not name.endswith("=token")]
        unsure = [name[:-6] for name in options.session if name.endswith("=token")]
        self._session = _union(sure)
        self._tracking = _union(options.tracking)
        self._with_token = _union(unsure)
        self._verdicts: dict[str, str] = {}

    def _verdict(self, name: str) -> str:
        """``session``, ``tracking``, ``token`` (depends on the value), ``data``."""
        found = self._verdicts.get(name)
        if found is None:
            lower = name.lower()
            found = (
                "session"
                if self._session.match(lower)
                else "tracking"
                if self._tracking.match(lower)
                else "token"
                if self._with_token.match(lower)
                else "data"
            )
            # A site may invent names without end.
            if len(self._verdicts) >= _NAMES_KEPT:
                self._verdicts.clear()
            if len(name) <= 64:
                self._verdicts[name] = found
        return found

    def drops(self, name: str, value: str) -> bool:
        """Whether this pair says nothing about the page."""
        verdict = self._verdict(name)
        return verdict != "data" and (verdict != "token" or session_like(value))

    def strip_path(self, path: str) -> str:
        """The path without session ids in segments and matrix parameters."""
        if not _HINT.search(path):
            return path
        kept: list[str] = []
        for segment in path.split("/")[1:]:
            stripped = self._strip_segment(segment)
            if stripped is None:
                continue
            # "/XTCsid/<id>": shops that write their query as a path.
            if (
                kept
                and stripped.isalnum()
                and self._verdict(kept[-1]) == "session"
                and session_like(stripped)
            ):
                kept.pop()
                continue
            kept.append(stripped)
        return "/" + "/".join(kept)

    def _strip_segment(self, segment: str) -> str | None:
        """The segment without its session ids; None when it was nothing else."""
        if segment[:1] in {"(", "%"} and _ASP_NET.fullmatch(segment):
            return None
        if "=" not in segment and ";" not in segment:
            return segment
        kept = self.strip_pieces(segment)
        if kept is None or (kept in {".", ".."} and kept != segment):
            # Never let "..;jsessionid=x" become a step upwards.
            return None if kept is None else segment
        return kept

    def strip_pieces(self, text: str) -> str | None:
        """``a;b=1;c`` without the pieces that leave; None when none is left."""
        pieces = text.split(";")
        kept = []
        for index, piece in enumerate(pieces):
            name, equals, value = piece.partition("=")
            # What stands before the first ";" is a name only if it has a value.
            named = bool(equals) or index > 0
            if not (named and name and self.drops(name, value)):
                kept.append(piece)
        return ";".join(kept) if kept else None
