"""Decoding by the Encoding Standard."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.dom.encoding import decode, name_of

# One label or more of every encoding in the standard, a text that it can write,
# and a codec of Python that writes it.
ENCODINGS = [
    ("unicode-1-1-utf-8", "utf-8", "é中", "utf-8"),
    ("866", "ibm866", "Жук", "cp866"),
    ("latin2", "iso-8859-2", "łódź", "iso8859-2"),
    ("l3", "iso-8859-3", "ħ", "iso8859-3"),
    ("latin4", "iso-8859-4", "ģ", "iso8859-4"),
    ("cyrillic", "iso-8859-5", "Ж", "iso8859-5"),
    ("asmo-708", "iso-8859-6", "ب", "iso8859-6"),
    ("greek8", "iso-8859-7", "Ω", "iso8859-7"),
    ("visual", "iso-8859-8", "ש", "iso8859-8"),
    ("logical", "iso-8859-8-i", "ש", "iso8859-8"),
    ("l6", "iso-8859-10", "ŋ", "iso8859-10"),
    ("iso8859-13", "iso-8859-13", "ė", "iso8859-13"),
    ("iso885914", "iso-8859-14", "ẁ", "iso8859-14"),
    ("l9", "iso-8859-15", "€", "iso8859-15"),
    ("iso-8859-16", "iso-8859-16", "ț", "iso8859-16"),
    ("koi", "koi8-r", "Ж", "koi8-r"),
    ("koi8-ru", "koi8-u", "ї", "koi8-u"),
    ("x-mac-roman", "macintosh", "é", "mac-roman"),
    ("tis-620", "windows-874", "ก", "cp874"),
    ("iso-8859-11", "windows-874", "€", "cp874"),
    ("x-cp1250", "windows-1250", "ř", "cp1250"),
    ("cp1251", "windows-1251", "Ж", "cp1251"),
    ("ascii", "windows-1252", "“€”", "cp1252"),
    ("latin1", "windows-1252", "“€”", "cp1252"),
    ("iso-8859-1", "windows-1252", "“€”", "cp1252"),
    ("windows-1253", "windows-1253", "Ω", "cp1253"),
    ("iso-8859-9", "windows-1254", "ğ€", "cp1254"),
    ("windows-1255", "windows-1255", "₪", "cp1255"),
    ("windows-1256", "windows-1256", "پ", "cp1256"),
    ("windows-1257", "windows-1257", "ė", "cp1257"),
    ("windows-1258", "windows-1258", "₫", "cp1258"),
    ("x-mac-ukrainian", "x-mac-cyrillic", "Ж", "mac-cyrillic"),
    ("chinese", "gbk", "镕中", "gbk"),
    ("gb2312", "gbk", "镕中", "gbk"),
    ("gb18030", "gb18030", "😀", "gb18030"),
    ("big5-hkscs", "big5", "中䏰", "big5hkscs"),
    ("x-x-big5", "big5", "中", "big5"),
    ("x-euc-jp", "euc-jp", "日本", "euc_jp"),
    ("csiso2022jp", "iso-2022-jp", "日本", "iso2022_jp"),
    ("ms_kanji", "shift_jis", "日①", "cp932"),
    ("ks_c_5601-1987", "euc-kr", "한똠", "cp949"),
    ("unicodefffe", "utf-16be", "é中", "utf-16-be"),
    ("ucs-2", "utf-16le", "é中", "utf-16-le"),
]


@pytest.mark.parametrize(("label", "name", "text", "codec"), ENCODINGS)
def test_label_of_the_header(label: str, name: str, text: str, codec: str) -> None:
    found = decode(text.encode(codec), label)
    assert (found.text, found.encoding, found.guessed) == (text, name, False)
    assert name_of(f"\t{label.upper()} ") == name


@pytest.mark.parametrize(
    ("label", "body", "text"),
    [
        ("gbk", b"\x80\xff", "€�"),
        ("gb18030", b"\x80<\x81\x22>", "€<�\x22>"),
        ("windows-1252", b"\x81\x8d", "\x81\x8d"),
        ("windows-1253", b"\x81\xd2", "\x81�"),
        ("x-user-defined", b"a\xff", "a\uf7ff"),
        ("hz-gb-2312", b"~{<script>~}", "�"),
        ("iso-2022-kr", b"", ""),
        ("utf-8", b"\xf0\x9f<p>", "�<p>"),
        ("euc-kr", b'\x81"', '�"'),
        ("big5", b"\x87<", "�<"),
    ],
)
def test_bytes_that_codecs_refuse(label: str, body: bytes, text: str) -> None:
    assert decode(body, label).text == text


@pytest.mark.parametrize(
    "label",
    [
        "utf-7",
        "utf-32",
        "cp037",
        "unicode_escape",
        "rot13",
        "idna",
        "hex",
        "bogus",
        "",
        "é",
        "\ud800",
        "gbk2",
        "iso_8859_1",
    ],
)
def test_no_label_of_the_standard(label: str) -> None:
    assert name_of(label) is None
    assert decode(b"<p>\xc3\xa9", label).encoding == "utf-8"


PRESCAN = [
    (b"<meta charset=gbk>", "gbk"),
    (b"<META CHARSET = 'GBK' />", "gbk"),
    (b"<meta/charset=gbk>", "gbk"),
    (b'<meta name="x>y" charset="gbk">', "gbk"),
    (b"<meta charset=bogus><meta charset=gbk>", "gbk"),
    (b"<meta charset=utf-16be>", "utf-8"),
    (b"<meta charset=unicode>", "utf-8"),
    (b"<meta charset=x-user-defined>", "windows-1252"),
    (b'<meta http-equiv=content-type content="text/html; charset=gbk">', "gbk"),
    (b"<meta content='text/html;charset = \"gbk\"' http-equiv=Content-Type>", "gbk"),
    (b'<meta http-equiv=content-type content="charset charset=gbk;x">', "gbk"),
    (b'<meta http-equiv=content-type content="text/html">', None),
    (b'<meta http-equiv=refresh content="0; charset=gbk">', None),
    (b'<meta content="text/html; charset=gbk">', None),
    (b"<meta charset=gbk charset=big5>", "gbk"),
    (b"<metax charset=gbk>", None),
    (b"<!-- <meta charset=gbk> -->", None),
    (b"<!-- > <meta charset=gbk> --><meta charset=big5>", "big5"),
    (b"<!--><meta charset=gbk>", "gbk"),
    (b"<a title='<meta charset=gbk>'>", None),
    (b"<!x <meta charset=gbk>", None),
    (b"<?x ?><meta charset=gbk>", "gbk"),
    (b"</ <meta charset=gbk><meta charset=big5>", "big5"),
    (b"<script>x</script>" + b" " * 1500 + b"<meta charset=gbk>", "gbk"),
    (b"<!--" + b"x" * 5000 + b"--><meta charset=gbk>", "gbk"),
    (b"<p>" + b"x" * 900 + b"<meta charset=gbk>", "gbk"),
    (b"<p>" + b"x" * 1100 + b"<p><meta charset=gbk>", None),
    (b"<p>charset=gbk", None),
    (b"<?xml version='1.0' encoding='gbk'?><html>", "gbk"),
    (b"<?xml encoding='utf-16'?>", "utf-8"),
    (b"<?xml encoding='big5'?><meta charset=gbk>", "gbk"),
    (b" <?xml encoding='gbk'?>", None),
]


@pytest.mark.parametrize(("body", "name"), PRESCAN)
def test_declaration_in_the_document(body: bytes, name: str | None) -> None:
    assert decode(body, None).encoding == (name or "utf-8")
    # What was declared is decided before the bytes are looked at.
    undeclared = decode(body + b" \xe9.", None)
    assert undeclared.encoding == (name or "windows-1252")
    assert undeclared.guessed == (name is None)


@pytest.mark.parametrize("mark", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("label", [None, "windows-1251", "gbk"])
def test_byte_order_mark_beats_all(mark: str, label: str | None) -> None:
    body = "\ufeff<meta charset=big5>é".encode(mark)
    assert decode(body, label).text == "<meta charset=big5>é"


def test_header_beats_declaration() -> None:
    assert decode(b"<meta charset=gbk>", "big5").encoding == "big5"
    assert decode(b"<meta charset=gbk>", "bogus").encoding == "gbk"


def test_style_sheets_and_xml_declare_in_their_own_way() -> None:
    assert decode(b'@charset "gbk";', None, "css").encoding == "gbk"
    assert decode(b"@charset 'gbk';", None, "css").encoding == "utf-8"
    assert decode(b"<x><meta charset=gbk></x>", None, "xml").encoding == "utf-8"


@pytest.mark.parametrize("cut", [b"\xc3", b"\xe4\xb8", b"\xf0\x9f\x98"])
def test_a_body_cut_within_a_character_is_still_utf_8(cut: bytes) -> None:
    found = decode("é中".encode() + cut, None)
    assert (found.text, found.encoding) == ("é中�", "utf-8")


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60), st.sampled_from([name for name, *_ in ENCODINGS]))
def test_no_bytes_raise(body: bytes, label: str) -> None:
    for found in (decode(body, label), decode(body, None), decode(body, None, "xml")):
        found.text.encode("utf-8")
        assert name_of(found.encoding) == found.encoding


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.sampled_from(
            [
                b"<meta ",
                b"charset",
                b"=",
                b"'",
                b'"',
                b">",
                b"<!--",
                b"-->",
                b"gbk",
                b" ",
                b"/",
                b"http-equiv=content-type",
                b"content=",
                b"<",
                b"\xff",
            ]
        ),
        max_size=40,
    )
)
def test_any_soup_of_declarations(parts: list[bytes]) -> None:
    assert name_of(decode(b"".join(parts), None).encoding)
