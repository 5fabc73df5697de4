"""Query interfaces, made: twelve layouts, attributes of seven domains and of others.

    python -m bench.domain_interfaces [--count N] [--half 0|1] > LABELS.jsonl

Each line is a page with one interface, as ``scrapy trainforms --what domain`` reads it.
There are few labelled interfaces of each domain that may be used; these stand in where
real ones are missing. ``--half`` takes only one half of the words for each attribute.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from bench.domain_vocabulary import ATTRIBUTES, NOUNS, OTHERS, SHARED, SITES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LAYOUTS = 12
LONE = 11
"""The layout that is one search box."""
_LANGUAGE = re.compile(r"^[a-z]{2}$")


@dataclass(frozen=True, slots=True)
class Attribute:
    """What one control asks for."""

    kind: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()


@lru_cache(maxsize=256)
def attributes(text: str, half: int | None) -> tuple[tuple[Attribute, ...], ...]:
    """Those in English, then those of each other language, one word each."""
    english: list[Attribute] = []
    foreign: list[tuple[Attribute, ...]] = []
    words: Sequence[str]
    for row in text.strip().splitlines():
        kind, _, rest = row.strip().partition(":")
        if _LANGUAGE.match(kind):
            words = [word.strip() for word in rest.split(";")]
            foreign.append(tuple(Attribute("text", (word,)) for word in words))
            continue
        words_text, _, options = rest.partition("=")
        words = _words(words_text, half)
        english.append(Attribute(kind, tuple(words), tuple(options.split(","))))
    # Of the other languages each half has every second.
    return (tuple(english), *_half(foreign, half))


def _half(values: Sequence[Any], half: int | None) -> Sequence[Any]:
    return values if half is None else values[half::2]


def interfaces(
    count: int, rng: random.Random, half: int | None = None
) -> Iterator[dict[str, object]]:
    """*count* labelled pages, each of a host of its own: half of them of no domain."""
    for number in range(count):
        domain = rng.choice([*ATTRIBUTES, *["other"] * len(ATTRIBUTES)])
        topic = rng.choice([*OTHERS]) if domain == "other" else domain
        # On many a site there is nothing but a box for words.
        layout = LONE if rng.random() < 0.25 else rng.randrange(LAYOUTS)
        yield {
            "html": page(topic, layout, rng, half),
            "domain": domain,
            "layout": layout,
            "url": f"http://site{number}.{half or 0}.example/",
        }


def page(topic: str, layout: int, rng: random.Random, half: int | None = None) -> str:
    """A page of a site on *topic* with one interface, in one of twelve layouts."""
    name = rng.choice(_words(SITES[topic], half))
    if layout == LONE:
        return _lone(topic, name, rng, half)
    asked = _asked(topic, rng, half)
    title = name if rng.random() < 0.6 else "Search"
    rows = "".join(_LAYOUTS[layout](word, _control(each, word, rng, layout))
                   for each, word in asked)  # fmt: skip
    around = ("<table>", "</table>") if layout in {0, 1} else ("<div>", "</div>")
    head = f"<h1>{_e(name)}</h1>" if rng.random() < 0.5 else ""
    button = rng.choice(["Search", "Find", "Go", "Submit", "Show results"])
    action = rng.choice(["/search", "/find", "/results", "/q", "/index.php"])
    return (
        f"<title>{_e(title)}</title>{head}<form action='{action}'>{around[0]}{rows}"
        f"{around[1]}<button>{button}</button></form>"
    )


def _lone(topic: str, name: str, rng: random.Random, half: int | None) -> str:
    """A lone search box: what it is for stands in it, or only on the page."""
    said = noun = rng.choice(_words(NOUNS[topic], half))
    if topic in ATTRIBUTES and rng.random() < 0.3:
        said = rng.choice(_asked(topic, rng, half))[1]
    place = rng.choice(["{}", "Search {}", "Find {}...", "Search by {}", "{} ..."])
    place = place.format(said) if rng.random() < 0.5 else rng.choice(["Search", ""])
    titles = [name, f"{name} - {noun}", f"{noun} online", f"All {noun} | Home"]
    silent = ["Home", "Welcome", ""] if place not in {"Search", ""} else []
    title = rng.choice(titles + silent)
    head = f"<h2>{_e(rng.choice(titles))}</h2>" if rng.random() < 0.4 else ""
    return (
        f"<title>{_e(title)}</title>{head}<form action=/search>"
        f"<input type=search name={rng.choice(['q', 's', 'query'])}"
        f" placeholder='{_e(place)}'><button>Search</button></form>"
    )


def _words(text: str, half: int | None) -> Sequence[str]:
    return _half([word.strip() for word in text.split("|")], half)


def _asked(
    topic: str, rng: random.Random, half: int | None
) -> list[tuple[Attribute, str]]:
    """Some attributes of the topic and of any other, each with the word for it."""
    text = ATTRIBUTES.get(topic) or OTHERS[topic]
    english, *foreign = attributes(text, half)
    own = list(rng.choice(foreign)) if foreign and rng.random() < 0.35 else [*english]
    rng.shuffle(own)
    shared = list(attributes(SHARED, half)[0])
    rng.shuffle(shared)
    taken = own[: rng.randint(2, 6)] + shared[: rng.randint(0, 2)]
    rng.shuffle(taken)
    return [(each, rng.choice(each.words)) for each in taken]


def _control(each: Attribute, word: str, rng: random.Random, layout: int) -> str:
    name = re.sub(r"\W+", "_", word.lower()).strip("_") if word.isascii() else ""
    # Half of the sites name their controls as nobody else does.
    name = name if name and rng.random() < 0.5 else f"f{rng.randrange(1000)}"
    said = f"placeholder='{_e(word)}'" if layout in {3, 9} else ""
    if layout == 7:
        said = f"aria-label='{_e(word)}'"
    if each.kind == "list":
        options = "".join(f"<option>{_e(option)}</option>" for option in each.options)
        first = f"<option value=''>{_e(word)}</option>" if layout in {3, 9} else ""
        return f"<select name={name} id={name}>{first}{options}</select>"
    if each.kind == "radio":
        return "".join(
            f"<input type=radio name={name} value={n}>{_e(option)}"
            for n, option in enumerate(each.options)
        )
    kind = {"check": "checkbox"}.get(each.kind, each.kind)
    kind = rng.choice(["date", "text"]) if kind == "date" else kind
    return f"<input type={kind} name={name} id={name} {said}>"


_LAYOUTS: tuple[Callable[[str, str], str], ...] = (
    lambda word, control: f"<tr><td>{_e(word)}</td><td>{control}</td></tr>",
    lambda word, control: f"<tr><th>{_e(word)}:<td>{control}</tr>",
    lambda word, control: f"<label>{_e(word)} {control}</label><br>",
    lambda _, control: f"<div>{control}</div>",
    lambda word, control: f"<p>{_e(word)}<br>{control}</p>",
    lambda word, control: f"<fieldset><legend>{_e(word)}</legend>{control}</fieldset>",
    lambda word, control: f"<dl><dt>{_e(word)}</dt><dd>{control}</dd></dl>",
    lambda _, control: f"<span>{control}</span>",
    lambda word, control: f"<div><b>{_e(word)}</b></div><div>{control}</div>",
    lambda _, control: f"<li>{control}</li>",
    lambda word, control: f"<div>{control} {_e(word)}</div>",
)


def _e(text: str) -> str:
    return html.escape(text, quote=True)


def main() -> None:
    """Write interfaces to stdout, a JSON object a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3_000)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    for each in interfaces(given.count, random.Random(given.seed), given.half):
        print(json.dumps(each, ensure_ascii=False))


if __name__ == "__main__":
    main()
