"""``scrapy diff``: real surveys, exit status, one line for what is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from crawler.cluster import ClusterOptions
from crawler.commands.diff import FAILED, Command, last_surveys
from crawler.commands.report import Command as ReportCommand
from crawler.finalise import finalise, remember_options, vector_format
from crawler.store import Survey, SurveyWriter, harvests
from tests.commands.surveys import CHROME, SITE, Result, item, listing, measured, run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

HOME = "http://h.test/"
UPLOAD = (
    f"<body>{CHROME}<aside><ol><li><b>New</b><li><i>x</i></ol></aside><section><h2>Up"
    "</h2><form action=/up method=post><input type=file name=f><input name=note>"
    "<textarea name=t></textarea></form><footer><p>a<p>b</footer></section>"
)


def crawled(
    path: Path,
    site: Mapping[str, str] = SITE,
    options: ClusterOptions | None = None,
    *,
    rules: Mapping[str, str] | None = None,
    reason: str | None = "finished",
    **arguments: Any,
) -> Path:
    """A survey as a crawl leaves it."""
    options = options or ClusterOptions()
    with Survey.open(path, create=True) as survey:
        remember_options(survey, options)
        known = {"start": HOME, **arguments}
        number = survey.start_run("inspect", arguments=known, settings={}, versions={})
        with SurveyWriter(survey, number, vector_format(options)) as writer:
            for url, html in site.items():
                changes = {} if url == HOME else {"referrer": HOME}
                writer.submit(measured(url, html, options, **changes))
            for url, rule in (rules or {}).items():
                writer.decide(url, rule)
        if reason:
            survey.finish_run(number, reason, {})
        finalise(survey)
    return path


@pytest.fixture
def diff(capsysbinary: pytest.CaptureFixture[bytes]) -> Callable[..., Result]:
    return lambda *argv: run(Command(), capsysbinary, *map(str, argv))


def differences(result: Result) -> dict[str, dict[str, list[dict[str, Any]]]]:
    found: dict[str, dict[str, list[dict[str, Any]]]] = json.loads(result.out)[
        "differences"
    ]
    return found


def counts(result: Result) -> dict[str, list[int]]:
    """Kind -> how many came, went and changed, of the kinds that differ."""
    found = {
        name: [len(kind[what]) for what in ("came", "went", "changed")]
        for name, kind in differences(result).items()
    }
    return {name: numbers for name, numbers in found.items() if any(numbers)}


def test_the_same(diff: Callable[..., Result], tmp_path: Path) -> None:
    old = crawled(tmp_path / "a.sqlite")
    # In another order, as another crawl meets them.
    new = crawled(tmp_path / "b.sqlite", dict(reversed(SITE.items())))
    result = diff(old, new)
    assert (result.status, result.err) == (0, "")
    assert [line.split() for line in result.lines()[3:]] == [
        [name, "same"] for name in ("clusters", "forms", "parameters", "pages")
    ]


def test_a_template_comes(diff: Callable[..., Result], tmp_path: Path) -> None:
    old = crawled(tmp_path / "a.sqlite")
    new = crawled(tmp_path / "b.sqlite", {**SITE, f"{HOME}upload": UPLOAD})
    result = diff(old, new, "--as", "json")
    assert result.status == 1
    found = differences(result)
    assert [one["page"] for one in found["clusters"]["came"]] == [f"{HOME}upload"]
    assert [one["method"] for one in found["forms"]["came"]] == ["POST"]
    names = {(one["place"], one["name"]) for one in found["parameters"]["came"]}
    assert names == {("body", "f"), ("body", "note"), ("body", "t")}
    assert [one["url"] for one in found["pages"]["came"]] == [f"{HOME}upload"]
    back = diff(new, old, "--as", "json")
    assert back.status == 1
    for name in found:
        assert differences(back)[name]["went"] == found[name]["came"]
    shown = diff(old, new)
    assert f"  + {HOME}upload" in shown.lines()
    assert "clusters    +1  -0  ~0" in shown.lines()


def test_more_rows_are_no_difference(
    diff: Callable[..., Result], tmp_path: Path
) -> None:
    """A list that grew, a text that changed: the structure is what it was."""
    site = {**SITE, f"{HOME}list?p=5": listing(6)}
    site[f"{HOME}item/1"] = item(1).replace("Item 1", "Something else")
    old, new = crawled(tmp_path / "a.sqlite"), crawled(tmp_path / "b.sqlite", site)
    assert diff(old, new).status == 0


def test_a_page_becomes_another(diff: Callable[..., Result], tmp_path: Path) -> None:
    old = crawled(tmp_path / "a.sqlite")
    new = crawled(tmp_path / "b.sqlite", {**SITE, f"{HOME}item/3": listing(4)})
    result = diff(old, new, "--as", "json")
    assert counts(result) == {"pages": [0, 0, 1]}
    (entry,) = differences(result)["pages"]["changed"]
    assert entry == {"url": f"{HOME}item/3", "structure": True}
    assert result.status == 1


def test_a_form_changes(diff: Callable[..., Result], tmp_path: Path) -> None:
    changed = {
        url: html.replace("<input name=q>", "<input name=q><input name=sort>")
        for url, html in SITE.items()
    }
    old, new = crawled(tmp_path / "a.sqlite"), crawled(tmp_path / "b.sqlite", changed)
    result = diff(old, new, "--as", "json")
    (entry,) = differences(result)["forms"]["changed"]
    assert entry["controls"] == {"came": ["sort=text"], "went": []}
    assert "controls: +sort=text" in diff(old, new).out


def test_what_one_was_not_to_see(diff: Callable[..., Result], tmp_path: Path) -> None:
    """Left out, or not reached: that is told, and is no difference."""
    less = {url: html for url, html in SITE.items() if "item" not in url}
    items = {url: "excluded" for url in SITE if "item" in url}
    old = crawled(tmp_path / "a.sqlite")
    new = crawled(tmp_path / "b.sqlite", less, rules=items, exclude="item")
    result = diff(old, new)
    assert result.status == 0
    assert result.err == "leadline: diff: different exclude: none, item\n"
    assert result.lines()[-1].endswith("NEW could not see: 8 excluded")
    killed = crawled(tmp_path / "c.sqlite", less, reason=None)
    result = diff(old, killed)
    assert result.status == 0
    assert "NEW was cut off (killed)" in result.err
    gone = crawled(tmp_path / "d.sqlite", less)
    assert diff(old, gone).status == 1


def test_other_options_measure_both_alike(
    diff: Callable[..., Result], tmp_path: Path
) -> None:
    """Vectors of two recipes do not compare: the trees do."""
    old = crawled(tmp_path / "a.sqlite", options=ClusterOptions(mode="paper"))
    new = crawled(tmp_path / "b.sqlite")
    result = diff(old, new, "--as", "json")
    assert counts(result) == {}
    assert result.status == 0


def harvest(path: Path, names: list[str], verdict: str = "done") -> None:
    """A harvest whose records have these names."""
    with Survey.open(path) as survey, survey.writing() as connection:
        known = {"signature": "GET find", "page": HOME, "action": f"{HOME}find"}
        number = harvests.begin_harvest(connection, 1, **known, method="GET", begun={})
        done = {"verdict": verdict, "records": len(names)}
        harvests.update_harvest(connection, number, done)
        answer: dict[str, Any] = {
            **dict.fromkeys(("phase", "url", "kind", "reason", "next", "error"), ""),
            **dict.fromkeys(("page", "number", "bytes", "seconds"), 1),
            "harvest_id": number,
            "query": "{}",
            "records": [],
            "total": None,
            "more": False,
        }
        found = [
            {
                "harvest_id": number,
                "identity": name.partition("=")[0],
                "number": place,
                "fields": {"name": name},
                "links": {},
                "section": "",
                "url": HOME,
                "query": "{}",
            }
            for place, name in enumerate(names, 1)
        ]
        harvests.write_answer(connection, 1, answer, found)


def test_records(diff: Callable[..., Result], tmp_path: Path) -> None:
    old, new = crawled(tmp_path / "a.sqlite"), crawled(tmp_path / "b.sqlite")
    harvest(old, ["a", "b", "c=1"])
    harvest(new, ["b", "c=2", "d\x1b[31m"])
    result = diff(old, new, "--as", "json")
    assert counts(result) == {"records": [1, 1, 1]}
    (changed,) = differences(result)["records"]["changed"]
    assert (changed["before"], changed["fields"]) == ({"name": "c=1"}, {"name": "c=2"})
    shown = diff(old, new)
    assert "records     +1  -1  ~1" in shown.lines()
    assert "\x1b" not in shown.out + result.out


@pytest.mark.parametrize("verdict", ["limited", "failed", ""])
def test_records_of_an_unfinished_harvest(
    diff: Callable[..., Result], tmp_path: Path, verdict: str
) -> None:
    old, new = crawled(tmp_path / "a.sqlite"), crawled(tmp_path / "b.sqlite")
    harvest(old, ["a", "b"])
    harvest(new, ["b"], verdict)
    result = diff(old, new)
    assert result.status == 0
    assert "NEW has not asked enough" in result.err
    assert diff(new, old).status == 0


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "name two surveys"),
        (["a"], "name two surveys"),
        (["a", "b", "c"], "name two surveys"),
        (["none.sqlite", "b"], "none.sqlite"),
        (["a", "b", "--as", "jsn"], "did you mean json?"),
        (["a", "b", "--odd"], "unknown option --odd"),
        (["--last", "1", "h"], "give 2 or more"),
        (["--last", "2"], "name one host"),
        (["--last", "2", "h.test", "--folder", "nowhere"], "has no survey of h.test"),
    ],
)
def test_wrong_arguments_are_one_line(
    diff: Callable[..., Result], argv: list[str], said: str
) -> None:
    result = diff(*argv)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("leadline: diff: ")
    assert said in line


def damage(path: Path) -> None:
    """Spoil a survey so that it still opens."""
    with (
        Survey.open(path, create=True) as survey,
        survey.engine.connect() as connection,
    ):
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    data = bytearray(path.read_bytes())
    # The first page of the file (4 KiB) that holds URLs; that it is a survey stays.
    found = data.find(b"http://h.test/item/1")
    start = found - found % 4096
    data[start : start + 4096] = b"\xff" * 4096
    path.write_bytes(data)


def test_a_damaged_survey_is_one_line(
    diff: Callable[..., Result],
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    old, new = crawled(tmp_path / "a.sqlite"), crawled(tmp_path / "b.sqlite")
    damage(new)
    for result, status in (
        (diff(old, new), FAILED),
        (run(ReportCommand(), capsysbinary, str(new)), 1),
    ):
        assert (result.status, result.out) == (status, "")
        (line,) = result.err.splitlines()
        assert "b.sqlite: database disk image is malformed" in line
    assert not new.with_suffix(".html").exists()


def test_the_last_surveys_of_a_host(
    diff: Callable[..., Result], tmp_path: Path
) -> None:
    for name in (
        "inspect-h.test-20260101T000000Z",
        "inspect-h.test-20260301T000000Z",
        "inspect-h.test-20260201T000000Z",
        "hidden-h.test-20260215T000000Z",
        "inspect-a-h.test-20260401T000000Z",  # of the host a-h.test
    ):
        (tmp_path / f"{name}.sqlite").touch()
    one, two, three = (
        str(tmp_path / f"inspect-h.test-20260{month}01T000000Z.sqlite")
        for month in (1, 2, 3)
    )
    assert last_surveys(tmp_path, "h.test", 2) == [two, three]
    assert last_surveys(tmp_path, "h.test", 3) == [one, three]
    result = diff("--last", "4", "h.test", "--folder", tmp_path)
    assert result.status == 2
    assert "has 3 of the last 4 surveys of h.test" in result.err
    for path in (two, three):
        crawled(tmp_path / path)
    assert diff("--last", "2", "h.test", "--folder", tmp_path).status == 0
