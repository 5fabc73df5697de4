"""Home, departments, categories, brands, products and their reviews."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .danger import DANGERS
from .links import money, pager, product_href, product_link, trail
from .model import Body
from .plan import ROWS
from .words import (
    BRANDS,
    CONDITIONS,
    DEPARTMENTS,
    FEATURES,
    MATERIALS,
    paragraph,
    sentence,
)

if TYPE_CHECKING:
    from random import Random

    from .catalogue import Catalogue, Product
    from .model import Visit


def popular_searches(site: Catalogue) -> list[str]:
    """Searches that the home page links to: few records fit each."""
    return [f"/results?q={record.sku}" for record in site.records[:3]]


def home(visit: Visit) -> Body:
    site = visit.site
    cards = "".join(
        f'<li><a href="/parts/{name}"><img src="/img/d/{n}.png" alt=""><b>'
        f"{name.title()}</b></a><p>{sentence(visit.rng(name))}</p></li>"
        for n, name in enumerate(DEPARTMENTS[: site.plan.departments])
    )
    featured = "".join(
        f'<article><img src="/img/p/{p.id}.png" srcset="/img/p/{p.id}.png 1x, '
        f'/img/big/{p.id}.png 2x" alt=""><h3>{product_link(p)}</h3>'
        f"<p>{money(p.cents)}</p></article>"
        for p in site.products[:8]
    )
    posts = "".join(
        f'<li><time>{a.year}-{a.month:02}</time> <a href="{a.path}">'
        f"{escape(a.title)}</a></li>"
        for a in site.articles[:5]
    )
    talk = "".join(
        f'<tr><td><a href="/thread/{t.id}">{escape(t.title)}</a></td>'
        f"<td>{t.posts}</td></tr>"
        for t in site.threads[:5]
    )
    searches = ", ".join(
        f'<a href="{href}">{href[11:]}</a>' for href in popular_searches(site)
    )
    traps = '<p><a href="/traps">Playground</a></p>' if site.options.traps else ""
    main = (
        f'<section class="hero"><h1>Parts that fit</h1>'
        f"<p>{paragraph(visit.rng('hero'))}</p></section>"
        f'<ul class="cards">{cards}</ul><section><h2>Featured</h2>{featured}</section>'
        f"<div><div><h2>Journal</h2><ol>{posts}</ol></div><div><h2>Forum</h2>"
        f"<table>{talk}</table></div></div><p>Popular: {searches}</p>{traps}"
    )
    return Body("Spare parts", main)


def department(visit: Visit) -> Body | None:
    site = visit.site
    names = DEPARTMENTS[: site.plan.departments]
    if visit.about not in names:
        return None
    number = names.index(visit.about)
    cards = "".join(
        f'<figure><a href="/list?c={c}"><img src="/img/c/{c}.png" alt=""></a>'
        f'<figcaption><a href="/list?c={c}">{site.category_name(c)}</a> '
        f"<small>{len(site.shelves[c])} parts</small></figcaption></figure>"
        for c in site.department_categories(number)
    )
    brands = "".join(
        f'<li><a href="/brand/{slug}">{escape(name)}</a></li>'
        for slug, name in zip(site.brand_slugs, BRANDS, strict=False)
    )
    title = visit.about.title()
    main = (
        f"{trail(('/', 'Home'))}<h1>{title}</h1><p>{paragraph(visit.rng('intro'))}</p>"
        f'<div class="grid">{cards}</div><aside><h2>Brands</h2><ul>{brands}</ul>'
        f"<h2>Good to know</h2><dl><dt>Delivery</dt><dd>{sentence(visit.rng('a'))}</dd>"
        f"<dt>Advice</dt><dd>{sentence(visit.rng('b'))}</dd></dl></aside>"
    )
    return Body(title, main)


def category(visit: Visit) -> Body | None:
    site, number, page = visit.site, visit.number("c", 0), visit.number("page")
    if not visit.query.get("c") or number >= len(site.shelves):
        return None
    rows = ROWS[number % len(ROWS)]
    shelf = [site.products[n - 1] for n in site.shelves[number]]
    if visit.first("order") == "price":
        shelf.sort(key=lambda product: product.cents)
    shown = shelf[(page - 1) * rows : page * rows] if page else []
    if not shown:
        return None
    body = "".join(
        f'<tr><td><img src="/img/p/{p.id}.png" alt=""></td><td>{product_link(p)}</td>'
        f"<td>{escape(BRANDS[p.brand])}</td><td>{money(p.cents)}</td>"
        f"<td>{p.stock or 'sold out'}</td></tr>"
        for p in shown
    )
    slug = DEPARTMENTS[number % site.plan.departments]
    name = site.category_name(number)
    pages = site.plan.category_pages(number)
    base = f"/list?c={number}"
    if visit.first("order"):
        base += f"&order={visit.first('order')}"
    main = (
        f"{trail(('/', 'Home'), (f'/parts/{slug}', slug.title()))}<h1>{name}</h1>"
        f"{visit.form('list-filter', str(number))}<table><thead><tr><th></th>"
        "<th>Part</th><th>Brand</th><th>Price</th><th>In stock</th></tr></thead>"
        f"<tbody>{body}</tbody></table>{pager(base, page, pages)}"
    )
    return Body(f"{name}, page {page}" if page > 1 else name, main)


def brand(visit: Visit) -> Body | None:
    site = visit.site
    if visit.about not in site.brand_slugs:
        return None
    number = site.brand_slugs.index(visit.about)
    name, rng = escape(BRANDS[number]), visit.rng("brand")
    timeline = "".join(
        f"<li><strong>{year}</strong> {sentence(rng)}</li>"
        for year in sorted(rng.sample(range(1880, 2020), rng.randint(3, 7)))
    )
    tiles = "".join(
        f'<div class="tile"><span><img src="/img/p/{n}.png" alt=""></span>'
        f"<span>{product_link(site.products[n - 1])}</span></div>"
        for n in site.brand_shelves[number][:12]
    )
    main = (
        f'<header><img src="/img/b/{number}.png" alt="{name}"><h1>{name}</h1></header>'
        f"<p>{paragraph(rng)}</p><h2>History</h2><ol>{timeline}</ol>"
        f"<section><h2>From our stock</h2>{tiles}</section>"
        f'<p><a href="https://{visit.about}.example/">Maker\'s site</a></p>'
    )
    return Body(name, main)


def _gallery(product: Product) -> str:
    images = "".join(
        f'<a href="/img/big/{product.id}-{n}.png">'
        f'<img src="/img/p/{product.id}-{n}.png" alt=""></a>'
        for n in range(2, product.images + 1)
    )
    thumbs = f'<div class="thumbs">{images}</div>' if images else ""
    return f'<figure><img src="/img/big/{product.id}.png" alt="">{thumbs}</figure>'


def _price(product: Product) -> str:
    if not product.discount:
        return f"<p><b>{money(product.cents)}</b></p>"
    reduced = product.cents * (100 - product.discount) // 100
    return (
        f"<p><del>{money(product.cents)}</del> <ins>{money(reduced)}</ins> "
        f"<mark>{product.discount} % off</mark></p>"
    )


def _voices(product: Product, rng: Random) -> str:
    """The first reviews, on the page of a product that has a review page."""
    if not product.reviews:
        return ""
    quotes = "".join(
        f"<blockquote><p>{sentence(rng)}</p><cite>A customer</cite></blockquote>"
        for _ in range(min(3, product.reviews))
    )
    return (
        f'<section><h2>Reviews</h2>{quotes}<p><a href="/item/{product.id}/reviews">'
        f"All {product.reviews} reviews</a></p></section>"
    )


def product(visit: Visit) -> Body | None:
    site = visit.site
    found = site.product(int(visit.about[:9]))
    if found is None:
        return None
    rng, name = visit.rng("product"), escape(found.name)
    facts = {
        "Brand": escape(BRANDS[found.brand]),
        "Material": rng.choice(MATERIALS),
        "Condition": rng.choice(CONDITIONS),
        "Weight": f"{rng.randint(1, 900) / 10} kg",
        "Suited to": rng.choice(FEATURES),
        "Built": str(rng.randint(1960, 2024)),
    }
    specs = "".join(f"<dt>{key}</dt><dd>{value}</dd>" for key, value in facts.items())
    text = "".join(f"<p>{paragraph(rng)}</p>" for _ in range(rng.randint(2, 4)))
    sheet = ""
    if found.id % 5 == 1:
        sheet = f'<p><a href="/files/sheet/{found.id}.pdf">Data sheet</a></p>'
    related = "".join(
        f"<li>{product_link(site.products[rng.randrange(len(site.products))])}</li>"
        for _ in range(rng.randint(2, 5))
    )
    slug = DEPARTMENTS[found.category % site.plan.departments]
    steps = (
        ("/", "Home"),
        (f"/parts/{slug}", slug.title()),
        (f"/list?c={found.category}", site.category_name(found.category)),
    )
    main = (
        f"{trail(*steps)}<article><h1>{name}</h1>{_gallery(found)}"
        f'<div class="buy">{_price(found)}<p>{found.stock} in stock</p>'
        f"{visit.form('basket')}{DANGERS['add'].link(visit.about)}"
        f'{visit.form("price-alert")}</div><dl id="specs">{specs}</dl>'
        f"<section><h2>Description</h2>{text}{sheet}</section></article>"
        f"{_voices(found, rng)}<aside><h2>Goes with</h2><ul>{related}</ul></aside>"
    )
    canonical = f'<link rel="canonical" href="/item/{found.id}">'
    return Body(found.name, main, canonical)


def reviews(visit: Visit) -> Body | None:
    site = visit.site
    found = site.product(int(visit.about[:9]))
    if found is None or not found.reviews:
        return None
    rng = visit.rng("reviews")
    items, stars = [], [0] * 6
    for _ in range(found.reviews):
        rating = rng.randint(1, 5)
        stars[rating] += 1
        who = "A customer"
        if site.people:
            person = rng.randrange(len(site.people))
            name = escape(site.people[person].name)
            who = f'<a href="{site.person_path(person)}">{name}</a>'
        items.append(
            f"<article><header><h3>{sentence(rng)}</h3><span>{'★' * rating}</span>"
            f"</header><p>{paragraph(rng)}</p><footer>{who}</footer></article>"
        )
    meters = "".join(
        f'<tr><th>{n}</th><td><meter max="{found.reviews}" value="{stars[n]}"></meter>'
        f"</td><td>{stars[n]}</td></tr>"
        for n in range(5, 0, -1)
    )
    main = (
        f'<h1>Reviews of <a href="{product_href(found.id, listed=False)}">'
        f"{escape(found.name)}</a></h1><table>{meters}</table>"
        f'<div class="reviews">{"".join(items)}</div>{visit.form("review")}'
    )
    return Body(f"Reviews of {found.name}", main)
