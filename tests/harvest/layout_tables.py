"""Layouts of result pages: tables."""

# ruff: noqa: E501 - markup is read best when it is not broken
from __future__ import annotations

from html import escape

from tests.harvest.layouts import Draw, layout

Rows = list[dict[str, str]]


def _sponsored_row(draw: Draw, width: int) -> str:
    word = draw.words.vocabulary.sponsored[0]
    cells = "".join(f"<td>{draw.words.words(1, 3)}</td>" for _ in range(width - 1))
    if draw.rng.random() < 0.5:
        return f'<tr class="ad sponsored">{cells}<td>{draw.words.word()}</td></tr>'
    return f"<tr>{cells}<td><small>{word}</small> {draw.words.word()}</td></tr>"


def _body(draw: Draw) -> tuple[list[str], Rows]:
    lines, truth = [], []
    for number, row in enumerate(draw.rows):
        if number in draw.sponsored:
            lines.append(_sponsored_row(draw, len(draw.names) + 1))
        cells = "".join(f"<td>{draw.mark(row[name])}</td>" for name, _ in draw.names)
        act = f"<td>{draw.action()}</td>" if draw.actions else ""
        odd = draw.rng.choice(["", f' class="{"odd" if number % 2 else "even"}"'])
        lines.append(f"<tr{odd}><td>{draw.link(row, number)}</td>{cells}{act}</tr>")
        truth.append({"Title": row["title"], **{n: row[n] for n, _ in draw.names}})
    return lines, truth


def _heads(draw: Draw, tag: str) -> str:
    names = ["Title", *(name for name, _ in draw.names)]
    extra = f"<{tag}></{tag}>" if draw.actions else ""
    return (
        "<tr>" + "".join(f"<{tag}>{escape(n)}</{tag}>" for n in names) + extra + "</tr>"
    )


@layout
def table_head(draw: Draw) -> tuple[str, Rows]:
    """A table with thead, and a foot that sums up."""
    lines, truth = _body(draw)
    foot = f'<tfoot><tr><td>Total</td><td colspan="{len(draw.names)}">{len(truth)}</td></tr></tfoot>'
    foot = draw.rng.choice(["", foot])
    return (
        f"<table><thead>{_heads(draw, 'th')}</thead><tbody>{''.join(lines)}</tbody>{foot}</table>",
        truth,
    )


@layout
def table_th(draw: Draw) -> tuple[str, Rows]:
    """A first row of th, without thead; rows may be led by a th too."""
    lines, truth = _body(draw)
    if draw.rng.random() < 0.4:
        lines = [
            line.replace("<td>", '<th scope="row">', 1).replace("</td>", "</th>", 1)
            for line in lines
        ]
    return f"<table>{_heads(draw, 'th')}{''.join(lines)}</table>", truth


@layout
def table_td(draw: Draw) -> tuple[str, Rows]:
    """A first row of td with the names."""
    lines, truth = _body(draw)
    return f"<table>{_heads(draw, 'td')}{''.join(lines)}</table>", truth


@layout
def table_spans(draw: Draw) -> tuple[str, Rows]:
    """Two rows of headers, groups that span rows, values that span columns."""
    first, second = draw.names[0][0], draw.names[1][0]
    head = (
        '<tr><th rowspan="2">Group</th><th rowspan="2">Title</th><th colspan="2">Data</th></tr>'
        f"<tr><th>{first}</th><th>{second}</th></tr>"
    )
    lines, truth, at = [], [], 0
    while at < len(draw.rows):
        size = min(draw.rng.randint(1, 3), len(draw.rows) - at)
        group = draw.words.words(1, 1)
        for place, row in enumerate(draw.rows[at : at + size]):
            lead = f'<td rowspan="{size}">{group}</td>' if place == 0 else ""
            if draw.rng.random() < 0.15:
                cells = '<td colspan="2">n/a</td>'
                one = two = "n/a"
            else:
                one, two = row[first], row[second]
                cells = f"<td>{one}</td><td>{two}</td>"
            lines.append(f"<tr>{lead}<td>{draw.link(row, at + place)}</td>{cells}</tr>")
            truth.append(
                {
                    "Group": group,
                    "Title": row["title"],
                    f"Data {first}": one,
                    f"Data {second}": two,
                }
            )
        at += size
    return f"<table><thead>{head}</thead>{''.join(lines)}</table>", truth


@layout
def table_sideways(draw: Draw) -> tuple[str, Rows]:
    """Records are columns, named by the first cell of each row."""
    rows = draw.rows[:6]
    names = ["title", *(name for name, _ in draw.names)]
    lines = "".join(
        f"<tr><th>{'Title' if name == 'title' else name}</th>"
        + "".join(f"<td>{draw.mark(row[name])}</td>" for row in rows)
        + "</tr>"
        for name in names
    )
    truth = [{("Title" if n == "title" else n): row[n] for n in names} for row in rows]
    return f"<table>{lines}</table>", truth


@layout
def table_pairs(draw: Draw) -> tuple[str, Rows]:
    """Two rows a record: a title across, and values below it."""
    lines, truth = [], []
    for number, row in enumerate(draw.rows):
        cells = "".join(f"<td>{row[name]}</td>" for name, _ in draw.names)
        span = len(draw.names)
        lines.append(
            f'<tr><td colspan="{span}"><h3>{draw.link(row, number)}</h3></td></tr>'
        )
        lines.append(f"<tr>{cells}</tr>")
        truth.append(
            {"title": row["title"], **{f"?{n}": row[n] for n, _ in draw.names}}
        )
    return f"<table>{''.join(lines)}</table>", truth


@layout
def table_in_table(draw: Draw) -> tuple[str, Rows]:
    """A page laid out by a table, the results in a table within."""
    lines, truth = _body(draw)
    inner = f"<table>{_heads(draw, 'th')}{''.join(lines)}</table>"
    side = "".join(f"<a href='/s{n}'>{draw.words.word()}</a><br>" for n in range(4))
    return f"<table><tr><td>{side}</td><td>{inner}</td></tr></table>", truth


@layout
def key_tables(draw: Draw) -> tuple[str, Rows]:
    """A heading and a small table of names and values for each record."""
    blocks, truth = [], []
    for number, row in enumerate(draw.rows):
        lines = "".join(
            f"<tr><th>{n}</th><td>{row[n]}</td></tr>" for n, _ in draw.names
        )
        blocks.append(
            f"<div><h3>{draw.link(row, number)}</h3><table>{lines}</table></div>"
        )
        truth.append({"title": row["title"], **{n: row[n] for n, _ in draw.names}})
    return f"<div>{''.join(blocks)}</div>", truth
