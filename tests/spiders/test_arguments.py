"""Arguments: what is taken, and the one line that answers a mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crawler.extensions.survey import public_arguments
from spiders.arguments import ArgumentError, Arguments
from spiders.harvest_arguments import HarvestArguments
from spiders.sources import read_headers, read_start

START = "https://app.example/"


def test_defaults_are_polite_and_stay_on_the_host() -> None:
    args = Arguments.read({"start": START})
    assert args.start == (START,)
    assert (args.scope, args.depth, args.pages) == ("host", None, None)
    assert (args.polite, args.robots, args.insecure) == (True, True, False)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("https://a.example", ("https://a.example/",)),
        ("HTTPS://A.example:443/x/../y", ("https://a.example/y",)),
        ("http://a.example/#top", ("http://a.example/",)),
        (
            "http://a.example/1,2,https://b.example/?q=3,4",
            ("http://a.example/1,2", "https://b.example/?q=3,4"),
        ),
        (
            " http://a.example/ , http://b.example/ ",
            ("http://a.example/", "http://b.example/"),
        ),
        ("http://münchen.example/", ("http://xn--mnchen-3ya.example/",)),
    ],
)
def test_start_is_a_url_or_a_list(given: str, expected: tuple[str, ...]) -> None:
    assert read_start(given) == expected


def test_start_is_a_file(tmp_path: Path) -> None:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("# mine\n\nhttp://a.example/\nhttp://b.example/x\n", "utf-8")
    assert Arguments.read({"start": str(seeds)}).start == (
        "http://a.example/",
        "http://b.example/x",
    )


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "start is missing: -a start=https://app.example/"),
        ({"start": "app.example"}, "did you mean https://app.example?"),
        ({"start": "ftp://app.example/"}, "not an absolute http(s) URL"),
        ({"start": "http://"}, "not an absolute http(s) URL"),
        ({"start": "http://a.example:22/"}, "port 22 is one that browsers refuse"),
        ({"start": "http://a b/"}, "not an absolute http(s) URL"),
        ({"start": ""}, "a URL with http:// or https://, or a file"),
        ({"start": "seeds.text"}, "a URL with http:// or https://, or a file"),
        ({"strat": START}, "did you mean start=...?"),
        ({"start": START, "dept": "3"}, "did you mean depth=...?"),
        ({"start": START, "strat": "3"}, "did you mean start=...?"),
        ({"start": START, "zzz": "3"}, "known: start, scope, depth"),
        ({"start": START, "depth": "three"}, "depth=three: "),
        ({"start": START, "depth": "-1"}, "depth=-1: "),
        ({"start": START, "pages": "0"}, "pages=0: "),
        ({"start": START, "pages": "1.5"}, "pages=1.5: "),
        ({"start": START, "scope": "site"}, "scope=site: "),
        ({"start": START, "scope": "re:("}, "scope=re:(: "),
        ({"start": START, "include": "["}, "include=[: not a regular expression"),
        ({"start": START, "exclude": "*"}, "exclude=*: not a regular expression"),
        ({"start": START, "polite": "maybe"}, "polite=maybe: use 1 or 0"),
        ({"start": START, "robots": "off"}, "robots=off: use 1 or 0"),
        ({"start": START, "cookies": "none.txt"}, "cookies=none.txt: no such file"),
        (
            {"start": START, "headers": "nonsense"},
            "headers=nonsense: no such file; use",
        ),
        ({"start": START, "headers": ""}, "use 'Name: value', a JSON object"),
        ({"start": START, "headers": '{"X": 1'}, "headers=...: not a JSON object"),
        ({"start": START, "headers": '{"X": {"a": 1}}'}, "not a JSON object of names"),
        ({"start": START, "headers": '{"X": ["a"]}'}, "not a JSON object of names"),
        ({"start": START, "headers": '{"X": "a\\r\\nY: b"}'}, "X holds a line break"),
        ({"start": START, "headers": '{"X": ' + "[" * 9999}, "not a JSON object"),
        ({"start": START, "headers": "Bad Name: x"}, "is no header name"),
        ({"start": START, "proxy": "10.0.0.1:8080"}, "use http://[user:password@]"),
        ({"start": START, "proxy": "socks5://h:1"}, "use http://[user:password@]"),
        ({"start": START, "proxy": "http://h:99999"}, "use http://[user:password@]"),
        ({"start": START, "proxy": ""}, "use http://[user:password@]"),
        ({"start": START, "include": ""}, "include=: empty; leave it out"),
        ({"start": START, "exclude": ""}, "exclude=: empty; leave it out"),
        ({"start": " "}, "empty; give a URL"),
        ({"start": "x" * 5000}, "File name too long"),
        ({"start": "a." * 5000}, "did you mean https://a.a."),
        ({"start": START, "depth": ""}, "depth=: "),
        ({"start": START, "pages": "१२"}, "pages=१२: "),
    ],
)
def test_a_mistake_is_told_in_one_line(given: dict[str, str], told: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        Arguments.read(given)
    message = str(caught.value)
    assert told in message
    assert "\n" not in message
    assert len(message) < 300


NO_TEXT = {
    "binary": b"\x7fELF\x00\xd0\xff",
    "latin-1": "http://a.example/\xe9".encode("latin-1"),
    "utf-16": "http://a.example/".encode("utf-16"),
}


@pytest.mark.parametrize("name", ["start", "headers", "cookies"])
@pytest.mark.parametrize("kind", [*NO_TEXT, "empty", "directory", "device", "missing"])
def test_a_file_that_cannot_be_taken_is_told_in_one_line(
    tmp_path: Path, name: str, kind: str
) -> None:
    path = tmp_path / "given"
    if kind == "directory":
        path.mkdir()
    elif kind == "device":
        path = Path("/dev/null")
    elif kind != "missing":
        path.write_bytes(NO_TEXT.get(kind, b""))
    if (name, kind) == ("headers", "empty"):
        return  # no headers
    with pytest.raises(ArgumentError) as caught:
        Arguments.read({"start": START, name: str(path)})
    message = str(caught.value)
    assert message.startswith(f"{name}={path}: ")
    assert "\n" not in message
    assert "codec" not in message


def test_text_files_of_windows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "given"
    path.write_bytes(b"\xef\xbb\xbfhttp://a.example/\r\nhttp://b.example/\r\n")
    assert read_start(str(path)) == ("http://a.example/", "http://b.example/")


@pytest.mark.parametrize(
    "given",
    [
        {"headers": "Authorization: s3cret\nBad Name: x"},
        {"headers": '{"Authorization": "s3cret"'},
        {"proxy": "http://me:s3cret@h:99999"},
        {"proxy": "socks5://me:s3cret@h:1"},
        {"start": "http://me:s3cret@a.example/"},
        {"start": "https://b.example/,https://me:s3cret@a.example/"},
        {"start": "http://s3cret@a.example:99999/"},
        {"strat": "http://me:s3cret@a.example/"},
        {"hedaers": "Authorization: s3cret"},
        {"cookies": "/nowhere/http://me:s3cret@a.example/"},
    ],
)
def test_a_secret_is_not_in_the_message(given: dict[str, str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        Arguments.read({"start": START, **given})
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("name", list(Arguments.model_fields))
def test_every_argument_is_known_by_its_near_name(name: str) -> None:
    with pytest.raises(ArgumentError, match=f"did you mean {name}="):
        Arguments.read({"start": START, name + "s" if name != "pages" else "page": "1"})


def test_what_is_kept_of_arguments_can_be_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEADLINE_PASSWORD", "s3cret")
    cookies = tmp_path / "cookies.json"
    cookies.write_text('{"sid": "1"}', "utf-8")
    given = {
        "start": "http://a.example/x,y,http://b.example/",
        "scope": "re:^http",
        "depth": "3",
        "pages": "10",
        "include": "/x|/y",
        "exclude": r"\.pdf$",
        "cookies": str(cookies),
        "proxy": "http://127.0.0.1:8080",
        "insecure": "1",
        "polite": "0",
        "robots": "0",
        "exhaustive": "1",
        "login": "http://a.example/login",
        "marker": "Sign out",
        "user": "alice",
        "topic": "used cars",
        "unsafe": "1",
    }
    assert given.keys() == Arguments.model_fields.keys() - {"headers"}
    args = Arguments.read(given)
    kept = public_arguments(args)
    assert kept == given
    assert Arguments.read(kept) == args


def test_the_job_of_scrapyd_is_accepted() -> None:
    assert Arguments.read({"start": START, "_job": "6487ec79"}).start == (START,)


def test_headers_in_every_form(tmp_path: Path) -> None:
    expected = (("Authorization", "Bearer a:b"), ("X-Team", "red"))
    lines = "Authorization: Bearer a:b\nX-Team: red"
    assert read_headers(lines) == expected
    assert read_headers(json.dumps(dict(expected))) == expected
    path = tmp_path / "headers"
    path.write_text(lines, "utf-8")
    # A path may hold a colon on no system that matters here.
    assert read_headers(str(path)) == expected


def test_a_mistake_of_two_arguments_names_them() -> None:
    """And does not repeat all that was given."""
    with pytest.raises(ArgumentError) as told:
        HarvestArguments.read({"interface": "3", "start": "http://h.test/"})
    assert str(told.value) == "interface goes with survey=PATH"
