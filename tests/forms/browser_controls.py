"""Controls of all kinds, for the table of forms that are sent by a browser too."""
# ruff: noqa: E501 - markup is easier to check where it is not cut into lines

from __future__ import annotations

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

CONTROLS = {
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
