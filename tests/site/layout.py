"""The frames around the pages: shop, manual (heavy chrome), legacy, bare."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .danger import DANGERS
from .form_table import FORMS
from .forms import render as render_form
from .volatile import ADVERT, CLOCK, EPOCH, NONCE, TOKEN, USER, VISITORS
from .words import COMPANY, DEPARTMENTS

if TYPE_CHECKING:
    from .model import Body, Visit

# Forms that a layout puts on every page.
LAYOUT_FORMS: dict[str, tuple[str, ...]] = {
    "shop": ("site-search", "newsletter"),
    "manual": (),
    "legacy": (),
    "bare": (),
}
_FOOTER = (
    ("About us", (("/help", "Help"), ("/contact", "Contact"), ("/forum", "Forum"))),
    (
        "Services",
        (
            ("/manuals", "Manuals"),
            ("/legacy", "Прайс-лист"),
            ("/bookmarks", "Old addresses"),
            ("/files/catalogue-2024.pdf", "Catalogue (PDF)"),
        ),
    ),
    (
        "Elsewhere",
        (
            ("https://association.example/members/tidewater", "Trade association"),
            ("mailto:parts@tidewater.example", "Write to us"),
            ("tel:+4955512345", "Call us"),
            ("javascript:window.print()", "Print"),
        ),
    ),
)
_FRUITS = ("banana", "cherry", "fig", "quince", "plum")


def _head(visit: Visit, body: Body) -> str:
    return (
        f'<meta charset="utf-8"><title>{escape(body.title)} - {COMPANY}</title>'
        f'<meta name="csrf-token" content="{TOKEN}">'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="stylesheet" href="/static/site.css">'
        '<link rel="icon" href="/favicon.ico">'
        f'<script nonce="{NONCE}">var loaded={EPOCH};</script>{body.head}'
    )


def banner(visit: Visit) -> str:
    """An advertisement, one of four kinds or none, by the page's key."""
    rng = visit.rng("banner")
    kind, fruit = rng.randrange(5), rng.choice(_FRUITS)
    if kind == 0:
        return ""
    label = f"Ad {fruit}"
    if kind == 1:
        return f'<div class="ad" id="ad-{ADVERT}">{label}</div>'
    link = f'<a href="https://ads.example/c?id={ADVERT}">{label}</a>'
    if kind == 2:
        return f'<div class="ad" id="ad-{ADVERT}">{link}</div>'
    image = f'<img src="/img/ad/{rng.randint(1, 9)}.png" alt="{label}">'
    if kind == 3:
        return f'<div class="ad" id="ad-{ADVERT}">{image}</div>'
    return f'<div class="ad"><p>{label}</p><p>{link}</p></div>'


def _navigation(visit: Visit) -> str:
    departments = "".join(
        f'<li><a href="/parts/{name}">{name.title()}</a></li>'
        for name in DEPARTMENTS[: visit.site.plan.departments]
    )
    return (
        f'<nav><ul><li><a href="/">Home</a></li><li>Parts<ul>{departments}</ul></li>'
        '<li><a href="/journal">Journal</a></li><li><a href="/forum">Forum</a></li>'
        '<li><a href="/search">Search</a></li><li><a href="/cart">Cart</a></li></ul>'
        "</nav>"
    )


def _footer() -> str:
    columns = []
    for heading, links in _FOOTER:
        items = "".join(f'<li><a href="{href}">{text}</a></li>' for href, text in links)
        columns.append(f"<section><h4>{heading}</h4><ul>{items}</ul></section>")
    return (
        f"<footer>{''.join(columns)}{render_form(FORMS['newsletter'])}"
        f"<p>{DANGERS['news'].link()} from our news</p>"
        f"<p>Visitors today: {VISITORS}</p><small>© {COMPANY}</small></footer>"
    )


def _shop(visit: Visit, body: Body) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head>{_head(visit, body)}</head><body>'
        f'<header><div class="top"><span>Signed in as {USER} - {CLOCK}</span> '
        '<a href="/login">Sign in</a> <a href="/account">Account</a> '
        f'{DANGERS["logout"].link()}</div><a href="/"><img src="/img/logo.png" '
        f'alt="{COMPANY}"></a>{render_form(FORMS["site-search"])}'
        f"{_navigation(visit)}</header>{banner(visit)}<main>{body.main}</main>"
        f'{_footer()}<script src="/static/site.js"></script></body></html>'
    )


def _manual(visit: Visit, body: Body) -> str:
    """Chrome of some 150 nodes around a page of a few: see case C24."""
    menu = "".join(
        f'<div class="n{n}"><a href="/help#chapter-{n}">Chapter {n}</a></div>'
        for n in range(25)
    )
    marks = "".join(f"<span>{n}</span>" for n in range(60))
    return (
        f'<!DOCTYPE html><html lang="en"><head>{_head(visit, body)}</head><body>'
        f'<header><a href="/">{COMPANY}</a><em>{CLOCK}</em>{menu}</header>'
        f"{body.main}<footer>{marks}<i>{VISITORS}</i></footer></body></html>"
    )


def _legacy(visit: Visit, body: Body) -> str:
    """A page of 1998: tables, fonts, and its encoding in a meta element."""
    return (
        '<html><head><meta http-equiv="Content-Type" '
        f'content="text/html; charset=windows-1251"><title>{escape(body.title)}</title>'
        '</head><body bgcolor="#ffffff"><center><table border="0" width="600"><tr>'
        '<td colspan="2"><font size="5"><b>Тайдуотер</b></font></td></tr><tr>'
        '<td valign="top" width="120"><a href="/">Главная</a><br>'
        f'<a href="/legacy">Прайс-лист</a><br><img src="/img/logo.png"></td>'
        f"<td>{body.main}</td></tr></table><hr><font size='1'>{CLOCK} / {VISITORS}"
        f"</font></center><!-- {TOKEN} --></body></html>"
    )


def _bare(visit: Visit, body: Body) -> str:
    return (
        f'<!DOCTYPE html><html lang="en"><head>{_head(visit, body)}</head>'
        f'<body><h1>{escape(body.title)}</h1>{body.main}<hr><p><a href="/">{COMPANY}'
        f"</a> {CLOCK} {VISITORS}</p></body></html>"
    )


_LAYOUTS = {"shop": _shop, "manual": _manual, "legacy": _legacy, "bare": _bare}
ENCODINGS = {"legacy": "windows-1251"}


def wrap(visit: Visit, body: Body) -> str:
    """The whole document, volatile parts still as marks."""
    return _LAYOUTS[visit.template.layout](visit, body)
