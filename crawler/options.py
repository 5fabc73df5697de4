"""Options: a frozen dataclass, read once from the settings."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import TypeAdapter, ValidationError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def read_options(cls: type[T], prefix: str, settings: Mapping[str, Any]) -> T:
    """Build the dataclass *cls* from the settings named ``PREFIX_FIELD``.

    A setting that is absent or None leaves the default of the field. Strings,
    as ``-s`` and Scrapyd give them, are converted to the type of the field; a
    tuple is read from a comma-separated string.

    :raises ValueError: naming the setting and its value, when it does not fit.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Options:
    ...     threshold: float = 0.8
    >>> read_options(Options, "CLUSTER", {"CLUSTER_THRESHOLD": "0.7"})
    Options(threshold=0.7)
    """
    given: dict[str, Any] = {}
    for field in fields(cls):
        value = settings.get(f"{prefix}_{field.name.upper()}")
        if value is None:
            continue
        if isinstance(value, str) and str(field.type).startswith("tuple"):
            value = tuple(part.strip() for part in value.split(",") if part.strip())
        given[field.name] = value
    try:
        return TypeAdapter(cls).validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "?"
        raise ValueError(
            f"{prefix}_{name.upper()}={given.get(name)!r}: {first['msg']}"
        ) from None
