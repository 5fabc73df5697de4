"""Words of forms in many languages, by what they are about.

Plain data, folded as :func:`fold` does: no case, no accents. A *stem* counts anywhere
in a word ("searchbox"), a *word* only whole ("go"). Written from the interfaces of
common applications and shops, not taken from the labelled forms, so that what a model
learns about a subject also holds for words and languages it was not trained on.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# fmt: off
STEMS: dict[str, str] = {
    "search": (
        "search srch lookup query stichwort searchbox typeahead recherch cherch trouver"
        " busca busqued pesquis procura suche suchbegriff ricerca zoek szuk hledat"
        " hledej vyhled keres cautare trazi pretrag поиск искать найти пошук шукати"
        " търс αναζητ 搜索 搜寻 搜尋 查询 查詢 查找 检索 検索 さがす 探す 찾기 검색 بحث"
        " חיפוש חפש ค้นหา खोज timkiem 关键字 关键词 キーワード ключев"
    ),
    "filter": (
        "filter sortby orderby perpage refine narrow advanced minprice maxprice"
        " pricefrom priceto checkin checkout arrival departure sortier ordenar filtr"
        " anzeigen afficher mostrar показать 显示 顯示 表示"
        " фильтр сортир 筛选 篩選 排序 並び 絞り"
    ),
    "login": (
        "login signin logon anmeldung einloggen connexion connecter seconnecter accedi"
        " accede iniciar inloggen loguj zaloguj prihlas войти авторизац увійти"
        " 登录 登陆 登入 ログイン 로그인 authenticat authoriz remember logga kirjaudu"
    ),
    "password": (
        "password passwd passwort kennwort motdepasse contrasen wachtwoord heslo parol"
        " парол 密码 密碼 パスワード 비밀번호 sifre losenord salasana"
    ),
    "registration": (
        "register registr signup createaccount newaccount newuser inscription inscri"
        " crearcuenta cadastr registrati aanmeld rejestr zarejestr регистр зареєстр"
        " 注册 註冊 新規 会員登録 회원가입 kayit confirmpassword passwordconfirm retype"
        " repeat agreement"
    ),
    "recovery": (
        "forgot forgotten recover resetpass lostpass remind retriev vergessen oublie"
        " olvid recuper esquec dimentic vergeten zapomn przypomn забыл восстанов 忘记"
        " 忘記 找回 忘れ 再設定 재설정 unuttum"
    ),
    "newsletter": (
        "newsletter subscrib subscription mailinglist maillist mailchimp abonnier"
        " abonnez abonner infolettre boletin suscri suscrib inscrev assine nieuwsbrief"
        " подпис рассыл розсил 订阅 訂閱 メルマガ 購読 구독 bulten aweber feedburner"
        " zpravodaj nyhetsbrev nyhedsbrev uutiskir constantcontact"
    ),
    "contact": (
        "contact feedback enquir inquir nachricht kontakt anfrage consulta mensagem"
        " contato messaggio contatt wiadomosc сообщен обратн вопрос 留言 联系 聯繫"
        " お問い合わせ 問合 문의 iletisim mesaj"
    ),
    "comment": (
        "comment kommentar commentaire comentari reactie komentar отзыв коммент 评论"
        " 評論 コメント 댓글 guestbook"
    ),
    "cart": (
        "addtocart addtobasket basket warenkorb einkaufswagen carrito cesta carrello"
        " carrinho winkelwagen winkelmand koszyk kosik корзин кошик"
        " 购物车 購物車 カート 장바구니 sepet quantity quantite cantidad wishlist"
        " kaufen acheter comprar"
    ),
    "email": "email courriel correo почт 邮箱 郵箱 メール 이메일 eposta",
    "user": (
        "username userid benutzer utilisateur usuario utente gebruiker uzytkownik"
        " пользоват 用户名 用戶名 ユーザ nickname"
    ),
    "name": (
        "firstname lastname fullname surname vorname nachname prenom фамил 姓名 名前"
    ),
    "address": (
        "address street zipcode postcode postal adresse direccion phone telefon mobile"
        " telephone"
    ),
    "captcha": "captcha securitycode verification 验证码 проверочн",
    "vote": "poll survey voting",
    # The first option of a list that narrows a query.
    "any": "todos todas toutes tutti tutte любой любая 全部 すべて 전체 wszystk vsechn",
    "choice": "language locale currency quickjump navigation pulldown dropdown jumpto",
}

WORDS: dict[str, str] = {
    "search": (
        "find finder q kw qs k s keyword keywords term terms hae etsi haku sok soke sog"
        " sogning leita cari ara arama cerca trova tim hledani"
    ),
    "filter": (
        "sort order limit from to min max price category cat location city year make"
        " model adults rooms guests depart trier show display view apply between"
    ),
    "login": "anmelden acceder sesion entrar entra вход вхід giris auth stay",
    "password": "pass pwd passe clave senha haslo parola",
    "registration": (
        "user join create konto cuenta compte iscriviti uye confirm agree terms signup"
    ),
    "recovery": "lost reset restore",
    "newsletter": "updates alerts bulletin abone optin",
    "contact": (
        "message question subject betreff mensaje bericht zprava send senden envoyer"
        " enviar invia связ"
    ),
    "comment": "reply respond review author blog website homepage post yorum",
    "cart": (
        "cart bag panier qty buy order checkout sku product menge size color add shop"
    ),
    "email": "mail posta",
    "user": "user login",
    "name": "first last name nom nombre apellido имя fname lname",
    "address": "zip plz state country tel fax company",
    "captcha": "code",
    "vote": "vote rate rating",
    "any": "all any alle alles tous todo toda beliebig egal все vse wszystkie 不限",
    "choice": "lang sprache langue idioma jump goto",
}
# fmt: on

# Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar: written without spaces between words.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W\d_{_UNSPACED}]+")
_UNSPACED_FIRST = re.compile(rf"[{_UNSPACED}]")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

MAX_WORD = 24
"""Characters of a word; what is longer is no word of a reader's."""


