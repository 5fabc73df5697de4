"""Words and phrases that tell a link which does something from one which shows it.

Plain data. Phrases are compared whole, casefolded, punctuation taken out. A phrase
of :data:`BARE` is too common to be believed alone: the link must also name a thing
it acts on, or be an action by its URL.
"""

from __future__ import annotations

LOGOUT = "logout"
DELETE = "delete"
BUY = "buy"
UNSUBSCRIBE = "unsubscribe"
CANCEL = "cancel"
BAN = "ban"
DISABLE = "disable"
RESET = "reset"
REVERT = "revert"
SHUTDOWN = "shutdown"

# fmt: off
PHRASES: dict[str, tuple[str, ...]] = {
    LOGOUT: (
        # en
        "log out", "logout", "log-out", "sign out", "signout", "sign-out", "log off",
        "logoff", "sign off", "log me out", "sign me out", "log out now",
        "sign out now", "log out of all devices", "log out everywhere", "logout all",
        "sign out everywhere", "sign out of all devices", "end session",
        "log out of this account", "log out and exit", "exit and log out",
        "click here to log out", "click here to logout", "logout here",
        # de
        "abmelden", "ausloggen", "abmeldung", "jetzt abmelden", "sitzung beenden",
        "logout abmelden", "von allen geräten abmelden",
        # fr
        "déconnexion", "deconnexion", "se déconnecter", "se deconnecter",
        "me déconnecter", "déconnectez-vous", "fermer la session", "fermer ma session",
        "quitter la session",
        # es
        "cerrar sesión", "cerrar sesion", "cerrar la sesión", "salir", "desconectar",
        "desconectarse", "desconexión", "finalizar sesión", "cerrar mi sesión",
        "tancar sessió", "tanca la sessió", "pechar sesión", "saioa itxi",
        "amaitu saioa",
        # it
        "esci", "disconnetti", "disconnettiti", "disconnessione", "logout esci",
        # pt
        "sair", "terminar sessão", "encerrar sessão", "finalizar sessão",
        "sair da conta",
        # nl
        "uitloggen", "afmelden", "log uit", "meld u af", "meld je af",
        # sv, da, nb, fi, is
        "logga ut", "log ud", "logg ut", "logg av", "kirjaudu ulos", "skrá út",
        "útskráning",
        # pl, cs, sk, hu, ro, hr, sl, sr
        "wyloguj", "wyloguj się", "wyloguj sie", "wylogowanie", "odhlásit",
        "odhlásit se", "odhlášení", "odhlásiť", "odhlásiť sa", "kijelentkezés",
        "kilépés", "deconectare", "ieșire", "deautentificare", "odjava", "odjavi se",
        "odjavi me", "одјава", "одјави се",
        # ru, uk, bg, el
        "выйти", "выход", "выйти из системы", "выйти из аккаунта", "вийти", "вихід",
        "изход", "излез", "αποσύνδεση", "έξοδος",
        # tr, id, ms, vi
        "çıkış", "çıkış yap", "oturumu kapat", "güvenli çıkış", "hesaptan çık",
        "keluar", "log keluar", "đăng xuất", "thoát",
        # zh
        "退出", "退出登录", "退出登陆", "安全退出", "退出系统", "退出账号", "退出帐号",
        "登出", "注销", "注销登录", "退出登錄", "登出系統", "退出帳號",
        # ja, ko
        "ログアウト", "ログオフ", "サインアウト", "ログアウトする", "サインアウトする",
        "로그아웃", "로그아웃하기", "로그 아웃", "로그오프",
        # ar, fa, he, hi, th
        "تسجيل الخروج", "تسجيل خروج", "خروج", "התנתק", "התנתקות", "יציאה", "लॉग आउट",
        "लॉगआउट", "ออกจากระบบ",
    ),
    DELETE: (
        # en
        "delete account", "delete my account", "delete your account",
        "delete this account", "delete profile", "close account", "close my account",
        "close your account", "deactivate account", "deactivate my account",
        "delete item", "delete this", "delete this item", "delete post",
        "delete this post", "delete comment", "delete this comment", "delete message",
        "delete topic", "delete thread", "delete page", "delete this page",
        "delete file", "delete user", "delete entry", "delete record", "delete all",
        "delete selected", "delete forever", "delete permanently", "yes delete",
        "yes delete it", "confirm delete", "remove item", "remove this item",
        "remove from cart", "remove from basket", "remove from bag", "remove all",
        "remove from list", "remove from wishlist", "empty cart", "empty basket",
        "empty trash", "clear cart", "clear basket", "move to trash", "move to bin",
        # de
        "konto löschen", "mein konto löschen", "eintrag löschen", "beitrag löschen",
        "kommentar löschen", "nachricht löschen", "alle löschen", "endgültig löschen",
        "artikel entfernen", "aus dem warenkorb entfernen", "warenkorb leeren",
        # fr
        "supprimer le compte", "supprimer mon compte", "supprimer le message",
        "supprimer l'article", "tout supprimer", "vider le panier", "retirer du panier",
        "supprimer du panier",
        # es
        "eliminar cuenta", "eliminar mi cuenta", "borrar cuenta", "eliminar todo",
        "borrar todo", "vaciar carrito", "vaciar el carrito", "eliminar del carrito",
        # it
        "elimina account", "elimina il mio account", "elimina tutto", "svuota carrello",
        "svuota il carrello", "rimuovi dal carrello",
        # pt
        "excluir conta", "excluir minha conta", "eliminar conta", "esvaziar carrinho",
        "remover do carrinho",
        # nl, pl
        "account verwijderen", "verwijder account", "alles verwijderen",
        "winkelwagen legen", "usuń konto", "usuń z koszyka", "opróżnij koszyk",
        # ru, zh, ja, ko
        "удалить аккаунт", "удалить из корзины", "очистить корзину", "删除账号",
        "删除帐号", "删除账户", "注销账号", "清空购物车", "アカウントを削除",
        "アカウント削除", "カートから削除", "계정 삭제", "장바구니 비우기",
    ),
    BUY: (
        # en
        "add to cart", "add to basket", "add to bag", "add to trolley", "buy now",
        "buy it now", "buy this", "buy this item", "buy this now", "order now",
        "place order", "place your order", "complete order", "complete purchase",
        "confirm order", "confirm purchase", "checkout", "check out", "check-out",
        "proceed to checkout", "go to checkout", "continue to checkout", "checkout now",
        "pay now", "purchase now", "one click buy",
        # de
        "in den warenkorb", "in den warenkorb legen", "in den einkaufswagen",
        "zum warenkorb hinzufügen", "jetzt kaufen", "sofort kaufen", "sofortkauf",
        "jetzt bestellen", "kostenpflichtig bestellen", "zahlungspflichtig bestellen",
        "zur kasse", "zur kasse gehen", "jetzt bezahlen",
        # fr
        "ajouter au panier", "acheter maintenant", "commander maintenant",
        "passer la commande", "passer commande", "valider la commande",
        "valider mon panier", "payer maintenant", "procéder au paiement",
        # es
        "añadir al carrito", "agregar al carrito", "añadir a la cesta",
        "añadir a la bolsa", "comprar ahora", "comprar ya", "finalizar compra",
        "realizar pedido", "tramitar pedido", "pagar ahora",
        # it
        "aggiungi al carrello", "acquista ora", "compra ora", "compra subito",
        "ordina ora", "procedi all'ordine", "vai alla cassa", "paga ora",
        # pt
        "adicionar ao carrinho", "comprar agora", "finalizar pedido", "fechar pedido",
        "pagar agora",
        # nl, pl
        "in winkelwagen", "in winkelmand", "toevoegen aan winkelwagen", "nu kopen",
        "nu bestellen", "naar de kassa", "afrekenen", "dodaj do koszyka", "do koszyka",
        "kup teraz", "zamawiam i płacę", "przejdź do kasy",
        # ru, tr
        "в корзину", "добавить в корзину", "купить сейчас", "купить в один клик",
        "оформить заказ", "sepete ekle", "hemen al", "satın al",
        # zh, ja, ko
        "加入购物车", "加入購物車", "添加到购物车", "立即购买", "立即購買", "立即下单",
        "去结算", "提交订单", "カートに入れる", "カートに追加", "今すぐ購入",
        "今すぐ買う", "購入手続きへ", "レジに進む", "注文を確定する", "장바구니 담기",
        "장바구니에 담기", "바로 구매", "바로구매", "구매하기", "주문하기",
    ),
    UNSUBSCRIBE: (
        # en
        "unsubscribe", "unsubscribe now", "unsubscribe here", "unsubscribe me",
        "unsubscribe from this list", "unsubscribe from newsletter",
        "unsubscribe from all", "click here to unsubscribe", "cancel subscription",
        "cancel my subscription", "cancel your subscription", "end subscription",
        # de
        "newsletter abbestellen", "abbestellen", "newsletter abmelden",
        "vom newsletter abmelden", "abonnement kündigen", "abo kündigen",
        # fr
        "se désabonner", "se désinscrire", "désabonnement", "désinscription",
        "me désabonner", "désabonner", "résilier l'abonnement",
        # es
        "darse de baja", "darme de baja", "cancelar suscripción", "anular suscripción",
        "desuscribirse",
        # it, pt, nl, pl
        "annulla iscrizione", "cancella iscrizione", "disiscriviti",
        "annulla abbonamento", "cancelar inscrição", "cancelar subscrição",
        "cancelar assinatura", "descadastrar", "uitschrijven", "abonnement opzeggen",
        "wypisz się", "anuluj subskrypcję", "zrezygnuj z subskrypcji",
        # ru, tr, zh, ja, ko
        "отписаться", "отменить подписку", "abonelikten çık", "退订", "取消订阅",
        "取消訂閱", "配信停止", "登録解除", "購読解除", "구독 취소", "수신거부",
        "수신 거부",
    ),
    CANCEL: ("cancel order", "cancel my order", "cancel booking", "cancel reservation"),
    DISABLE: ("revoke access", "revoke token", "disable account"),
    RESET: ("reset all settings", "factory reset", "reset to factory defaults"),
    SHUTDOWN: ("shut down", "shutdown", "reboot", "power off", "reboot now"),
}

