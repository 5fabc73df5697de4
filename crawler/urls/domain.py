"""Registrable domains, by the public suffix list that tldextract ships."""

from __future__ import annotations

from functools import cache, lru_cache

from tldextract import TLDExtract


@cache
def _extract() -> TLDExtract:
    # Never from the network, and no cache on disk. Private suffixes count:
    # alice.github.io and bob.github.io are two sites.
    return TLDExtract(
        suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
    )


@lru_cache(maxsize=4096)
def registrable_domain(host: str) -> str:
    """The part of a host that its owner registered.

    Empty for an IP address, a single label and a public suffix. A suffix that is
    not on the list is one label long, the list's own rule for such names.

    >>> [registrable_domain(h) for h in ("a.b.co.uk", "www.shop.test", "co.uk", "::1")]
    ['b.co.uk', 'shop.test', '', '']
    """
    host = host.lower().removesuffix(".")
    labels = host.split(".")
    if ":" in host or labels[-1].isdecimal() or "" in labels:
        return ""
    suffix = _extract().extract_str(host).suffix
    length = suffix.count(".") + 2 if suffix else 2
    return ".".join(labels[-length:]) if len(labels) >= length else ""
