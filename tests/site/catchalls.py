"""Sites that answer anything, copies of one site, and what only looks like them.

Each kind lies under a prefix of its own (``/shell/NAME/``); nothing links there.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = "/shell/"
_LETTERS = "abcdefghijklmnoprstuvwyz"
WORDS = tuple(
    f"{a}{b}{c}{d}n" for a in "bdfg" for b in "aeou" for c in "klmn" for d in "aeio"
)
NAV = " ".join(f"<span>{word}</span>" for word in WORDS[:120])
SORRY = "We looked everywhere, and could not find what you were asking us for. " * 8


@dataclass(frozen=True, slots=True)
class Shown:
    """A body with its status, or where a redirect leads."""

    body: str = ""
    status: int = 200
    location: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    name: str
    why: str
    answer: Callable[[str, str], Shown]
    """Of the path below the kind's prefix, and the query."""


def _links(*hrefs: str) -> str:
    return "".join(f'<li><a href="{href}">To {href}</a></li>' for href in hrefs)


def _page(title: str, *markup: str, status: int = 200) -> Shown:
    head = f"<!doctype html><title>{title}</title><h1>{title}</h1>"
    return Shown(head + "".join(markup), status)


def _text(seed: int, words: int = 150) -> str:
    """Words that no other text has."""
    random = Random(seed)
    found = ("".join(random.choices(_LETTERS, k=6)) for _ in range(words))
    return f"<p>{' '.join(found)}</p>"


def _none() -> Shown:
    return _page("Not found", f"<p>{SORRY}</p>", status=404)


def _bare_app(path: str, query: str) -> Shown:
    """Client-side routing: hardly a word, a fresh nonce, and relative links."""
    routes = _links("/shell/app/a", "/shell/app/b/c", "/shell/app/d/e/f", "more/less")
    nonce = secrets.token_hex(12)
    return Shown(
        f"<!doctype html><title>App</title><script nonce={nonce}>go()</script>"
        f"<div id=root><nav>{routes}</nav></div>"
    )


def _same_body(path: str, query: str) -> Shown:
    """The very same bytes for anything, whatever the path."""
    routes = [f"/shell/same/{name}/{name}?tab={name}" for name in ("a", "b", "c", "d")]
    return _page("One body", NAV, _links(*routes, "deeper/still"))


def _apology(path: str, query: str) -> Shown:
    """Real pages, and an apology with 200 that quotes what was asked for."""
    if path == "":
        real = [f"real-{n}" for n in range(3)]
        gone = [f"gone/{word}" for word in WORDS[:12]]
        return _page("Home", NAV, _links(*real, *gone))
    if path.startswith("real-"):
        return _page(f"A page {path}", _text(len(path) + int(path[5:])))
    asked = f"/shell/apology/{path}"
    return _page("Oops", f"<p>{SORRY} You asked for &quot;{asked}&quot;.", _links(".."))


def _anything(path: str, query: str) -> Shown:
    """Each page links to two that nobody saw."""
    fresh = (f"/shell/anything/{secrets.token_hex(4)}" for _ in range(2))
    return _page("Anything", NAV, _links(*fresh))


def _growing(path: str, query: str) -> Shown:
    """Relative links: the path grows by two names at every hop."""
    return _page("Growing", NAV, _links("a/b/"))


def _home_again(path: str, query: str) -> Shown:
    """Whatever is unknown leads to the home page."""
    if path == "":
        return _page("Home", NAV, _links(*(f"old/{word}" for word in WORDS[:15])))
    return Shown(status=302, location="/shell/home/")


def _one_folder(path: str, query: str) -> Shown:
    """Honest, but for one folder."""
    if path == "":
        inner = [f"app/{word}" for word in WORDS[:6]]
        return _page("Home", NAV, _links("here", *inner, "gone"))
    if path.startswith("app/"):
        return _page("The app", f"<p>{SORRY}")
    return _page("Here", _text(3)) if path == "here" else _none()


def _one_extension(path: str, query: str) -> Shown:
    """A program answers whatever ends in .php; the server is honest."""
    if path == "":
        programs = [f"{word}.php" for word in WORDS[:6]]
        return _page("Home", NAV, _links("here.html", *programs, "gone.html"))
    if path.endswith(".php"):
        return _page("Program", f"<p>{SORRY}")
    return _page("Here", _text(4)) if path == "here.html" else _none()


def _catalogue(path: str, query: str) -> Shown:
    """One template, its pages of different text; an apology of the same template."""
    if path == "":
        return _page("Home", NAV, _links(*(f"item/{n}" for n in range(12))))
    number = path.removeprefix("item/")
    if number.isdecimal() and int(number) < 12:
        return _page("Item", _text(int(number)), "<p>Buy it</p>")
    return _page("Item", f"<p>{SORRY}</p>", "<p>Buy it</p>")


def _prints(path: str, query: str) -> Shown:
    """Every page has a twin to print; what is unknown is an error."""
    if path == "":
        return _page("Home", NAV, _links(*(f"p{n}" for n in range(6))))
    number = path[1:]
    if not number.isdecimal() or int(number) >= 6:
        return _none()
    return _page("Paper", _text(int(number)), _links(f"{path}?print=1"))


