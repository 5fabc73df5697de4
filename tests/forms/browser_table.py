"""Forms of all kinds, to be sent by us and by a browser."""
# ruff: noqa: E501 - markup is easier to check where it is not cut into lines

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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

_NUMBERS = (
    "1",
    " 1",
    "+1",
    "1.",
    ".5",
    "-.5",
    "1e3",
    "1E+3",
    "-0",
    "1e400",
    "abc",
    "0x1",
    "00012",
)
_RANGES = (
    "", "value=7.4", "value=200", "min=10", "min=10 max=5", "min=0 max=1 step=0.1",
    "min=1 max=10 step=4", "min=1 max=10 step=4 value=9.9", "step=any value=1.25",
    "min=-5 max=5", "min=0 max=1 step=0.3", "value=abc max=7", "min=3 max=9 step=3",
    "step=7 value=100", "step=0.1 value=0.37", "min=a max=b step=c",
    "min=0.1 max=99.9 step=0.5",
)  # fmt: skip

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
_CONTROLS = {
    "fieldsets": "<form action=/x><input name=a value=1 disabled><fieldset disabled>"
    "<legend><input name=b value=1></legend><legend><input name=c></legend>"
    "<input name=d><fieldset><legend><input name=e></legend></fieldset></fieldset></form>",
    "drop-downs": "<form action=/x><select name=s1><option value=p>P<option value=q>Q"
    "</select><select name=s2><option value=dis disabled selected>D<option>E</select>"
    "<select name=s3><option disabled value=x>X<option>  Label  two </select>"
    "<select name=s8></select><select name=s9><option selected>1<option selected>2"
    "</select><select name=s10><option value=''>-</select></form>",
    "groups of options": "<form action=/x><select name=s4><optgroup disabled label=g>"
    "<option value=o1>1</optgroup><optgroup label=h><option value=o2>2</optgroup></select>"
    "<select name=s><optgroup label=a><option>1<optgroup label=b><option selected>2"
    "</select></form>",
    "multiple": "<form action=/x><select name=s5 multiple><option value=1>1</select>"
    "<select name=s6 multiple><option value=1 selected>1<option value=2 selected disabled>"
    "2<option value=3 selected>3</select></form>",
    "size": "<form action=/x><select name=a size=0><option>1</select><select name=b size="
    "2x><option>1</select><select name=c size=-1><option>1</select><select name=d size=+2>"
    "<option>1</select><select name=f size=2><option selected>1<option selected>2</select>"
    "</form>",
    "text of options": "<form action=/x><select name=a><option>&nbsp;a&nbsp; \n b </select>"
    "<select name=b><option label=shown>text</select><select name=c><option>&lt;b&gt;"
    "<b>x</b></select></form>",
    "radio buttons": "<form action=/x><input type=radio name=r1 value=1><input type=radio"
    " name=r2 checked><input type=radio name=r3 value=1 checked><input name=t>"
    "<input type=radio name=r3 value=2 checked><input type=radio checked value=9></form>"
    "<input type=radio name=r3 value=3 checked>",
    "check boxes": "<form action=/x><input type=checkbox name=k1 checked><input"
    " type=checkbox name=k2 value=v><input type=checkbox name=k3 value='' checked>"
    "<input type=checkbox name=k4 value='a\nb' checked disabled></form>",
    "text areas": "<form action=/x><textarea name=t>\nL1\nL2</textarea><textarea name=u>"
    "\n\n&#13;x&#13;&#10;y&#10;</textarea><textarea name=v></textarea></form>",
    "names": "<form action=/x><input name='' value=no><input value=no><input name='a b'>"
    "<input name='n&#10;m'><input name='é&amp;='><input name=q><input name=q></form>",
    "hidden": "<form action=/x><input type=hidden name=h value='a\nb\r\nc&#13;d'>"
    "<input type=hidden name=__VIEWSTATE value='/wEPDw==&amp;+'></form>",
    "one line": "<form action=/x><input name=a value='a\nb'><input type=search name=b"
    " value=' a\nb '><input type=tel name=c value='\n1'><input type=password name=d"
    " value=' p '></form>",
    "addresses": "<form action=/x><input type=email name=a value=' a@b , c@d ' multiple>"
    "<input type=email name=b value=' a b '><input type=url name=c value=' \n http://x '>"
    "</form>",
    "numbers": "<form action=/x>"
    + "".join(f"<input type=number name=n value='{value}'>" for value in _NUMBERS)
    + "</form>",
    "ranges": "<form action=/x>"
    + "".join(f"<input type=range name=n {value}>" for value in _RANGES)
    + "</form>",
    "dates": "<form action=/x><input type=date name=a value=2024-13-01><input type=date"
    " name=b value=2024-02-29><input type=date name=c value=2023-02-29><input type=date"
    " name=d value=10000-01-01><input type=date name=e value=0000-01-01><input type=week"
    " name=f value=2024-W53><input type=week name=g value=2020-W53><input type=month name=h"
    " value=2024-1><input type=month name=i value=2024-01></form>",
    "times": "<form action=/x><input type=time name=a value=10:00:00><input type=time"
    " name=b value=1:00><input type=time name=c value=23:59:59.999><input"
    " type=datetime-local name=d value='2024-01-01 10:00'><input type=datetime-local name=e"
    " value=2024-01-01T10:00:00.500><input type=datetime-local name=f"
    " value=2024-01-01T10:00:00><input type=datetime-local name=g value=2024-01-01></form>",
    "colours": "<form action=/x><input type=color name=a><input type=color name=b"
    " value=nope><input type=color name=c value='#ABC'><input type=color name=d"
    " value='#AABBCC'></form>",
    "unknown types": "<form action=/x><input type=bogus name=u value=bog><input type=''"
    " name=v><input type=TEXT name=w><keygen name=kg><output name=o>5</output><object"
    " name=ob></object><input type=button name=b value=B></form>",
    "files": "<form action=/x><input type=file name=f><input type=file name=g multiple>"
    "</form>",
    "suggestions": "<form action=/x><input name=a list=l value=b><datalist id=l>"
    "<option value=1><input name=in></datalist></form>",
    "direction": "<form action=/x><input name=a dirname=ad value=x><textarea name=b"
    " dirname=bd>שלום</textarea><input name=c dir=auto dirname=cd value=שלום><div dir=rtl>"
    "<input name=d dirname=dd><input type=tel name=f dirname=fd><input type=hidden name=g"
    " dirname=gd><input type=password name=h dirname=hd><input type=number name=i"
    " dirname=id></div><div dir=auto>שלום<input name=j dirname=jd></div><input name=e"
    " dirname=></form>",
    "select closed by a control": "<form action=/x><select name=s><input name=b value=2>"
    "<option>x</select><select name=t><div><option>y</div></select></form>",
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
        "control": _CONTROLS,
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
