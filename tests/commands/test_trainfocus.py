"""``scrapy trainfocus``: a page model from labels, a topic or examples."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from crawler.commands.trainfocus import Command
from crawler.focus import load_model
from crawler.focus.labelled import read_pages
from tests.building import ROOT
from tests.commands.surveys import Result, run
from tests.servers.web import Reply, web

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ON = "<title>Cars</title><p>A used car: engine, gearbox, price of the car</p>"
OFF = "<title>Food</title><p>A recipe: pasta, tomato, and how to cook the pasta</p>"


@pytest.fixture
def trainfocus(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    def trained(*argv: object) -> Result:
        return run(Command(), capsysbinary, *map(str, argv))

    return trained


def lines(hosts: int = 4) -> list[dict[str, Any]]:
    return [
        {"url": f"https://h{site}.example/{label}", "html": html, "label": label}
        for site in range(hosts)
        for html, label in ((ON, "on"), (OFF, "off"))
    ]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n\n" for row in rows))
    return path


def folders(path: Path, hosts: int = 4) -> Path:
    for label, html in (("cars", ON), ("food", OFF)):
        (path / label / "deep").mkdir(parents=True)
        for host in range(hosts):
            name = quote(f"http://www.h{host}.example/x", safe="")
            (path / label / "deep" / name).write_text(html)
    return path


@pytest.mark.parametrize("model", ["nb", "lr"])
def test_a_model_is_trained_and_used(
    tmp_path: Path, trainfocus: Callable[..., Result], model: str
) -> None:
    pages, output = write(tmp_path / "pages.jsonl", lines()), tmp_path / "m.json"
    options = ("-o", output, "--model", model, "--source", "us", "--licence", "CC0")
    result = trainfocus(pages, *options)
    assert result.status == 0, result.err
    rows = {
        line.split()[0]: line.split()[1:] for line in result.out.splitlines() if line
    }
    assert rows[model][0] == "pages"
    assert "8 pages of 4 hosts" in result.err
    assert "part 4 of 4" in result.err
    matrix = result.out.partition("told \\ predicted")[2].splitlines()
    assert matrix[0].split() == ["off", "on"]
    assert [line.split() for line in matrix[1:3]] == [
        ["off", "4", "0"],
        ["on", "0", "4"],
    ]
    data = json.loads(output.read_text())
    assert (data["source"], data["licence"], data["pages"]) == ("us", "CC0", 8)
    scorer = load_model(output)
    assert scorer.kind == model
    assert scorer.score("used car engine") > 0.5 > scorer.score("pasta with tomato")


def test_both_models_are_scored_and_one_is_written(
    tmp_path: Path, trainfocus: Callable[..., Result]
) -> None:
    output = tmp_path / "m.json"
    result = trainfocus(folders(tmp_path / "p"), "--on", "cars", "-o", output)
    assert result.status == 0, result.err
    heads = [x.split()[0] for x in result.out.splitlines() if "precision" in x]
    assert heads == ["nb", "lr"]
    assert "8 pages of 4 hosts" in result.err
    assert load_model(output).kind in {"nb", "lr"}
    assert json.loads(output.read_text())["on"] == ["cars"]


def test_several_labels_on_the_topic(
    tmp_path: Path, trainfocus: Callable[..., Result]
) -> None:
    rows = lines()
    rows += [
        {"text": "book novel author", "label": "book", "host": f"h{n}"}
        for n in range(3)
    ]
    result = trainfocus(write(tmp_path / "p", rows), "--on", "on,book")
    assert result.status == 0, result.err
    assert "on the topic" in result.out
    assert [path.name for path in tmp_path.iterdir()] == ["p"]


def test_one_host_has_a_model_without_scores(
    tmp_path: Path, trainfocus: Callable[..., Result]
) -> None:
    output = tmp_path / "m.json"
    result = trainfocus(write(tmp_path / "p", lines(1)), "-o", output)
    assert result.status == 0
    assert result.out == ""
    assert "no scores" in result.err
    assert load_model(output).score("used car") > 0.5


def test_a_topic_in_words(tmp_path: Path, trainfocus: Callable[..., Result]) -> None:
    output = tmp_path / "m.json"
    result = trainfocus("--topic", "used cars", "-o", output)
    assert result.status == 0, result.err
    assert [line.split()[0] for line in result.out.splitlines()] == ["car", "used"]
    scorer = load_model(output)
    assert scorer.kind == "topic"
    assert scorer.score("a used car, two used cars, cars") > 0.5


def test_examples(tmp_path: Path, trainfocus: Callable[..., Result]) -> None:
    output, folder = tmp_path / "m.json", folders(tmp_path / "p", 3)
    result = trainfocus("--examples", folder / "cars", "-o", output)
    assert result.status == 0, result.err
    assert "3 pages read" in result.err
    assert load_model(output).score("car gearbox engine, car") > 0.5
    few = next((folder / "cars" / "deep").iterdir())
    result = trainfocus("--examples", few, few, "-o", output)
    assert result.status == 1
    assert "3 examples or more" in result.err


def scrapy(*argv: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scrapy", "trainfocus", *map(str, argv)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_pages_that_are_not_there_are_asked_for(tmp_path: Path) -> None:
    replies = {
        "/robots.txt": Reply("User-agent: *\nDisallow: /shut", type="text/plain"),
        **{f"/car{n}": Reply(ON) for n in range(3)},
        **{f"/food{n}": Reply(OFF) for n in range(3)},
        "/shut": Reply(ON),
        "/gone": Reply(OFF, 404),
    }
    output, quick = tmp_path / "m.json", ("-s", "DOWNLOAD_DELAY=0")
    with web(replies) as site:
        rows = [
            {"url": f"{site.url}/{name}", "label": label, "host": f"h{n}"}
            for label, names in (("on", ("car0", "shut")), ("off", ("food0", "gone")))
            for n, name in enumerate(names)
        ]
        done = scrapy(
            write(tmp_path / "p", rows), "-o", output, "--model", "nb", *quick
        )
        assert done.returncode == 0, done.stderr
        assert "asking for 4 pages" in done.stderr
        assert f"left out, it could not be had: {site.url}/gone" in done.stderr
        assert "2 pages of 1 hosts" in done.stderr
        # robots.txt is obeyed here as well.
        assert site.count("/shut") == 0
        assert load_model(output).score("used car") > 0.5
        urls = [f"{site.url}/car{n}" for n in range(3)]
        done = scrapy("-o", output, *quick, "--examples", *urls)
        assert done.returncode == 0, done.stderr
        assert "3 pages read" in done.stderr
    assert load_model(output).kind == "topic"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "not JSON"),
        ("[" * 50_000, "not JSON"),
        ("7", 'no "label"'),
        ('{"label": " ", "html": ""}', 'no "label"'),
        ('{"label": ["on"], "html": ""}', 'no "label"'),
        ('{"label": "on"}', 'no "html", no "text"'),
        ('{"label": "on", "html": 7}', 'no "html", no "text"'),
        ('{"label": "on", "url": "file:///x"}', 'no "html", no "text"'),
    ],
)
def test_a_line_that_is_none(
    tmp_path: Path, trainfocus: Callable[..., Result], line: str, said: str
) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(f"{json.dumps(lines()[0])}\n{line}\n")
    with pytest.raises(ValueError, match=f"pages.jsonl:2: {said}"):
        list(read_pages(path, lambda _: {}))
    result = trainfocus(path)
    assert result.status == 1
    assert len(result.err.splitlines()) == 1


def test_what_cannot_be_trained_from(
    tmp_path: Path, trainfocus: Callable[..., Result]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "none.jsonl").write_text("\n")
    one = write(
        tmp_path / "one.jsonl", [row for row in lines() if row["label"] == "on"]
    )
    for argv, said in (
        ((tmp_path / "missing",), "No such file"),
        ((tmp_path / "empty",), "two folders or more"),
        ((tmp_path / "none.jsonl",), "no labelled page"),
        ((one,), "not one kind"),
        (
            (write(tmp_path / "p", lines()), "--on", "cars"),
            "no page is labelled 'cars'",
        ),
        (("--topic", "- -", "-o", tmp_path / "m"), "no word"),
        (("--examples", tmp_path / "missing", "-o", tmp_path / "m"), "No such file"),
        ((tmp_path / "p", "-o", tmp_path / "no" / "m.json"), "no/m.json"),
    ):
        result = trainfocus(*argv)
        assert result.status == 1, argv
        assert said in result.err
        assert "Traceback" not in result.err


def test_wrong_arguments(tmp_path: Path, trainfocus: Callable[..., Result]) -> None:
    pages = write(tmp_path / "pages.jsonl", lines(2))
    for argv, said in (
        ((), "name labelled pages"),
        ((pages, pages), "name labelled pages"),
        ((pages, "--topic", "cars"), "name labelled pages"),
        ((pages, "--model", "nbb"), "did you mean nb?"),
        ((pages, "--modle", "nb"), "unknown option --modle"),
        ((pages, "-o", pages), "name another file"),
        (("--topic", "cars"), "name the file of the model"),
    ):
        result = trainfocus(*argv)
        assert result.status == 2
        assert said in result.err
        assert len(result.err.splitlines()) == 1
