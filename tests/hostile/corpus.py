"""Documents by chance: from a grammar of markup, and real pages that were spoiled.

Like the strategies of :mod:`tests.hostile.soup`, but of any size and number: the same
seed makes the same documents, and each can be made alone.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Final

from tests.hostile.families import FAMILIES
from tests.hostile.files import JSON, ROBOTS, SCRIPT, SITEMAP, XHTML, XML, Kind
from tests.hostile.soup import ATTRIBUTES, CODECS, LABELS, MARKS, NAMES, TOKENS, VALUES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_SIZE: Final = 60_000
"""Bytes of a document, about: so that many can be made."""
_KINDS: Final = (*[Kind("text/html")] * 6, Kind(""), XHTML, XML, JSON, SCRIPT, ROBOTS)
_LISTS: Final = ("<ul>@</ul>", "<table>@</table>", "<dl>@</dl>", "<div>@</div>")
_ITEMS: Final = (
    "<li><a href=/i/@>@ of a thing</a> <b>12.@ EUR</b></li>",
    "<tr><td>@<td><a href='?id=@'>é @</a><td>2024-01-0@</tr>",
    "<dt>Name @<dd>value @",
    "<article><h2><a href=i@>@</a></h2><p>text of @<img src=@.png></article>",
)
_CONTROLS: Final = (
    "<input name=n@ type={} value='@'>",
    "<select name=s@><option value=@>a<option selected>b</select>",
    "<textarea name=t@>@</textarea>",
    "<label>Label @ <input type=radio name=r value=@></label>",
    "<button name=b@ formaction=/f@ formmethod=post>Delete @</button>",
)
_TYPES: Final = ("text", "password", "date", "number", "file", "hidden", "color", "?")
_SCALARS: Final = ("/a/b", 'x"', "", 0, -1.5e300, None, True, "http://h.test/j", "é\0")


class Corpus:
    """Documents by number; *pages* are real ones, spoiled for every second document."""

    def __init__(self, seed: int, pages: Sequence[bytes] = ()) -> None:
        self._seed = seed
        self._pages = pages

    def __call__(self, number: int) -> tuple[bytes, Kind]:
        """The document of that number, and how it is sent."""
        random = Random(f"{self._seed} {number}")
        if self._pages and number % 2:
            return spoiled(random, random.choice(self._pages)), _kind(random)
        make = random.choice(_MAKERS)
        kind = _kind(random)
        text = make(random)
        # Most in what is mostly said: another one makes a binary of nearly all.
        codec = random.choice(("utf-8", "utf-8", "utf-8", random.choice(CODECS)))
        body = text.encode(codec, "replace")
        if random.random() < 0.3:
            body = spoiled(random, body)
        mark = random.choice(MARKS) if random.random() < 0.2 else b""
        return mark + body[:MAX_SIZE], kind


def _kind(random: Random) -> Kind:
    kind = random.choice((*_KINDS, SITEMAP))
    label = random.choice(LABELS)
    if label and random.random() < 0.5:
        kind = kind._replace(content_type=f"{kind.content_type}; charset={label}")
    return kind


def spoiled(random: Random, body: bytes) -> bytes:
    """The same with some pieces cut, doubled, moved, or other bytes in their place."""
    data = bytearray(body[:MAX_SIZE])
    for _ in range(random.randint(1, 12)):
        at = random.randrange(len(data) + 1)
        length = min(int(random.expovariate(1 / 40)) + 1, 4_000)
        piece = bytes(data[at : at + length])
        change = random.randrange(6)
        if change == 0:
            del data[at : at + length]
        elif change == 1:
            data[at:at] = piece * random.choice((1, 2, 50))
        elif change == 2:
            other = random.randrange(len(data) + 1)
            data[other:other] = piece
        elif change == 3:
            data[at : at + length] = random.randbytes(min(length, 20))
        elif change == 4:
            data[at:at] = _tag(random).encode("utf-8", "replace")
        else:
            data[at:at] = random.choice(TOKENS).encode("utf-8", "replace")
    return bytes(data[: 2 * MAX_SIZE])


def _tag(random: Random) -> str:
    name = random.choice(NAMES)
    if random.random() < 0.25:
        return f"</{name}>"
    out = [f"<{name}"]
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        quote = random.choice(("", "'", '"'))
        out.append(
            f" {random.choice(ATTRIBUTES)}={quote}{random.choice(VALUES)}{quote}"
        )
    return "".join(out) + random.choice((">", ">", ">", "/>", ""))


def _soup(random: Random) -> str:
    """Tags and tokens in any order, some of them many times."""
    out = []
    for _ in range(random.randint(1, 120)):
        piece = _tag(random) if random.random() < 0.6 else random.choice(TOKENS)
        out.append(piece * random.choice((1, 1, 1, 1, 1, 2, 30, 400)))
    return "".join(out)


def _nested(random: Random) -> str:
    """Elements within elements, most of them closed."""
    out: list[str] = []
    opened: list[str] = []
    for _ in range(random.randint(1, 400)):
        if opened and random.random() < 0.45:
            out.append(f"</{opened.pop()}>")
        else:
            tag = _tag(random)
            opened.append(tag.strip("</>").partition(" ")[0])
            out.append(tag)
        if random.random() < 0.3:
            out.append(random.choice(TOKENS))
    return "".join(out)


def _records(random: Random) -> str:
    """A list of alike items, as answers have, with a few that are not."""
    item = random.choice(_ITEMS)
    rows = []
    for number in range(random.choice((0, 1, 2, 10, 60))):
        rows.append(item.replace("@", str(number)))
        if random.random() < 0.1:
            rows.append(_soup(Random(random.random()))[:300])
    page = random.choice(_LISTS).replace("@", "".join(rows))
    pages = "".join(
        f"<a href='?page={n}'>{n}</a> " for n in range(random.randint(0, 9))
    )
    return f"<h1>{len(rows)} results</h1>{page}{pages}{_form(random)}"


def _form(random: Random) -> str:
    method = random.choice(("get", "post", "dialog", "put", ""))
    controls = [
        random.choice(_CONTROLS)
        .replace("{}", random.choice(_TYPES))
        .replace("@", random.choice(("1", "[2]", "é", "", "a b", "'x")))
        for _ in range(random.randint(0, 25))
    ]
    inside = "<p>".join(controls)
    return f"<form action='{random.choice(VALUES)}' method={method}>{inside}</form>"


def _json(random: Random) -> str:
    """Nested values; some with the names that known formats have."""
    names = ("openapi", "paths", "/a", "get", "items", "url", "start_url", "sources")
    values: list[object] = [random.choice(_SCALARS) for _ in range(8)]
    for _ in range(random.randint(1, 60)):
        some = [random.choice(values) for _ in range(random.randint(0, 4))]
        keys = [random.choice(names) for _ in some]
        values.append(
            some if random.random() < 0.4 else dict(zip(keys, some, strict=True))
        )
        if len(values) > 20:
            del values[8]
    text = json.dumps(values[-1], default=str)[:MAX_SIZE]
    return text[: random.choice((len(text), len(text) // 2))]


def _family(random: Random) -> str:
    """One of the families that drive one part of the parser."""
    _, make = random.choice(_FAMILIES)
    made = make(random.choice((300, 3_000, 20_000)))
    return made if isinstance(made, str) else made.decode("latin-1")


_FAMILIES: Final = tuple(FAMILIES.values())
_MAKERS: Final[tuple[Callable[[Random], str], ...]] = (
    *(_soup, _soup, _nested, _nested, _records, _form, _json, _family),
)