BARE: dict[str, tuple[str, ...]] = {
    DELETE: (
        "delete", "remove", "del", "erase", "trash", "destroy", "discard", "löschen",
        "entfernen", "supprimer", "effacer", "retirer", "enlever", "eliminar", "borrar",
        "quitar", "suprimir", "elimina", "rimuovi", "cancella", "excluir", "remover",
        "apagar", "verwijderen", "verwijder", "wissen", "usuń", "skasuj", "smazat",
        "odstranit", "ta bort", "radera", "slet", "fjern", "slett", "poista", "törlés",
        "șterge", "удалить", "видалити", "sil", "kaldır", "hapus", "xóa", "删除",
        "刪除", "移除", "削除", "削除する", "삭제", "삭제하기", "제거", "حذف",
    ),
    BUY: (
        "buy", "purchase", "order", "pay", "kaufen", "bestellen", "bezahlen", "acheter",
        "commander", "payer", "comprar", "pagar", "pedir", "acquista", "compra",
        "ordina", "paga", "kopen", "kup", "zamów", "купить", "заказать", "оплатить",
        "satın al", "购买", "購買", "下单", "结算", "支付", "購入", "購入する",
        "注文する", "구매", "주문", "결제",
    ),
    CANCEL: ("cancel", "stornieren", "annuler", "cancelar", "annulla", "annuleren"),
    BAN: ("ban", "ban user", "block", "block user", "suspend", "kick"),
    DISABLE: ("disable", "deactivate", "revoke", "terminate", "deaktivieren"),
    RESET: ("reset",),
    REVERT: ("revert", "rollback", "undo", "restore this version"),
}
# fmt: on
