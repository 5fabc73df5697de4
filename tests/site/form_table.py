"""The forms of the site: one table, rendered into pages and told as truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .forms import INT, MULTIPART, Control, FormSpec
from .volatile import TOKEN
from .words import BRAND_SLUGS, CONDITIONS, DEPARTMENTS, FEATURES

if TYPE_CHECKING:
    from collections.abc import Mapping

_CSRF = Control("csrf", "hidden", value=TOKEN)
_ANY = ("",)
_STOCK_QUERY = (
    Control("q", label="Part"),
    Control("category", "select-one", "Category", _ANY + DEPARTMENTS),
    Control("brand", "select-one", "Brand", _ANY + BRAND_SLUGS),
    Control("condition", "radio", "Condition", _ANY + CONDITIONS),
    Control("in_stock", "checkbox", "In stock only", value="1"),
)
SORT = Control("sort", "select-one", "Sort by", ("sku", "price", "year", "name"))

_TABLE = (
    FormSpec("site-search", "GET", "/results", (Control("q", "search", "Search"),)),
    FormSpec(
        "newsletter",
        "POST",
        "/newsletter",
        (_CSRF, Control("email", "email", "News by e-mail", required=True)),
        (("", "Subscribe"),),
    ),
    FormSpec("search", "GET", "/results", _STOCK_QUERY, (("", "Search"),)),
    FormSpec(
        "advanced",
        "GET",
        "/results/advanced",
        (
            *_STOCK_QUERY,
            Control("price_min", "number", "Price from"),
            Control("price_max", "number", "Price to"),
            Control("year", "number", "Built since"),
            Control("feature", "checkbox", "Suited to", FEATURES),
            SORT,
        ),
        (("", "Search the stock"),),
    ),
    FormSpec(
        "list-filter",
        "GET",
        "/list",
        (
            Control("c", "hidden", value=INT),
            Control("order", "select-one", "Order", ("name", "price")),
        ),
        (("", "Apply"),),
    ),
    FormSpec(
        "basket",
        "POST",
        "/item/{int}/basket",
        (_CSRF, Control("quantity", "number", "Quantity", value="1")),
        (("", "Add to basket"),),
    ),
    FormSpec(
        "price-alert",
        "POST",
        "/item/{int}/alert",
        (
            _CSRF,
            Control("email", "email", "Tell me at", required=True),
            Control("below", "number", "when the price is below"),
        ),
    ),
    FormSpec(
        "review",
        "POST",
        "/item/{int}/review",
        (
            _CSRF,
            Control("rating", "radio", "Stars", ("1", "2", "3", "4", "5")),
            Control("title", label="Title"),
            Control("body", "textarea", "Your review", required=True),
        ),
    ),
    FormSpec(
        "reply",
        "POST",
        "/thread/{int}/reply",
        (
            _CSRF,
            Control("body", "textarea", "Reply"),
            Control("attachment", "file", "Attach"),
        ),
        (("do", "Preview"), ("do", "Post")),
        MULTIPART,
    ),
    FormSpec(
        "poll",
        "POST",
        "/thread/{int}/poll",
        (_CSRF, Control("v{int}", "radio", "Your vote", ("yes", "no", "perhaps"))),
        (("", "Vote"),),
    ),
    FormSpec(
        "message",
        "POST",
        "/people/{word}/message",
        (
            _CSRF,
            Control("subject", label="Subject"),
            Control("body", "textarea", "Message"),
        ),
    ),
    FormSpec(
        "comment",
        "POST",
        "/journal/comment",
        (
            _CSRF,
            Control("article", "hidden", value=INT),
            Control("name", label="Name"),
            Control("email", "email", "E-mail"),
            Control("body", "textarea", "Comment"),
        ),
    ),
    FormSpec(
        "survey",
        "POST",
        "/journal/survey",
        (
            _CSRF,
            Control("age", "number", "Age"),
            Control("visits", "select-one", "Visits", ("daily", "weekly", "seldom")),
            Control("liked", "checkbox", "I liked it", value="1"),
        ),
    ),
    FormSpec(
        "contact",
        "POST",
        "/contact",
        (
            _CSRF,
            Control("name", label="Name", required=True),
            Control("email", "email", "E-mail", required=True),
            Control("topic", "select-one", "Topic", ("order", "part", "other")),
            Control("body", "textarea", "Message"),
            Control("copy", "checkbox", "Send me a copy", value="1"),
        ),
    ),
    FormSpec(
        "login",
        "POST",
        "/login",
        (
            _CSRF,
            Control("next", "hidden"),
            Control("user", label="User name", required=True),
            Control("password", "password", "Password", required=True),
            Control("remember", "checkbox", "Stay signed in", value="1"),
        ),
        (("", "Sign in"),),
    ),
    FormSpec(
        "forgot",
        "POST",
        "/login/forgot",
        (_CSRF, Control("email", "email", "E-mail")),
        (("", "Send me a link"),),
    ),
    FormSpec(
        "register",
        "POST",
        "/register",
        (
            _CSRF,
            Control("user", label="User name", required=True),
            Control("email", "email", "E-mail", required=True),
            Control("password", "password", "Password", required=True),
            Control("again", "password", "Repeat it", required=True),
            Control("country", "select-one", "Country", ("de", "fr", "gb", "no")),
            Control("terms", "checkbox", "I accept the terms", value="1"),
        ),
        (("", "Create account"),),
    ),
    FormSpec(
        "upload",
        "POST",
        "/manual/upload",
        (
            _CSRF,
            Control("drawing", "file", "Drawing"),
            Control("order", label="Order number"),
        ),
        (("", "Upload"),),
        MULTIPART,
    ),
    FormSpec(
        "trade-login",
        "POST",
        "/trade/in",
        (
            _CSRF,
            Control("account", label="Account"),
            Control("pin", "password", "PIN"),
        ),
    ),
    FormSpec(
        "cart",
        "POST",
        "/cart",
        (
            _CSRF,
            Control("qty[{int}]", "number", "Quantity", value="1"),
            Control("coupon", label="Coupon"),
        ),
        (("do", "Update"), ("do", "Checkout")),
    ),
    FormSpec(
        "settings",
        "POST",
        "/admin/settings",
        (
            _CSRF,
            Control("site_name", label="Name of the shop"),
            Control("currency", "select-one", "Currency", ("eur", "gbp", "nok")),
            Control("mode", "radio", "Mode", ("open", "closed", "maintenance")),
            Control("debug", "checkbox", "Show errors", value="1"),
            Control("footer", "textarea", "Footer"),
        ),
        (("do", "Save"), ("do", "Reset")),
    ),
    FormSpec(
        "address",
        "POST",
        "/account/address",
        (
            _CSRF,
            Control("street", label="Street"),
            Control("zip", label="Post code"),
            Control("city", label="City"),
        ),
    ),
    FormSpec(
        "legacy-find",
        "GET",
        "/legacy/find",
        (
            Control("nomer", label="Номер"),
            Control("god", "select-one", "Год", ("1998",)),
        ),
        (("", "Найти"),),
    ),
)
FORMS: Mapping[str, FormSpec] = {spec.name: spec for spec in _TABLE}
