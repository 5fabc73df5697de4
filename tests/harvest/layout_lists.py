"""Layouts of result pages: lists, cards, runs of siblings, data."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

from html import escape

from tests.harvest.layouts import Draw, dumps, layout, thin

Rows = list[dict[str, str]]


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _promoted(draw: Draw, tag: str, kind: str) -> str:
    word = draw.words.vocabulary.sponsored[0]
    inner = f'<h3><a href="/ad/{draw.rng.randrange(999)}">{draw.words.title()}</a></h3><p>{draw.words.value("text")}</p>'
    if draw.rng.random() < 0.5:
        return f'<{tag} class="{kind} {draw.rng.choice(["sponsored", "promo", "ad"])}">{inner}</{tag}>'
    return f'<{tag} class="{kind}">{inner}<span>{word}</span></{tag}>'


@layout
def cards(draw: Draw) -> tuple[str, Rows]:
    """A div a record, each field with a class that names it; some are missing."""
    blocks, truth = [], []
    kind = f"{draw.prefix}item"
    for number, row in enumerate(draw.rows):
        if number in draw.sponsored:
            blocks.append(_promoted(draw, "div", kind))
        kept = thin(draw, row)
        parts = "".join(
            f'<div class="{draw.prefix}{_slug(n)}">{draw.mark(kept[n])}</div>'
            for n, _ in draw.names
            if n in kept
        )
        image = (
            f'<img src="/img/{number}.jpg" alt="">' if draw.rng.random() < 0.5 else ""
        )
        head = f'<h2 class="{draw.prefix}title">{draw.link(row, number)}</h2>'
        blocks.append(f'<div class="{kind}">{image}{head}{parts}{draw.action()}</div>')
        truth.append(
            {"title": row["title"]}
            | {_slug(n).replace("-", " "): kept[n] for n, _ in draw.names if n in kept}
        )
    return f'<div class="{draw.prefix}list">{"".join(blocks)}</div>', truth


@layout
def cards_labels(draw: Draw) -> tuple[str, Rows]:
    """An article a record, fields as ``Name: value``, some missing."""
    style = draw.rng.choice(
        [
            "<p>{}: {}</p>",
            "<p><b>{}:</b> {}</p>",
            "<div><span class='label'>{}</span> <span>{}</span></div>",
        ]
    )
    blocks, truth = [], []
    for number, row in enumerate(draw.rows):
        kept = thin(draw, row)
        parts = "".join(style.format(n, kept[n]) for n, _ in draw.names if n in kept)
        blocks.append(
            f"<article><h3>{draw.link(row, number)}</h3>{parts}{draw.action()}</article>"
        )
        truth.append(dict(kept.items()))
    return f"<section>{''.join(blocks)}</section>", truth


@layout
def cards_microdata(draw: Draw) -> tuple[str, Rows]:
    """Cards whose classes are hashes, and microdata names the fields."""
    blocks, truth = [], []
    for number, row in enumerate(draw.rows):
        kept = thin(draw, row)
        parts = "".join(
            f'<span class="css-{draw.rng.randrange(10, 99)}x9k" itemprop="{_slug(n)}">{kept[n]}</span> '
            for n, _ in draw.names
            if n in kept
        )
        blocks.append(
            f'<li class="css-1a2b3c"><h3 itemprop="name">{draw.link(row, number)}</h3>{parts}</li>'
        )
        truth.append(
            {"name": row["title"]}
            | {_slug(n): kept[n] for n, _ in draw.names if n in kept}
        )
    return f"<ul>{''.join(blocks)}</ul>", truth


@layout
def cards_plain(draw: Draw) -> tuple[str, Rows]:
    """Cards without any names: what is missing shows by the kinds of values alone."""
    names = [(n, kind) for n, kind in draw.names if kind != "text"][:3]
    blocks, truth = [], []
    for number, row in enumerate(draw.rows):
        parts = "".join(f"<span>{row[n]}</span> " for n, _ in names)
        blocks.append(f"<div><h3>{draw.link(row, number)}</h3><div>{parts}</div></div>")
        truth.append({"title": row["title"], **{f"?{n}": row[n] for n, _ in names}})
    return f"<div>{''.join(blocks)}</div>", truth


@layout
def snippets(draw: Draw) -> tuple[str, Rows]:
    """A list of links, each with a snippet, as search engines show them."""
    kind = f"{draw.prefix}result"
    lines, truth = [], []
    for number, row in enumerate(draw.rows):
        if number in draw.sponsored:
            lines.append(_promoted(draw, "li", kind))
        text = draw.words.value("text")
        date = draw.words.value("date")
        lines.append(
            f'<li class="{kind}"><a class="{draw.prefix}title" href="/d/{number}{len(text)}">{draw.mark(row["title"])}</a>'
            f'<div class="{draw.prefix}snippet">{draw.mark(text)}</div><time>{date}</time></li>'
        )
        truth.append({"title": row["title"], "snippet": text, "date": date})
    return f"<ol>{''.join(lines)}</ol>", truth


@layout
def terms(draw: Draw) -> tuple[str, Rows]:
    """One dl: a dt with the link, one dd or two for each record."""
    lines, truth = [], []
    for number, row in enumerate(draw.rows):
        text, date = draw.words.value("text"), draw.words.value("date")
        lines.append(
            f'<dt>{draw.link(row, number)}</dt><dd class="snippet">{text}</dd><dd class="posted">{date}</dd>'
        )
        truth.append({"title": row["title"], "snippet": text, "posted": date})
    return f"<dl>{''.join(lines)}</dl>", truth


@layout
def terms_each(draw: Draw) -> tuple[str, Rows]:
    """A dl for each record, its terms the names of the fields."""
    blocks, truth = [], []
    for row in draw.rows:
        kept = thin(draw, row)
        pairs = "".join(
            f"<dt>{n}</dt><dd>{kept[n]}</dd>" for n, _ in draw.names if n in kept
        )
        blocks.append(
            f"<li><dl><dt>Title</dt><dd>{draw.mark(row['title'])}</dd>{pairs}</dl></li>"
        )
        truth.append(
            {"Title": row["title"]} | {n: kept[n] for n, _ in draw.names if n in kept}
        )
    return f"<ul>{''.join(blocks)}</ul>", truth


@layout
def runs(draw: Draw) -> tuple[str, Rows]:
    """Siblings of one parent: a heading, a text, a line of values; no element around."""
    lines, truth = [], []
    for number, row in enumerate(draw.rows):
        text = draw.words.value("text")
        kept = thin(draw, row)
        values = " | ".join(
            f"{n}: {kept[n]}" for n, kind in draw.names if n in kept and kind != "text"
        )
        meta = f'<p class="facts">{values}</p>' if values else ""
        lines.append(
            f'<h3>{draw.link(row, number)}</h3><p class="abstract">{text}</p>{meta}'
        )
        truth.append(
            {"title": row["title"], "abstract": text}
            | {n: kept[n] for n, kind in draw.names if n in kept and kind != "text"}
        )
    return f"<div>{''.join(lines)}</div>", truth


@layout
def nested(draw: Draw) -> tuple[str, Rows]:
    """Groups with a heading, each with a list of records."""
    groups: list[list[tuple[int, dict[str, str]]]] = []
    for number, row in enumerate(draw.rows):
        if not groups or draw.rng.random() < 0.35:
            groups.append([])
        groups[-1].append((number, row))
    truth: Rows = []
    blocks = []
    first = draw.names[0][0]
    for group in groups:
        lines = "".join(
            f'<li>{draw.link(row, n)} <span class="{_slug(first)}">{row[first]}</span></li>'
            for n, row in group
        )
        truth += [
            {"title": row["title"], _slug(first).replace("-", " "): row[first]}
            for _, row in group
        ]
        blocks.append(f"<li><h3>{draw.words.words(1, 2)}</h3><ul>{lines}</ul></li>")
    return f"<ul>{''.join(blocks)}</ul>", truth


@layout
def sections(draw: Draw) -> tuple[str, Rows]:
    """Two sections of results under headings of their own."""
    cut = (len(draw.rows) + 1) // 2
    truth: Rows = []
    blocks = []
    for part in (draw.rows[:cut], draw.rows[cut:]):
        if not part:
            continue
        lines = ""
        for row in part:
            text = draw.words.value("text")
            lines += f'<li><h4>{draw.link(row, len(truth))}</h4><p class="teaser">{text}</p></li>'
            truth.append({"title": row["title"], "teaser": text})
        blocks.append(
            f"<section><h2>{draw.words.words(1, 1)}</h2><ul>{lines}</ul></section>"
        )
    return "".join(blocks), truth


@layout
def json_rows(draw: Draw) -> tuple[str, Rows]:
    """What an API answers."""
    rows = [{_slug(k): v for k, v in row.items()} for row in draw.rows]
    return dumps({"total": len(rows), "query": draw.query, "results": rows}), rows


@layout
def xml_feed(draw: Draw) -> tuple[str, Rows]:
    """A feed of items."""
    items, truth = "", []
    for number, row in enumerate(draw.rows):
        text = draw.words.value("text")
        items += f"<item><title>{escape(row['title'])}</title><link>http://db.test/{number}</link><description>{text}</description></item>"
        truth.append(
            {
                "title": row["title"],
                "link": f"http://db.test/{number}",
                "description": text,
            }
        )
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>{items}</channel></rss>',
        truth,
    )
