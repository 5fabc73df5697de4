"""URLs that are likely to break something."""

from __future__ import annotations

from hypothesis import strategies as st

# Pieces that the key treats in a way of its own, so that they meet each other.
_PIECES = (
    *"%/;=&?#.:@()[]'+|\\ \t\n~^{}\"<>`,!$*-_aAfF0129",
    *("%2", "%%", "%34", "%41", "%2e", "%2E", "%2f", "%25", "%3b", "%23", "%7E", "%C3"),
    *("é", "中", "ſ", "\u00ad", "。", "\ud800", "\x00", "İ"),
    *("..", "/../", "/./", "//", ";sid=", ";jsessionid=", "phpsessid=", "utm_source="),
    *(
        "sid=",
        "XTCsid/",
        "(S(abcd1234efgh5678ijkl9012))",
        "%28S%28x%29%29",
        "#!/",
        "#/",
    ),
    *("c0de0001c0de0002c0de0003c0de0004", "u2lk0tm8rm1qd3ks8c0j2g3o71", "&a=1", "&a"),
)
tails = st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)
hosts = st.sampled_from(
    (
        *("h.test", "H.test", "h.test.", "h.test..", "h.test:80", "h.test:8080", "."),
        *(
            "127.0.0.1",
            "127.1",
            "0x7f.1.",
            "1.2.03.4..",
            "[::1]:80",
            "[::FFFF:1.2.3.4]",
        ),
        *(
            "bücher.test",
            "xn--bcher-kva.test",
            "XN--BCHER-KVA.test",
            "xn--.test",
            "a..b",
        ),
        *(
            "u:p@h.test",
            "u@v@h.test",
            "h.test\\@e.test",
            "ｈ。test",
            "%68.test",
            "a_b.test",
        ),
    )
)
urls = st.one_of(
    st.builds(
        "{}{}{}".format,
        st.sampled_from(("http://", "https://", "HTTP:/")),
        hosts,
        tails,
    ),
    st.builds("http://h.test/{}".format, tails),
    st.builds("http://h.test/?{}".format, tails),
    tails,
    st.text(max_size=40),
)
