"""``URLS_FILTER``: which URLs are passed over because of those already known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from crawler.urls.relation import parameters_of_key

if TYPE_CHECKING:
    from crawler.urls.identity import Identity
    from crawler.urls.options import UrlOptions

_NAME_SETS_PER_PATH = 256


class UrlFilter(Protocol):
    """Peeks without recording, so that a URL counts once it is really queued."""

    def refuse(self, url: str, key: str) -> str | None:
        """None, or the rule: ``duplicate``, ``similar`` or ``contained``."""

    def seen(self, url: str, key: str) -> bool:
        """Whether :meth:`refuse` names a rule."""

    def add(self, url: str, key: str) -> None:
        """Take the URL as known; again is harmless."""


class DuplicateFilter:
    """Refuses a URL whose key is known."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._known: set[bytes] = set()

    def _fingerprint(self, url: str, key: str) -> bytes:
        # The identity has it at hand under the URL it just looked up.
        own_key, fingerprint = self._identity.identify(url)
        return fingerprint if own_key == key else self._identity.fingerprint(key)

    def refuse(self, url: str, key: str) -> str | None:
        known = self._fingerprint(url, key) in self._known
        return "duplicate" if known else None

    def seen(self, url: str, key: str) -> bool:
        return self.refuse(url, key) is not None

    def add(self, url: str, key: str) -> None:
        self._known.add(self._fingerprint(url, key))


class SimilarFilter(DuplicateFilter):
    """Refuses also a URL to which enough known ones are ``similar``.

    The relation is the paper's. *samples* URLs of a family pass before the rest
    is refused: with one, a page would stand for others that nobody has seen.
    """

    def __init__(self, identity: Identity, samples: int = 2) -> None:
        super().__init__(identity)
        self._samples = max(1, samples)
        self._families: dict[bytes, int] = {}

    def _family(self, key: str) -> bytes:
        base, names = parameters_of_key(key)
        distinct = "&".join(sorted(set(names)))
        return self._identity.fingerprint(f"{base}?{distinct}#{len(names)}")

    def refuse(self, url: str, key: str) -> str | None:
        if (rule := super().refuse(url, key)) is not None:
            return rule
        count = self._families.get(self._family(key), 0)
        return "similar" if count >= self._samples else None

    def add(self, url: str, key: str) -> None:
        if self._fingerprint(url, key) not in self._known:
            family = self._family(key)
            self._families[family] = self._families.get(family, 0) + 1
            super().add(url, key)


class ContainsFilter(SimilarFilter):
    """Refuses also a URL that enough known ones ``contain``."""

    def __init__(self, identity: Identity, samples: int = 2) -> None:
        super().__init__(identity, samples)
        # Of each path, how many known URLs have these names and so many parameters.
        self._paths: dict[bytes, dict[tuple[frozenset[str], int], int]] = {}

    def refuse(self, url: str, key: str) -> str | None:
        if (rule := super().refuse(url, key)) is not None:
            return rule
        base, names = parameters_of_key(key)
        distinct, size = set(names), len(names)
        count = 0
        for (known, known_size), urls in self._path(base).items():
            if known_size >= size and distinct <= known:
                count += urls
                if count >= self._samples:
                    return "contained"
        return None

    def add(self, url: str, key: str) -> None:
        if self._fingerprint(url, key) not in self._known:
            base, names = parameters_of_key(key)
            path = self._path(base)
            entry = frozenset(names), len(names)
            # A site that invents names without end is only filtered less.
            if entry in path or len(path) < _NAME_SETS_PER_PATH:
                path[entry] = path.get(entry, 0) + 1
                self._paths[self._identity.fingerprint(base)] = path
        super().add(url, key)

    def _path(self, base: str) -> dict[tuple[frozenset[str], int], int]:
        return self._paths.get(self._identity.fingerprint(base), {})


def make_filter(options: UrlOptions, identity: Identity) -> UrlFilter:
    """The filter that ``options.filter`` names."""
    if options.filter == "contains":
        return ContainsFilter(identity, options.samples)
    if options.filter == "similar":
        return SimilarFilter(identity, options.samples)
    return DuplicateFilter(identity)
