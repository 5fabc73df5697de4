"""Rules about the kind of a form: what is clear without a model, and what is ruled out.

And the three rules of the data-source-discovery paper, as published: a query interface
has two controls or more, asks for no user and no password, and is not only a check box
or a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crawler.forms.kind_words import subjects, tokens

if TYPE_CHECKING:
    from crawler.items import Form

SEARCH: Final = "search"
LOGIN: Final = "login"
REGISTRATION: Final = "registration"
RECOVERY: Final = "recovery"
NEWSLETTER: Final = "newsletter"
CONTACT: Final = "contact"
CART: Final = "cart"
OTHER: Final = "other"

KINDS: Final = (
    SEARCH,
    LOGIN,
    REGISTRATION,
    RECOVERY,
    NEWSLETTER,
    CONTACT,
    CART,
    OTHER,
)
"""``search``: a query interface, refining one included. ``recovery``: of a password.
``contact``: comments too. ``cart``: orders too. ``other``: none of these."""

_ALL = frozenset(KINDS)
_ACCOUNT = frozenset({LOGIN, REGISTRATION, RECOVERY, CART, OTHER})
_NO_SEARCH = _ALL - {SEARCH}
_ONLY_SEARCH = frozenset({SEARCH})
_ONLY_OTHER = frozenset({OTHER})

_TEXT = frozenset({"text", "search", "email", "tel", "url", "number"})
# Fields that a query of a data base does not ask for.
_OF_YOU = frozenset({"email", "user", "password", "newsletter", "registration"})


def possible(form: Form) -> tuple[frozenset[str], str]:
    """The kinds that a form can be of, and the rule that says so; empty if none does.

    >>> from crawler.items import Field, Form
    >>> possible(Form("http://h/", "POST", fields=(Field("p", "password"),)))[1]
    'password'
    """
    types = {field.type for field in form.fields}
    if types <= {"hidden"}:
        # Nothing to fill in: a button at most, to vote, buy or go on.
        pressed = form.fields or form.submitters
        return (_NO_SEARCH, "no-entry") if pressed else (_ONLY_OTHER, "empty")
    if "password" in types:
        return _ACCOUNT, "password"
    if "file" in types and form.method == "POST":
        return _NO_SEARCH, "file"
    if form.method == "GET" and _one_box(form, types):
        return _ONLY_SEARCH, "search-box"
    return _ALL, ""


def _one_box(form: Form, types: set[str]) -> bool:
    """One line of text, said to be a search by HTML or ARIA, and nothing personal."""
    lines = [field for field in form.fields if field.type in _TEXT]
    if len(lines) != 1 or lines[0].type not in {"text", "search"}:
        return False
    if not types <= {"text", "search", "hidden"}:
        return False
    if lines[0].type != "search" and "search" not in form.hints.form.split():
        return False
    about = set[str]()
    for word in tokens(f"{lines[0].name} {lines[0].label}"[:400]):
        about |= subjects(word)
    return _OF_YOU.isdisjoint(about)


def published(form: Form) -> bool:
    """Whether a form is a query interface by the three published rules."""
    shown = [field for field in form.fields if field.type != "hidden"]
    if len(shown) < 2:
        return False  # a lone check box or list is one control, too
    for field in shown:
        if field.type == "password" or _login(f"{field.name} {field.label}"):
            return False
    return True


def _login(text: str) -> bool:
    """Whether a name or a label speaks of a user, a password or a login."""
    about = set[str]()
    for word in tokens(text[:400]):
        about |= subjects(word)
    return not about.isdisjoint({"user", "password", "login"})
