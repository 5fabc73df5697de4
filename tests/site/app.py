"""The server: sessions, forms, dangerous links, the log, and the truth."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from aiohttp import web

from . import danger, files
from .form_table import FORMS
from .forms import shape_pattern
from .site import Rendered, Site, clean_path, has_session
from .state import State
from .truth import truth
from .volatile import join

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .catalogue import SiteOptions

_BLOCK = 64 * 1024


class Application:
    """Answers requests for a site; a handler for :class:`aiohttp.web.Server`."""

    def __init__(self, options: SiteOptions) -> None:
        self.site = Site(options)
        self.state = State()

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        target = request.raw_path
        path, _, query = target.partition("?")
        if path.startswith("/__"):
            return self._control(path)
        self.state.log(request.method, target)
        if self.site.options.delay:
            await asyncio.sleep(self.site.options.delay)
        kind = danger.kind_of(target)
        if kind:
            return self._danger(kind, request)
        if request.method == "POST":
            return await self._post(request, path)
        if request.method not in {"GET", "HEAD"}:
            return web.Response(status=405, headers={"Allow": "GET, HEAD, POST"})
        download = files.download(clean_path(path))
        if download:
            return await self._download(request, download)
        return self._get(request, path, query)

    def _user(self, request: web.BaseRequest) -> str:
        return self.state.sessions.get(request.cookies.get("session", ""), "")

    def _get(self, request: web.BaseRequest, path: str, query: str) -> web.Response:
        visit = self.site.visit(path, query)
        if visit and visit.template.name == "account" and not has_session(path):
            # Where cookies are unknown, as servlet containers rewrite URLs.
            session = secrets.token_hex(16).upper()
            return _redirect(f"/account;jsessionid={session}")
        user = self._user(request)
        if visit and visit.template.members and not user:
            return _redirect("/login?next=%2Fmember")
        found = self.site.render(path, query)
        if found.location:
            return _redirect(found.location, found.status)
        self.state.visitors += 1
        return self._answer(found, request.host, user or "guest")

    def _answer(self, found: Rendered, host: str, user: str) -> web.Response:
        headers = {"Content-Type": found.content_type}
        if found.template:
            headers["X-Template"] = found.template
        body = join(found.pieces, self.state.visitors, host, user)
        return web.Response(status=found.status, body=body, headers=headers)

    def _danger(self, kind: str, request: web.BaseRequest) -> web.Response:
        self.state.effect(kind, request.method, request.raw_path)
        if kind == "logout":
            self.state.sessions.pop(request.cookies.get("session", ""), None)
        return _redirect("/", 303)

    async def _post(self, request: web.BaseRequest, path: str) -> web.Response:
        posted = await request.post()
        fields = {
            name: value if isinstance(value, str) else "(file)"
            for name, value in posted.items()
        }
        action = clean_path(path)
        for form in FORMS.values():
            if form.method == "POST" and shape_pattern(form.action).fullmatch(action):
                self.state.effect(form.name, "POST", request.raw_path, fields)
                if form.name == "login":
                    return self._login(fields)
                return _redirect("/thanks", 303)
        return web.Response(status=405, headers={"Allow": "GET, HEAD"})

    def _login(self, fields: dict[str, str]) -> web.Response:
        session = self.state.login(fields.get("user", ""), fields.get("password", ""))
        if session is None:
            return _redirect("/login?failed=1", 303)
        target = fields.get("next", "")
        local = target.startswith("/") and not target.startswith(("//", "/\\"))
        answer = _redirect(target if local else "/member", 303)
        answer.set_cookie("session", session, httponly=True)
        return answer

    async def _download(
        self, request: web.BaseRequest, file: files.Download
    ) -> web.StreamResponse:
        path = unquote(request.path)
        answer = web.StreamResponse(
            headers={"Content-Type": file.content_type, "X-Template": file.name}
        )
        answer.content_length = file.size
        await answer.prepare(request)
        if request.method == "HEAD":
            return answer
        sent = self.state.downloads
        try:
            async for block in _blocks(file):
                await answer.write(block)
                sent[path] = sent.get(path, 0) + len(block)
        except ConnectionError:
            pass  # the client has seen enough
        return answer

    def _control(self, path: str) -> web.Response:
        catalogue = self.site.catalogue
        if path == "/__truth__":
            return _json(truth(catalogue))
        if path == "/__records__":
            return _json([asdict(record) for record in catalogue.records])
        if path == "/__log__":
            return _json(self.state.told())
        if path == "/__reset__":
            self.state.reset()
            return _json({"reset": True})
        return web.Response(status=404)


async def _blocks(file: files.Download) -> AsyncIterator[bytes]:
    first = file.magic.ljust(_BLOCK, b"\0")
    yield first
    left = file.size - len(first)
    while left > 0:
        yield bytes(min(_BLOCK, left))
        left -= _BLOCK


def _json(value: Any) -> web.Response:
    return web.Response(text=json.dumps(value), content_type="application/json")


def _redirect(location: str, status: int = 302) -> web.Response:
    return web.Response(status=status, headers={"Location": location})


async def start(options: SiteOptions, port: int = 0) -> tuple[web.ServerRunner, str]:
    """Serve on 127.0.0.1: the runner, to be cleaned up, and the site's URL.

    :raises OSError: the port is taken.
    """
    runner = web.ServerRunner(
        web.Server(Application(options), access_log=None), shutdown_timeout=1.0
    )
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    host, bound = runner.addresses[0][:2]
    return runner, f"http://{host}:{bound}/"
