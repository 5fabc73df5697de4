"""Responses of generated sites to one form, of all seven kinds."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

import random
from dataclasses import dataclass

from tests.harvest import layout_lists, layout_odd, layout_tables
from tests.harvest.layout_words import HELD_OUT, TUNED, Vocabulary, Words
from tests.harvest.layouts import LAYOUTS, Draw, Frame, draw_of

RENDERERS = layout_lists, layout_odd, layout_tables
NONSENSE = "xqzvkwj"
_HTML = [name for name in LAYOUTS if not name.startswith(("json_", "xml_"))]


@dataclass(frozen=True)
class Phrases:
    """What a site says; the words of one set are not in the other."""

    nothing: tuple[str, ...]
    missing: tuple[str, ...]
    failed: tuple[str, ...]
    following: tuple[str, ...]
    choose: tuple[str, ...]


PHRASES = {
    "tuned": Phrases(
        ("No results found for {}.", "Your search for {} did not match any record."),
        ("Please enter a search term.", "This field is required."),
        ("An error occurred.", "Internal server error. Please try again later."),
        ("Next", "next »", ">"),
        ("Please choose a region", "Narrow down your request"),
    ),
    "held": Phrases(
        (
            "Zu {} wurde leider nichts gefunden.",
            "Aucun résultat pour {}",
            "Sorry, we came up empty for {}.",
            "Hier gibt es nichts zu sehen: {}",
            "По запросу {} ничего не найдено",
        ),
        (
            "Bitte geben Sie einen Suchbegriff ein.",
            "Veuillez saisir un mot",
            "Un critère au moins doit être donné.",
            "Tell us what to look for first.",
            "検索語を入力してください",
        ),
        (
            "Hoppla, da ist etwas schiefgegangen.",
            "Une erreur est survenue.",
            "The database is having a bad day.",
            "Произошла ошибка, повторите позже",
            "Query could not be executed (code 17).",
        ),
        ("Weiter", "Suivant »", "›", "Следующая", "次へ", "Older"),
        ("In welchem Land?", "Précisez votre demande", "Which branch do you mean?"),
    ),
}


@dataclass
class Answer:
    """A response and its kind."""

    kind: str
    body: str
    query: str
    status: int = 200


@dataclass
class Site:
    """A generated site: its reference pages, and responses of every kind."""

    url: str
    form_page: str
    nonsense: str
    answers: list[Answer]


class _Maker:
    def __init__(self, seed: int, held: bool) -> None:
        self.rng = random.Random(f"site {seed} {held}")
        self.vocabulary: Vocabulary = HELD_OUT if held else TUNED
        self.phrases = PHRASES["held" if held else "tuned"]
        self.words = Words(self.vocabulary, self.rng)
        self.frame = Frame(self.words, self.rng, self.vocabulary)
        self.layout = self.rng.choice(_HTML)
        self.nothing = self.rng.choice(self.phrases.nothing)
        self.failed = self.rng.choice(self.phrases.failed)
        self.missing = self.rng.choice(self.phrases.missing)

    def results(self, number: int) -> tuple[str, str, str]:
        """Claim, body and query of an answer with records."""
        draw: Draw = draw_of(self.words, self.rng, number)
        body, truth = LAYOUTS[self.layout](draw)
        claim = (
            self.rng.choice(self.vocabulary.counts) if self.rng.random() < 0.7 else ""
        )
        total = len(truth) + self.rng.randint(0, 300)
        return claim.format(first=1, last=len(truth), total=total), body, draw.query

    def pager(self, query: str) -> str:
        """Links to other pages of an answer."""
        word = self.rng.choice(self.phrases.following)
        numbers = "".join(
            f'<a href="/find?q={query}&page={n}">{n}</a> ' for n in (2, 3, 4)
        )
        follow = f'<a href="/find?q={query}&page=2">{word}</a>'
        kind = self.rng.randrange(3)
        inner = (f"<b>1</b> {numbers}{follow}", follow, f"<span>1</span> {numbers}")[
            kind
        ]
        return f'<div class="{self.rng.choice(["pagination", "pager", "pages"])}">{inner}</div>'

    def refine(self) -> str:
        """Another form, with a heading."""
        field = self.words.word()
        options = "".join(
            f"<option>{self.words.words(1, 2)}</option>" for _ in range(5)
        )
        return (
            f"<h2>{self.rng.choice(self.phrases.choose)}</h2>"
            f'<form action="/refine"><p><label>{self.words.words(1, 1)} <select name="{field}">'
            f'{options}</select></label></p><p><label>{self.words.words(1, 1)} <input name="n{field}">'
            "</label></p><button>OK</button></form>"
        )

    def error(self) -> tuple[str, int]:
        """An error page; most with status 200."""
        kind = self.rng.randrange(5)
        if kind == 0:
            return f"<html><body><h1>{self.failed}</h1></body></html>", 200
        if kind == 1:
            trace = "Traceback (most recent call last):\n  File \"app.py\", line 3\nKeyError: 'q'"
            return self.frame.page("", f"<pre>{trace}</pre>", ""), 200
        if kind == 2:
            return f"<html><body><h1>{self.failed}</h1><p>nginx</p></body></html>", 503
        body = f"<h2>{self.failed}</h2><p>{self.words.value('text')}</p>"
        if kind == 3:
            return self.frame.page("", body, ""), 200
        return f"<html><body><div>{body}<a href='/'>Home</a></div></body></html>", 200

    def incomplete(self, blank: str) -> str:
        """The form again, with or without a complaint."""
        kind = self.rng.randrange(4)
        if kind == 0:
            return blank
        page = self.frame.page("", "", "")
        if kind == 1:
            mark = f'<div class="field-error">{self.missing}</div>'
            return page.replace('<input name="q"', f'{mark}<input name="q"')
        if kind == 2:
            return page.replace(
                '<input name="q"', '<input aria-invalid="true" class="error" name="q"'
            )
        return page.replace("<form", f"<p>{self.missing}</p><form", 1)


def site(seed: int, *, held: bool) -> Site:
    """A site with two answers of each kind."""
    maker = _Maker(seed, held)
    intro = f"<p>{maker.words.value('text')}</p>" if maker.rng.random() < 0.5 else ""
    blank = maker.frame.page("", intro, "")
    said = maker.frame.page("", f"<p>{maker.nothing.format(NONSENSE)}</p>", NONSENSE)
    answers: list[Answer] = []
    for _ in range(2):
        number = maker.rng.choice([1, 2, 4, 10])
        claim, body, query = maker.results(number)
        answers.append(Answer("data", maker.frame.page(claim, body, query), query))
        claim, body, query = maker.results(10)
        page = maker.frame.page(claim, body + maker.pager(query), query)
        answers.append(Answer("data+links", page, query))
        claim, body, query = maker.results(number)
        page = maker.frame.page(claim, maker.refine() + body, query)
        answers.append(Answer("data+form", page, query))
        word = maker.words.word()
        answers.append(Answer("form", maker.frame.page("", maker.refine(), word), word))
        page, status = maker.error()
        answers.append(Answer("error", page, word, status))
        hint = ""
        if maker.rng.random() < 0.4:
            hint = f'<p><a href="/find?q={maker.words.word()}">{maker.words.word()}</a>?</p>'
        nothing = f"<p>{maker.nothing.format(word)}</p>{hint}"
        answers.append(Answer("no records", maker.frame.page("", nothing, word), word))
        answers.append(Answer("missing field", maker.incomplete(blank), ""))
    return Site("http://db.test/find?q=1", blank, said, answers)
