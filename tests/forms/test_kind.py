"""Kinds of forms: tables of siblings in many languages, rules, hostile input."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom import parse
from crawler.forms.extract import extract
from crawler.forms.kind import FormsOptions, Kinds, kind
from crawler.forms.kind_features import features
from crawler.forms.kind_rules import KINDS
from crawler.items import Field, Form, Hints, Submitter

PAPER = Kinds.of(FormsOptions(rules="paper"))


def form(html: str, url: str = "https://h.example/page") -> Form:
    """The first form of a document."""
    page = parse(html.encode(), url=url, content_type="text/html; charset=utf-8")
    return extract(page)[0]


# Each language with forms as its applications write them.
LANGUAGES = {
    "en": ("Search", "Log in", "Password", "Subscribe to our newsletter", "E-mail"),
    "de": ("Suchen", "Anmelden", "Passwort", "Newsletter abonnieren", "E-Mail"),
    "fr": (
        "Rechercher", "Connexion", "Mot de passe", "S'abonner à la newsletter",
        "Courriel",
    ),
    "es": (
        "Buscar", "Iniciar sesión", "Contraseña", "Suscribirse al boletín",
        "Correo electrónico",
    ),
    "it": ("Cerca", "Accedi", "Password", "Iscriviti alla newsletter", "Email"),
    "pt": ("Pesquisar", "Entrar", "Senha", "Assinar newsletter", "E-mail"),
    "pl": ("Szukaj", "Zaloguj się", "Hasło", "Zapisz się do newslettera", "E-mail"),
    "ru": ("Найти", "Войти", "Пароль", "Подписаться на рассылку", "Эл. почта"),
    "zh": ("搜索", "登录", "密码", "订阅邮件", "邮箱"),
    "ja": ("検索", "ログイン", "パスワード", "メルマガ購読", "メールアドレス"),
    "ko": ("검색", "로그인", "비밀번호", "뉴스레터 구독", "이메일"),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", ["search", "login", "newsletter"])
@pytest.mark.parametrize("button", ["button", "input"])
def test_languages(language: str, told: str, button: str) -> None:
    search, login, password, newsletter, email = LANGUAGES[language]
    words = {"search": search, "login": login, "newsletter": newsletter}[told]
    inside = {
        "search": '<input name="f1">',
        "login": f'<label>{email} <input name="f1"></label>'
        f'<label>{password} <input name="f2" type="password"></label>',
        "newsletter": f'<label>{email} <input name="f1"></label>',
    }[told]
    press = {
        "button": f"<button>{words}</button>",
        "input": f'<input type="submit" value="{words}">',
    }[button]
    method = "get" if told == "search" else "post"
    found = kind(form(f'<form action="/x" method="{method}">{inside}{press}</form>'))
    assert found.kind == told, found


@pytest.mark.parametrize(
    "html",
    [
        '<form><input name="q"></form>',
        '<form action="/"><input name="q"><button></button></form>',
        '<form><input name="s"></form>',
        '<form action="/catalog"><input type="search" name="x"></form>',
        '<form role="search"><input name="x"></form>',
        '<form action="/search" method="post"><input name="x"></form>',
        '<form><input name="query"><input type="hidden" name="lang" value="en"></form>',
        '<form action="/find"><input name="t"><select name="c"><option>All</select>',
        '<form><input name="keywords"><input type="image" src="/img/go.gif" name="b">',
        (
            '<form id="searchbox_01523:ab" action="http://h/cse"><input name="q">'
            '<input type="hidden" name="cx" value="1"><input type="submit" name="sa">'
        ),
        (
            '<form class="facets"><select name="brand"><option>All brands<option>A'
            '<select name="year"><option>Any<option>1</select><button>Search</form>'
        ),
        (
            '<form action="/results"><label>Author <input name="a"></label>'
            '<label>Title <input name="t"></label><label>ISBN <input name="i"></label>'
            "<button>Find books</button></form>"
        ),
        (
            '<form><label>From <input name="from"></label><label>To <input name="to">'
            '</label><input type="date" name="depart"><button>Search flights</button>'
        ),
    ],
)
def test_searches(html: str) -> None:
    assert kind(form(html)).kind == "search"


EMAIL = '<input type="email" name="email" placeholder="E-mail address">'


@pytest.mark.parametrize(
    ("told", "html"),
    [
        ("newsletter", f'<form method="post">{EMAIL}<button>Subscribe</button>'),
        ("newsletter", f'<form class="newsletter">{EMAIL}<button>Go</button></form>'),
        (
            "newsletter",
            f'<form action="https://x.example/list-manage/subscribe">{EMAIL}<button>OK',
        ),
        (
            "newsletter",
            '<form action="/newsletter"><input type="search" name="email"><button>OK',
        ),
        (
            "recovery",
            (
                f'<form method="post" action="/password/forgot">{EMAIL}'
                "<button>Reset password</button></form>"
            ),
        ),
        (
            "registration",
            (
                f'<form method="post" action="/register"><input name="username">{EMAIL}'
                '<input type="password" name="p1"><input type="password" name="p2">'
                "<button>Create account</button></form>"
            ),
        ),
        (
            "contact",
            (
                f'<form method="post" action="/contact"><input name="name">{EMAIL}'
                '<textarea name="message"></textarea><button>Send</button></form>'
            ),
        ),
        (
            "contact",
            (
                f'<form method="post" id="commentform"><input name="author">{EMAIL}'
                '<textarea name="comment"></textarea><button>Post comment</form>'
            ),
        ),
        (
            "cart",
            (
                '<form method="post" action="/cart/add"><input name="quantity">'
                '<input type="hidden" name="product_id" value="7">'
                "<button>Add to cart</button></form>"
            ),
        ),
        (
            "login",
            (
                '<form method="post" action="/session"><input name="user">'
                '<input type="password" name="pass"><button>Log in</button></form>'
            ),
        ),
        (
            "login",
            (
                '<form action="/search"><input name="q"><input type="password">'
                "<button>Log in</button></form>"
            ),
        ),
    ],
)
def test_what_is_no_search(told: str, html: str) -> None:
    assert kind(form(html)).kind == told


@pytest.mark.parametrize(
    ("given", "rule", "never"),
    [
        (Form(""), "empty", "search"),
        (Form("http://h/", fields=(Field("a", "hidden"),)), "no-entry", "search"),
        (Form("http://h/", submitters=(Submitter("a"),)), "no-entry", "search"),
        (
            Form(
                "http://h/search?q=1", fields=(Field("q", "password", label="Search"),)
            ),
            "password",
            "search",
        ),
        (
            Form("http://h/search", "POST", fields=(Field("q", "file"),)),
            "file",
            "search",
        ),
        (
            Form("http://h/x", fields=(Field("x", "search"),)),
            "search-box",
            "other",
        ),
    ],
)
def test_rules_rule_out(given: Form, rule: str, never: str) -> None:
    found = kind(given)
    assert found.rule == rule
    assert found.probabilities.get(never, 0.0) == 0.0
    assert sum(found.probabilities.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ((Field("q", "text"),), "other"),  # rule 1: two controls
        ((Field("q", "text"), Field("h", "hidden")), "other"),
        ((Field("q", "text"), Field("r", "text")), "search"),
        ((Field("q", "text"), Field("r", "password")), "other"),  # rule 2
        ((Field("username", "text"), Field("r", "text")), "other"),
        ((Field("a", "text", label="Password hint"), Field("r", "text")), "other"),
        ((Field("a", "checkbox"),), "other"),  # rule 3
        ((Field("a", "select-one"),), "other"),
        ((Field("email", "email"), Field("msg", "textarea")), "search"),  # published
        ((), "other"),
    ],
)
def test_published_rules(fields: tuple[Field, ...], told: str) -> None:
    found = PAPER(Form("http://h/", fields=fields))
    assert (found.kind, found.rule) == (told, "paper")


def test_told_form_keeps_everything_else() -> None:
    given = form('<form action="/find"><input name="q"></form>')
    told = Kinds.of(FormsOptions()).told(given)
    assert told.kind == "search"
    assert 0.5 < told.probability <= 1
    assert (told.signature, told.fields) == (given.signature, given.fields)


def test_hints_do_not_enter_the_signature() -> None:
    plain = form('<form action="/find"><input name="q"></form>')
    dressed = form('<form action="/find" class="a b"><input name="q" class="c"></form>')
    assert dressed.hints == Hints(form="a b", entries="c")
    assert dressed.signature == plain.signature


TEXTS = st.text(max_size=60)
TYPES = st.sampled_from(
    ["text", "hidden", "search", "password", "select-one", "checkbox", "file", "x"]
)
FORMS = st.builds(
    Form,
    action=TEXTS,
    method=st.sampled_from(["GET", "POST", "DIALOG"]),
    fields=st.lists(
        st.builds(Field, TEXTS, TYPES, TEXTS, labels=st.tuples(TEXTS), label=TEXTS),
        max_size=6,
    ).map(tuple),
    submitters=st.lists(st.builds(Submitter, TEXTS, TEXTS), max_size=3).map(tuple),
    name=TEXTS,
    hints=st.builds(Hints, TEXTS, TEXTS, TEXTS),
)


@settings(deadline=None, max_examples=200)
@given(FORMS)
def test_any_form_has_an_answer(given: Form) -> None:
    found = kind(given)
    assert found.kind in KINDS
    assert found.probabilities.keys() <= set(KINDS)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert found.probability == max(found.probabilities.values())
    assert found == kind(given)


@settings(deadline=None, max_examples=100)
@given(FORMS)
def test_the_order_of_fields_does_not_matter(given: Form) -> None:
    turned = Form(
        given.action,
        given.method,
        fields=given.fields[::-1],
        submitters=given.submitters[::-1],
        name=given.name,
        hints=given.hints,
    )
    assert features(turned) == features(given)


def test_a_huge_form_has_few_features() -> None:
    fields = tuple(
        Field(
            f"name{'abcdefghij'[n % 10] * (n % 300)}",
            "text",
            "v" * 10_000,
            label="l " * 5_000,
        )
        for n in range(1_000)
    )
    given = Form("http://h/" + "a/" * 10_000, fields=fields, hints=Hints("x " * 10_000))
    assert len(features(given)) < 10_000
    assert kind(given).kind in KINDS
