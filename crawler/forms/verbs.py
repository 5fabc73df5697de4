"""Words of URLs that tell an action, and places where a word is only a subject.

Plain data, casefolded.
"""

from __future__ import annotations

from crawler.forms.phrases import (
    BAN,
    BUY,
    CANCEL,
    DELETE,
    DISABLE,
    LOGOUT,
    RESET,
    REVERT,
    SHUTDOWN,
    UNSUBSCRIBE,
)

# fmt: off
# In a URL the words of a verb stand apart or joined: "log-out", "logOut", "logout".
VERBS: dict[str, tuple[str, ...]] = {
    LOGOUT: (
        "log out", "log off", "sign out", "sign off", "log me out", "end session",
        "abmelden", "ausloggen", "deconnexion", "déconnexion", "deconnecter",
        "se deconnecter", "cerrar sesion", "cerrar sesión", "desconectar",
        "terminar sessao", "encerrar sessao", "disconnetti", "uitloggen", "afmelden",
        "logga ut", "logg ut", "log ud", "kirjaudu ulos", "wyloguj", "odhlasit",
        "kijelentkezes", "odjava", "выход", "выйти",
    ),
    DELETE: (
        "delete", "del", "remove", "destroy", "erase", "purge", "rm", "unlink", "trash",
        "loeschen", "löschen", "supprimer", "effacer", "eliminar", "borrar", "elimina",
        "excluir", "verwijderen", "usun", "usuń", "smazat", "удалить", "delete confirm",
        "mass delete", "bulk delete", "empty trash", "empty cart", "clear cart",
    ),
    BUY: (
        "check out", "buy now", "add to cart", "add to basket", "add to bag",
        "add to order", "add cart", "cart add", "basket add", "place order",
        "submit order", "confirm order", "order now", "pay now", "purchase", "buy",
        "kaufen", "bestellen", "acheter", "comprar", "acquista", "add item",
        "add product", "quick buy",
    ),
    UNSUBSCRIBE: (
        "unsubscribe", "unsub", "opt out", "abbestellen", "desabonner",
        "desinscription", "desabonnement", "disiscriviti", "uitschrijven",
        "unsubscribe all",
    ),
    CANCEL: ("cancel", "cancel order", "cancel subscription", "stornieren", "annuler"),
    BAN: ("ban", "block", "suspend", "kick", "unfriend"),
    DISABLE: (
        "disable", "deactivate", "revoke", "terminate", "uninstall", "disconnect",
    ),
    RESET: ("reset", "factory reset", "truncate", "drop", "wipe", "regenerate"),
    REVERT: ("revert", "roll back"),
    SHUTDOWN: ("shut down", "reboot", "power off", "halt", "restart"),
}

# Verbs that also name a place, a state or a thing, and the kinds that are all like
# that: only an action when there is something they act on.
WEAK_VERBS = frozenset({
    "acheter", "acquista", "add item", "add product", "bestellen", "buy", "comprar",
    "del", "halt", "kaufen", "opt out", "purchase", "restart", "rm", "trash", "unsub",
})
WEAK = frozenset({CANCEL, BAN, DISABLE, RESET, REVERT})

# Words that may stand beside a verb in one segment of a path or one value:
# "delete-account", "userLogout", "j_spring_security_logout". Never "how" or "vs".
OBJECTS = frozenset({
    "account", "accounts", "action", "address", "admin", "ajax", "all", "article",
    "auth", "bag", "basket", "bookmark", "cart", "category", "comment", "comments",
    "confirm", "contact", "current", "customer", "devices", "do", "document", "entry",
    "event", "everywhere", "file", "files", "folder", "form", "from", "group", "id",
    "image", "it", "item", "items", "j", "link", "me", "media", "member", "message",
    "messages", "msg", "my", "node", "note", "now", "oauth", "object", "order", "page",
    "perform", "photo", "post", "posts", "process", "product", "profile", "project",
    "record", "row", "saml", "security", "selected", "self", "session", "sessions",
    "single", "spring", "sso", "submit", "tag", "task", "the", "this", "thread",
    "ticket", "to", "token", "topic", "user", "users", "wishlist", "wp", "your",
})

# Where the segment before makes an "add" a purchase.
CARTS = frozenset({
    "cart", "basket", "bag", "trolley", "warenkorb", "panier", "carrito",
})

# Query names whose value is what to do. Not "s": blogs search by it.
ACTION_NAMES = frozenset({
    "a", "ac", "act", "action", "actions", "cmd", "command", "do", "event", "fn",
    "func", "function", "job", "method", "mode", "op", "oper", "operation", "opt", "sa",
    "submit", "task", "todo",
})
# Query names whose value is which page to show: enough for a page that logs out.
PAGE_NAMES = frozenset({
    "c", "controller", "main_page", "mod", "module", "option", "p", "page", "r",
    "route", "screen", "section", "site", "view",
})
# Namespaces of a wiki whose pages are programs.
SPECIAL = frozenset({
    "special", "spezial", "spécial", "especial", "speciale", "speciaal", "specjalna",
    "служебная", "спеціальна", "特別", "特殊", "특수", "özel", "speciális", "spesial",
})

# Segments under which a page is read: its last segment is its subject.
REFERENCES = frozenset({
    "apidocs", "categories", "category", "cheatsheet", "define", "definition",
    "dictionary", "doc", "docs", "documentation", "encyclopedia", "faq", "faqs",
    "glossary", "guide", "guides", "hashtag", "howto", "javadoc", "label", "labels",
    "lexicon", "man", "manpages", "manual", "manuals", "meaning", "ref", "reference",
    "references", "tag", "tagged", "tags", "term", "terms", "thesaurus", "translate",
    "translation", "tutorial", "tutorials", "words",
})
# The same, but whole applications, with sessions, live there as well.
READINGS = frozenset({
    "answers", "article", "articles", "blog", "blogs", "book", "books", "commands",
    "community", "hc", "help", "helpcenter", "kb", "knowledgebase", "learn", "library",
    "lyrics", "magazine", "news", "post", "posts", "question", "questions", "stories",
    "story", "support", "topic", "topics", "wiki",
})
# First labels of hosts where pages are read.
READING_HOSTS = frozenset({
    "blog", "developer", "developers", "dictionary", "docs", "faq", "help", "kb",
    "learn", "man", "manual", "news", "support", "wiki",
})
# Extensions of a program, and of a page that is a file; any other is no page.
PROGRAMS = frozenset({
    "action", "ashx", "asp", "aspx", "axd", "cfm", "cgi", "do", "exe", "faces", "fcgi",
    "jsf", "json", "jsp", "jspx", "php", "php3", "php4", "php5", "phtml", "pl", "py",
    "rb", "seam", "xhtml",
})
DOCUMENTS = frozenset({
    "adoc", "asc", "htm", "html", "md", "pdf", "rst", "shtml", "tex", "txt", "xht",
    "xml",
})
# fmt: on
