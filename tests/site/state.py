"""What the site remembers: requests, and what they changed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

LOG_LIMIT = 1_000_000  # entries; a bench must not fill the memory
ACCOUNTS = {"demo": "demo", "clerk": "clerk"}
"""User name -> password."""


@dataclass
class State:
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Method and target as received, control requests left out."""
    effects: list[dict[str, Any]] = field(default_factory=list)
    """What dangerous links and submitted forms would have changed."""
    downloads: dict[str, int] = field(default_factory=dict)
    """Path of a download -> bytes sent."""
    sessions: dict[str, str] = field(default_factory=dict)
    """Session id -> user name."""
    visitors: int = 1000

    def log(self, method: str, target: str) -> None:
        if len(self.requests) < LOG_LIMIT:
            self.requests.append((method, target))

    def effect(
        self, kind: str, method: str, url: str, fields: dict[str, str] | None = None
    ) -> None:
        entry = {"kind": kind, "method": method, "url": url, "fields": fields or {}}
        if len(self.effects) < LOG_LIMIT:
            self.effects.append(entry)

    def login(self, user: str, password: str) -> str | None:
        """A new session, None for a wrong name or password."""
        if ACCOUNTS.get(user) != password:
            return None
        session = secrets.token_hex(16)
        self.sessions[session] = user
        return session

    def reset(self) -> None:
        self.requests.clear()
        self.effects.clear()
        self.downloads.clear()
        self.sessions.clear()

    def told(self) -> dict[str, Any]:
        return {
            "requests": self.requests,
            "effects": self.effects,
            "downloads": self.downloads,
        }