def fold(text: str) -> str:
    """Without case and accents; the parts of a syllable stay one.

    >>> fold("Contraseña"), fold("검색"), fold("ﬁnd")
    ('contrasena', '검색', 'find')
    """
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text).casefold()
    kept = "".join(part for part in parts if not unicodedata.combining(part))
    return unicodedata.normalize("NFC", kept)


def tokens(text: str) -> list[str]:
    """Folded words; digits part words, and so do capitals within one.

    >>> tokens("searchForm[query_2]"), tokens("按标题搜索 by title")
    (['search', 'form', 'query'], ['按标题搜索', 'by', 'title'])
    """
    return _TOKEN.findall(fold(_CAMEL.sub(" ", text)))


def unspaced(token: str) -> bool:
    """Whether it is of a script that does not part its words."""
    return not token.isascii() and _UNSPACED_FIRST.match(token) is not None


def _index() -> dict[str, tuple[tuple[str, str], ...]]:
    """Stems and their subjects by their first two characters."""
    found: dict[str, list[tuple[str, str]]] = {}
    for subject, stems in STEMS.items():
        for stem in fold(stems).split():
            found.setdefault(stem[:2], []).append((stem, subject))
    return {start: tuple(stems) for start, stems in found.items()}


def _whole() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for subject, words in WORDS.items():
        for word in fold(words).split():
            found[word] = (*found.get(word, ()), subject)
    return found


_STEMS = _index()
_WORDS = _whole()


@lru_cache(maxsize=8_192)
def subjects(word: str) -> frozenset[str]:
    """What a folded word is about.

    >>> sorted(subjects("searchbox")), sorted(subjects("s")), sorted(subjects("sofa"))
    (['search'], ['search'], [])
    """
    found = set(_WORDS.get(word, ()))
    for place in range(len(word) - 1):
        for stem, subject in _STEMS.get(word[place : place + 2], ()):
            if word.startswith(stem, place):
                found.add(subject)
    return frozenset(found)
