"""Form tools of others, asked in an environment of their own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

PEERS = (
    "form2request==0.2.0",
    "MechanicalSoup==1.4.0",
    "html5lib",
    "scrapy==2.19.0",
)
TOOLS = ("form2request", "from_response", "MechanicalSoup")
_BOUNDARY = re.compile(r"boundary=(\S+)")
_BOUNDARY = re.compile(r"boundary=(\S+)")
_LONGEST = 280  # seconds

Sent = tuple[str, ...] | None


def same(method: str, url: str, kind: str, body: bytes | str) -> Sent:
    """A request without what may differ: its boundary."""
    text = body if isinstance(body, str) else body.decode("latin-1")
    if method == "GET":
        kind = ""
    if found := _BOUNDARY.search(kind):
        text, kind = text.replace(found[1], "B"), kind.replace(found[1], "B")
    return method, url, kind, text


def ask(
    python: Path, tool: str, pages: Sequence[dict[str, Any]], rounds: int
) -> tuple[list[list[Sent]], float] | None:
    """What a peer sends for each page, and its CPU seconds for *rounds*."""
    worker = Path(__file__).with_name("forms_worker.py")
    request = {
        "tool": tool,
        "pages": list(pages),
        "rounds": rounds,
    }
    try:
        done = subprocess.run(  # noqa: S603 - our own worker
            [python, "-I", "-W", "ignore", worker],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=_LONGEST,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        told = getattr(error, "stderr", None) or str(error)
        print(f"skipped: {tool}: {told[-300:].strip()}")
        return None
    answer = json.loads(done.stdout)
    answers: list[list[Sent]] = [
        [one and same(*one) for one in page] for page in answer["answers"]
    ]
    return answers, answer["seconds"]


def install(folder: str) -> Path | None:
    """An environment with the peers."""
    try:
        venv.create(folder, with_pip=True)
        name = "Scripts" if sys.platform == "win32" else "bin"
        python = Path(folder, name, "python")
        command = [str(python), "-m", "pip", "install", "-q", *PEERS]
        subprocess.run(command, check=True, capture_output=True, timeout=_LONGEST)  # noqa: S603 - pip
    except (OSError, subprocess.SubprocessError) as error:
        print(f"skipped: {', '.join(TOOLS)}: {error}")
        return None
    return python
