"""Peers in an environment of their own: html-similarity would downgrade parsel."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PEERS = ("html-similarity==0.3.3", "cssselect<1.2", "apted==1.0.3", "datasketch")
_LONGEST = 280  # seconds


class Outside:
    """Asks peers; without an environment, none answers."""

    def __init__(self, python: Path | None) -> None:
        self.python = python

    def ask(self, peer: str, **request: Any) -> dict[str, Any] | None:
        """The answer of a peer, None when it has none or takes too long."""
        if self.python is None:
            return None
        worker = Path(__file__).with_name("peer_worker.py")
        try:
            done = subprocess.run(  # noqa: S603 - our own worker
                # Isolated: what lies beside the worker must not hide a module.
                [self.python, "-I", worker],
                input=json.dumps({"peer": peer, **request}),
                capture_output=True,
                text=True,
                timeout=_LONGEST,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            told = getattr(error, "stderr", None) or str(error)
            print(f"skipped: {peer}: {told[-200:].strip()}")
            return None
        # html-similarity prints what it cannot parse.
        answer: dict[str, Any] = json.loads(done.stdout[done.stdout.rindex('{"') :])
        return answer


@contextmanager
def environment(python: str | None = None) -> Iterator[Outside]:
    """A fresh environment with the peers, in a folder that is removed.

    *python* is one that has them already.
    """
    if python is not None:
        yield Outside(Path(python))
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Outside(_install(folder, PEERS))


def _install(folder: str, packages: Sequence[str]) -> Path | None:
    try:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python")
        command = [str(python), "-m", "pip", "install", "-q", *packages]
        subprocess.run(command, check=True, capture_output=True, timeout=280)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        print(f"skipped: html-similarity, apted, datasketch: {error}")
        return None
    return python
