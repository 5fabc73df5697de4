"""The ``pattern`` of a control: texts that match it, and whether one does.

Patterns come from the site: both are bounded in time and in the length of the text.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

import regex

if TYPE_CHECKING:
    from random import Random

MAX_PATTERN: Final = 500
_MAX_DEPTH: Final = 20
_MAX_TEXT: Final = 1_000
_MAX_STEPS: Final = 5_000
_MORE: Final = 6
"""How often an unbounded quantifier repeats at most, beyond its minimum."""
_SECONDS: Final = 0.05

_WORD: Final = string.ascii_letters + string.digits + "_"
_PRINTED: Final = string.ascii_letters + string.digits + " -_.,:/@#+!"
_CLASSES: Final = {
    "d": string.digits,
    "w": _WORD,
    "s": " ",
    "D": string.ascii_letters + "-_. ",
    "W": " -.,:/@#+!",
    "S": string.ascii_letters + string.digits + "-_.",
}
_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}


def matches(pattern: str, text: str) -> bool | None:
    """Whether the whole *text* matches; None when that cannot be said.

    >>> matches("[A-Z]{2}", "AB"), matches("[A-Z]{2}", "ABC"), matches("(", "")
    (True, False, None)
    """
    compiled = _compiled(pattern)
    if compiled is None or len(text) > _MAX_TEXT:
        return None
    try:
        return compiled.fullmatch(text, timeout=_SECONDS) is not None
    except TimeoutError:
        return None


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> regex.Pattern[str] | None:
    if len(pattern) > MAX_PATTERN:
        return None
    try:
        # JavaScript's \d and \w are ASCII.
        return regex.compile(pattern, regex.V1 | regex.ASCII)
    except (regex.error, OverflowError, RecursionError):
        return None


def sample(pattern: str, random: Random) -> str | None:
    """A text that is likely to match, by one way through the pattern.

    None for a pattern that is wrong, too long or uses references. What it looks ahead
    for is not looked at: ask :func:`matches`.

    >>> from random import Random
    >>> sample(r"[A-Z]{2}\\d{4}", Random(1))
    'ID7763'
    """
    if len(pattern) > MAX_PATTERN:
        return None
    reader = _Reader(pattern)
    try:
        choices = reader.choices(0)
    except _UnsupportedError:
        return None
    if reader.at < len(pattern):
        return None
    writer = _Writer(random)
    try:
        writer.write(choices)
    except _UnsupportedError:
        return None
    return "".join(writer.pieces)


class _UnsupportedError(Exception):
    pass


@dataclass(slots=True)
class _Part:
    """Characters to choose from, or a group; how often."""

    chars: str = ""
    group: _Choices | None = None
    least: int = 1
    most: int = 1


_Choices: TypeAlias = list[list[_Part]]


class _Writer:
    """Walks one way through the parts, for so many steps."""

    def __init__(self, random: Random) -> None:
        self.pieces: list[str] = []
        self._random = random
        self._steps = _MAX_STEPS

    def write(self, choices: _Choices) -> None:
        for part in self._random.choice(choices):
            for _ in range(self._random.randint(part.least, part.most)):
                self._steps -= 1
                if self._steps < 0 or len(self.pieces) > _MAX_TEXT:
                    raise _UnsupportedError
                if part.group is not None:
                    self.write(part.group)
                elif part.chars:
                    self.pieces.append(self._random.choice(part.chars))


class _Reader:
    """Reads a pattern into parts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def choices(self, depth: int) -> _Choices:
        """What stands between brackets, divided by ``|``."""
        if depth > _MAX_DEPTH:
            raise _UnsupportedError
        found: _Choices = [[]]
        while self.at < len(self.text) and self.text[self.at] != ")":
            if self._eat("|"):
                found.append([])
            elif (part := self._part(depth)) is not None:
                self._quantify(part)
                found[-1].append(part)
        return found

    def _part(self, depth: int) -> _Part | None:
        char = self._take()
        if char == "(":
            return self._group(depth)
        if char == "[":
            return _Part(self._set())
        if char == "\\":
            chars = self._escape()
            return _Part(chars) if chars else None
        if char in "^$":
            return None
        return _Part(_PRINTED.strip() if char == "." else char)

    def _group(self, depth: int) -> _Part | None:
        looks = False
        if self._eat("?"):
            looks = self._eat("=") or self._eat("!")
            if not looks and self._eat("<"):
                looks = self._eat("=") or self._eat("!")
                if not looks:
                    self.at = self.text.find(">", self.at) + 1 or len(self.text)
            elif not looks and not self._eat(":"):
                raise _UnsupportedError
        inside = self.choices(depth + 1)
        if not self._eat(")"):
            raise _UnsupportedError
        return None if looks else _Part(group=inside)

    def _quantify(self, part: _Part) -> None:
        for sign, least, most in (("*", 0, _MORE), ("+", 1, _MORE), ("?", 0, 1)):
            if self._eat(sign):
                part.least, part.most = least, most
                break
        else:
            self._count(part)
        self._eat("?")

    def _count(self, part: _Part) -> None:
        end = self.text.find("}", self.at)
        if end < 0 or self.text[self.at : self.at + 1] != "{":
            return
        low, comma, high = self.text[self.at + 1 : end].partition(",")
        if not low.isdecimal() or (high and not high.isdecimal()):
            return
        part.least = int(low[:6])
        part.most = min(int(high[:6]), part.least + 50) if high else part.least
        if comma and not high:
            part.most = part.least + _MORE
        if part.most < part.least or part.least > _MAX_TEXT:
            raise _UnsupportedError
        self.at = end + 1

    def _set(self) -> str:
        """Characters of ``[...]``; ranges beyond ASCII are cut short."""
        negated = self._eat("^")
        chars: list[str] = []
        while not self._eat("]"):
            char = self._take()
            one = self._escape() if char == "\\" else char
            rest = self.text[self.at : self.at + 2]
            if len(one) == 1 and rest[:1] == "-" and rest[1:] not in {"]", ""}:
                self.at += 1
                last = self._take()
                last = self._escape() if last == "\\" else last
                stop = min(ord(last[:1] or one), ord(one) + 200)
                one = "".join(map(chr, range(ord(one), stop + 1)))
            chars.append(one)
        found = "".join(chars)
        if negated:
            found = "".join(char for char in _PRINTED if char not in found)
        if not found:
            raise _UnsupportedError
        return found

    def _escape(self) -> str:
        char = self._take()
        if char in _CLASSES:
            return _CLASSES[char]
        if char in {"b", "B"}:
            return ""
        if char in {"p", "P"}:
            end = self.text.find("}", self.at)
            self.at = end + 1 if end >= 0 else len(self.text)
            return string.ascii_letters if char == "p" else string.digits
        if char in {"x", "u"}:
            return self._code(2 if char == "x" else 4)
        if char.isdecimal() and char != "0":
            raise _UnsupportedError
        return _ESCAPES.get(char, char)

    def _code(self, digits: int) -> str:
        text = self.text[self.at : self.at + digits]
        if len(text) < digits or not set(text) <= set(string.hexdigits):
            raise _UnsupportedError
        self.at += digits
        return chr(int(text, 16))

    def _take(self) -> str:
        if self.at >= len(self.text):
            raise _UnsupportedError
        self.at += 1
        return self.text[self.at - 1]

    def _eat(self, char: str) -> bool:
        found = self.text.startswith(char, self.at)
        self.at += found
        return found
