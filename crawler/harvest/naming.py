"""What a field is called: by its header or label, its markup, or its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crawler.harvest.records_tree import Element

MAX_NAME: Final = 80
_MAX_LABEL: Final = 40
_NUMBER = re.compile(r"[-+−]?[\d][\d.,'\s/]*(?:%|‰)?")
_MONEY = re.compile(
    r"(?:[$€£¥₽₹₩]|USD|EUR|GBP|CHF|JPY|Kč|kr|zł|руб\.?)\s*[\d.,'\s]+"
    r"|[\d.,'\s]+\s*(?:[$€£¥₽₹₩円元]|USD|EUR|GBP|CHF|JPY|Kč|kr\.?|zł|руб\.?)",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}日?(?:[T ]\d.*)?"
    r"|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}"
    r"|\d{1,2}\.?\s+[^\W\d]{3,10}\.?,?\s+\d{4}|[^\W\d]{3,10}\.?\s+\d{1,2},?\s+\d{4}"
)
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w+")
LABELLED: Final = re.compile(
    r"([^\W\d_][^:：;|]{0,38}?)\s*[:：](?!//)\s*(\S.*)", re.DOTALL
)
"""A text that names itself: ``Price: 12``."""

# Classes that place or paint, and say nothing of what is in them.
_LAYOUT = re.compile(
    r"(?:col|row|grid|flex|container|wrap(?:per)?|inner|outer|clear\w*|pull|float|text"
    r"|font|fw|fs|bg|btn|button|badge|card|panel|media|list|item|items|block|box|cell"
    r"|left|right|center|top|bottom|small|large|big|bold|muted|hidden|visible|link|icon"
    r"|img|image|thumb\w*|body|content|main|first|last|odd|even|active|mt?|mb|ml|mr|m|p"
    r"|px|py|pt|pb|pl|pr|my|mx|w|h|d|css|sc|xs|sm|md|lg|xl|u|l|c|s|is|has|js|field"
    r"|value"
    r"|val|data|info|meta|line|part|desc?|span|div|result|results|record|entry|product"
    r"|hit|search|el|elem|element|group|section|label|key|term|line\d*|\w\d*)\Z",
    re.IGNORECASE,
)
_HASHED = re.compile(r"(?=.*\d)[A-Za-z0-9]{5,}\Z|[A-Za-z]*(?:[A-Z][a-z]?){3,}\Z")
_JOINTS = re.compile(r"__|--|[-_:]|(?<=[a-z])(?=[A-Z])")
LABEL_CLASSES: Final = re.compile(
    r"(?:^|[-_ ])(?:label|key|term|name-?tag|attr(?:ibute)?-?name|lbl|th"
    r"|field-?name|prop-?name)(?:$|[-_ ])",
    re.IGNORECASE,
)


def kind_of_value(text: str) -> str:
    """``number``, ``money``, ``date``, ``url``, ``mail``, ``word``, ``text``.

    >>> [kind_of_value(t) for t in ("1.234", "12 €", "2024-05-01", "new", "a b c d e")]
    ['number', 'money', 'date', 'word', 'text']
    """
    text = text.strip()[:200]
    if not text:
        return ""
    for kind, pattern in (
        ("date", _DATE),
        ("number", _NUMBER),
        ("money", _MONEY),
        ("url", _URL),
        ("mail", _MAIL),
    ):
        if pattern.fullmatch(text):
            return kind
    return "word" if text.count(" ") < 3 and len(text) <= _MAX_LABEL else "text"


def label_like(text: str) -> bool:
    """Whether a text could be the name of a field: short, words, not a value.

    >>> [label_like(t) for t in ("Price (EUR)", "12", "2024-01-01", "", "a@b.test")]
    [True, False, False, False, False]
    """
    if not text or len(text) > _MAX_LABEL or text.count(" ") > 5:
        return False
    if kind_of_value(text.rstrip(" :")) not in {"word", "text"}:
        return False
    return any(char.isalpha() for char in text) or text in {"#", "№", "%"}


def clean_label(text: str) -> str:
    """A label without the marks that end it."""
    return text.strip().rstrip(" :：=•·-–—|").strip()[:MAX_NAME]


def class_name(element: Element, common: frozenset[str] = frozenset()) -> str:
    """The word in the classes of an element that says what it holds; or empty.

    *common* are words that most classes of a record share: a prefix of the site.
    """
    for name in element.classes()[:8]:
        words = [word for word in _JOINTS.split(name[:64]) if word]
        if len(words) > 1 and words[0].lower() in {"css", "sc", "jsx", "style"}:
            continue
        kept = [w for w in words if w.lower() not in common and not _LAYOUT.match(w)]
        kept = [word for word in kept if not _HASHED.match(word) and not word.isdigit()]
        if kept:
            return " ".join(kept).lower()
    return ""


def common_words(elements: Iterable[Element]) -> frozenset[str]:
    """Words in at least 60 % of the classes of elements, three of them or more."""
    seen: dict[str, set[str]] = {}
    names = {name for element in elements for name in element.classes()[:8]}
    for name in names:
        for word in {part.lower() for part in _JOINTS.split(name[:64]) if part}:
            seen.setdefault(word, set()).add(name)
    if len(names) < 3:
        return frozenset()
    return frozenset(word for word, n in seen.items() if len(n) >= 0.6 * len(names))


def unique(names: Iterable[str]) -> list[str]:
    """The names with numbers behind those that were there before.

    >>> unique(["a", "b", "A", "a"])
    ['a', 'b', 'A 2', 'a 3']
    """
    taken: dict[str, int] = {}
    found = []
    for name in names:
        number = taken.get(name.casefold(), 0) + 1
        taken[name.casefold()] = number
        found.append(name if number == 1 else f"{name} {number}")
    return found
