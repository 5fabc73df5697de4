"""Links that do something to the site or to the session, told before they are followed.

Three kinds of evidence, each by whole words. The *query*: a pair that orders an
action (``op=delete``). The *path*: a last segment that is nothing but a verb
(``/users/5/delete``). The *text*: an anchor that is nothing but the words of a
button. An article about the same thing is none of these: its text is longer, its
segment has other words in it, or it stands where pages are read, like the
documentation of a command.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING
from urllib.parse import quote

from crawler.forms import phrases, verbs
from crawler.forms.place import Place, is_id, place_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crawler.items import Link

_MAX_URL = 4_000
_MAX_TEXT = 80

# "Log out (admin)", "Remove [2]": what it is done to, not another subject.
_BRACKETS = re.compile(r"(?<=\S)\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
# delete(), git-rm(1), std::remove, os.remove, delete_user: names of code.
_CODE = re.compile(r"\w\((?:\d\w?)?\)|::|->|\w\.\w|\w_\w|[<>{}=\\]")
_NO_WORD = re.compile(r"[\W_]+")
_FALSE = frozenset({"0", "false", "no", "off"})


def danger(link: Link) -> str | None:
    """What following *link* would do: a kind of :mod:`crawler.forms.phrases`, or None.

    None also for a page that only tells about doing it.

    >>> from crawler.items import Link
    >>> danger(Link("http://h/users/5/delete", "a@href", "Really?"))
    'delete'
    >>> danger(Link("http://h/session/end", "a@href", "Abmelden"))
    'logout'
    >>> danger(Link("http://h/blog/how-to-logout", "a@href", "How to log out"))
    """
    if len(link.url) > _MAX_URL:
        return None
    text = _text(link.text)
    # Most links end here, before their URL is taken apart.
    if not (text in _PHRASES or text in _BARE or _HINT.search(link.url.lower())):
        return None
    place = place_of(link.url)
    if place is None:
        return None
    # What a form is sent to acts; nobody reads articles by a button.
    form = link.origin.startswith(("form@", "button@", "input@"))
    found = _by_query(place) or _by_path(place, text, acts=form)
    return found or _by_text(place, text)


def _by_query(place: Place) -> str | None:
    for name, value in place.pairs:
        kind = _ordered(place, name, value) or _named(name, value)
        if kind:
            return kind
    return None


def _ordered(place: Place, name: str, value: str) -> str | None:
    """The action that the value orders: ``op=delete``, ``task=user.logout``."""
    last = re.split(r"[/.:]", value)[-1]
    kind, weak = _verb(words_of(last))
    if kind is None:
        return None
    order = name.removeprefix("_")
    if order in verbs.ACTION_NAMES or order.endswith("action"):
        return kind if not weak or place.acts_on else None
    if kind != phrases.LOGOUT:
        return None
    # A page by that name; Drupal has its paths in "q", but so have searches.
    special = value.partition(":")[0].casefold() in verbs.SPECIAL
    routed = order == "q" and "/" in value
    return kind if special or routed or order in verbs.PAGE_NAMES else None


def _named(name: str, value: str) -> str | None:
    """The action that the name itself is: ``?logout``, ``add-to-cart=99``."""
    words = words_of(name.rpartition("/")[2])
    kind, weak = _verb(words)
    if kind is None or value.casefold() in _FALSE:
        return None
    if kind == phrases.LOGOUT:
        return kind
    if weak or words == ["remove"]:  # facets of a search are removed, too
        return kind if kind not in verbs.WEAK and is_id(value) else None
    if kind == phrases.BUY:  # "checkout" is the last day in a hotel
        return kind if "cart" in words or "basket" in words or "now" in words else None
    return kind if value and kind != phrases.SHUTDOWN else None


def _by_path(place: Place, text: str, *, acts: bool) -> str | None:
    """The action that the last segment is; ids may follow it."""
    last = len(place.segments) - 1
    while last > 0 and (is_id(place.segments[last]) or place.segments[last] == "id"):
        last -= 1
    if last < 0 or place.wiki_page:
        return None
    segment = place.segments[last]
    space, colon, title = segment.rpartition(":")
    special = space.casefold() in verbs.SPECIAL
    if colon and not special:
        return None
    before = place.segments[last - 1] if last else ""
    kind, weak = _verb(words_of(title))
    if kind is None and title.casefold() == "add" and before.casefold() in verbs.CARTS:
        kind = phrases.BUY
    if kind is None:
        return None
    acts = acts or last < len(place.segments) - 1 or is_id(before) or place.acts_on
    action = special or _is_action(place, kind, text, acts=acts, weak=weak)
    return kind if action else None


def _is_action(place: Place, kind: str, text: str, *, acts: bool, weak: bool) -> bool:
    """Whether a path that ends in a verb is that action, not a page about it."""
    said = _PHRASES.get(text) == kind
    if kind == phrases.LOGOUT:
        if place.extension in verbs.DOCUMENTS or place.reading:
            return (said or not text) and not place.under(verbs.REFERENCES)
        return True
    if place.extension in verbs.DOCUMENTS:
        return False
    if acts:
        return True
    # A heading is longer than what stands on a button.
    return not weak and not place.reading and text.count(" ") < 5


def _by_text(place: Place, text: str) -> str | None:
    """The action that the anchor says, when it says nothing else."""
    kind = _PHRASES.get(text)
    bare = kind is None
    kind = kind or _BARE.get(text)
    if kind is None or place.anchor or place.wiki_page:
        return None
    # A search for the phrase; the front page, which a script gave another meaning.
    searched = any(_phrase(value) == text for _, value in place.pairs)
    named = any(name for name, _ in place.pairs)
    front = not (place.segments or place.route or named)
    if searched or front or place.under(verbs.REFERENCES):
        return None
    if kind == phrases.LOGOUT:
        return kind
    if place.extension in verbs.DOCUMENTS or place.reading:
        return None
    if not bare or kind == phrases.DELETE:
        return kind
    return kind if place.acts_on or any(map(is_id, place.segments[-2:])) else None


def _verb(words: Sequence[str]) -> tuple[str | None, bool]:
    """The kind of a verb, alone or beside an object, and whether it is a weak one."""
    first, last = 0, len(words)
    verb = "".join(words) if last <= 6 else ""
    while verb not in _VERBS and last - first > 1:
        if words[first] in verbs.OBJECTS:
            first += 1
        elif words[last - 1] in verbs.OBJECTS:
            last -= 1
        else:
            break
        verb = "".join(words[first:last])
    kind = _VERBS.get(verb)
    return kind, kind in verbs.WEAK or verb in _WEAK_VERBS


def _text(text: str) -> str:
    """The anchor as a phrase of the tables; empty when it is code or too long."""
    if len(text) > _MAX_TEXT or _CODE.search(text):
        # Kept apart from no text at all, which leaves the path to speak.
        return "?" if text.strip() else ""
    return _phrase(_BRACKETS.sub("", text))


def _phrase(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_NO_WORD.sub(" ", plain).split())


def _index(table: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {_phrase(phrase): kind for kind, group in table.items() for phrase in group}


_PHRASES = _index(phrases.PHRASES)
_BARE = _index(phrases.BARE)
_VERBS = {
    verb.replace(" ", ""): kind for kind, group in verbs.VERBS.items() for verb in group
}
_WEAK_VERBS = frozenset(verb.replace(" ", "") for verb in verbs.WEAK_VERBS)


def _hints() -> Iterator[str]:
    """What a URL with a verb in it contains, however its words are joined."""
    for group in (*verbs.VERBS.values(), ("add",)):
        for verb in group:
            yield re.escape(quote(max(verb.split(), key=len)).lower())


_HINT = re.compile("|".join(sorted(set(_hints()))))
