"""Words of a text, in scripts that separate them and in those that do not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.focus.words import MAX_CHARACTERS, MAX_WORD, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("ＡＢＣ ßtraße", ["abc", "sstrasse"]),
        ("日本語 text", ["日本", "本語", "text"]),
        ("中", ["中"]),
        ("中a文", ["中", "a", "文"]),
        ("ลาว", ["ลา", "าว"]),
        ("snake_case", ["snake", "case"]),
        # Vowels and points are marks, not letters: no word ends at one.
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        ("cafe\u0301", ["café"]),
        ("\u0301 x", ["x"]),
        ("I'm e-mail", ["i", "m", "e", "mail"]),
        ("x" * 100, ["x" * MAX_WORD]),
        ("é" * 100, ["é" * MAX_WORD]),
        ("a " * MAX_CHARACTERS, ["a"] * (MAX_CHARACTERS // 2)),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@given(st.text(max_size=200))
@settings(deadline=None, max_examples=100)
def test_every_letter_is_in_a_word(text: str) -> None:
    found = list(words(text))
    assert all(found)
    assert all(len(word) <= MAX_WORD for word in found)
    assert bool(found) or not any(map(str.isalpha, text))


@given(st.text(st.characters(codec="ascii"), max_size=200))
@settings(deadline=None, max_examples=100)
def test_ascii_is_read_as_any_other_text(text: str) -> None:
    assert list(words(text)) == list(words(f"{text} é"))[:-1]
