"""Journal, help, manuals, the legacy price list."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .links import product_href
from .model import Body
from .spellings import same_content, same_page
from .volatile import HOST
from .words import paragraph, phrase, russian, sentence

if TYPE_CHECKING:
    from .catalogue import Article, Catalogue
    from .model import Visit


def has_survey(site: Catalogue, number: str) -> bool:
    """On one article of the whole site."""
    return int(number) == max(1, len(site.articles) // 2)


def journal(visit: Visit) -> Body:
    months = "".join(
        f'<li><h3><a href="/journal/{year}/{month:02}">{year}-{month:02}</a></h3>'
        f"<p>{sentence(visit.rng(f'{year}-{month}'))}</p></li>"
        for year, month in visit.site.months()
    )
    main = (
        f"<h1>Journal</h1><p>{paragraph(visit.rng('top'))}</p>"
        f'<ul class="months">{months}</ul>'
    )
    return Body("Journal", main)


def archive(visit: Visit) -> Body | None:
    year, month = int(visit.groups[0]), int(visit.groups[1])
    entries = "".join(
        f'<section><h2><a href="{a.path}">{escape(a.title)}</a></h2>'
        f"<p>{sentence(visit.rng(a.path))}</p><footer><time>{year}-{month:02}</time>"
        f' <a href="{a.path}#comments">Comments</a></footer></section>'
        for a in visit.site.articles
        if (a.year, a.month) == (year, month)
    )
    if not entries:
        return None
    return Body(f"{year}-{month:02}", f"<h1>Journal {year}-{month:02}</h1>{entries}")


def _neighbours(site: Catalogue, found: Article) -> str:
    links = []
    for step, label in ((-1, "newer"), (1, "older")):
        position = found.number - 1 + step
        if 0 <= position < len(site.articles):
            other = site.articles[position]
            links.append(f'<a rel="{label}" href="{other.path}">{label}</a>')
    return f"<nav>{' '.join(links)}</nav>"


def article(visit: Visit) -> Body | None:
    site, number = visit.site, int(visit.groups[0][:9])
    if not 1 <= number <= len(site.articles):
        return None
    found = site.articles[number - 1]
    if visit.path != found.path:
        return None
    rng = visit.rng("article")
    sections = []
    for _ in range(rng.randint(2, 5)):
        extra = rng.choice(
            (
                "",
                f"<blockquote>{sentence(rng)}</blockquote>",
                f'<figure><img src="/img/j/{number}.png" alt=""></figure>',
                f"<pre><code>torque = {rng.randint(5, 90)} Nm</code></pre>",
            )
        )
        text = "".join(f"<p>{paragraph(rng)}</p>" for _ in range(rng.randint(1, 3)))
        sections.append(f"<h2>{phrase(rng)}</h2>{text}{extra}")
    linked = site.products[rng.randrange(len(site.products))]
    comments = "".join(
        f"<li><b>Guest {rng.randint(1, 99)}</b><p>{paragraph(rng, 1, 2)}</p></li>"
        for _ in range(rng.randint(0, 6))
    )
    main = (
        f"<article><header><h1>{escape(found.title)}</h1><time>{found.year}-"
        f"{found.month:02}</time></header>{''.join(sections)}<p>See our "
        f'<a href="{product_href(linked.id)}">{escape(linked.name)}</a>.</p></article>'
        f'{_neighbours(site, found)}{visit.form("survey")}<section id="comments">'
        f"<h2>Comments</h2><ol>{comments}</ol>{visit.form('comment')}</section>"
    )
    return Body(found.title, main)


def help_index(visit: Visit) -> Body:
    topics = "".join(
        f'<li><a href="/help/{slug}">{slug.replace("-", " ").capitalize()}</a></li>'
        for slug in visit.site.help_topics
    )
    main = (
        f'<h1>Help</h1><div class="two"><ul>{topics}</ul><aside><p>Not found? '
        '<a href="/contact">Write to us</a> or <a href="/register">register</a>.</p>'
        '<p>For the trade: <a href="/manual/trade">sign in</a>, <a href="'
        '/manual/returns">send a drawing</a>, <a href="/admin/settings">settings</a>, '
        '<a href="/member">orders</a>.</p><p>Broken: <a href="/item/999999999">a part '
        'we sold</a>, <a href="/broken">a page under repair</a>, <a href="/private/'
        'reports">reports</a>, <a href="/loop/a">round and round</a>.</p>'
        '<p><a href="/api/status">Status</a> <a href="/api/categories">Categories</a> '
        '<a href="/files/drawings.zip">All drawings (zip)</a></p></aside></div>'
    )
    return Body("Help", main)


def help_page(visit: Visit) -> Body | None:
    topics = visit.site.help_topics
    if visit.about not in topics:
        return None
    rng = visit.rng("help")
    tree = "".join(f'<li><a href="/help/{slug}">{slug}</a></li>' for slug in topics[:6])
    steps = "".join(
        f"<li><p>{sentence(rng)}</p></li>" for _ in range(rng.randint(3, 8))
    )
    questions = "".join(
        f"<details><summary>{sentence(rng)}</summary><p>{paragraph(rng)}</p></details>"
        for _ in range(rng.randint(1, 5))
    )
    title = visit.about.replace("-", " ").capitalize()
    main = (
        f"<aside><menu>{tree}</menu></aside><div><h1>{title}</h1><p>{paragraph(rng)}</p>"
        f"<ol>{steps}</ol><h2>Questions</h2>{questions}</div>"
    )
    return Body(title, main)


def manuals(visit: Visit) -> Body:
    items = "".join(
        f'<dd><a href="/manual/{n}">Manual {n}</a></dd>'
        for n in range(1, visit.site.plan.manuals + 1)
    )
    return Body("Manuals", f"<h1>Manuals</h1><dl><dt>All</dt>{items}</dl>")


def manual(visit: Visit) -> Body | None:
    number = int(visit.about[:9])
    if not 1 <= number <= visit.site.plan.manuals:
        return None
    return Body(f"Manual {number}", f"<p>{paragraph(visit.rng('manual'), 8, 14)}</p>")


def manual_upload(visit: Visit) -> Body:
    return Body("Returns", visit.form("upload"))


def manual_login(visit: Visit) -> Body:
    return Body("Trade", visit.form("trade-login"))


def legacy_index(visit: Visit) -> Body:
    links = "<br>".join(
        f'<a href="/legacy/{n}.htm">Лист {n}</a>'
        for n in range(1, visit.site.plan.legacy + 1)
    )
    return Body("Прайс-лист", f"<h2>Прайс-лист</h2>{links}")


def legacy(visit: Visit) -> Body | None:
    number = int(visit.about[:9])
    if not 1 <= number <= visit.site.plan.legacy:
        return None
    rng = visit.rng("legacy")
    rows = "".join(
        f'<tr bgcolor="#{"eeeeee" if n % 2 else "dddddd"}"><td><font size="2">'
        f"{russian(rng, 3)}</font></td><td align=right>{rng.randint(10, 999)} руб.</td>"
        for n in range(rng.randint(5, 25))
    )
    text = " ".join(russian(rng, 9) for _ in range(6))
    main = (
        f"<h2>Лист {number}</h2><p>{text}<table border=1 cellpadding=3>{rows}</table>"
        f"{visit.form('legacy-find')}"
    )
    return Body(f"Лист {number}", main)


def legacy_find(visit: Visit) -> Body:
    found = escape(visit.first("nomer"))
    return Body("Поиск", f"<p>Ничего не найдено: <b>{found}</b></p>")


def bookmarks(visit: Visit) -> Body:
    spelled = [*same_page(visit.site).items(), *same_content(visit.site).items()]
    groups = "".join(
        f"<h2>{escape(url)}</h2><ul>{_spelled(others)}</ul>" for url, others in spelled
    )
    old = "".join(
        f'<li><a href="/old/{n}">Old number {n}</a></li>'
        for n in range(1, min(6, len(visit.site.products)) + 1)
    )
    main = (
        f"<h1>Old addresses</h1>{groups}<h2>Old numbers</h2><ol>{old}</ol>"
        f'<p><a href="http://{HOST}/help#top">Help</a> <a href="//{HOST}/forum">Forum'
        '</a> <a href="/forum/">Boards</a></p>'
    )
    return Body("Old addresses", main)


def _spelled(urls: tuple[str, ...]) -> str:
    return "".join(
        f'<li><a href="{escape(url)}">{n}</a></li>' for n, url in enumerate(urls)
    )
