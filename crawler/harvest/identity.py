"""Which records are one: a hash over what they say, however it is written.

Not told apart are white space of any kind (also no-break), invisible characters, the
normal form of Unicode (NFC: the compatibility forms of NFKC would make 10² one with
102), the order of rows and of fields, an empty field and a missing one. Case and
leading zeros count.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from crawler.urls import canonical_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crawler.harvest.records_item import Record

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff"))
_CHUNK: Final = 1_024
# A column is volatile when it differs in so many pairs, and in this share of them.
_PAIRS: Final = 3
_SHARE: Final = 0.3
# Share of the records whose links repeat what was asked.
_ALL: Final = 0.8
_MAX_KNOWN: Final = 50_000


def fold(text: str) -> str:
    """A text as it is compared: NFC, white space collapsed, nothing invisible.

    >>> fold(" Cafe\\u0301\\u00a0 Noir\\u200b ") == "Café Noir"
    True
    """
    if not text.isascii():
        # CPython sorts combining marks by insertion: quadratic in a run of marks.
        text = "".join(
            unicodedata.normalize("NFC", text[start : start + _CHUNK])
            for start in range(0, len(text), _CHUNK)
        ).translate(_INVISIBLE)
    return " ".join(text.split())


def digest(pairs: Iterable[tuple[str, str]]) -> str:
    """32 hex digits over names and values, in any order; empty values do not count.

    >>> digest([("a", "1"), ("b", "")]) == digest([("b", "  "), ("a", " 1")])
    True
    """
    hasher = hashlib.blake2b(digest_size=16)
    kept = ((fold(name), fold(value)) for name, value in pairs)
    for name, value in sorted(pair for pair in kept if pair[1]):
        for part in (name, value):
            data = part.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()


def keyed(fields: Mapping[str, str | None], key: Sequence[str]) -> str:
    """Identity by the fields of a key, or by all when one of the key's is empty.

    >>> keyed({"sku": "7", "n": "a"}, ["sku"]) == keyed({"sku": "7", "n": "b"}, ["sku"])
    True
    >>> keyed({"sku": "", "n": "a"}, ["sku"]) == keyed({"n": "b"}, ["sku"])
    False
    """
    values = [fold(fields.get(name) or "") for name in key]
    if key and all(values):
        return digest(
            ("=" + name, value) for name, value in zip(key, values, strict=True)
        )
    return digest((name, value or "") for name, value in fields.items())


class Identifier:
    """Gives records their identity, without the parts that change by themselves.

    Volatile are columns and parameters of links that differ when the same query is
    asked again (views, session ids), or on one record in the answers to several
    queries (snippets, scores, highlighting). Learn first, then identify: what is
    learned later makes other identities.
    """

    def __init__(self, key: Sequence[str] = (), asked: Iterable[str] = ()) -> None:
        self._key = tuple(key)
        self._asked = frozenset(asked)
        self.columns: set[str] = set()
        """Names of the volatile columns."""
        self.parameters: set[str] = set()
        """Names of the volatile parameters of links."""
        self.echoed: set[str] = set()
        """Those of them that repeat what was asked."""
        self._known: dict[str, Record] = {}
        self._pairs: Counter[str] = Counter()
        self._differ: Counter[str] = Counter()
        self._echoes: dict[str, set[str]] = {}

    def identity(self, record: Record) -> str:
        """32 hex digits."""
        if self._key and all(fold(record.fields.get(name, "")) for name in self._key):
            return keyed(record.fields, self._key)
        # By their order, not their names: a name found by looking at other records
        # ("column 3") changes with them, and one value may stand for two roles.
        kept = [v for name, v in record.fields.items() if name not in self.columns]
        values = [value for value in map(fold, kept) if value]
        texts = [(f"{place:04}", value) for place, value in enumerate(values)]
        links = {self.link(url) for url in record.links.values()}
        return digest([*texts, *(("@" + url, url) for url in links)])

    def link(self, url: str) -> str:
        """The key of a URL without volatile parameters and those of the query."""
        url = canonical_key(url)
        parts = urlsplit(url)
        if not parts.query:
            return url
        dropped = self.parameters | self._asked
        pairs = parse_qsl(parts.query, keep_blank_values=True)
        kept = [pair for pair in pairs if pair[0] not in dropped]
        # A link that the query alone tells apart keeps its query.
        only = not kept and not all(name in self.echoed for name, _ in pairs)
        if only or len(kept) == len(pairs):
            return url
        return parts._replace(query=urlencode(kept)).geturl()

    def learn_again(self, first: Sequence[Record], again: Sequence[Record]) -> None:
        """Compare two answers to one query, row by row."""
        if len(first) != len(again):
            return
        for one, other in zip(first, again, strict=True):
            self._compare(one, other)
            if not _alike(one, other):
                continue  # in another order
            for name, url in one.links.items():
                self._compare_links(url, other.links.get(name, url))
        self._settle()

    def learn(self, records: Sequence[Record], echo: Iterable[str] = ()) -> None:
        """Compare with records met before that have the same link, and only they.

        *echo* is what was asked: a parameter that repeats it, whatever it is, in the
        links of an answer is no part of what they lead to.
        """
        self.learn_echo(records, echo)
        links = [self._own_link(record) for record in records]
        times = Counter(links)
        for record, link in zip(records, links, strict=True):
            if not link or times[link] > 1:
                continue
            known = self._known.get(link)
            if known is not None:
                self._compare(known, record)
            elif len(self._known) < _MAX_KNOWN:
                self._known[link] = record
        self._settle()

    def learn_echo(self, records: Sequence[Record], echo: Iterable[str]) -> None:
        """Learn which parameters of links repeat what was asked."""
        asked = {fold(one).casefold() for one in echo if one}
        if not asked or not records:
            return
        times: Counter[tuple[str, str]] = Counter()
        for record in records:
            pairs = {
                (name, fold(value).casefold())
                for url in record.links.values()
                for name, value in parse_qsl(urlsplit(url).query)
            }
            times.update(pair for pair in pairs if pair[1] in asked)
        for (name, value), number in times.items():
            if number >= _ALL * len(records) and len(self._echoes) < _MAX_KNOWN:
                self._echoes.setdefault(name, set()).add(value)
        self.echoed |= {n for n, values in self._echoes.items() if len(values) > 1}
        self.parameters |= self.echoed

    def _own_link(self, record: Record) -> str:
        return self.link(next(iter(record.links.values()))) if record.links else ""

    def _compare(self, one: Record, other: Record) -> None:
        for name in one.fields.keys() & other.fields.keys():
            self._pairs[name] += 1
            if fold(one.fields[name]) != fold(other.fields[name]):
                self._differ[name] += 1

    def _compare_links(self, one: str, other: str) -> None:
        a, b = urlsplit(one), urlsplit(other)
        if a.path != b.path:
            return
        mine, theirs = dict(parse_qsl(a.query)), dict(parse_qsl(b.query))
        for name in mine.keys() & theirs.keys():
            if mine[name] != theirs[name]:
                self.parameters.add(name)

    def _settle(self) -> None:
        """A record that changes in everything is another one: nothing is learned."""
        found = {
            name
            for name, times in self._differ.items()
            if times >= min(_PAIRS, self._pairs[name])
            and times >= _SHARE * self._pairs[name]
        }
        if found < self._pairs.keys():
            self.columns |= found


def _alike(one: Record, other: Record) -> bool:
    """Whether at least half of the fields say the same."""
    names = one.fields.keys() & other.fields.keys()
    same = sum(fold(one.fields[name]) == fold(other.fields[name]) for name in names)
    return 2 * same >= max(len(one.fields), len(other.fields))
