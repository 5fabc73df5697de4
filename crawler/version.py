"""Which version this is, for the user agent, the surveys and ``--version``."""

from __future__ import annotations

from importlib import metadata

# For a tree that was never installed; the same as in pyproject.toml.
FALLBACK = "0.1.0"


def _installed() -> str:
    try:
        return metadata.version("leadline")
    except metadata.PackageNotFoundError:
        return FALLBACK


VERSION = _installed()
