"""Contact, login, registration, cart, settings, account, members, errors, traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .danger import DANGERS
from .links import money
from .model import Body
from .traps import TRAPS
from .words import paragraph, sentence

if TYPE_CHECKING:
    from .model import Visit


def contact(visit: Visit) -> Body:
    hours = "".join(
        f"<tr><th>{day}</th><td>8-17</td></tr>" for day in ("Mon", "Tue", "Wed")
    )
    main = (
        "<h1>Contact</h1><address>Quay 4<br>2000 Harbour</address>"
        f"<table><caption>Open</caption>{hours}</table>{visit.form('contact')}"
        '<iframe src="https://maps.example/embed?q=quay" title="Map"></iframe>'
    )
    return Body("Contact", main)


def login(visit: Visit) -> Body:
    values = {"next": visit.first("next")}
    failed = '<p role="alert">Wrong name or password.</p>' * bool(visit.first("failed"))
    main = (
        f'<section class="box"><h1>Sign in</h1>{failed}'
        f"{visit.form('login', values=values)}</section><section>"
        f"<h2>Password forgotten?</h2>{visit.form('forgot')}</section>"
    )
    return Body("Sign in", main)


def register(visit: Visit) -> Body:
    terms = "".join(f"<li>{sentence(visit.rng(str(n)))}</li>" for n in range(12))
    main = (
        f'<h1>Create an account</h1><div class="split">{visit.form("register")}'
        f'<div class="terms"><h2>Terms</h2><ol>{terms}</ol></div></div>'
    )
    return Body("Create an account", main)


CART_LINES = ("17", "4")


def cart(visit: Visit) -> Body:
    lines = "".join(
        f"<tr><td>Part {item}</td><td>{money(990 * int(item))}</td>"
        f"<td>{DANGERS['remove'].link(item)}</td></tr>"
        for item in CART_LINES
    )
    main = (
        f"<h1>Cart</h1><table><thead><tr><th>Part</th><th>Price</th><th></th></tr>"
        f"</thead><tbody>{lines}</tbody><tfoot><tr><td>Sum</td><td>{money(20790)}</td>"
        f"<td></td></tr></tfoot></table>{visit.form('cart', CART_LINES[0])}"
        f"<p>{DANGERS['order'].link()}</p>"
    )
    return Body("Cart", main)


def settings(visit: Visit) -> Body:
    tabs = "".join(f"<li><span>{tab}</span></li>" for tab in ("General", "Mail", "Tax"))
    flags = "".join(
        f"<tr><td><code>flag.{n}</code></td><td><kbd>{'on' if n % 2 else 'off'}</kbd>"
        f"</td><td>{sentence(visit.rng(str(n)))}</td></tr>"
        for n in range(9)
    )
    main = (
        f'<h1>Settings</h1><ul class="tabs">{tabs}</ul>{visit.form("settings")}'
        f"<h2>Flags</h2><table>{flags}</table>"
    )
    return Body("Settings", main)


def account(visit: Visit) -> Body:
    tiles = "".join(
        f"<div><h3>{name}</h3><p>{sentence(visit.rng(name))}</p></div>"
        for name in ("Orders", "Invoices", "Wish list")
    )
    leave = "".join(
        f"<li>{DANGERS[name].link()}</li>" for name in ("abmelden", "deconnexion")
    )
    main = (
        f'<h1>Your account</h1><div class="tiles">{tiles}</div><h2>Address</h2>'
        f"{visit.form('address')}<ul>{leave}</ul>"
        '<p><a href="/member">Your orders</a></p>'
    )
    return Body("Your account", main)


def member(visit: Visit) -> Body:
    rng = visit.rng("orders")
    orders = "".join(
        f"<tr><td>2024-{n:02}</td><td>{sentence(rng)}</td>"
        f"<td>{rng.randint(5, 900)}</td></tr>"
        for n in range(1, 7)
    )
    main = f"<h1>Your orders</h1><table><tbody>{orders}</tbody></table>"
    return Body("Your orders", main)


def private(visit: Visit) -> Body:
    return Body("Reports", f"<h1>Reports</h1><p>{paragraph(visit.rng('private'))}</p>")


def thanks(visit: Visit) -> Body:
    return Body("Thank you", "<p>Thank you. <a href='/'>Back to the shop</a></p>")


def traps(visit: Visit) -> Body | None:
    if not visit.site.options.traps:
        return None
    items = "".join(
        f"<li><a href='{trap.start}'>{trap.name}</a>: {trap.why}</li>" for trap in TRAPS
    )
    return Body("Playground", f"<h1>Playground</h1><ul>{items}</ul>")


def not_found(visit: Visit) -> Body:
    main = (
        '<div class="missing"><h1>404</h1><p>There is no such page.</p>'
        '<p><a href="/">Start again</a></p></div>'
    )
    return Body("Not found", main)


def broken(visit: Visit) -> Body:
    main = (
        "<pre>java.lang.NullPointerException\n  at example.Shop.render(Shop.java:42)"
        "</pre><p>Please try later.</p>"
    )
    return Body("Internal error", main)
