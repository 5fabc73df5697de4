"""A site with seeded flaws, for the bench ``bench.inspection`` alone.

Its handlers are vulnerable for real: what they are sent reaches a database, a shell,
the file system, headers and markup as it is. So it listens on 127.0.0.1 only, its shell
has an empty environment, a folder of its own and two seconds, and of the file system
only two files can be read that every user may read. Do not serve it anywhere else.
"""

from __future__ import annotations

import html
import re
import sqlite3
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.inspection_pages import (
    ODD,
    WORDS,
    Answer,
    Asked,
    listing,
    number,
    page,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

READABLE: Final = frozenset({"/etc/passwd", "/etc/services"})


class Site:
    """What answers; one object serves all threads."""

    def __init__(self, scale: float = 1.0) -> None:
        self.items = int(60 * scale)
        self.articles = int(1200 * scale)
        self.users = int(500 * scale)
        self.topics = int(1000 * scale)
        self.chapters = int(20 * scale) or 1
        self._lock = threading.Lock()
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.execute("CREATE TABLE item (id INTEGER, name TEXT, price REAL)")
        self._database.executemany(
            "INSERT INTO item VALUES (?, ?, ?)",
            [(n, WORDS[n % len(WORDS)], n * 1.5) for n in range(2000)],
        )
        self._folder = Path(tempfile.mkdtemp(prefix="inspection"))
        for name in ("a.txt", "b.txt", "c.txt"):
            (self._folder / name).write_text(name * 9)

    def rows(self, query: str) -> str:
        """What the database says, its errors included."""
        try:
            with self._lock:
                found = self._database.execute(query).fetchmany(20)
        except sqlite3.Error as error:
            return f"<pre>sqlite3.{type(error).__name__}: {error}</pre>"
        return "".join(f"<tr><td>{html.escape(str(row))}" for row in found)

    def shell(self, command: str) -> str:
        """What a command prints."""
        try:
            done = subprocess.run(  # noqa: S602 - the flaw that is seeded
                command,
                shell=True,
                capture_output=True,
                cwd=self._folder,
                env={"PATH": "/usr/bin:/bin"},
                timeout=2,
                check=False,
                text=True,
                errors="replace",
            )
        except (subprocess.TimeoutExpired, ValueError):
            return "<pre>timeout</pre>"
        return f"<pre>{html.escape(done.stdout + done.stderr)}</pre>"

    def file(self, name: str) -> str | None:
        """A file of the folder, or whatever the name leads to."""
        try:
            path = (self._folder / name).resolve()
        except (OSError, ValueError):
            return None
        inside = path.parent == self._folder.resolve()
        if not (inside or str(path) in READABLE) or not path.is_file():
            return None
        return path.read_text(errors="replace")[:4000]

    def answer(self, asked: Asked) -> Answer:
        """The response to a request."""
        name, _, rest = asked.path.strip("/").partition("/")
        handler: Callable[[Asked, str], Answer] | None = getattr(
            self, f"on_{name or 'home'}", None
        )
        if handler is None:
            return Answer("<h1>Not found</h1>", 404)
        return handler(asked, rest)

    def on_home(self, _asked: Asked, _rest: str) -> Answer:
        return page(
            "Home",
            "<form action=/search><input name=q value=amber></form>"
            "<form action=/find><input name=name value=a><input name=min value=1>"
            "<input name=max value=9><select name=order><option>name<option>price"
            "</select></form><a href=/account>account</a> <a href=/tools>tools</a>"
            " <a href=/files>files</a>"
            " <a href='/page?tpl=a.txt'>terms</a> <a href='/page?tpl=b.txt'>help</a>",
            "home",
        )

    def on_items(self, _asked: Asked, rest: str) -> Answer:
        numbers = [*range(1, self.items), ODD]
        links = [f"/item?id={n}&amp;ref=list" for n in numbers]
        return listing("Items", links, number(rest), "/items")

    def on_item(self, asked: Asked, _rest: str) -> Answer:
        key = asked.get("id")
        rows = self.rows(f"SELECT name, price FROM item WHERE id = {key}")  # noqa: S608
        ref = asked.get("ref")
        if key != str(ODD):
            ref = html.escape(ref)
        seen = f"<table>{rows}</table>{text(key)}<p>you came from {ref}</p>"
        return page(f"Item {key}"[:40], seen, "item")

    def on_articles(self, _asked: Asked, rest: str) -> Answer:
        links = [f"/article/{n}" for n in range(1, self.articles + 1)]
        return listing("Articles", links, number(rest), "/articles")

    def on_article(self, _asked: Asked, rest: str) -> Answer:
        if number(rest) > self.articles:
            return Answer("<h1>Not found</h1>", 404)
        body = "".join(text(f"article {rest} {part}") for part in range(3))
        to = f"/article/{number(rest) % self.articles + 1}"
        if number(rest) % 30 == 1:
            to = f"/go?to={to}"
        return page(
            f"Article {number(rest)}",
            f"<article>{body}</article><form method=post action=/comment>"
            f"<input type=hidden name=article value={number(rest)}>"
            "<textarea name=text>nice</textarea><button>Preview</button></form>"
            f"<a href='{to}'>next</a>"
            "<form action=/switch><input type=hidden name=back value=/articles>"
            "<select name=theme><option>light<option>dark</select></form>",
            "article",
        )

    def on_comment(self, asked: Asked, _rest: str) -> Answer:
        number = html.escape(asked.get("article"))
        return page("Preview", f"<b>{number}</b><q>{asked.get('text')}</q>", "preview")

    def on_go(self, asked: Asked, _rest: str) -> Answer:
        to = asked.get("to", "/").replace("\r", "").replace("\n", "")
        return Answer(status=302, headers=[("Location", to)])

    def on_switch(self, asked: Asked, _rest: str) -> Answer:
        to = asked.get("back", "/").replace("\r", "").replace("\n", "")
        return Answer(status=302, headers=[("Location", to)])

    def on_lang(self, asked: Asked, _rest: str) -> Answer:
        found = page("Language", text("lang"), "lang")
        # latin-1 is what a header is written in; line breaks go through.
        value = asked.get("set").encode("latin-1", "replace").decode("latin-1")
        return Answer(found.body, headers=[("Content-Language", value)])

    def on_users(self, _asked: Asked, rest: str) -> Answer:
        links = [f"/user/{n}" for n in range(1, self.users + 1)]
        return listing("Users", links, number(rest), "/users")

    def on_user(self, asked: Asked, rest: str) -> Answer:
        user = number(rest)
        if not rest.endswith("/posts"):
            links = "<a href=/users>all</a>"
            if user % 10 == 1:
                links = f"<a href='/user/{user}/posts?sort=new'>posts</a>"
            return page(f"User {user}", f"<dl><dt>n<dd>{user}</dl>{links}", "user")
        sort = asked.get("sort")
        rows = "".join(f"<section>{text(f'{user} {n}', 9)}" for n in range(5))
        return page("Posts", f'<div data-sort="{sort}">{rows}</div>', "posts")

    def on_forum(self, _asked: Asked, rest: str) -> Answer:
        links = [f"/topic/{n}" for n in range(1, self.topics + 1)]
        return listing("Forum", links, number(rest), "/forum")

    def on_topic(self, _asked: Asked, rest: str) -> Answer:
        posts = "".join(
            f"<div class=post>{text(f'{rest} {n}', 20)}</div>" for n in range(4)
        )
        return page(f"Topic {number(rest)}", posts, "topic")

    def on_docs(self, asked: Asked, rest: str) -> Answer:
        parts = re.findall(r"\d+", rest)
        if len(parts) == 2:
            debug = " <a href='?debug=0'>debug</a>" if parts == ["7", "7"] else ""
            seen = asked.get("debug") if parts == ["7", "7"] else ""
            body = f"{text(rest, 90)}<pre>{seen}</pre>{debug}"
            return page(f"Section {'.'.join(parts)}", body, "section")
        links = [f"/docs/{a}/{b}" for a in range(self.chapters) for b in range(15)]
        return listing("Docs", links, number(rest), "/docs/page")

    def on_tags(self, _asked: Asked, rest: str) -> Answer:
        names = [f"{a}-{b}" for a in WORDS[:4] for b in WORDS[:10]]
        return listing("Tags", [f"/tag/{n}" for n in names], number(rest), "/tags")

    def on_tag(self, asked: Asked, rest: str) -> Answer:
        view = asked.get("view")
        link = "<a href='?view=grid'>grid</a>"
        return page(rest[:40], f"<!-- {view} --><ol><li>x</ol>{link}", "tag")

    def on_search(self, asked: Asked, _rest: str) -> Answer:
        return page("Search", f"<p>Nothing on {asked.get('q')}.", "search")

    def on_find(self, asked: Asked, _rest: str) -> Answer:
        low = number(asked.get("min"))
        high = asked.get("max")
        rows = self.rows(
            f"SELECT * FROM item WHERE price > {low} AND price < {high}"  # noqa: S608
        )
        return page("Found", f"<table class=found>{rows}</table>", "found")

    def on_account(self, _asked: Asked, _rest: str) -> Answer:
        found = page(
            "Account",
            "<form method=post action=/login><input name=user value=ann>"
            "<input type=password name=password><button>Log in</button></form>",
            "account",
        )
        return Answer(found.body, headers=[("Set-Cookie", "sid=1; Path=/")])

    def on_login(self, asked: Asked, _rest: str) -> Answer:
        rows = self.rows(
            f"SELECT id FROM item WHERE name = '{asked.get('user')}' LIMIT 0"  # noqa: S608
        )
        return page("Login failed", f"<em>{rows}</em>", "login")

    def on_files(self, _asked: Asked, _rest: str) -> Answer:
        links = [f"/download?name={name}" for name in ("a.txt", "b.txt", "c.txt")]
        return listing("Files", links, 1, "/files")

    def on_download(self, asked: Asked, _rest: str) -> Answer:
        found = self.file(asked.get("name"))
        if found is None:
            return Answer("<h1>No such file</h1>", 404)
        return page("File", f"<pre>{found}</pre>", "file")

    def on_page(self, asked: Asked, _rest: str) -> Answer:
        found = self.file(asked.get("tpl")) or ""
        return page("Text", f"<blockquote>{found}</blockquote>", "text")

    def on_tools(self, _asked: Asked, _rest: str) -> Answer:
        return page(
            "Tools",
            "<a href='/trace?host=localhost'>trace</a><form method=post"
            " action=/convert><input name=format value=pdf><button>Go</button></form>",
            "tools",
        )

    def on_trace(self, asked: Asked, _rest: str) -> Answer:
        return page("Trace", self.shell(f"echo tracing {asked.get('host')}"), "trace")

    def on_convert(self, asked: Asked, _rest: str) -> Answer:
        if not asked.posted:
            return Answer("<h1>POST only</h1>", 405)
        out = self.shell(f"echo to {asked.get('format')}")
        return page("Converted", f"<aside>{out}</aside>", "converted")
