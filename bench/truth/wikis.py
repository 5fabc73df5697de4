"""Kind of a page of a DokuWiki or MediaWiki: what it does, and with what."""

from __future__ import annotations

from urllib.parse import parse_qs, unquote, urlsplit

# MediaWiki's own list of special pages that one class (QueryPage) renders.
# fmt: off
_LISTS = frozenset({
    "AncientPages", "BrokenRedirects", "DeadendPages", "DoubleRedirects",
    "FewestRevisions", "GadgetUsage", "LinkSearch", "ListDuplicatedFiles",
    "ListRedirects", "LonelyPages", "LongPages", "MediaStatistics", "MIMESearch",
    "MostCategories", "MostInterwikis", "MostLinked", "MostLinkedCategories",
    "MostLinkedPages", "MostLinkedFiles", "MostLinkedTemplates",
    "MostTranscludedPages", "MostRevisions", "ShortPages", "UncategorizedCategories",
    "UncategorizedFiles", "UncategorizedImages", "UncategorizedPages",
    "UncategorizedTemplates", "UnusedCategories", "UnusedFiles", "UnusedTemplates",
    "UnwatchedPages", "WantedCategories", "WantedFiles", "WantedPages",
    "WantedTemplates", "WithoutInterwiki",
})
# fmt: on


def dokuwiki(url: str) -> str:
    """By ``do=`` and the kind of the page.

    >>> dokuwiki("http://h/doku.php?id=packages:web:start&do=edit")
    'do=edit'
    >>> dokuwiki("http://h/doku.php?id=packages:web:apache2")
    'page'
    """
    parts = urlsplit(url)
    query = parse_qs(parts.query, keep_blank_values=True)
    script = parts.path.rpartition("/")[2]
    if script not in {"", "doku.php"}:
        return script
    if "do" in query:
        action = query["do"][0]
        if action == "media":
            # The media manager is three pages in one: list, one file, its tabs.
            return f"do=media {'file' if query.get('image', [''])[0] else 'list'}"
        if action:
            return f"do={action}"
    if "idx" in query:
        return "do=index"
    for name in ("rev", "rss", "first"):
        if name in query:
            return name
    # One script renders them all; what is in them is text, not template.
    return "page"


def mediawiki(url: str) -> str:
    """By ``action=``, else by namespace and, for special pages, by name.

    >>> mediawiki("http://h/index.php?title=Package:git&action=history")
    'action=history'
    >>> mediawiki("http://h/index.php/Special:WhatLinksHere/Package:git")
    'Special:WhatLinksHere'
    >>> mediawiki("http://h/index.php/Special:LonelyPages")
    'Special: list'
    """
    parts = urlsplit(url)
    query = parse_qs(parts.query, keep_blank_values=True)
    script = parts.path.rpartition("/")[2]
    if script.endswith(".php") and script != "index.php":
        return script
    title = query.get("title", [""])[0]
    if not title and parts.path.startswith("/index.php/"):
        title = unquote(parts.path.removeprefix("/index.php/"))
    space, colon, _ = title.partition(":")
    if space == "Special":
        name = title.partition("/")[0].removeprefix("Special:")
        return "Special: list" if name in _LISTS else f"Special:{name}"
    for name in ("action", "diff", "oldid", "printable"):
        if name in query:
            value = query[name][0] if name == "action" else ""
            return f"{name}={value}".rstrip("=")
    if colon and space in {"Category", "Talk", "User", "Help", "Project", "File"}:
        return space
    return "page"
