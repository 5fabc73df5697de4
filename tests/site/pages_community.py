"""Forum, boards, threads and profiles."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .danger import DANGERS
from .links import pager, product_link, trail
from .model import Body
from .plan import THREADS_A_PAGE
from .words import paragraph, sentence

if TYPE_CHECKING:
    from random import Random

    from .catalogue import Catalogue
    from .model import Visit

CITIES = ("Bergen", "Kiel", "Brest", "Gdynia", "Hull", "Cork", "Vigo", "Turku", "Malmö")


def has_poll(_: Catalogue, thread: str) -> bool:
    return int(thread) % 12 == 5


def _who(site: Catalogue, number: int) -> str:
    if not site.people:
        return "A member"
    name = escape(site.people[number].name)
    return f'<a href="{site.person_path(number)}">{name}</a>'


def forum(visit: Visit) -> Body:
    site = visit.site
    rows = "".join(
        f'<tr><td><h3><a href="/forum/{name}">{name.title()}</a></h3>'
        f"<p>{sentence(visit.rng(name))}</p></td><td>{site.plan.boards[n]}</td>"
        f"<td><small>{paragraph(visit.rng(name + 'last'), 1, 1)}</small></td></tr>"
        for n, name in enumerate(site.boards)
    )
    main = (
        "<h1>Forum</h1><table><thead><tr><th>Board</th><th>Threads</th><th>Last</th>"
        f"</tr></thead><tbody>{rows}</tbody></table><p><em>Be kind.</em></p>"
    )
    return Body("Forum", main)


def board(visit: Visit) -> Body | None:
    site, page = visit.site, visit.number("page")
    if visit.about not in site.boards:
        return None
    number = site.boards.index(visit.about)
    threads = site.board_threads(number)
    start = (page - 1) * THREADS_A_PAGE
    shown = threads[start : start + THREADS_A_PAGE] if page else ()
    if not shown:
        return None
    rows = "".join(
        f'<div class="row"><div><i class="icon"></i></div><div><strong>'
        f'<a href="/thread/{t.id}">{escape(t.title)}</a></strong><br>'
        f"<span>started by {_who(site, t.author)}</span></div>"
        f"<div>{t.posts - 1} replies</div></div>"
        for t in shown
    )
    links = pager(f"/forum/{visit.about}", page, site.plan.board_pages(number))
    name = visit.about.title()
    main = (
        f"{trail(('/forum', 'Forum'))}<h1>{name}</h1>"
        f"<p>{sentence(visit.rng('top'))}</p>"
        f'{links}<div class="board">{rows}</div>{links}'
    )
    return Body(f"{name} - Forum", main)


def _post(site: Catalogue, number: int, author: int, rng: Random) -> str:
    quote = ""
    if number > 1 and rng.random() < 0.3:
        quote = f"<blockquote><cite>earlier</cite>{sentence(rng)}</blockquote>"
    signature = "<hr><p><small>-- Keep it running</small></p>" * (author % 3 == 0)
    return (
        f'<div class="post" id="p{number}"><aside><img src="/img/u/{author}.png" '
        f'alt=""><p>{_who(site, author)}</p></aside><div>{quote}'
        f"<p>{paragraph(rng, 2, 5)}</p>{signature}"
        f'<p><a href="#p{number}">#{number}</a></p></div></div>'
    )


def thread(visit: Visit) -> Body | None:
    site, number = visit.site, int(visit.about[:9])
    if not 1 <= number <= len(site.threads):
        return None
    found, rng = site.threads[number - 1], visit.rng("thread")
    people = max(1, len(site.people))
    posts = "".join(
        _post(site, n, found.author if n == 1 else rng.randrange(people), rng)
        for n in range(1, found.posts + 1)
    )
    slug = site.boards[found.board]
    tools = f'<p class="tools">{DANGERS["thread"].link(visit.about)}</p>'
    main = (
        f"{trail(('/forum', 'Forum'), (f'/forum/{slug}', slug.title()))}"
        f"<h1>{escape(found.title)}</h1>{visit.form('poll')}{posts}{tools}"
        f"<h2>Reply</h2>{visit.form('reply')}"
    )
    return Body(found.title, main)


def profile(visit: Visit) -> Body | None:
    site = visit.site
    number = site.person_numbers.get(visit.about)
    if number is None:
        return None
    who, rng = site.people[number], visit.rng("profile")
    name = escape(who.name)
    badges = "".join(
        f'<li><img src="/img/badge/{n}.png" alt=""></li>' for n in range(number % 5)
    )
    likes = "".join(
        f"<li>{product_link(site.products[rng.randrange(len(site.products))])} "
        f"<q>{sentence(rng)}</q></li>"
        for _ in range(rng.randint(1, 6))
    )
    about = f"<section><h2>About</h2><p>{paragraph(rng)}</p></section>"
    path = site.person_path(number).removeprefix("/people/")
    main = (
        f'<div class="vcard"><img src="/img/u/{number}.png" alt=""><table><tr><th>Name'
        f"</th><td>{name}</td></tr><tr><th>City</th><td>{CITIES[who.city]}</td></tr>"
        f"<tr><th>Posts</th><td>{rng.randint(1, 900)}</td></tr></table></div>"
        f"<ul>{badges}</ul>{about if number % 3 else ''}<h2>Likes</h2><ol>{likes}</ol>"
        f"<details><summary>Write to {name}</summary>{visit.form('message', path)}"
        f"{DANGERS['person'].link(path)}</details>"
    )
    return Body(who.name, main)
