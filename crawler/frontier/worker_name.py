"""Names of workers, by which those that died on this machine are known at once."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_ZOMBIE = "ended"


def worker_name() -> str:
    """Machine, process and start of this process, and a random part.

    >>> worker_name() != worker_name()
    True
    """
    pid = os.getpid()
    return f"{_machine()} {pid} {_started(pid)} {secrets.token_hex(4)}"


def dead_on_this_machine(names: Iterable[str]) -> list[str]:
    """Those of *names* whose process ended, as far as that can be told from here.

    >>> dead_on_this_machine([worker_name(), "another machine 1 2 3"])
    []
    """
    here, dead = _machine(), []
    for name in names:
        machine, _, rest = name.partition(" ")
        pid, _, rest = rest.partition(" ")
        started = rest.partition(" ")[0]
        if here and machine == here and pid.isdigit() and _ended(int(pid), started):
            dead.append(name)
    return dead


def _ended(pid: int, started: str) -> bool:
    if now := _started(pid):
        return now != started
    # Processes of other users may be hidden.
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False


def _machine() -> str:
    """This start of this machine, and the container: numbers of processes are of it.

    Empty where that is not known: then only the heartbeat tells who lives.
    """
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}:{Path('/proc/self/ns/pid').stat().st_ino}"
    except OSError:
        return ""


def _started(pid: int) -> str:
    """When a process started, in ticks of the clock; empty when there is none."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    # The name of the command may hold anything, also parentheses.
    fields = told.rpartition(")")[2].split()
    return _ZOMBIE if fields[:1] == ["Z"] else fields[19]
