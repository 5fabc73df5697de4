"""Links that do something, beside links that only tell about it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.forms import danger, phrases, verbs
from crawler.items import Link
from crawler.urls import resolve
from tests.cases import case

BASE = "http://app.test/"


def judge(href: str, text: str = "") -> str | None:
    url = resolve(href, BASE)
    assert url is not None
    return danger(Link(url, "a@href", text))


def test_symptom_links() -> None:
    given_, expected = case("C35")
    visited = [judge(row["href"], row["text"]) is None for row in given_["links"]]
    assert visited == expected["visited_with_session"]


# By the text alone: the URL says nothing.
SPOKEN = {
    "logout": """
        Log out | LOGOUT | Log Out | log-out | Sign out | Sign Out » | Log off
        | ✕ Log out | [Log out] | Log out (admin) | Logout [alice] | Log out!
        | Sign out of all devices | Abmelden | Ausloggen | Déconnexion | Se déconnecter
        | SE DECONNECTER | Cerrar sesión | CERRAR SESIÓN | Salir | Esci | Disconnetti
        | Sair | Terminar sessão | Uitloggen | Afmelden | Logga ut | Log ud | Logg ut
        | Kirjaudu ulos | Wyloguj | Wyloguj się | Odhlásit se | Kijelentkezés | Выйти
        | Выход | Вийти | Çıkış | Çıkış yap | Oturumu kapat | Keluar | Đăng xuất | 退出
        | 退出登录 | 安全退出 | 登出 | 注销 | ログアウト | サインアウト | 로그아웃
        | تسجيل الخروج | ออกจากระบบ | Ｌｏｇ ｏｕｔ
    """,
    "delete": """
        Delete | Remove | delete | 🗑 Delete | Delete account | Delete my account
        | Remove from cart | Empty cart | Löschen | Konto löschen | Entfernen
        | Supprimer | Supprimer mon compte | Eliminar | Borrar | Elimina | Rimuovi
        | Excluir | Apagar | Verwijderen | Usuń | Удалить | 删除 | 刪除 | 削除 | 삭제
        | Sil
    """,
    "buy": """
        Add to cart | Add to basket | Buy now | Checkout | Proceed to checkout
        | Place order | In den Warenkorb | Jetzt kaufen | Zur Kasse | Ajouter au panier
        | Passer la commande | Añadir al carrito | Comprar ahora | Aggiungi al carrello
        | Adicionar ao carrinho | In winkelwagen | Dodaj do koszyka | В корзину
        | Оформить заказ | 加入购物车 | 立即购买 | カートに入れる | 장바구니 담기
        | Sepete ekle
    """,
    "unsubscribe": """
        Unsubscribe | Unsubscribe here | Cancel subscription | Newsletter abbestellen
        | Se désabonner | Darse de baja | Annulla iscrizione | Cancelar inscrição
        | Uitschrijven | Wypisz się | Отписаться | 退订 | 取消订阅 | 配信停止
        | 구독 취소
    """,
}


@pytest.mark.parametrize(
    ("kind", "text"),
    [(k, t.strip()) for k, texts in SPOKEN.items() for t in texts.split("|")],
)
def test_an_anchor_that_is_a_button(kind: str, text: str) -> None:
    assert judge("/account/x", text) == kind
    assert judge("/shop/view.php?n=1", text) == kind
    # A part of a page, and a page of a manual, are read.
    assert judge("/handbook/all#section-4", text) is None
    assert judge("/docs/using-it", text) is None


# By the URL, whatever the text.
WRITTEN = {
    "logout": """
        /logout /Logout /LOGOUT /logout/ /log-out /log_out /logOut /signout /sign-out
        /sign_out /logoff /user/logout /users/sign_out /account/logout?next=/
        /logout.php /logout.aspx /Logout.do /logout.jsp;jsessionid=12AB /logout.action
        /auth/logout/8f3a9c2e41d7 /wiki/Special:UserLogout /wiki/Spezial:Abmelden
        /index.php/Special:UserLogout /customer/account/logout /j_spring_security_logout
        /doLogout /userLogout /logout-all /admin/logout/ /sso/logout /abmelden
        /deconnexion /cerrar-sesion /wyloguj /forum/logout
        /%D0%B2%D1%8B%D1%85%D0%BE%D0%B4 /x?action=logout /x?do=logout /x.php?act=logout
        /x?op=logout&token=ab /x?mode=logout /x?cmd=LOGOUT /ucp.php?mode=logout&sid=ab1
        /index.php?option=com_users&task=user.logout /index.php?route=account/logout
        /index.php?r=site/logout /index.php?page=logout /?logout /?logout=1
        /?logout=true /?q=user/logout /index.php?title=Special:UserLogout&returnto=X
        /index.php?/user/logout /wp-login.php?action=logout&_wpnonce=0a1b2c3d4e
        /index.php?main_page=logoff /doku.php?id=start&do=logout /session/logout.json
    """,
    "delete": """
        /users/5/delete /users/delete/5 /posts/7/remove /item/3/destroy /delete/9
        /articles/12/delete /blog/12/delete /topics/3/delete /docs/17/delete
        /cart/remove/8 /checkout/cart/delete/id/4/ /delete.php?id=4
        /delete_user.php?id=4 /deleteUser?id=3 /delete-account /account/delete
        /a/1b4e28ba-2fa1-11d2-883f/delete /comments/3/supprimer /benutzer/3/loeschen
        /x?op=delete /x?action=delete&id=3 /x?do=delete /x?a=del&id=5
        /x?task=article.delete /x?cmd=rm&target=l1_ab12cd34ef56 /x?_method=delete
        /index.php?title=Foo&action=delete /x?action=delete_post&p=3
        /post.php?post=3&action=trash /x?delete=5 /x?remove_item=8f14e45fceea167a
        /lib/exe/mediamanager.php?delete=ns:image.png /x?action=remove&id=7
        /doku.php?do=profile_delete
    """,
    "buy": """
        /cart/add/5 /cart/add?id=5 /add-to-cart/7 /add_to_cart.php?id=7 /addToCart?sku=7
        /checkout /checkout/ /products/4/buy /buy/17 /buy?product_id=5
        /order/place-order /?add-to-cart=99 /shop/?add_to_cart=99
        /x?action=add_to_cart&id=2 /x?action=buy_now&products_id=3 /basket/add
    """,
    "unsubscribe": """
        /unsubscribe /newsletter/unsubscribe /unsubscribe/8f14e45fceea167a
        /unsubscribe.php?u=1 /list?action=unsubscribe /?unsubscribe=8f14e45fceea
        /doku.php?id=start&do=unsubscribe /opt-out?id=4
    """,
    "cancel": "/orders/5/cancel /cancel/5 /booking?action=cancel&id=4",
    "ban": "/users/5/ban /ban/5 /x?action=ban&user_id=7 /user/9/block",
    "disable": "/users/5/disable /tokens/5/revoke /x?action=deactivate&plugin_id=x",
    "reset": "/devices/5/reset /x?action=reset&id=3",
    "revert": "/doku.php?do=revert&rev=1700000001 /pages/5/revert",
    "shutdown": "/reboot /system/shutdown /x?cmd=reboot",
}


@pytest.mark.parametrize(
    ("kind", "href"), [(k, h) for k, hrefs in WRITTEN.items() for h in hrefs.split()]
)
def test_a_url_that_is_an_action(kind: str, href: str) -> None:
    assert judge(href) == kind
    assert judge(href, "OK") == kind


READ = [
    # Articles: other words beside the verb.
    ("/blog/how-to-logout-everywhere", "How to log out everywhere"),
    ("/blog/logout-explained", "Logout explained"),
    ("/help/delete-vs-archive", "Delete or archive?"),
    ("/help/log-out", "How do I log out of my account?"),
    ("/help/logout", "Logging out of a shared computer"),
    ("/news/2024/05/why-you-should-log-out", "Why you should log out"),
    ("/support/cancel-your-order", "Can I cancel my order?"),
    ("/blog/2024/checkout-optimisation", "Checkout optimisation"),
    ("/blog/should-you-buy-now", "Should you buy now?"),
    ("/unsubscribe-rates", "Unsubscribe rates by industry"),
    ("/security/sign-out-policy", "Sign-out policy"),
    ("/a/the-exit-door", "Salir de casa"),
    # Other words that contain the verb.
    ("/products/logo-outlet", "Logo outlet"),
    ("/catalog/outlet", "Outlet"),
    ("/delegates", "Delegates"),
    ("/models/remover-5", "Paint remover"),
    ("/buyers-guide", "Buyer's guide"),
    ("/deleted", "Deleted items"),
    ("/checkouts/history", "Past checkouts"),
    ("/logouts.csv", "Logouts"),
    ("/urban-blocks", "Urban blocks"),
    # Searches, lists and facets for the word.
    ("/search?q=logout", "Search for logout"),
    ("/search?q=delete+account", "delete account help"),
    ("/?s=logout", "logout"),
    ("/tag/logout", "logout"),
    ("/tags/unsubscribe", "unsubscribe"),
    ("/questions/tagged/delete", "delete"),
    ("/glossary/checkout", "Checkout"),
    ("/hotels?checkin=2024-05-01&checkout=2024-05-04", "4 nights"),
    ("/list?remove=colour", "Colour: red"),
    ("/list?sort=buy", "Most bought"),
    ("/list?reset=1", "All"),
    ("/homes?action=buy", "Homes for sale"),
    ("/buy", "Buy"),
    ("/order", "Order"),
    ("/trash", "Trash bin"),
    ("/cancel", "Back"),
    ("/x?delete=0", "Keep"),
    ("/x?logout=false", "Stay"),
    # Documentation of a thing of that name.
    ("/postgresql/sql-delete.html", "DELETE"),
    ("/postgresql/sql-drop-table.html", "DROP TABLE"),
    ("/git/git-rm.html", "git-rm(1)"),
    ("/git/git-reset.html", "reset"),
    ("/git/git-checkout.html", "checkout"),
    ("/django/ref/class-based-views/delete-view/", "DeleteView"),
    ("/django/ref/contrib/auth/#logout", "logout"),
    ("/django/topics/auth/default/#how-to-log-a-user-out", "Log out"),
    ("/python/library/shutil.html", "shutil"),
    ("/python/library/os.html#os.remove", "remove()"),
    ("/python/library/os/remove/", "os.remove"),
    ("/rust/std/fs/fn.remove_file.html", "remove_file"),
    ("/en-US/docs/Web/HTTP/Methods/DELETE", "DELETE"),
    ("/docs/api/delete", "Delete"),
    ("/docs/logout", "Logout"),
    ("/reference/users/delete", "Delete a user"),
    ("/reference/orders/cancel", "Cancel"),
    ("/commands/del", "DEL"),
    ("/commands/unlink", "UNLINK"),
    ("/man/logout.1", "logout(1)"),
    ("/guide/checkout", "Checkout"),
    ("/manual/remove.html", "Remove"),
    ("/wiki/Logout", "Logout"),
    ("/wiki/Abmelden", "Abmelden"),
    ("/wiki/Help:Logout", "Help:Logout"),
    ("/wiki/Delete", "Delete"),
    ("http://docs.app.test/delete", "Delete"),
    ("http://help.app.test/account/close", "Close account"),
    # Files.
    ("/img/logout.png", ""),
    ("/js/delete.js", ""),
    ("/fonts/buy.woff2", ""),
    # Actions of a wiki that only show.
    ("/doku.php?id=start&do=login", "Log In"),
    ("/doku.php?id=start&do=edit", "Edit this page"),
    ("/doku.php?id=start&do=revisions", "Old revisions"),
    ("/doku.php?id=start&do=media&tab_files=files", "Media Manager"),
    ("/doku.php?id=start&do=backlink", "Backlinks"),
    ("/doku.php?id=start&do=diff&rev=1700000001", "Diff"),
    ("/doku.php?id=start&do=recent", "Recent Changes"),
    ("/doku.php?id=start&do=subscribe", "Manage Subscriptions"),
    ("/doku.php?id=delete", "Delete"[::-1]),
    ("/doku.php?id=wiki:logout", "wiki:logout"),
    ("/index.php?title=Foo&action=edit", "Edit"),
    ("/index.php?title=Foo&action=history", "View history"),
    ("/index.php?title=Foo&action=info", "Page information"),
    ("/index.php?title=Logout", "Logout of systems"),
    ("/index.php?title=Special:UserLogin&returnto=Foo", "Log in"),
    # Plain links.
    ("/login", "Log in"),
    ("/signup", "Sign up"),
    ("/cart", "Cart (2)"),
    ("/account", "My account"),
    ("/password/reset", "Forgot your password?"),
    ("/subscribe", "Subscribe"),
    ("/", ""),
    ("/#", "Log out"),  # what a script does, a request does not
    ("/", "Log out"),
    ("/", "Buy now"),
    ("http://faq.app.test/answers/17101", "Cancel booking"),
    ("/articles/5", "Delete"),  # the page of the article, by GET
]


@pytest.mark.parametrize(("href", "text"), READ)
def test_a_page_to_read(href: str, text: str) -> None:
    assert judge(href, text) is None


@pytest.mark.parametrize("place", ["support", "blog", "help", "news", "community"])
def test_where_pages_are_read_and_applications_live(place: str) -> None:
    assert judge(f"/{place}/logout") == "logout"
    assert judge(f"/{place}/logout", "Log out") == "logout"
    assert judge(f"/{place}/logout", "What logging out does") is None
    assert judge(f"/{place}/12/delete", "Delete") == "delete"
    assert judge(f"/{place}/delete", "Delete") is None


def test_an_empty_fragment_is_the_page_and_a_route_is_a_place() -> None:
    assert judge("/page#", "Log out") is None
    assert judge("/#/account/bye", "Log out") == "logout"
    assert judge("/logout#top", "Log out") == "logout"


def test_the_tables_are_whole() -> None:
    for table in (phrases.PHRASES, phrases.BARE, verbs.VERBS):
        met = [entry for group in table.values() for entry in group]
        assert len(met) == len(set(met))
        assert all(entry == entry.lower().strip() for entry in met)
    assert {v for group in verbs.VERBS.values() for v in group} >= verbs.WEAK_VERBS


@pytest.mark.parametrize(
    ("kind", "verb"), [(k, v) for k, group in verbs.VERBS.items() for v in group]
)
@pytest.mark.parametrize("joint", ["", "-", "_", "%20"])
def test_verbs_however_joined(kind: str, verb: str, joint: str) -> None:
    assert judge(f"/thing/5/{verb.replace(' ', joint)}") == kind
    assert judge(f"/x?id=5&action={verb.replace(' ', joint)}") == kind
    assert judge(f"/x?q={verb.replace(' ', joint)}") is None


segments = st.text(st.characters(codec="utf-8"), max_size=20)


@settings(deadline=None, max_examples=200)
@given(st.lists(segments, max_size=5), st.text(max_size=300), st.text(max_size=100))
def test_any_link_has_an_answer(path: list[str], query: str, text: str) -> None:
    url = f"http://h.test/{'/'.join(path)}?{query}"
    for link in (url, resolve(url, BASE) or "", query):
        assert danger(Link(link, "a@href", text)) in {None, *verbs.VERBS}


@settings(deadline=None, max_examples=200)
@given(
    st.sampled_from([entry for group in phrases.PHRASES.values() for entry in group]),
    st.lists(
        st.sampled_from(["how", "the", "why", "about", "vs", "guide"]), min_size=1
    ),
)
def test_more_words_make_a_heading(phrase: str, words: list[str]) -> None:
    title = f"{' '.join(words)} {phrase} {' '.join(words)}"
    assert judge("/a/b", title) is None
