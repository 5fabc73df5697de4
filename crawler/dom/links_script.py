"""References in scripts: in string literals, put together of literals, in routes.

Guesses all, so what a program puts together from pieces that are not known is left
out. Read by patterns: a script is searched, not parsed, and none is too broken.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from crawler.dom.links_looks import CHARACTERS, FILES, are_names, plausible

if TYPE_CHECKING:
    from collections.abc import Iterator

# A whole string: what stands before and after it is no part of a word. The last
# alternative is names with dots or slashes between them, up to an extension.
_STRING = re.compile(
    r"""(["'`])(?<![^\s(,=:\[{+?&|!;>].)"""
    rf"((?:https?:)?/{CHARACTERS}*+|\.\.?/{CHARACTERS}++"
    rf"|(?:[\w-]++[./])++(?:{'|'.join(sorted(FILES))})(?:[?#]{CHARACTERS}*+)?)"
    r"(?:\1(?=[\s),;:\]}+?&|!.<>]|$)|(?<=/)(?=\$\{))",
    re.DOTALL,
)
# Names that webpack gives to modules: four characters of base64.
_MODULE = re.compile(r""""(/[\w+/]{3})":\s{0,3}\(?(?:function\b|\(|\w+=>)""")
# What stands before a string that is appended, or the name of a module.
_MODULES: Final = ("+", "require(", "import(", "import", "from")
_BUNDLE = 2_000
"""Characters of a script that may have such modules."""
_ESCAPED: Final = (
    ("\\/", "/"),
    ('\\"', '"'),
    ("\\'", "'"),
    ("\\u002F", "/"),
    ("\\u002f", "/"),
    ("\\u0026", "&"),
)


def script_urls(source: str) -> Iterator[str]:
    r"""References in the string literals of a script (or of JSON).

    >>> code = 'fetch("\\/api\\/v1?q=1"); t = "text/html"; d = "/" + x; go("b.php")'
    >>> list(script_urls(code))
    ['/api/v1?q=1', 'b.php']
    >>> list(script_urls('const API = "/api/v2"; fetch(API + "/users");'))
    ['/api/v2', '/api/v2/users']
    """
    if "\\" in source:
        for escape, character in _ESCAPED:
            source = source.replace(escape, character)
    if "/" not in source and "." not in source:
        return
    modules = set(_MODULE.findall(source)) if len(source) > _BUNDLE else ()
    constants = Constants(source)
    for match in _STRING.finditer(source):
        reference, piece = match[2], _piece(source, *match.span())
        if piece is None or reference in modules or not plausible(reference):
            continue
        if not piece:
            yield reference
            constants.note(reference, match.start())
        elif reference.endswith("/"):
            yield reference
    for reference in constants.joined():
        if plausible(reference):
            yield reference


def _piece(source: str, start: int, end: int) -> bool | None:
    """Whether something is appended to a string; None when the string itself is
    appended to something, or names a module."""
    before = source[max(0, start - 10) : start].rstrip()
    if before.endswith(_MODULES):
        return None
    return source[end : end + 4].lstrip().startswith(("+", "${"))


_NAME = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]{2,40})\s{0,3}[=:]\s{0,3}\Z")
_LITERAL = rf"""(?P<quote>["'`])({CHARACTERS}{{1,200}}+)(?P=quote)"""
_WORD = re.compile(r"[\w$]")
_APPENDED = re.compile(
    rf"(?:\}}({CHARACTERS}++)(?=`|\$\{{)"
    rf"|\s{{0,9}}\+\s{{0,9}}(?:{_LITERAL}|([A-Za-z_$][\w$]{{2,40}})))(\s{{0,9}}\+)?"
)
_GIVEN = re.compile(
    rf"=(?<![=!<>]=)\s{{0,3}}{_LITERAL}",
)
_BEFORE = re.compile(r"(?<![\w$.])([A-Za-z_$][\w$]{2,40})\s{0,3}\Z")
_MAX_NAMES = 50
_MAX_JOINED = 200
_MAX_PLACES = 20_000
"""Places in a script that are looked at, in all."""


