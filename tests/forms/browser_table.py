"""Forms of all kinds, to be sent by us and by a browser."""
# ruff: noqa: E501 - markup is easier to check where it is not cut into lines

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.forms.browser_controls import CONTROLS


@dataclass(frozen=True)
class Case:
    """A page with forms, and values for the controls of the first."""

    name: str
    html: str
    values: dict[str, Any] = field(default_factory=dict)
    url: str = "http://f.test/s/1?old=1"
    charset: str = "utf-8"
    kind: str = ""

    @property
    def body(self) -> bytes:
        """The page as it is served."""
        page = f"<!doctype html><title>t</title>{self.html}"
        return page.encode(self.charset, "xmlcharrefreplace")

    @property
    def content_type(self) -> str:
        """Its header."""
        return f"text/html;charset={self.charset}"


_Q = "<input name=q value=z>"
_BASE = "<base href='http://b.test/base/'>"
_POST = "<form action=/x method=post"
_MULTI = f"{_POST} enctype=multipart/form-data>"

_OWNERS = {
    "around": f"<form action=/a>{_Q}</form><input name=no>",
    "form attribute": "<input name=x form=c><form id=c action=/c><input name=c1></form>"
    "<select name=s form=c><option>1</select><button name=go form=c>go</button>"
    "<input name=lost form=nope>",
    "nested": "<form id=a action=/a><input name=a1><form id=i action=/i><input name=i1>"
    "</form><input name=a2>",
    "closed early": "<div><form method=post action=/m><div><input name=q1></form></div>"
    "<input name=q2>",
    "pointer survives its element": "<div><form action=/m></div><input name=a></form>"
    "<input name=b>",
    "table": "<table><form action=/b><tr><td><input name=b1></td></tr></form></table>"
    "<input name=b2>",
    "table, end tag in a cell": "<table><form action=/b><tr><td><input name=a></form>"
    "<td><input name=b></table>",
    "table, moved out of it": "<table><form action=/b><input name=a><tr><td>"
    "<input name=b></table><input name=c>",
    "table, moved before it": "<input name=z><table><tr><form action=/b><input name=a>"
    "<td><input name=b></td></form><input name=no></tr></table>",
    "table, hidden stays": "<table><form action=/b><input type=hidden name=h value=1>"
    "<tr><td><input name=b></table>",
    "two in a table": "<table><tr><form action=/1><td><input name=a></td></form>"
    "<form action=/2><td><input name=b></td><td><button name=go>x</form></table>",
    "form in a form": "<form action=/b><div></form><form action=/a><input name=x></form>"
    "<input name=y></div><input name=z>",
    "template": "<form action=/t><template><input name=no></template><input name=y></form>",
    "the first of an id": "<form id=f action=/1></form><form id=f action=/2></form>"
    "<input name=a form=f>",
    "no form by that id": "<i id=f></i><form id=f action=/1><input name=a form=f>"
    "<input name=b form=></form>",
    "svg": "<form action=/s><svg><input name=no><foreignObject><input name=y></foreignObject>"
    "</svg><math><annotation-xml encoding=text/html><input name=z></math></form>",
    "button outside": f"<form id=f action=/go>{_Q}</form><button form=f name=out value=1"
    " formaction=/out>o</button>",
}
_ACTIONS = {
    "missing": f"<form>{_Q}</form>",
    "missing, base": f"{_BASE}<form>{_Q}</form>",
    "empty, base": f"{_BASE}<form action=''>{_Q}</form>",
    "white space, base": f"{_BASE}<form action='  '>{_Q}</form>",
    "relative, base": f"{_BASE}<form action=go>{_Q}</form>",
    "number sign": f"<form action='#'>{_Q}</form>",
    "number sign, base": f"{_BASE}<form action='#'>{_Q}</form>",
    "trimmed": f"<form action='  /t  '>{_Q}</form>",
    "own query, get": f"<form action='/r?keep=1#h'>{_Q}</form>",
    "own query, post": f"<form action='/r?keep=1#h' method=post>{_Q}</form>",
    "missing, post": f"<form method=post>{_Q}</form>",
    "query only": f"<form action='?k=1'>{_Q}</form>",
    "query only, post": f"<form action='?k=1' method=post>{_Q}</form>",
    "dot": f"<form action='.'>{_Q}</form>",
    "unknown method": f"<form action=/u method=PUT>{_Q}</form>",
    "javascript": f"<form action='javascript:void(0)'>{_Q}</form>",
    "mailto": f"<form action='mailto:a@b.test'>{_Q}</form>",
    "dialog": f"<form action=/d method=dialog>{_Q}<button formmethod=post>x</button></form>",
    "nothing to send": "<form action='/e?x=1'></form>",
    "nothing to send, post": "<form action='/e?x=1' method=post></form>",
    "spaces and letters": f"<form action='/a b/é?é=ü' method=post>{_Q}</form>",
    "another host": f"<form action='//O.test:80/../x'>{_Q}</form>",
}
_BUTTONS = {
    "several": f"<form action=/go>{_Q}<button name=op value=view>v</button>"
    "<input type=submit name=op value=Edit><button type=bogus name=bg value=1>b</button>"
    "<button type=button name=no value=1>n</button><input type=reset name=r value=r></form>",
    "formaction and formmethod": f"<form action=/go>{_Q}<button formaction='/del?x=9'"
    " formmethod=post name=op value=del>d</button><button formaction='' name=e>e</button>"
    "</form>",
    "formenctype": f"<form action=/go>{_Q}<button formenctype=multipart/form-data"
    " formmethod=post name=up value=1>u</button><button formenctype=x formmethod=x name=y>y</button></form>",
    "image": "<form action=/go><input type=image name=im src=x value=v>"
    "<input type=image src=x><input name=after></form>",
    "in tree order": "<form action=/go><input name=a><button name=b value=1>b</button>"
    "<input name=c><input type=image name=d src=x><input name=e></form>",
    "without a value": "<form action=/go><input type=submit name=a><button name=b>t"
    "</button><input type=submit name=c value=''><input type=submit></form>",
    "disabled": "<form action=/go><button name=a disabled>a</button><fieldset disabled>"
    "<legend><button name=b value=1>b</button></legend><button name=c>c</button>"
    "</fieldset></form>",
    "base under formaction": f"{_BASE}<form action=/go>{_Q}<button formaction=out>o</form>",
}
_BODIES = {
    "urlencoded": f"{_POST}><input name='a&amp;b' value='x y+z~*'><textarea name=t>\nl\n"
    "m</textarea></form>",
    "unknown enctype": f"{_POST} enctype=application/json>{_Q}</form>",
    "plain": f"{_POST} enctype=text/plain><input name=a value='1=2'><textarea name=b>x\ny"
    "</textarea><input type=file name=f></form>",
    "plain, empty": f"{_POST} enctype=text/plain></form>",
    "multipart": f"{_MULTI}<input name='a&quot;b&#10;c' value='é'><textarea name=b>x\ny"
    "</textarea><input type=file name=f><input name=g value='😀'></form>",
    "multipart, empty": f"{_MULTI}</form>",
    "multipart, get": f"<form action=/x enctype=multipart/form-data>{_Q}"
    "<input type=file name=f></form>",
}
_LETTERS = "<input name=a value='é中😀€'>"
_TEXT = f"{_LETTERS}<input type=hidden name=_charset_>"
_CHARSETS = {
    "windows-1252": f"<form action=/x>{_LETTERS}</form>{_POST}>{_LETTERS}</form>"
    f"{_MULTI}{_TEXT}</form>",
    "gbk": f"<form action='/x?中'>{_TEXT}</form>{_POST} enctype=text/plain>{_TEXT}</form>",
    "shift_jis": f"<form action=/x>{_LETTERS}<input name=b value='日本語①'></form>",
    "koi8-r": f"<form action=/x>{_LETTERS}<input name='ж' value='Ж'></form>",
    "euc-kr": f"<form action=/x>{_LETTERS}<input name=b value='한국'></form>",
    "big5": f"<form action=/x>{_TEXT}<input name=b value='中文'></form>",
    "iso-2022-jp": f"<form action=/x>{_TEXT}<input name=b value='日本語'></form>",
    "iso-8859-2": f"<form action=/x method=post>{_LETTERS}<input name=b value='ł'></form>",
}
_ACCEPTED = {
    "accept-charset": "ISO-8859-1",
    "accept-charset, a list": "bogus,gbk utf-8",
    "accept-charset, unknown": "bogus",
    "accept-charset, utf-16": "utf-16le",
}
_FILLED = Case(
    "filled: all kinds",
    "<form action=/x><input name=t value=old><textarea name=a>old</textarea>"
    "<select name=s><option>1<option>2</select><select name=m multiple><option>1<option"
    " selected>2<option>3</select><input type=radio name=r value=1 checked><input name=i>"
    "<input type=radio name=r value=2><input type=checkbox name=k value=1><input"
    " type=checkbox name=k value=2 checked><input type=checkbox name=on><input type=date"
    " name=d><input type=number name=n><input name=two><input name=two><input name=gone>"
    "</form>",
    {
        "t": "new & old",
        "a": "x\ny",
        "s": "2",
        "m": ["1", "3"],
        "r": "2",
        "k": ["1"],
        "on": True,
        "d": "2024-02-29",
        "n": "-1.5",
        "two": ["first", "second"],
        "gone": None,
    },
)
_MORE = (
    _FILLED,
    Case(
        "filled: nothing chosen",
        "<form action=/x><select name=m multiple><option selected>1</select><input"
        " type=checkbox name=k checked><input type=hidden name=h value=1><input name=two>"
        "<input name=two></form>",
        {"m": [], "k": False, "h": "2", "two": [None, "x"]},
    ),
    Case(
        "filled: direction",
        "<form action=/x><input name=c dir=auto dirname=cd></form>",
        {"c": "שלום"},
    ),
    Case(
        "filled: multipart",
        f"{_MULTI}<textarea name=t></textarea><input name=q></form>",
        {"t": "a\r\nb\n", "q": '"x"'},
    ),
    Case(
        "filled: values that are changed",
        "<form action=/x><input type=color name=c><input type=email name=e>"
        "<input type=datetime-local name=d><input type=range name=r></form>",
        {"c": "#ABCDEF", "e": " a@b ", "d": "2024-01-01T10:00:00", "r": "7"},
    ),
    Case(
        "page with a fragment",
        f"<form method=post>{_Q}</form>{_POST}>{_Q}</form>",
        url="http://f.test/s/1?old=1#part",
    ),
    Case("page at the root", f"<form method=post>{_Q}</form>", url="http://f.test"),
    Case("page below base", f"<base href=/b/><form action=x>{_Q}</form>"),
)


def _cases() -> list[Case]:
    groups = {
        "owner": _OWNERS,
        "action": _ACTIONS,
        "button": _BUTTONS,
        "control": CONTROLS,
        "body": _BODIES,
    }
    found = [
        Case(f"{kind}: {name}", html, kind=kind)
        for kind, group in groups.items()
        for name, html in group.items()
    ]
    found += [
        Case(f"charset: {charset}", html, charset=charset, kind="charset")
        for charset, html in _CHARSETS.items()
    ]
    found += [
        Case(
            name,
            f"<form action=/x accept-charset='{value}'>{_TEXT}</form>",
            charset="windows-1252",
            kind="charset",
        )
        for name, value in _ACCEPTED.items()
    ]
    return [*found, *_MORE]


CASES = _cases()
