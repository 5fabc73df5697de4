"""What the domain of a query interface is known by: its words, and those of its page.

Each feature is a short string, there or not. Words of the form itself (labels, names,
options, buttons) are told apart from those of the page around it (title, headings,
host); each gives the word (``form:author``), its parts of four characters
(``form#auth``) and the domains that it speaks of in any language (``form*book``), how
often in steps (``form*book>2``).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from crawler.forms.domain_words import domains_of_word, hints_of_word
from crawler.forms.kind_words import MAX_WORD, fold, tokens, unspaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.items import Form

MAX_FIELDS = 60
"""Fields that are looked at: longer forms repeat themselves."""
MAX_OPTIONS = 30
"""Options of one field: a list of all cities says no more than its beginning."""
MAX_WORDS = 150
"""Distinct words of the form, and of the page around it."""
MAX_CONTEXT = 2_000
"""Characters of the page around a form that are read."""
_MAX_TEXT = 6_000
_GRAM = 4
_STEPS = (1, 2, 4)
_PLACES = frozenset({"form", "title", "page"})

# Of every form, whatever its domain: what sends it, and what its names are made of.
_COMMON = frozenset(
    fold(
        "search suche suchen buscar cerca zoeken szukaj hledat find go submit query q s"
        " keyword keywords form input text field box btn button control select id name"
        " value class col row div label the a an of in for and or by your all any de la"
        " le les el und der die das per page home index php html www com"
    ).split()
)


def domain_features(form: Form, context: str = "") -> frozenset[str]:
    """The features of a form on a page that says *context*.

    >>> from crawler.items import Field, Form
    >>> form = Form("http://h/", fields=(Field("q", "text", label="ISBN"),))
    >>> sorted(domain_features(form, "Used books"))[:4]
    ['form# isb', 'form#isbn', 'form#sbn ', 'form*book>1']
    """
    own = " | ".join(_texts(form))[:_MAX_TEXT]
    found = set(_of_text("form", own))
    title, _, headings = context[:MAX_CONTEXT].partition("\n")
    host = form.action.partition("//")[2].partition("/")[0].rpartition(".")[0]
    found.update(_of_text("title", f"{title} | {host}"))
    found.update(_of_text("page", headings))
    return frozenset(found)


def spoken_of(features: Iterable[str]) -> frozenset[str]:
    """The domains that a word of the form, or of its page, speaks of.

    >>> sorted(spoken_of(["form*book>1", "form*maybe job>1", "title*most film"]))
    ['book']
    """
    found = set()
    for each in features:
        place, star, domain = each.partition("*")
        if star and place in _PLACES and " " not in domain:
            found.add(domain.partition(">")[0])
    return frozenset(found)


def _texts(form: Form) -> Iterator[str]:
    """The texts of a form, what says most first."""
    shown = [field for field in form.fields if field.type != "hidden"][:MAX_FIELDS]
    for field in shown:
        yield from (field.label, field.name, field.group)
    yield form.name
    yield from (button.label or button.value for button in form.submitters[:10])
    yield unquote(form.action.partition("//")[2].partition("/")[2][:200])
    yield form.hints.form
    yield form.hints.entries
    for field in shown:
        yield from field.labels[:MAX_OPTIONS]


def _of_text(place: str, text: str) -> Iterator[str]:
    speak: Counter[str] = Counter()
    hint: Counter[str] = Counter()
    words = dict.fromkeys(word for word in tokens(text) if word not in _COMMON)
    for word in list(words)[:MAX_WORDS]:
        kept = word[:MAX_WORD]
        if place == "form":
            yield from _of_word(kept)
        else:
            yield f"{place}:{kept}"
        speak.update(domains_of_word(kept))
        hint.update(hints_of_word(kept))
    speak.update(_joined(text))
    yield from _steps(f"{place}*", speak)
    yield from _steps(f"{place}*maybe ", hint)
    most = max(speak.values(), default=0)
    yield from (f"{place}*most {one}" for one, times in speak.items() if times == most)


def _steps(name: str, counted: Counter[str]) -> Iterator[str]:
    for domain, times in counted.items():
        yield from (f"{name}{domain}>{step}" for step in _STEPS if times >= step)


def _joined(text: str) -> Iterator[str]:
    """What two words in a row speak of that neither does: "check in", "one way"."""
    pairs: dict[str, None] = {}
    last = ""
    for word in tokens(text)[: 3 * MAX_WORDS]:
        if last and len(last) + len(word) <= MAX_WORD and word.isascii():
            both = domains_of_word(last + word)
            for domain in both - domains_of_word(last) - domains_of_word(word):
                pairs[f"{last}{word} {domain}"] = None
        last = word
    yield from (pair.partition(" ")[2] for pair in pairs)


@lru_cache(maxsize=16_384)
def _of_word(word: str) -> tuple[str, ...]:
    """The word and its parts."""
    if unspaced(word):
        return tuple(f"form:{word[n : n + 2]}" for n in range(max(1, len(word) - 1)))
    ends = f" {word} "
    grams = range(max(1, len(ends) - _GRAM + 1))
    return (f"form:{word}", *(f"form#{ends[n : n + _GRAM]}" for n in grams))