class Constants:
    """Names to which a script gives one reference, and what it appends to them."""

    __slots__ = ("_others", "_places", "_source", "_values")

    def __init__(self, source: str) -> None:
        self._source = source
        self._values: dict[str, str] = {}
        self._others: dict[str, str] | None = None
        self._places = _MAX_PLACES

    def note(self, reference: str, at: int) -> None:
        """Keep the name that the literal at *at* is given to, if it is."""
        name = _NAME.search(self._source, max(0, at - 50), at)
        if name is None or len(self._values) >= _MAX_NAMES:
            return
        # A name with two values has none: scopes are not told apart.
        known = self._values.setdefault(name[1], reference)
        if known != reference:
            self._values[name[1]] = ""

    def joined(self) -> Iterator[str]:
        """References that begin with a name: ``API + "/users"``, ``${API}/users``."""
        if not self._values:
            return
        for name, value in self._values.items():
            for match in islice(self._appended(name), _MAX_JOINED if value else 0):
                template, literal, other, more = match.group(1, 3, 4, 5)
                end = template or literal or self._value(other, name)
                # What is appended after that is not known, but a folder is one.
                more = more or self._source.startswith("${", match.end())
                if end and (not more or end.endswith("/")):
                    yield value + end

    def _appended(self, name: str) -> Iterator[re.Match[str]]:
        """Places where something is appended to *name*."""
        at = self._source.find(name)
        while at >= 0 and self._places > 0:
            self._places -= 1
            end = at + len(name)
            if not _WORD.match(self._source, max(0, at - 1)) or at == 0:
                match = _APPENDED.match(self._source, end)
                if match is not None:
                    yield match
            at = self._source.find(name, end)

    def _value(self, name: str | None, before: str) -> str:
        """The only literal that a name is given, when it stands after another name."""
        if name is None or name == before:
            return ""
        if self._others is None:
            self._others = self._given()
        return self._others.get(name, "")

    def _given(self) -> dict[str, str]:
        """Every name that is given a literal; empty when it is given two.

        Read once for all: a script may join a name to as many others as it has room.
        """
        found: dict[str, str] = {}
        for match in islice(_GIVEN.finditer(self._source), _MAX_PLACES):
            start = match.start()
            name = _BEFORE.search(self._source, max(0, start - 50), start)
            if name is not None:
                known = found.setdefault(name[1], match[2])
                if known != match[2]:
                    found[name[1]] = ""
        return found


# A module of the same site, not a package: "./a.js", never "react". (A pattern that
# begins with a literal is found at the speed of a search for that literal.)
_MODULE_PATH = (
    r"""\s{0,9}\(?\s{0,9}(["'])"""
    rf"((?:\.{{0,2}}/|https?://){CHARACTERS}*?\.m?js(?:\?{CHARACTERS}*+)?)\1"
)
_IMPORTS = (
    re.compile(r"import(?<![\w$.]import)" + _MODULE_PATH),
    re.compile(r"from(?<![\w$.]from)" + _MODULE_PATH),
)


def script_imports(source: str) -> Iterator[str]:
    """Modules that a script loads; relative to the script, not to the page.

    >>> list(script_imports("import a from './a.js'; b = import('/b.mjs')"))
    ['/b.mjs', './a.js']
    """
    for pattern in _IMPORTS:
        for match in pattern.finditer(source):
            yield match[2]


# Client-side routes as React Router, Vue Router, Angular and AngularJS write them.
_ROUTE = r"""(["'`])(/[\w\-./~%:*]{1,200}+)\1"""
_ROUTES = (
    re.compile(
        r"""path(?<![\w$]path)\s{0,3}:\s{0,3}(["'`])([\w\-./~%:*]{1,200}+)\1"""
        r"\s{0,9},\s{0,99}(?:component|element|children|redirectTo|loadC\w+|lazy|name"
        r"|exact|canActivate)\b"
    ),
    re.compile(r"to(?<![\w$.]to)\s{0,3}:\s{0,3}" + _ROUTE),
    re.compile(r"routerLink[\"']?\]?\s{0,3}[=,:]\s{0,3}\[?" + _ROUTE),
    re.compile(r"\.when\(\s{0,9}" + _ROUTE),
    re.compile(r"\.navigate(?:ByUrl)?\(\s{0,9}\[?" + _ROUTE),
    re.compile(r"(?:router|history)\.(?:push|replace)\(\s{0,9}" + _ROUTE),
)


def script_routes(source: str) -> Iterator[str]:
    """Client-side routes, relative to the page that the application runs in.

    A route with a parameter stands for what is before it.

    >>> list(script_routes('[{path:"user/:id",component:U},{path:"/faq", name: "f"}]'))
    ['user/', 'faq']
    """
    for pattern in _ROUTES:
        for match in pattern.finditer(source):
            route = re.split(r"[:*]", match[2], maxsplit=1)[0].lstrip("/")
            segments = [name for name in route.split("/") if name]
            if segments and segments[0] not in {".", ".."} and are_names(segments):
                yield route
