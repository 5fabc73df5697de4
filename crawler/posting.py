"""Forms that a crawl sends by POST, when its user asked for that: each kind once.

Nothing is sent that acts for a person or destroys something; what is left alone has its
reason under an address of its own.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from crawler.forms import FormError, FormValueError, fill, submit, submittable
from crawler.harvesting.entries import address_of
from crawler.items import Link
from crawler.report.requests import buttons
from crawler.submit import to_request

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy import Request
    from scrapy.http import Response

    from crawler.forms import Submission
    from crawler.items import Form, Page, Submitter
    from crawler.policy import Policy

logger = logging.getLogger(__name__)

NOTE: Final = "form"
"""The note of a page that answers a form: it is at no address of its own."""
MAX_FORMS: Final = 1_000
"""Forms that one run sends: a site can make new ones without end."""
# After all links, whatever a form may change; before guesses.
PRIORITY: Final = -500


@dataclass
class Posts:
    """The forms of one run, and what became of them.

    Stats: ``posts/sent``, ``posts/refused``.
    """

    policy: Policy
    decide: Callable[[str, str, str, str], None]
    """URL, rule, detail, source."""
    count: Callable[[str], None]
    _known: set[str] = field(default_factory=set)
    _sent: int = 0

    def requests(self, page: Page, **options: Any) -> Iterator[Request]:
        """Requests for the forms of *page* that are new; *options* of ``Request``."""
        for form in page.forms:
            for button in buttons(form):
                if ((button.method if button else "") or form.method) == "POST":
                    yield from self._request(form, button, page, options)

    def _request(
        self,
        form: Form,
        button: Submitter | None,
        page: Page,
        options: dict[str, Any],
    ) -> Iterator[Request]:
        action = (button.action if button else "") or form.action
        address = address_of(replace(form, action=action), page.url)
        if address in self._known or len(self._known) >= 10 * MAX_FORMS:
            return
        self._known.add(address)
        refusal = self._refuse(form, button, action, page.depth + 1)
        sent = None if refusal else filled(form, button)
        if sent is None:
            rule, detail = refusal or ("form", "no values that it takes")
            self.decide(address, rule, detail, page.url)
            self.count("posts/refused")
            logger.debug("Form not sent %s: %s %s", address, rule, detail)
            return
        self._sent += 1
        self.count("posts/sent")
        yield to_request(
            sent,
            # An answer that was lost may have had its effect.
            meta={"posted": address, "dont_retry": True},
            headers={"Referer": page.url},
            priority=PRIORITY,
            **options,
        )

    def _refuse(
        self, form: Form, button: Submitter | None, action: str, depth: int
    ) -> tuple[str, str] | None:
        """Rule and detail, when a form is left alone."""
        why = submittable(
            form,
            form.kind or "other",
            submitter=button,
            post=True,
            unsafe=self.policy.unsafe,
        )
        # A form that asks for nothing dangerous may be sent by POST here.
        if why is not None and why != "post":
            return "form", why
        if refusal := self.policy.refuse(Link(action, "form@action"), depth):
            return refusal
        if self._sent >= MAX_FORMS:
            return "form-budget", str(MAX_FORMS)
        return None


def filled(form: Form, button: Submitter | None) -> Submission | None:
    """What is sent; the same for the same form on every page.

    >>> from crawler.items import Field, Form
    >>> form = Form("http://h/x", "POST", fields=(Field("a", "hidden", "1"),))
    >>> sent = filled(form, None)
    >>> sent.method, sent.body
    ('POST', b'a=1')
    """
    values = fill(form, Random(form.signature))
    try:
        return submit(form, values, submitter=button)
    except FormValueError:
        pass
    except FormError:
        return None
    try:
        return submit(form, submitter=button)
    except FormError:
        return None


def answer(page: Page, response: Response) -> Page:
    """*page* as the answer to a form: not the page that its address leads to.

    After a redirect (303) it is a page as any other.
    """
    address = response.meta.get("posted")
    if address and response.request is not None and response.request.method == "POST":
        page.url = page.key = address
        page.notes += (NOTE,)
    return page
