"""Files of models: JSON with a format, and one clear line when a file is none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    import numpy.typing as npt

LIMIT = 1e6
"""No weight of a model is as far from 0 as this."""


def read(path: Path, setting: str) -> Any:
    """The parsed JSON of *path*.

    :param setting: the setting that names the file, told when it cannot be read.
    :raises ValueError: one line.
    """
    try:
        return json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{setting}={path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{setting}={path}: {error}") from None


def checked(data: Any, form: str, name: str) -> dict[str, Any]:
    """*data*, when it is an object of the format *form*.

    >>> checked({"format": "pages/2"}, "pages/1", "FOCUS_MODEL=x.json")
    Traceback (most recent call last):
    ValueError: FOCUS_MODEL=x.json: not a pages/1 file

    :raises ValueError: one line that begins with *name*.
    """
    if not isinstance(data, dict) or data.get("format") != form:
        raise ValueError(f"{name}: not a {form} file")
    return data


def bounded(*arrays: npt.NDArray[np.float64]) -> bool:
    """Whether all numbers are numbers, and within :data:`LIMIT`.

    >>> import numpy as np
    >>> bounded(np.array([1.0, -2.0])), bounded(np.array([float("nan")]))
    (True, False)
    """
    # What is no number is not below either.
    return all(bool((abs(values) < LIMIT).all()) for values in arrays)
