"""The search forms, their results, and the records behind them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from .links import pager
from .model import Body
from .records import MAX_PAGES, PAGE_SIZE, BadQueryError, Record, find
from .words import sentence

if TYPE_CHECKING:
    from .model import Visit


def search(visit: Visit) -> Body:
    hints = "".join(f"<li>{sentence(visit.rng(str(n)))}</li>" for n in range(3))
    main = f"<h1>Search our stock</h1>{visit.form('search')}<ul>{hints}</ul>"
    return Body("Search", f'{main}<p><a href="/search/advanced">More filters</a></p>')


def advanced(visit: Visit) -> Body:
    main = (
        "<h1>Advanced search</h1><div><p>All filters must fit.</p>"
        f"{visit.form('advanced')}</div><dl><dt>Stock</dt><dd>{len(visit.site.records)}"
        " records</dd></dl>"
    )
    return Body("Advanced search", main)


def _row(record: Record) -> str:
    stock = "in stock" if record.in_stock else "<em>on order</em>"
    return (
        f'<li><div><h3><a href="/stock/{record.sku}">{escape(record.name)}</a></h3>'
        f'<span class="sku">{record.sku}</span></div><p>{record.brand} | '
        f"{record.category} | {record.condition} | {record.year} | {stock}</p>"
        f"<strong>€ {record.price}</strong></li>"
    )


def results(visit: Visit) -> Body | None:
    """Results of either form, or a message; the form comes again with both."""
    page = visit.number("page")
    form = visit.form("search") + visit.form("advanced")
    query = {name: values for name, values in visit.query.items() if name != "page"}
    try:
        found = find(visit.site.records, query)
    except BadQueryError as error:
        return Body("Search", f'<p class="error">{error}</p>{form}')
    if not found:
        return Body("Nothing found", f"<p>No parts match your search.</p>{form}")
    pages = min(MAX_PAGES, -(-len(found) // PAGE_SIZE))
    if not 1 <= page <= pages:
        return None
    start = (page - 1) * PAGE_SIZE
    shown = found[start : start + PAGE_SIZE]
    base = f"{visit.path}?{urlencode(query, doseq=True)}"
    cut = f" Only the first {pages * PAGE_SIZE} are shown."
    main = (
        f"<h1>Results</h1>{form}<p>{start + 1}-{start + len(shown)} of "
        f"{len(found)} parts."
        f"{cut if len(found) > pages * PAGE_SIZE else ''}</p>"
        f'<ol class="results">{"".join(map(_row, shown))}</ol>'
        f"{pager(base, page, pages)}"
    )
    return Body("Results", main)


def stock(visit: Visit) -> Body | None:
    found = [record for record in visit.site.records if record.sku == visit.about]
    if not found:
        return None
    record = found[0]
    rows = "".join(
        f"<tr><th scope=row>{label}</th><td>{escape(str(value))}</td></tr>"
        for label, value in (
            ("Number", record.sku),
            ("Brand", record.brand),
            ("Category", record.category),
            ("Condition", record.condition),
            ("In stock", "yes" if record.in_stock else "no"),
            ("Price", f"€ {record.price}"),
            ("Year", record.year),
            ("Suited to", ", ".join(record.features) or "-"),
        )
    )
    rng = visit.rng("stock")
    notes = "".join(f"<p>{sentence(rng)}</p>" for _ in range(rng.randint(2, 6)))
    main = (
        f'<h1>{escape(record.name)}</h1><table class="record"><tbody>{rows}</tbody>'
        f"</table><h2>Notes of the warehouse</h2>{notes}"
    )
    return Body(record.name, main)
