"""Text of a site where it can do no harm: in HTML, in JSON inside it, on a terminal."""

from __future__ import annotations

import html
import json
import re
from typing import Any, Final

MAX_TEXT: Final = 300
"""Characters of one text that are shown."""

# Controls, and what changes the direction of the text around it or has no width:
# with these a site could make one address look like another (Unicode TR 36, 2.10).
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-"
    "\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_MARKUP = re.compile("[<>&\u2028\u2029]")


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def visible(text: str, limit: int = MAX_TEXT) -> str:
    """One line of at most *limit* characters, with all that cannot be seen told.

    >>> visible("pay\\u202egnp.exe"), visible(" a\\n\\t b ")
    ('pay⟦U+202E⟧gnp.exe', 'a b')
    """
    text = " ".join(text[: 4 * limit].split())
    if len(text) > limit:
        text = f"{text[: limit - 1]}…"
    return _HIDDEN.sub(lambda match: f"⟦U+{ord(match[0]):04X}⟧", text)


def embedded(data: Any) -> str:
    """Data as JSON that can stand in a script element: nothing in it ends one.

    >>> embedded({"a": "</script><!--"})
    '{"a":"\\\\u003c/script\\\\u003e\\\\u003c!--"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return _MARKUP.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def element(name: str, *children: str, **attributes: str) -> Html:
    """An element; what is no markup already is escaped. ``class_`` is ``class``.

    >>> element("p", "a < b", element("b", "c"), class_='"')
    '<p class="&quot;">a &lt; b<b>c</b></p>'
    """
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{html.escape(value)}"'
        for name, value in attributes.items()
    )
    return Html(f"<{name}{named}>{joined(*children)}</{name}>")


def joined(*children: str) -> Html:
    """Markup side by side."""
    return Html(
        "".join(
            child if isinstance(child, Html) else html.escape(child)
            for child in children
        )
    )


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "page"), counted(1200, "page"), counted(0, "query", "queries")
    ('1 page', '1,200 pages', '0 queries')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
