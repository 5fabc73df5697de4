"""Siblings that are easily mixed up, in the languages of their sites."""

from __future__ import annotations

import pytest

from crawler.forms.kind import kind
from tests.forms.test_kind import form

SIBLINGS = [
    (
        "search",
        (
            '<form action="/suche" method="get"><label>Ort <input name="ort">'
            '</label><label>Umkreis <select name="km"><option>10 km'
            "<option>20 km</select></label><button>Finden</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/annonces"><select name="region">'
            "<option>Toutes les régions<option>Bretagne</select>"
            '<input name="mot"><input type="submit" value="Chercher">'
        ),
    ),
    (
        "search",
        (
            '<form><select name="brand"><option value="">Todas las marcas'
            '<option>Ford</select><select name="model"><option>Todos<option>K'
            "</select><button>Ver</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/vuelos"><input name="origen" placeholder="Origen">'
            '<input name="destino" placeholder="Destino">'
            '<input type="date" name="ida"><button>Buscar</button>'
        ),
    ),
    (
        "search",
        ('<form action="/s"><input name="wd"><input type="submit" value="百度一下">'),
    ),
    (
        "search",
        (
            '<form action="/list">'
            '<input type="text" name="keyword" placeholder="商品名"><button>搜索'
            "</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/kensaku"><select name="pref"><option>都道府県<option>東京'
            '</select><input type="submit" value="この条件で検索">'
        ),
    ),
    (
        "search",
        (
            '<form><label>Mindestpreis <input name="pmin"></label>'
            '<label>Höchstpreis <input name="pmax"></label>'
            '<input type="submit" value="Filtern">'
        ),
    ),
    (
        "search",
        (
            '<form method="post" action="/poisk"><input name="text">'
            '<input type="submit" value="Искать">'
        ),
    ),
    (
        "search",
        (
            '<form><input name="q" placeholder="Search newsletter archive">'
            "<button>Search</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/members"><label>Username <input name="username">'
            '</label><label>Country <select name="c"><option>Any<option>X'
            "</select></label><button>Find members</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/directory"><label>First name <input name="fn">'
            '</label><label>Last name <input name="ln"></label>'
            '<label>Department <select name="d"><option>All departments'
            "<option>x</select></label><button>Search directory</button>"
        ),
    ),
    (
        "search",
        (
            '<form action="/orders/search"><label>Order number '
            '<input name="order"></label><button>Search</button>'
        ),
    ),
    (
        "newsletter",
        (
            '<form action="/subscribe" method="post">'
            '<input name="email" placeholder="Search no more - enter your email">'
            "<button>Sign up</button>"
        ),
    ),
    (
        "newsletter",
        (
            "<form>"
            '<input name="q" type="email" placeholder="Ihre E-Mail-Adresse">'
            "<button>Newsletter abonnieren</button>"
        ),
    ),
    (
        "newsletter",
        (
            '<form method="post">'
            '<input name="mail" placeholder="Votre adresse e-mail">'
            "<button>Je m’abonne</button>"
        ),
    ),
    (
        "newsletter",
        (
            '<form method="post"><input name="EMAIL" placeholder="Ваш e-mail">'
            "<button>Подписаться</button>"
        ),
    ),
    (
        "contact",
        (
            '<form method="post"><input name="nombre"><input name="correo">'
            '<textarea name="mensaje"></textarea><button>Enviar</button>'
        ),
    ),
    (
        "contact",
        (
            '<form method="post"><input name="name"><textarea name="nachricht">'
            "</textarea><button>Absenden</button>"
        ),
    ),
    (
        "contact",
        (
            '<form method="post"><textarea name="comment"></textarea>'
            '<input type="submit" value="Отправить комментарий">'
        ),
    ),
    (
        "login",
        (
            '<form method="post"><input name="benutzer">'
            '<input type="password" name="kennwort"><button>Anmelden</button>'
        ),
    ),
    (
        "registration",
        (
            '<form method="post"><input name="email">'
            '<input type="password" name="pw">'
            '<input type="password" name="pw2"><label>'
            '<input type="checkbox" name="agb"> AGB akzeptieren</label>'
            "<button>Registrieren</button>"
        ),
    ),
    (
        "registration",
        (
            '<form method="post"><input name="username"><input name="email">'
            '<input type="password" name="pw">'
            '<input type="password" name="pw2"><button>注册</button>'
        ),
    ),
    (
        "recovery",
        (
            '<form method="post"><input name="email">'
            "<button>Passwort zurücksetzen</button>"
        ),
    ),
    (
        "recovery",
        (
            '<form method="post" action="/forgot"><input name="email">'
            "<button>Отправить</button>"
        ),
    ),
    (
        "cart",
        (
            '<form method="post" action="/warenkorb"><select name="size">'
            '<option>M<option>L</select><input name="menge" value="1">'
            "<button>In den Warenkorb</button>"
        ),
    ),
    (
        "cart",
        (
            '<form method="post"><input name="qty" value="1">'
            "<button>Ajouter au panier</button>"
        ),
    ),
    (
        "cart",
        (
            '<form method="post" action="/korzina"><input name="kol" value="1">'
            "<button>В корзину</button>"
        ),
    ),
    (
        "other",
        (
            '<form method="post"><input type="radio" name="v" value="1">Yes'
            '<input type="radio" name="v" value="2">No<button>Vote</button>'
        ),
    ),
    (
        "other",
        (
            '<form><select name="lang" onchange="submit()"><option>English'
            "<option>Deutsch</select>"
        ),
    ),
    (
        "other",
        (
            '<form method="post" action="/settings"><label>Time zone '
            '<select name="tz"><option>UTC<option>CET</select></label>'
            "<button>Save</button>"
        ),
    ),
    (
        "other",
        (
            '<form method="post" action="/item/5/delete">'
            '<input type="hidden" name="csrf" value="x"><button>Delete</button>'
        ),
    ),
]


@pytest.mark.parametrize(("told", "html"), SIBLINGS)
def test_siblings(told: str, html: str) -> None:
    assert kind(form(html)).kind == told


@pytest.mark.parametrize(
    "html",
    [
        # Signing in by a link that is mailed: alike to what asks for an address.
        (
            '<form method="post"><label>Email <input name="email" type="email"></label>'
            "<button>Log in with a link</button></form>"
        ),
        (
            '<form method="post"><input name="mail" placeholder="メールアドレス">'
            "<button>登録する</button></form>"
        ),
        (
            '<form method="post" class="search-box"><input name="email" type="email">'
            "<button>Go</button></form>"
        ),
    ],
)
def test_what_acts_for_a_person_is_never_a_query(html: str) -> None:
    found = kind(form(html))
    assert found.kind not in {"search", "other"}
    assert found.probabilities["search"] < 0.1
