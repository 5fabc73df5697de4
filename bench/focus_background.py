"""Build the background model of `focus`: in how many pages of a language a word is.

    python -m bench.focus_background FOLDER [--output crawler/focus/background.json]

FOLDER holds what these packages unpack to, each under its own name (``dpkg-deb -x``,
``unzip``):

* ``formasaurus`` (PyPI, 0.10.0): 954 pages of the web in many languages, MIT;
* ``gnome-user-docs`` (Debian): the pages of GNOME Help and of its translations,
  CC-BY-SA-3.0;
* ``manpages-LANG`` (Debian): manual pages in translation, under the licences of the
  programs (GPL-3+ for most; the file ``copyright`` of each package names them all).

Nothing of a text is kept but the number of pages that each word is in, the word itself
as a hash.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from crawler.dom import parse
from crawler.dom.text import visible_text
from crawler.focus.background import FORMAT, SCALE
from crawler.focus.word_id import word_id
from crawler.focus.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = (
    "Formasaurus 0.10.0 (PyPI): 954 web pages, MIT",
    "gnome-user-docs (Debian): GNOME Help and its translations, CC-BY-SA-3.0",
    "manpages-{de,es,fr,it,ja,nl,pl,ru,zh} (Debian): manual pages, GPL-3+ for most",
)
MANUALS = ("de", "es", "fr", "it", "ja", "nl", "pl", "ru", "zh")
GNOME = ("C", *MANUALS[:-1], "pt_BR", "uk", "cs", "sv", "el", "hi", "ko", "zh_CN")
EACH = 90
"""Pages of a source in a language: no language is to outweigh the others."""
LEAST = 50
"""Pages of a language that has its own shares; the rest are taken together."""
MOST = 120_000
"""Words that are kept, the commonest first."""
_LANG = re.compile(
    rb"""<html[^>]{0,500}?\blang\s*=\s*["']?([A-Za-z]{2})""", re.IGNORECASE
)
_TAG = re.compile(r"<[^>]*>")
_ROFF = re.compile(r'^[.\']\s*\\?"?.*?$|\\f.|\\\(..|\\[-&|^ ]', re.MULTILINE)


def web(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted((folder / "formasaurus/data/html").glob("*.html")):
        body = path.read_bytes()
        found = _LANG.search(body[:5_000])
        document = parse(body, url="http://h.invalid/", content_type="text/html")
        yield (found[1].decode().lower() if found else "", visible_text(document))


def gnome(folder: Path) -> Iterator[tuple[str, str]]:
    for lang in GNOME:
        under = folder / "usr/share/help" / lang / "gnome-help"
        for path in some(sorted(under.glob("*.page"))):
            yield lang[:2].replace("C", "en"), _TAG.sub(" ", path.read_text("utf-8"))


def manuals(folder: Path, lang: str) -> Iterator[tuple[str, str]]:
    for path in some(sorted((folder / "usr/share/man").glob(f"{lang}*/man*/*.gz"))):
        source = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        # Without requests and escapes: what is left is nearly all of the text.
        yield lang, _ROFF.sub(" ", source)


def some(paths: list[Path]) -> list[Path]:
    """*EACH* of them, evenly."""
    files = [path for path in paths if path.is_file() and not path.is_symlink()]
    step = max(1, len(files) // EACH)
    return files[::step][:EACH]


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Language and text of each page of the corpus."""
    yield from web(folder / "formasaurus")
    yield from gnome(folder / "gnome-user-docs")
    for lang in MANUALS:
        yield from manuals(folder / f"manpages-{lang}", lang)


def counted(folder: Path) -> tuple[Counter[str], dict[str, Counter[int]]]:
    """Pages of each language, and of each word in it."""
    totals: Counter[str] = Counter()
    shares: dict[str, Counter[int]] = {}
    for lang, text in pages(folder):
        found = {word_id(word) for word in words(text)}
        if found:
            totals[lang] += 1
            shares.setdefault(lang, Counter()).update(found)
    small = [lang for lang, n in totals.items() if n < LEAST or not lang]
    for lang in small:
        totals["other"] += totals.pop(lang)
        shares.setdefault("other", Counter()).update(shares.pop(lang))
    return totals, shares


def model(folder: Path) -> dict[str, object]:
    totals, shares = counted(folder)
    # A word is as common as it is in the language that has it most: "und" is in few
    # pages of all, and tells nothing.
    best: dict[int, int] = {}
    for lang, counts in shares.items():
        for word, count in counts.items():
            # On one page only: as good as unseen.
            if count > 1:
                share = round(SCALE * count / totals[lang])
                best[word] = max(best.get(word, 0), share)
    kept = sorted(sorted(best, key=lambda word: (-best[word], word))[:MOST])
    return {
        "format": FORMAT,
        "pages": totals.total(),
        "languages": dict(sorted(totals.items())),
        "source": list(SOURCES),
        "licence": "counts of words only; see the licences of the sources",
        "words": _packed(kept, "<u4"),
        "shares": _packed([best[word] for word in kept], "<u2"),
    }


def _packed(values: list[int], kind: str) -> str:
    return base64.b64encode(np.array(values, dtype=kind).tobytes()).decode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--output", type=Path, default=Path("crawler/focus/background.json")
    )
    given = parser.parse_args()
    data = model(given.folder)
    given.output.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    print(f"{data['pages']} pages, {data['languages']}")


if __name__ == "__main__":
    main()
