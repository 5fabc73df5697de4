"""Fingerprints of canonical keys."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import mmh3

from crawler.urls.rabin import rabin

if TYPE_CHECKING:
    from collections.abc import Callable

    from crawler.urls.options import UrlOptions


def _blake2b(secret: bytes) -> Callable[[bytes], bytes]:
    if len(secret) > hashlib.blake2b.MAX_KEY_SIZE:
        secret = hashlib.blake2b(secret).digest()

    def digest(data: bytes) -> bytes:
        return hashlib.blake2b(data, digest_size=16, key=secret).digest()

    return digest


class Fingerprinter:
    """A fixed number of bytes for any string of bytes.

    ``blake2b`` (16 bytes) is keyed by *secret*: a site that does not know it
    cannot craft URLs that collide, to hide a page. ``mmh3`` (128 bits, 16 bytes)
    is faster, ``rabin`` (8 bytes) is the inspection paper's; neither has a
    defence against crafted collisions, so neither uses the secret. ``URLS_MODE=paper``
    is ``rabin``.
    """

    __slots__ = ("digest",)

    digest: Callable[[bytes], bytes]

    def __init__(self, options: UrlOptions, secret: bytes = b"") -> None:
        methods: dict[str, Callable[[bytes], bytes]] = {
            "blake2b": _blake2b(secret),
            "mmh3": mmh3.mmh3_x64_128_digest,
            "rabin": rabin,
        }
        name = "rabin" if options.mode == "paper" else options.fingerprint
        self.digest = methods[name]
