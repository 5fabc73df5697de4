"""Millions of different URLs, made on the way, of the kinds that sites have."""

from __future__ import annotations

import random

_WORDS = (
    *("garden", "kitchen", "outdoor", "lighting", "furniture", "bathroom", "storage"),
    *("travel", "science", "business", "football", "opinion", "technology", "weather"),
)
_HOSTS = (
    *("www.northern-lamps.example", "shop.baumarkt-online.example"),
    *("forum.mountain-bikes.example", "news.the-daily-record.example"),
    *("library.university.example", "docs.project-handbook.example"),
)


class ManyUrls:
    """A numbered list of about 90-byte URLs; equal for equal seeds.

    The number of a URL, scattered by an odd factor modulo 2^32, is in it: so all are
    different, and so are their canonical keys.
    """

    def __init__(self, seed: int = 1) -> None:
        source = random.Random(seed)
        self._factor = source.getrandbits(32) | 1
        self._term = source.getrandbits(32)
        self._hosts = source.sample(_HOSTS, len(_HOSTS))
        self._words = source.sample(_WORDS, len(_WORDS))

    def __call__(self, start: int, stop: int) -> list[str]:
        """Those from number *start* to before *stop*, below 2^32."""
        hosts, words = self._hosts, self._words
        found = []
        for number in range(start, stop):
            n = (number * self._factor + self._term) & 0xFFFFFFFF
            host, one, two = hosts[n % 6], words[n % 14], words[n // 14 % 14]
            kind = n // 196 % 5
            if kind == 0:
                path = f"{one}/{two}/oak-{two}-lamp-{n}.html"
            elif kind == 1:
                path = f"catalogue/{one}?category={two}&item={n}&page={n % 17}&sort=asc"
            elif kind == 2:
                day = f"{n % 16 + 2010}/{n % 12 + 1:02}"
                path = f"{day}/{one}/what-{two}-means-now-{n:08x}"
            elif kind == 3:
                query = f"f={n % 40}&t={n}&start={n % 30 * 15}"
                path = f"viewtopic.php?{query}&hilit={one}+{two}"
            else:
                path = f"api/v2/{one}/{n:08x}-5a3c-4f6e-9d21-{n ^ 0xABCDEF:012x}"
            found.append(f"https://{host}/{path}")
        return found
