"""Layouts of result pages that are hard to read: split, grouped, deep, wrapped."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

from tests.harvest.layouts import Draw, dumps, layout

Rows = list[dict[str, str]]


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def _named(draw: Draw, row: dict[str, str]) -> dict[str, str]:
    return {"Title": row["title"], **{n: row[n] for n, _ in draw.names}}


def _line(draw: Draw, row: dict[str, str], number: int) -> str:
    cells = "".join(f"<td>{row[n]}</td>" for n, _ in draw.names)
    return f"<tr><td>{draw.link(row, number)}</td>{cells}</tr>"


def _head(draw: Draw) -> str:
    names = "".join(f"<th>{n}</th>" for n in ["Title", *(n for n, _ in draw.names)])
    return f"<thead><tr>{names}</tr></thead>"


@layout
def table_two(draw: Draw) -> tuple[str, Rows]:
    """The results in two tables, each under a heading, with other text between."""
    lines = [_line(draw, row, n) for n, row in enumerate(draw.rows)]
    cut = draw.rng.randint(0, len(lines))
    blocks = [
        f"<h2>{draw.words.words(1, 2)}</h2><table>{_head(draw)}<tbody>{''.join(part)}</tbody></table>"
        for part in (lines[:cut], lines[cut:])
        if part
    ]
    between = f"<p>{draw.words.value('text')}</p>"
    return between.join(blocks), [_named(draw, row) for row in draw.rows]


@layout
def table_groups(draw: Draw) -> tuple[str, Rows]:
    """Rows of one cell across are the heads of groups; each may have a sum."""
    width = len(draw.names) + 1
    lines, sums = [], draw.rng.random() < 0.4
    for number, row in enumerate(draw.rows):
        if number == 0 or draw.rng.random() < 0.3:
            tag = draw.rng.choice(["td", "th"])
            lines.append(
                f'<tr class="group"><{tag} colspan="{width}">{draw.words.words(1, 2)}</{tag}></tr>'
            )
        lines.append(_line(draw, row, number))
    foot = f'<tfoot><tr><td colspan="{width}">{len(draw.rows)}</td></tr></tfoot>'
    return (
        f"<table>{_head(draw)}<tbody>{''.join(lines)}</tbody>{foot if sums else ''}</table>",
        [_named(draw, row) for row in draw.rows],
    )


@layout
def table_columns(draw: Draw) -> tuple[str, Rows]:
    """Two rows of headers: columns in groups of two."""
    names = [n for n, _ in draw.names][: len(draw.names) // 2 * 2]
    pairs = [(names[i], names[i + 1]) for i in range(0, len(names), 2)]
    groups = [draw.words.word().capitalize() for _ in pairs]
    top = "".join(f'<th colspan="2">{group}</th>' for group in groups)
    low = "".join(f"<th>{a}</th><th>{b}</th>" for a, b in pairs)
    head = f'<thead><tr><th rowspan="2">Title</th>{top}</tr><tr>{low}</tr></thead>'
    lines, truth = "", []
    for number, row in enumerate(draw.rows):
        cells = "".join(f"<td>{row[name]}</td>" for name in names)
        lines += f"<tr><td>{draw.link(row, number)}</td>{cells}</tr>"
        truth.append(
            {"Title": row["title"]}
            | {f"{groups[i // 2]} {name}": row[name] for i, name in enumerate(names)}
        )
    return f"<table>{head}<tbody>{lines}</tbody></table>", truth


@layout
def terms_many(draw: Draw) -> tuple[str, Rows]:
    """A list of definitions for each record, under a heading, within a list."""
    items, truth = "", []
    for number, row in enumerate(draw.rows):
        kept = {n: row[n] for n, _ in draw.names if draw.rng.random() < 0.85}
        lines = "".join(f"<dt>{n}</dt><dd>{v}</dd>" for n, v in kept.items())
        lines = lines or f"<dt>{draw.names[0][0]}</dt><dd>-</dd>"
        kept = kept or {draw.names[0][0]: "-"}
        items += f"<li><h3>{draw.link(row, number)}</h3><dl>{lines}</dl></li>"
        truth.append({"title": row["title"], **kept})
    return f"<ol>{items}</ol>", truth


@layout
def cards_deep(draw: Draw) -> tuple[str, Rows]:
    """Cards in rows of a grid; within each card two columns of wrapped fields."""
    cards, truth = [], []
    kind = f"{draw.prefix}card"
    for number, row in enumerate(draw.rows):
        half = (len(draw.names) + 1) // 2
        columns = "".join(
            '<div class="col">'
            + "".join(
                f'<div><div class="{draw.prefix}{_slug(n)}"><span>{row[n]}</span></div></div>'
                for n, _ in part
            )
            + "</div>"
            for part in (draw.names[:half], draw.names[half:])
        )
        cards.append(
            f'<div class="{kind}"><div><div><h3 class="{draw.prefix}title">{draw.link(row, number)}</h3></div></div>'
            f'<div class="columns">{columns}</div></div>'
        )
        truth.append(
            {"title": row["title"]}
            | {_slug(n).replace("-", " "): row[n] for n, _ in draw.names}
        )
    size = draw.rng.choice([2, 3, 4])
    rows = "".join(
        f'<div class="row">{"".join(cards[at : at + size])}</div>'
        for at in range(0, len(cards), size)
    )
    return f'<div class="grid">{rows}</div>', truth


@layout
def cards_tags(draw: Draw) -> tuple[str, Rows]:
    """Each record holds a list of its own: tags, more of them than records."""
    items, truth = "", []
    first = draw.names[0][0]
    for number, row in enumerate(draw.rows):
        tags = [draw.words.word() for _ in range(draw.rng.randint(2, 6))]
        listed = "".join(f'<li><a href="/tag/{t}">{t}</a></li>' for t in tags)
        items += (
            f'<article><h2>{draw.link(row, number)}</h2><p class="{_slug(first)}">{row[first]}</p>'
            f'<ul class="tags">{listed}</ul></article>'
        )
        truth.append(
            {
                "title": row["title"],
                _slug(first).replace("-", " "): row[first],
                "tags": ", ".join(tags),
            }
        )
    return f"<main>{items}</main>", truth


@layout
def json_wrapped(draw: Draw) -> tuple[str, Rows]:
    """An answer within an answer, objects within, and facets that are no records."""
    names = [n for n, _ in draw.names]
    facets = [
        {"value": draw.words.word(), "count": draw.rng.randint(1, 99)} for _ in range(4)
    ]
    items = [
        {
            "title": row["title"],
            "info": {_slug(n): row[n] for n in names},
        }
        for row in draw.rows
    ]
    truth = [
        {"title": row["title"], **{f"info.{_slug(n)}": row[n] for n in names}}
        for row in draw.rows
    ]
    answer = {
        "status": "ok",
        "data": {"facets": {"kind": facets}, "page": 1, "hits": {"items": items}},
    }
    return dumps(answer), truth


@layout
def json_columns(draw: Draw) -> tuple[str, Rows]:
    """Names of columns once, and rows as lists."""
    names = ["title", *(_slug(n) for n, _ in draw.names)]
    rows = [[row["title"], *(row[n] for n, _ in draw.names)] for row in draw.rows]
    truth = [dict(zip(names, row, strict=True)) for row in rows]
    return dumps({"columns": names, "rows": rows, "truncated": False}), truth
