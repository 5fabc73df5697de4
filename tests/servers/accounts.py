"""A site with a login form, two roles, and sessions that may end early."""

from __future__ import annotations

import secrets
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORDS = {"ann": "Sésame & öffne=dich/1", "root": "t0p-%41secret+x"}
"""User -> password; ``root`` sees ``/admin`` too."""
MEMBERS = 6


@dataclass
class Accounts:
    """The running site; what is set may be changed while it runs."""

    url: str = ""
    denial: str = "redirect"
    """To who is not logged in: ``redirect``, ``form`` (status 200) or ``401``."""
    lasts: int = 1_000_000
    """Requests that a session serves."""
    action: str = "/login"
    method: str = "post"
    status: int = 303
    """Of the answer to a good login."""
    bad: int = 200
    """Of the answer to a wrong password."""
    onward: bool = False
    """The login page sends those on who are logged in."""
    logout: str = '<a href="/logout">Log out</a>'
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    """Method, path and user."""
    sessions: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Id -> user, and requests that are left."""
    logins: list[bool] = field(default_factory=list)

    def paths(self, user: str) -> set[str]:
        """What a user was asked for as."""
        return {path for _, path, who in self.asked if who == user}


def _form(site: Accounts, note: str = "") -> str:
    return (
        f"<title>Sign in</title><main><h1>Sign in</h1>{note}"
        f'<form action="{site.action}" method="{site.method}">'
        "<input type=hidden name=token value=csrf-1><label>User <input name=user>"
        "</label><label>Password <input type=password name=password></label>"
        "<input type=checkbox name=remember><button>Sign in</button></form></main>"
    )


def _page(site: Accounts, path: str, user: str) -> str:
    links = ["/", "/login", "/about", "/profile"]
    links += [f"/member/{n}" for n in range(MEMBERS)]
    links += [f"/admin/{n}" for n in range(3)] if path.startswith("/member") else []
    out = site.logout if user else ""
    nav = "".join(f"<li><a href='{link}'>{link}</a>" for link in links)
    body = f"<p>{path} for {user or 'everybody'}</p>"
    if path.startswith("/admin"):
        body += (
            "<table><tr><td>1</table><form method=post action=/admin/ban>"
            "<input name=victim><input name=reason><button>Go</button></form>"
        )
    elif path == "/profile":
        # Careless: it shows the password again.
        value = PASSWORDS[user].replace("&", "&amp;")
        body += (
            "<form method=post action=/profile><input name=mail>"
            f'<input type=password name=new value="{value}"><button>Save</form>'
        )
    elif path.startswith("/member"):
        body += "<dl><dt>a<dd>b</dl><form action=/find><input name=q></form>"
    return f"<title>{path}</title><nav><ul>{nav}</ul>{out}</nav><main>{body}</main>"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Accounts

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        user = self._user(path)
        self.site.asked.append(("GET", path, user))
        if path == "/robots.txt":
            self._say("User-agent: *\nDisallow: /login\n", kind="text/plain")
        elif path == "/login" and user and self.site.onward:
            self._go("/member/0")
        elif path == "/login":
            self._say(_form(self.site))
        elif path == "/logout":
            self.site.sessions.pop(self._cookie(), None)
            self._go("/")
        elif not self._may(user, path):
            self._deny()
        else:
            self._say(_page(self.site, path, user))

    def do_POST(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        given = dict(parse_qsl(self.rfile.read(size).decode(), keep_blank_values=True))
        self.site.asked.append(("POST", self.path, ""))
        user = given.get("user", "")
        right = given.get("token") == "csrf-1" and PASSWORDS.get(user) == given.get(
            "password"
        )
        self.site.logins.append(right)
        if not right:
            self._say(_form(self.site, "<b>Wrong</b>"), self.site.bad)
            return
        sid = secrets.token_hex(8)
        self.site.sessions[sid] = (user, self.site.lasts)
        self._go("/member/0", self.site.status, f"sid={sid}; Path=/; HttpOnly")

    def _may(self, user: str, path: str) -> bool:
        if path.startswith("/admin"):
            return user == "root"
        return bool(user) or not path.startswith(("/member", "/profile"))

    def _cookie(self) -> str:
        jar = SimpleCookie(self.headers.get("Cookie", ""))
        return jar["sid"].value if "sid" in jar else ""

    def _user(self, path: str) -> str:
        sid = self._cookie()
        user, left = self.site.sessions.get(sid, ("", 0))
        if not user:
            return ""
        if left <= 0:
            self.site.sessions.pop(sid, None)
            return ""
        self.site.sessions[sid] = (user, left - 1)
        return user

    def _deny(self) -> None:
        if self.site.denial == "form":
            self._say(_form(self.site))
        elif self.site.denial == "401":
            self._say("<h1>Who are you?</h1>", 401)
        else:
            self._go("/login?next=x")

    def _go(self, to: str, status: int = 303, cookie: str = "") -> None:
        self.send_response(status)
        self.send_header("Location", to)
        if cookie:
            self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _say(self, body: str, status: int = 200, kind: str = "text/html") -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def accounts(**changes: Any) -> Iterator[Accounts]:
    """Serve the site until the block ends."""
    site = Accounts(**changes)
    handler = type("Handler", (_Handler,), {"site": site})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    site.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
