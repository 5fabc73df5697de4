"""A session on a site: logged in once, found out when it is lost, logged in again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from scrapy import Request
from scrapy.http.request import NO_CALLBACK

from crawler.forms.kind import FormsOptions, Kinds
from crawler.login.forms import (
    LoginError,
    asks_for_login,
    filled,
    login_form,
    origin_of,
)
from crawler.login.signs import Signs, bare, is_page, logs_out
from crawler.options import read_options
from crawler.reason import why
from crawler.submit import to_request
from crawler.urls import shape

if TYPE_CHECKING:
    import re

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from crawler.items import Form

logger = logging.getLogger("leadline")

PASSWORD: Final = "LEADLINE_PASSWORD"  # noqa: S105 - the name of a variable
_DENIED: Final = 3
"""Pages of a shape that a user is shown not to see, until the others are believed."""
_USELESS: Final = 10
"""Logins in a row that changed nothing, until no more are tried."""


@dataclass(frozen=True)
class LoginOptions:
    """Settings ``LOGIN_*``."""

    times: int = 20
    """How often a crawl logs in again before it ends."""


@dataclass(frozen=True)
class Account:
    """Who logs in, and where."""

    page: str
    user: str
    password: str
    marker: re.Pattern[str] | None = None
    """Found in every page that a logged-in user gets."""

    def __repr__(self) -> str:
        return f"Account({self.page!r}, {self.user!r})"


class Session:
    """Whether we are logged in. Stats: ``login/logins``, ``login/lost``."""

    def __init__(self, crawler: Crawler, account: Account) -> None:
        self._crawler = crawler
        self._account = account
        settings = crawler.settings
        self._options = read_options(LoginOptions, "LOGIN", settings)
        kinds = Kinds.of(read_options(FormsOptions, "FORMS", settings))
        self._signs = Signs(kinds, account.marker)
        self._lock = asyncio.Lock()
        self._places = {account.page}
        """Addresses that show the login form."""
        self._action = ""
        self._landing = ""
        self._shows_logout = False
        self._alive = 0.0
        """When it was last known that we are logged in."""
        self._denied: Counter[str] = Counter()
        """Shapes of pages that this user does not see."""
        self._useless = 0
        self.generation = 0
        """Logins so far; 0 before the first."""
        self.trouble = ""
        """Why nobody is logged in, for good."""

    @property
    def can_tell(self) -> bool:
        """Whether a page tells that somebody is logged in."""
        return self._shows_logout or self._account.marker is not None

    async def ready(self) -> None:
        """Log in, unless that was done.

        :raises LoginError: also whenever it failed before.
        """
        if self.generation == 0 or self.trouble:
            async with self._lock:
                if self.generation == 0 and not self.trouble:
                    await self._log_in()
                if self.trouble:
                    raise LoginError(self.trouble)

    async def renew(self, url: str, generation: int) -> bool:
        """Log in again, when *url*, asked under *generation*, shows us logged out.

        True when it is worth to ask again; False when we are logged in after all, so
        that this user may just not see the page.

        :raises LoginError: when it cannot be done.
        """
        seen = time.monotonic()
        async with self._lock:
            if self.trouble:
                raise LoginError(self.trouble)
            if self.generation != generation:
                return True
            known = self._denied[shape(url)] >= _DENIED or self._useless >= _USELESS
            if known or self._alive > seen or await self._is_alive():
                return False
            self._crawler.stats.inc_value("login/lost")
            logger.info("The session of %s was lost: logging in", self._account.user)
            if self.generation - sum(self._denied.values()) > self._options.times:
                self.trouble = (
                    f"logged out more often than LOGIN_TIMES={self._options.times}"
                )
            else:
                await self._log_in()
            if self.trouble:
                raise LoginError(self.trouble)
            return True

    def denied(self, url: str, *, again: bool) -> None:
        """This user does not see *url*, *again* after a new login."""
        self._denied[shape(url)] += 1
        self._crawler.stats.inc_value("login/denied")
        self._useless += again
        if again and self._useless == _USELESS:
            logger.warning(
                "Logging in again changed nothing %d times: pages that ask for a login"
                " are taken as they are. -a marker=PATTERN tells when we are logged in",
                _USELESS,
            )

    def helped(self) -> None:
        """A page was there after a new login."""
        self._useless = 0

    def leads_to_login(self, response: Response) -> bool:
        """Whether it is a redirect to where the login form is."""
        location = response.headers.get("Location")
        if response.status not in {301, 302, 303, 307, 308} or not location:
            return False
        to = urljoin(response.url, location.decode("latin-1"))
        return bare(to) in {bare(place) for place in self._places}

    def shows_login(self, response: Response) -> bool:
        """Whether it is the answer to somebody who is not logged in."""
        if response.status == 401:
            return True
        if self._account.marker is not None and is_page(response):
            return not self._signs.shows_marker(response)
        if b"password" not in response.body.lower():
            return False  # most pages end here
        return asks_for_login(self._signs.forms(response), self._action)

    def is_place(self, url: str) -> bool:
        """Whether *url* is a login page: it may show its form to anybody."""
        return bare(url) in {bare(place) for place in self._places}

    async def _log_in(self) -> None:
        """Do it; what went wrong is ``trouble`` then."""
        try:
            landing = await self._submitted()
        except LoginError as error:
            self.trouble = f"not logged in: {error}"
            return
        except Exception as error:  # noqa: BLE001 - whatever a download can raise
            self.trouble = f"not logged in: {self._account.page}: {why(error)}"
            return
        self.generation += 1
        self._alive = time.monotonic()
        self._landing = landing.url
        self._shows_logout = self._signs.shows_logout(landing)
        self._crawler.stats.inc_value("login/logins")
        logger.info(
            "Logged in as %s%s",
            self._account.user,
            ""
            if self.can_tell
            else " (as far as the page tells: it has no link to log out)",
        )

    async def _submitted(self) -> Response:
        page = await self._get(self._account.page)
        if page.status >= 400:
            raise LoginError(f"{page.url} answered {page.status}")
        if origin_of(page.url) != origin_of(self._account.page):
            raise LoginError(
                f"{self._account.page} leads to another origin ({origin_of(page.url)}):"
                " the password is not sent there"
            )
        form = login_form(self._signs.forms(page))
        if form is None:
            if self._signs.shows_logout(page) or self._signs.shows_marker(page):
                return page  # cookies of an earlier run
            raise LoginError(f"{page.url} has no login form")
        self._places |= {page.url}
        self._action = form.action
        account = self._account
        sent = filled(form, page.url, account.user, account.password)
        request = to_request(sent, headers={"Referer": page.url})
        return self._judged(await self._followed(await self._ask(request)), form)

    def _judged(self, answer: Response, form: Form) -> Response:
        """The page after the login, when it is one."""
        if asks_for_login(self._signs.forms(answer), form.action) or answer.status in {
            401,
            403,
        }:
            raise LoginError(
                f"wrong user or password ({self._account.user!r}): {answer.url} shows"
                " the login form again"
                if answer.status < 400
                else f"wrong user or password ({self._account.user!r}):"
                f" {answer.url} answered {answer.status}"
            )
        if answer.status >= 400:
            raise LoginError(f"the login was answered by {answer.status}")
        if self._account.marker is not None and not self._signs.shows_marker(answer):
            raise LoginError(
                f"{answer.url} does not show marker={self._account.marker.pattern}"
            )
        return answer

    async def _followed(self, answer: Response) -> Response:
        """Where the answer to the form leads, by GET: no body is sent twice."""
        location = answer.headers.get("Location")
        if answer.status in {307, 308}:
            raise LoginError("the site wants the password to be sent elsewhere, too")
        if answer.status not in {301, 302, 303} or not location:
            return answer
        to = urljoin(answer.url, location.decode("latin-1"))
        if logs_out(to):
            raise LoginError(f"the login leads to {to}, which logs out")
        return await self._get(to)

    async def _is_alive(self) -> bool:
        """Whether the session still is one, by a page that was shown to it."""
        if not self.can_tell:
            return False
        page = await self._get(self._landing)
        if self.shows_login(page) or page.status >= 400 or self.is_place(page.url):
            return False
        if not (self._signs.shows_logout(page) or self._signs.shows_marker(page)):
            return False
        self._alive = time.monotonic()
        return True

    async def _get(self, url: str) -> Response:
        return await self._ask(Request(url), follow=True)

    async def _ask(self, request: Request, *, follow: bool = False) -> Response:
        """Send it past the queue: what is in it would be in its file, too."""
        meta: dict[str, Any] = {
            "login": True,  # nothing waits for a login with it
            # The user named the page; it is asked for whatever the rules say.
            "dont_obey_robotstxt": True,
            "dont_redirect": not follow,
            "dont_cache": True,
        }
        if not follow:
            meta["dont_retry"] = True  # a password is not sent twice
        marked = request.replace(
            meta=meta, callback=NO_CALLBACK, dont_filter=True, priority=1_000_000
        )
        response: Response = await self._crawler.engine.download_async(marked)
        return response
