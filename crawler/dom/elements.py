"""Elements of HTML by what the HTML Standard's parser does with their tags."""

from __future__ import annotations

from typing import Final


def names(text: str) -> frozenset[str]:
    """A set of names that are written in one string."""
    return frozenset(text.split())


VOID: Final = names(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta"
    " param source track wbr"
)
RAW: Final = names("iframe noembed noframes plaintext script style textarea title xmp")
"""Their content is text up to their end tag."""
ROOTS: Final = names("body head html")
FOREIGN: Final = names("math svg")
HEAD: Final = names(
    "base bgsound head html link meta noscript script style template title"
)
"""Elements whose tags do not end the head."""
FORMATTING: Final = names("b big code em font i nobr s small strike strong tt u")
"""Reopened where they were closed out of order (HTML 13.2.4.3); but ``a``."""
INLINE: Final = FORMATTING | names("a abbr cite label span sub sup")
MARKERS: Final = names(
    "applet caption foreignobject marquee object table td template th"
)
"""End tags do not reach past these (HTML 13.2.4.2)."""
TABLE_PARTS: Final = names("caption colgroup tbody td tfoot th thead tr")
_BLOCKS = names(
    "address article aside blockquote center details dialog dir div dl fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main"
    " menu nav ol p pre search section summary ul xmp"
)
_P = names("p")
_CELL = names("td th")
_ROW = names("tr")
_ITEM = names("dd dt")
_GROUP = names("tbody tfoot thead")

ELEMENTS: Final = (
    VOID | RAW | ROOTS | FOREIGN | HEAD | INLINE | MARKERS | TABLE_PARTS | _BLOCKS
) | names(
    "abbr acronym animate animatetransform audio b bdi bdo button canvas circle"
    " clippath data datalist dd defs del dt ellipse fencedframe feimage filter frameset"
    " g image ins isindex kbd legend line lineargradient map mark marker mask menuitem"
    " meter mpath optgroup option output path pattern picture polygon polyline portal"
    " progress q radialgradient rb rect rp rt rtc ruby samp select selectedcontent slot"
    " source strike summary symbol text textpath time tspan use var video view"
)
"""Elements of HTML, and those of SVG that are met in pages."""
ATTRIBUTES_OF_HTML: Final = names(
    "accept-charset accesskey action align alt archive aria-label async autocomplete"
    " background border charset checked cite class code codebase colspan content"
    " contenteditable coords data defer dir disabled download dynsrc enctype for form"
    " formaction formenctype formmethod formnovalidate headers height hidden href"
    " hreflang http-equiv icon id imagesrcset implementation is ismap itemid itemprop"
    " itemref itemscope itemtype label lang list longdesc lowsrc manifest max maxlength"
    " media method min minlength multiple muted name nonce novalidate open pattern ping"
    " placeholder poster profile property readonly rel required reversed role rowspan"
    " sandbox scope selected shape size sizes slot span src srcdoc srclang srcset start"
    " step style tabindex target title translate type usemap valign value viewbox width"
    " wrap xlink:href xmlns xmlns:xlink"
)
"""Attributes that HTML defines or defined, and those of SVG and RDFa with a URL."""

IMPLIED: Final[dict[str, tuple[frozenset[str], ...]]] = {
    # "table" is not here: in quirks mode it does not end a paragraph.
    **dict.fromkeys(_BLOCKS, (_P,)),
    **dict.fromkeys(_ITEM, (_P, _ITEM)),
    **dict.fromkeys(_CELL, (_P, _CELL)),
    **dict.fromkeys(_GROUP, (_P, _CELL, _ROW, _GROUP)),
    "tr": (_P, _CELL, _ROW),
    "a": (names("a"),),
    "li": (_P, names("li")),
    "option": (names("option"),),
    "optgroup": (names("option"), names("optgroup")),
}
"""Start tag -> the open elements that it ends, one of each set in this order."""
