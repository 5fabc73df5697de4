"""Rows as a Parquet file; pyarrow is needed for nothing else."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from crawler.report.views import View

_BATCH: Final = 2_000
_NUMBERS: Final = frozenset({"number", "seen", "run"})
"""Columns of numbers; all others are text, since a site writes what it likes."""


def write_parquet(view: View, rows: Iterable[Any], file: BinaryIO) -> int:
    """Write the rows in batches; how many.

    :raises ValueError: in one line, without pyarrow.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra of its own
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise ValueError("--as parquet needs pyarrow: pip install pyarrow") from None
    kinds = {name: pa.int64() for name in _NUMBERS}
    kinds |= {name: pa.float64() for name in view.shares}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in view.columns])
    count = 0
    with parquet.ParquetWriter(file, schema) as writer:
        flats = _flats(view, rows)
        while batch := list(islice(flats, _BATCH)):
            count += len(batch)
            writer.write_table(pa.Table.from_pylist(batch, schema))
    return count


def _flats(view: View, rows: Iterable[Any]) -> Iterator[dict[str, Any]]:
    for row in rows:
        for flat in view.flat(row):
            yield {
                name: flat.get(name)
                if name in view.shares or name in _NUMBERS
                else _cell(flat.get(name))
                for name in view.columns
            }


def _cell(value: Any) -> Any:
    if value is None:
        return value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
