"""What a form is known by: names, words and numbers of its controls.

Each feature is a short string, there or not; a model has a weight for each. Words are
told apart by where they stand, and each gives three kinds of features: the word
(``label:suche``), its parts of four characters (``label#such``), and what it is about
in any language (``label*search``).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from crawler.forms.kind_words import MAX_WORD, STEMS, subjects, tokens, unspaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crawler.items import Field, Form

MAX_FIELDS = 60
"""Fields that are looked at: longer forms repeat themselves."""
MAX_WORDS = 60
"""Distinct words at one place."""
_MAX_TEXT = 2_000
_MAX_NAME = 200
_GRAM = 4

TEXT = frozenset({"text", "search", "email", "tel", "url", "number"})
"""Types of a line of text that a reader fills in."""
_LISTS = frozenset({"select-one", "select-multiple"})
_CHOICES = _LISTS | {"radio"}
# Where parts of a name are joined once more: "news-letter", "log_in".
_NAMES = frozenset({"action", "button", "form", "hidden", "name"})


def features(form: Form) -> frozenset[str]:
    """The features of a form; never empty.

    >>> from crawler.items import Field, Form
    >>> sorted(features(Form("http://h/", fields=(Field("q", "text"),))))[:6]
    ['*search', 'fields=1', 'hidden=0', 'lines=1', 'made=GET 1', 'method=GET']
    """
    found = set(_structure(form))
    for place, texts in _places(form).items():
        known = len(found)
        words = dict.fromkeys(tokens(" | ".join(texts)[:_MAX_TEXT]))
        for word in list(words)[:MAX_WORDS]:
            found.update(_of_word(place, word[:MAX_WORD]))
        if place in _NAMES:
            for text in texts[:MAX_WORDS]:
                found.update(_of_name(place, text[:_MAX_NAME]))
        if len(found) > known and found.isdisjoint(_marks(place)):
            found.add(f"{place}*-")
    return frozenset(found)


def _places(form: Form) -> dict[str, list[str]]:
    """The texts of a form by where they stand."""
    names: dict[str, None] = {}
    hidden: dict[str, None] = {}
    labels: dict[str, None] = {}
    values: dict[str, None] = {}
    options: dict[str, None] = {}
    for field in form.fields[:MAX_FIELDS]:
        if field.type == "hidden":
            hidden[field.name] = None
            continue
        names[field.name] = None
        labels[field.label] = None
        if field.type in TEXT:
            values[field.value] = None
        elif field.type in _LISTS and field.labels:
            # "All", "Any", "Choose...": what a list says before it is used.
            options[field.labels[0]] = None
    buttons = form.submitters[:MAX_FIELDS]
    return {
        "action": [_address(form.action)],
        "form": [form.name, form.hints.form],
        "name": [*names],
        "hidden": [*hidden],
        "label": [*labels],
        "value": [*values],
        "option": [*options],
        "entry": [form.hints.entries],
        "button": [*dict.fromkeys(b.label or b.value for b in buttons)],
        "buttons": [form.hints.buttons, " ".join(b.name for b in buttons)],
    }


def _address(url: str) -> str:
    """Path and query: the host says whose form it is, not what for."""
    return unquote(url.partition("//")[2].partition("/")[2][:_MAX_NAME])


@lru_cache(maxsize=16_384)
def _of_word(place: str, word: str) -> tuple[str, ...]:
    """The word, its parts, and what it is about."""
    if unspaced(word):
        parts = [f":{word[at : at + 2]}" for at in range(max(1, len(word) - 1))]
    else:
        ends = f" {word} "
        grams = range(max(1, len(ends) - _GRAM + 1))
        parts = [f":{word}", *(f"#{ends[at : at + _GRAM]}" for at in grams)]
    return (*(place + part for part in parts), *_about(place, word))


@lru_cache(maxsize=8_192)
def _of_name(place: str, name: str) -> tuple[str, ...]:
    """What a name is about, its parts joined: "news-letter", "log_in"."""
    words = tokens(name)
    if not 1 < len(words) <= 5:
        return ()
    return _about(place, "".join(words)[: 2 * MAX_WORD])


def _about(place: str, word: str) -> tuple[str, ...]:
    """The subjects of a word, at this place and anywhere."""
    found = sorted(subjects(word))
    return (*(f"{place}*{one}" for one in found), *(f"*{one}" for one in found))


@lru_cache(maxsize=16)
def _marks(place: str) -> frozenset[str]:
    return frozenset(f"{place}*{subject}" for subject in STEMS)


def _structure(form: Form) -> Iterator[str]:
    """Method, types and numbers of controls, and how these go together."""
    types = Counter(field.type for field in form.fields)
    shown = [field for field in form.fields if field.type != "hidden"]
    lines = sum(types[name] for name in TEXT)
    yield f"method={form.method}"
    if form.method != "GET":
        yield f"enctype={form.enctype}"
    for name, count in types.items():
        yield f"type={name}"
        yield f"{name}={_size(count)}"
    yield f"fields={_size(len(shown))}"
    yield f"hidden={_size(types['hidden'])}"
    yield f"lines={_size(lines)}"
    yield f"submitters={_size(len(form.submitters))}"
    # What has no name is not sent: a script reads it, or nobody.
    yield f"named={_size(sum(bool(field.name) for field in shown))}"
    yield f"options={_size(sum(_options(shown)))}"
    made = "".join(
        mark
        for mark, some in (
            ("p", types["password"]),
            ("a", types["textarea"]),
            ("f", types["file"]),
            ("s", types["select-one"] + types["select-multiple"]),
            ("c", types["checkbox"]),
            ("r", types["radio"]),
        )
        if some
    )
    yield f"made={form.method} {min(lines, 3)}{made}"


def _options(fields: Iterable[Field]) -> Iterator[int]:
    return (len(field.options) for field in fields if field.type in _CHOICES)


def _size(count: int) -> str:
    """A number as far as it matters.

    >>> [_size(count) for count in (0, 3, 5, 9, 40, 2_000)]
    ['0', '3', '4+', '8+', '32+', '256+']
    """
    if count <= 3:
        return str(count)
    return f"{min(1 << (count.bit_length() - 1), 256)}+"
