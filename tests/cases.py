"""The crawler symptom cases: inputs from public bug reports, with the right answers.

``cases.json`` holds our own synthetic data; each case names the public reports
that showed the symptom. Notation: ``{"cat": [...]}`` joins its parts,
``{"rep": "x", "n": N}`` repeats, ``{"hex": "..."}`` is bytes.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _all() -> dict[str, Any]:
    path = Path(__file__).with_name("cases.json")
    return {case["id"]: case for case in json.loads(path.read_text("utf-8"))}


def expand(value: Any) -> Any:
    """The value behind the notation, at any depth."""
    if isinstance(value, list):
        return [expand(part) for part in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"cat"}:
        return "".join(expand(part) for part in value["cat"])
    if set(value) == {"rep", "n"}:
        return value["rep"] * value["n"]
    if set(value) == {"hex"}:
        return bytes.fromhex(value["hex"])
    return {name: expand(part) for name, part in value.items()}


def case(name: str) -> tuple[Any, Any]:
    """Input and expected answer of a case, expanded."""
    found = _all()[name]
    return expand(found["input"]), expand(found["expect"])
