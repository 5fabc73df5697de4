"""What a page tells of who is logged in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crawler.documents import parsed
from crawler.dom import extract_links
from crawler.forms import danger, extract
from crawler.items import Link

if TYPE_CHECKING:
    import re

    from scrapy.http import Response

    from crawler.forms.kind import Kinds
    from crawler.items import Form

_LINKS: Final = 2_000
"""Links of a page among which the one to log out is looked for."""


@dataclass(frozen=True)
class Signs:
    """Reads pages."""

    kinds: Kinds
    marker: re.Pattern[str] | None = None

    def forms(self, page: Response) -> list[Form]:
        """Its forms, with their kinds."""
        found = extract(parsed(page, stopped=False))
        return [self.kinds.told(form) for form in found]

    def shows_marker(self, page: Response) -> bool:
        """Whether the marker is found; False without one."""
        text = page.body.decode("utf-8", "replace")
        return self.marker is not None and bool(self.marker.search(text))

    def shows_logout(self, page: Response) -> bool:
        """Whether it has a link or a form that logs out."""
        document = parsed(page, stopped=False)
        links = extract_links(document, {})[:_LINKS]
        return any(danger(link) == "logout" for link in links) or any(
            _acts(form) for form in extract(document)
        )


def _acts(form: Form) -> bool:
    """Whether a form logs out, by its address or by what stands on its button."""
    text = form.submitters[0].label if form.submitters else ""
    return bool(form.action) and (
        danger(Link(form.action, "form@action", text)) == "logout"
    )


def logs_out(url: str) -> bool:
    """Whether asking for *url* logs out."""
    return danger(Link(url, "redirect")) == "logout"


def bare(url: str) -> str:
    """Without query and fragment."""
    return url.partition("#")[0].partition("?")[0]


def is_page(response: Response) -> bool:
    """Whether it is an HTML page that was there."""
    kind = (response.headers.get("Content-Type") or b"").lower()
    return response.status < 300 and b"html" in kind