def _gallery(path: str, query: str) -> Shown:
    """Pages of an image each: one tree, no text; what is unknown is an error."""
    if path == "":
        return _page("Home", NAV, _links(*(f"v{n}" for n in range(8))))
    if path[1:].isdecimal() and int(path[1:]) < 8:
        return Shown(f"<!doctype html><title>View</title><img src=/i/{path}.png alt=x>")
    return _none()


def _login(path: str, query: str) -> Shown:
    """Anything is answered with one text; two of the pages hold a form of their own."""
    if path == "":
        names = ("login", "search", *WORDS[:5])
        return _page("Home", _text(9), _links(*names))
    form = {
        "login": "<form method=post action=in><input name=user><input name=pw></form>",
        "search": "<form action=search><input name=q></form>",
    }.get(path, "")
    return _page("Shell", NAV, form)


def _chrome(path: str, query: str) -> Shown:
    """All pages share nearly all of their text; an apology in it has status 200."""
    shared = _text(500, 900)
    if path == "":
        return _page("Home", shared, _links(*(f"item/{n}" for n in range(8))))
    number = path.removeprefix("item/")
    if number.isdecimal() and int(number) < 8:
        name = WORDS[int(number)]
        return _page(f"All about {name}", shared, _text(510 + int(number), 12))
    return _page("Sorry", shared, "<p>There is no such item here.</p>")


def _claims(path: str, query: str) -> Shown:
    """rel=canonical: true for the sorted lists, home for all articles."""
    home = "/shell/claims/"
    if path == "":
        lists = _links("list", "list?sort=a", "other?sort=a")
        return _page("Home", NAV, lists, _links(*(f"art/{n}" for n in range(4))))
    if path in {"list", "other"}:
        note = _text(700 + len(path), 75) if query else ""
        head = f'<link rel=canonical href="{home}list">' if path == "list" else ""
        return _page("List", head, _text(600, 450), note)
    if path.startswith("art/") and path[4:].isdecimal() and int(path[4:]) < 4:
        return _page("Art", f'<link rel=canonical href="{home}">', _text(int(path[4:])))
    return _none()


def _versions(path: str, query: str) -> Shown:
    """Two copies of a manual, and a page that only one of them has."""
    version, _, rest = path.partition("/")
    if path == "":
        return _page("Home", NAV, _links("v1/", "latest/"))
    if version not in {"v1", "latest"}:
        return _none()
    if rest == "":
        names = [f"part/{n}.html" for n in range(14)]
        return _page("Manual", _text(40), _links(*names))
    name = rest.removeprefix("part/").removesuffix(".html")
    if name.isdecimal() and int(name) < 14:
        new = version == "latest" and int(name) == 13
        more = _links("../new.html") if new else _links(f"{(int(name) + 1) % 14}.html")
        return _page("Part", _text(50 + int(name)), more)
    if version == "latest" and rest == "new.html":
        return _page("News", _text(99))
    return _none()


def _aliased(path: str, query: str) -> Shown:
    """Any number of ``en/`` in front changes nothing, and every link adds one."""
    names = path.split("/")
    while names and names[0] == "en":
        del names[0]
    rest = "/".join(names)
    if rest not in {"", "p1", "p2", "p3"}:
        return _none()
    return _page("Alias", _text(60 + len(rest) * int(f"0{rest[1:]}")), _links("en/p1"))


KINDS = (
    Kind("app", "client-side routing, hardly a word", _bare_app),
    Kind("same", "the same bytes for anything", _same_body),
    Kind("apology", "not found with 200, quoting the URL", _apology),
    Kind("anything", "two fresh links in each answer", _anything),
    Kind("growing", "relative links, a longer path each hop", _growing),
    Kind("home", "everything redirects to the home page", _home_again),
    Kind("folder", "a catch-all in one folder", _one_folder),
    Kind("extension", "a catch-all for one extension", _one_extension),
    Kind("catalogue", "one template, different pages", _catalogue),
    Kind("prints", "twins to print, honest errors", _prints),
    Kind("gallery", "one tree, no text, honest errors", _gallery),
    Kind("login", "a catch-all with two forms", _login),
    Kind("chrome", "pages that share most of their text", _chrome),
    Kind("claims", "rel=canonical, true and false", _claims),
    Kind("versions", "a manual twice", _versions),
    Kind("aliased", "a prefix that may be repeated", _aliased),
)


def answer(raw_path: str, raw_query: str) -> Shown | None:
    """The answer of the kind that a path belongs to.

    >>> answer("/shell/home/old/x", "").location, answer("/shell/none/", "")
    ('/shell/home/', None)
    """
    name, _, path = raw_path.removeprefix(ROOT).partition("/")
    kind = next((kind for kind in KINDS if kind.name == name), None)
    if kind is None or not raw_path.startswith(ROOT):
        return None
    return kind.answer(quote(path, safe="/:%"), raw_query)
