"""The parts of a text that change from one fetch of a page to the next."""

from __future__ import annotations

import re

# From the first digit of a token to its end; \d is any decimal digit of Unicode.
_NUMBER = re.compile(r"\d[\dA-Za-z_:.,'/+=-]*")
_ASCII_NUMBER = re.compile(_NUMBER.pattern, re.ASCII)
# What may stand before the first digit of a token: "f47ac10b", "t=1700000001".
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_:.,'/+=-"

_DIGITS = re.compile(r"[\d_:.,'/+=-]+")
_UUID = re.compile(r"[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}")
# Not from the middle of a word: letters without a digit were read once for each.
_ATOM = re.compile(r"(?<![A-Za-z])[A-Za-z]*+\d[\dA-Za-z]*")
# "3rd", "10am", "10h30", "02T10", "640x480"; not "mp3", "int16", "512bit".
_QUANTITY = re.compile(r"\d+(?:[A-Za-z]\d+)*[A-Za-z]{0,2}")
_HEX = re.compile(r"[\da-f]{4,}|[\dA-F]{4,}")
# Letters and digits that change places more often than in a name: three runs of
# digits in 16 characters, or two in 12 with letters of both cases.
_RANDOM = re.compile(
    r"(?=.{16})[A-Za-z]*\d+(?:[A-Za-z]+\d+){2,}[A-Za-z]*"
    r"|(?=.{12})(?=.*[a-z])(?=.*[A-Z])[A-Za-z]*\d+(?:[A-Za-z]+\d+)+[A-Za-z]*"
)

# Words that belong to a number: clocks, dates and ages. Names of months and days
# in the languages of Latin script, in full and as far as abbreviations differ.
_TIME = """
    am pm a.m p.m utc gmt cet cest est edt pst pdt uhr h s min sec
    st nd rd th de of the
    second seconds minute minutes hour hours day days week weeks month months year
    years ago sekunde sekunden minuten stunde stunden tag tagen tage woche wochen monat
    monaten jahr jahren seconde secondes heure heures jour jours semaine semaines mois
    an ans segundo segundos minuto minutos hora horas día días dia dias mes meses año
    años
    jan january januar janvier enero gennaio janeiro januari
    feb february februar février fév febrero febbraio fevereiro februari
    mar march märz mars marzo março maart
    apr april avril avr abril aprile
    may mai mayo maggio maio mei
    jun june juni juin junio giugno junho
    jul july juli juillet juil julio luglio julho
    aug august août agosto augustus
    sep sept september septembre septiembre settembre setembro
    oct okt october oktober octobre octubre ottobre outubro
    nov november novembre noviembre novembro
    dec dez déc dic december dezember décembre diciembre dicembre dezembro
    mon tue tues wed thu thur thurs fri sat sun
    monday tuesday wednesday thursday friday saturday sunday
    montag dienstag mittwoch donnerstag freitag samstag sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo
    lunedì martedì mercoledì giovedì venerdì sabato domenica
"""
_TIME_WORDS = frozenset(_TIME.split())
_PUNCTUATION = ".,;:()[]|·-–—"


def steady(text: str) -> str:
    """What is left of *text*: casefolded, white space and volatile parts taken out.

    Volatile are numbers, clock times, dates and ages, UUIDs, and tokens that look
    like hex (four digits or more) or base64 with a decimal digit in it. A token of
    letters alone stays, since nothing tells it from a word; and so does a name
    with a number in it (``int16``, ``mp3``, ``v2``).

    >>> steady("On Mon, 12 March 2024 10:00:01 by f47ac10b-58cc, 7 days ago int16")
    'onbyint16'
    >>> steady("On  by int16")
    'onbyint16'
    """
    kept: list[str] = []
    start = 0
    bare = False  # the token before was volatile, all of it
    # In a text of ASCII it finds the same in two thirds of the time.
    pattern = _ASCII_NUMBER if text.isascii() else _NUMBER
    for number in pattern.finditer(text):
        before = text[start : number.start()]
        words = before.rstrip(_LETTERS)
        rest = _rest(before[len(words) :] + number.group())
        kept += _trim(words.split(), bare, not rest)
        kept.append(rest)
        bare = not rest
        start = number.end()
    kept += _trim(text[start:].split(), bare, False)
    return "".join(kept).casefold()


def _rest(token: str) -> str:
    """The parts of a token with digits that do not change."""
    if _DIGITS.fullmatch(token):
        return ""
    core = token.strip("_:.,'/+=-")
    if _UUID.fullmatch(core):
        return ""
    rest = _ATOM.sub(_keep, token)
    return rest if any(map(str.isalnum, rest)) else ""


def _keep(atom: re.Match[str]) -> str:
    word = atom.group()
    for kind in (_QUANTITY, _HEX, _RANDOM):
        if kind.fullmatch(word):
            return ""
    return word


def _trim(words: list[str], head: bool, tail: bool) -> list[str]:
    """*words* without the words of time at the ends that touch a number."""
    first, last = 0, len(words)
    while head and first < last and _is_time(words[first]):
        first += 1
    while tail and last > first and _is_time(words[last - 1]):
        last -= 1
    return words[first:last]


def _is_time(word: str) -> bool:
    return word.strip(_PUNCTUATION).casefold() in _TIME_WORDS
