"""What rules, reasons and verdicts mean, in words of the report."""

from __future__ import annotations

from typing import Final

from crawler.report.html_text import visible

RULES: Final[dict[str, str]] = {
    "out-of-scope": "another host, or outside the scope of the crawl",
    "excluded": "matched what was to be left out",
    "not-included": "did not match what was asked for",
    "depth": "more links away from the start than allowed",
    "length": "the address is too long",
    "scheme": "not http(s)",
    "duplicate": "another spelling of an address that was fetched",
    "similar": "taken for an address that was fetched",
    "contained": "taken for part of an address that was fetched",
    "danger": "would log out, delete, buy or unsubscribe",
    "method": "the action of a form that is not sent by GET",
    "asset": "a picture, style, script or download",
    "robots": "not allowed by robots.txt",
    "off-topic": "too far off the topic",
    "site-interfaces": "of a site that has shown query interfaces enough",
    "sites": "of a site beyond those that may be entered",
    "redirect": "led to another address",
    "redirect-to-seen": "led to an address that was fetched",
    "failed": "no answer came back",
    "soft-404": "answered like a page that does not exist",
    "guess-failed": "a path found as text that is no page",
    "form-budget": "more forms than a run sends",
    "guess-budget": "a path found as text where others of its kind brought nothing",
    "mirror": "round in circles in a copy of the site",
    "budget": "the crawl ended before",
    "not-reached": "the crawl ended before",
    "predicted": "pages of its shape had nothing new any more: taken for one of them",
    "trap": "leads nowhere but on to more of its kind",
    "form": "a form that is not asked",
    "unstorable": "a request that the queue cannot hold",
}

VERDICTS: Final[dict[str, str]] = {
    "done": "everything was asked",
    "saturated": "more queries would hardly show anything new",
    "limited": "ended by a limit",
    "planned": "only planned",
    "refused": "not asked",
    "failed": "failed",
    "": "not finished",
}

ENDS: Final[dict[str, str]] = {
    "finished": "finished",
    "pages": "ended by its budget of pages",
    "shutdown": "interrupted",
}


def reason_words(reason: str, forms: dict[str, int]) -> str:
    """Why a page represents its cluster; *forms* has the number of each signature.

    >>> reason_words("structure", {}), reason_words("form:GET /find q", {"GET /find q": 3})
    ('stands for the structure', 'the first to show form 3')
    >>> reason_words("parameter:query:q", {})
    'the first to show parameter q (query)'
    """  # noqa: E501 - an example
    kind, _, value = reason.partition(":")
    if kind == "structure":
        return "stands for the structure"
    if kind == "form":
        number = forms.get(value)
        return f"the first to show form {number or visible(value, 80)}"
    if kind == "parameter":
        place, _, name = value.partition(":")
        return f"the first to show parameter {visible(name, 80)} ({visible(place, 20)})"
    if kind == "usual":
        return f"what most pages here are: {visible(value, 200)}"
    return visible(reason, 200)
