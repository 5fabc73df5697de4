"""``scrapy trainforms``: a model of one's own, and how good it is."""

from __future__ import annotations

import gzip
import json
import lzma
from typing import TYPE_CHECKING, Any

import pytest

from crawler.commands.trainforms import Command
from crawler.forms.domain import Domains
from crawler.forms.domain_training import read_interfaces
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_labels import FORMASAURUS, read_labelled
from crawler.forms.kind_rules import KINDS
from tests.commands.surveys import Result, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEARCH = '<form action="/find"><input name="query"><button>Search</button></form>'
LOGIN = (
    '<form method="post"><input name="user"><input name="pw" type="password">'
    "<button>Log in</button></form>"
)
CART = (
    '<form method="post" action="/cart"><input name="qty" value="1">'
    "<button>Add to cart</button></form>"
)


@pytest.fixture
def trainforms(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    def trained(*argv: object) -> Result:
        return run(Command(), capsysbinary, *map(str, argv))

    return trained


def lines(domains: int = 4) -> list[dict[str, Any]]:
    return [
        {"html": html, "kind": kind, "url": f"https://h{site}.example/"}
        for site in range(domains)
        for html, kind in ((SEARCH, "search"), (LOGIN, "login"), (CART, "cart"))
    ]


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.mark.parametrize("model", ["lr", "nb"])
def test_a_model_is_trained_and_used(
    tmp_path: Path, trainforms: Callable[..., Result], model: str
) -> None:
    labels, output = write(tmp_path / "labels.jsonl", lines()), tmp_path / "m.json"
    options = ("-o", output, "--model", model, "--source", "us", "--licence", "CC0")
    result = trainforms(labels, *options)
    assert result.status == 0, result.err
    scores = result.out.partition("told \\ predicted")[0].splitlines()
    told = dict(line.split(None, 1) for line in scores if line)
    assert told["search"].split()[:4] == ["4", "1.000", "1.000", "1.000"]
    assert "accuracy 1.000" in told["all"]
    assert "12 forms of 4 domains" in result.err
    assert "part 4 of 4" in result.err
    data = json.loads(output.read_text())
    assert (data["model"], data["source"], data["licence"]) == (model, "us", "CC0")
    kinds = Kinds.of(FormsOptions(model=str(output)))
    for item in read_labelled(labels):
        assert kinds(item.form).kind == item.kind


def test_domains_are_trained_too(
    tmp_path: Path, trainforms: Callable[..., Result]
) -> None:
    pages = {
        "book": "<title>Shop</title><form><input name=isbn></form>",
        "job": "<title>Shop</title><form><input name=salary></form>",
    }
    rows = [
        {"html": html, "domain": domain, "url": f"https://h{site}.example/"}
        for site in range(3)
        for domain, html in pages.items()
    ]
    labels, output = write(tmp_path / "labels.jsonl", rows), tmp_path / "m.json"
    result = trainforms(labels, "--what", "domain", "-o", output)
    assert result.status == 0, result.err
    assert "6 forms of 3 domains: book 3, job 3" in result.err
    assert "mean F1 without other" in result.out
    domains = Domains.of(str(output))
    for item in read_interfaces(labels):
        assert domains(item.form, item.context).domain == item.domain


def test_without_output_only_scores(
    tmp_path: Path, trainforms: Callable[..., Result]
) -> None:
    labels = write(tmp_path / "labels.jsonl", lines(2))
    result = trainforms(labels)
    assert result.status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["labels.jsonl"]
    # The confusion matrix: what was told in rows.
    matrix = result.out.partition("told \\ predicted")[2].splitlines()
    assert matrix[0].split() == ["search", "login", "cart"]
    assert [line.split()[0] for line in matrix[1:]] == ["search", "login", "cart"]
    counted = [int(cell) for line in matrix[1:] for cell in line.split()[1:]]
    assert sum(counted) == 6


def test_one_domain_has_a_model_without_scores(
    tmp_path: Path, trainforms: Callable[..., Result]
) -> None:
    labels = write(tmp_path / "labels.jsonl", lines(1))
    result = trainforms(labels, "-o", tmp_path / "m.json")
    assert result.status == 0
    assert result.out == ""
    assert "no scores" in result.err
    kinds = Kinds.of(FormsOptions(model=str(tmp_path / "m.json")))
    assert [kinds(x.form).kind for x in read_labelled(labels)] == [
        *("search", "login", "cart")
    ]


@pytest.mark.parametrize("suffix", [".jsonl", ".gz", ".xz"])
def test_compressed_labels(tmp_path: Path, suffix: str) -> None:
    text = "".join(f"{json.dumps(row)}\n\n" for row in lines(2)).encode()
    path = tmp_path / f"labels{suffix}"
    packed = {".gz": gzip.compress(text), ".xz": lzma.compress(text)}
    path.write_bytes(packed.get(suffix, text))
    assert len(list(read_labelled(path))) == 6


def test_formats_of_a_line(tmp_path: Path) -> None:
    rows = [
        {"html": SEARCH, "type": name, "url": "http://a.example:81/x"}
        for name in FORMASAURUS
    ]
    rows += [{"html": SEARCH, "kind": kind} for kind in KINDS]
    rows += [{"html": f"<p>{CART}{SEARCH}", "kind": "cart", "domain": "shop"}]
    found = list(read_labelled(write(tmp_path / "l.jsonl", rows)))
    assert [item.kind for item in found[:12]] == [*FORMASAURUS.values()]
    assert {item.domain for item in found[:12]} == {"a.example"}
    assert found[-1].domain == "shop"
    assert found[-1].form.method == "POST"  # the first form of the page


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "labels.jsonl:2: not JSON"),
        ("[" * 50_000, "labels.jsonl:2: not JSON"),
        ("7", "labels.jsonl:2: kind None is unknown: search, login,"),
        ('{"html": "<form>"}', "labels.jsonl:2: kind None is unknown"),
        ('{"kind": "spam", "html": "<form>"}', ":2: kind 'spam' is unknown"),
        ('{"kind": ["x"], "html": "<form>"}', r":2: kind \['x'\] is unknown"),
        ('{"kind": "search"}', ':2: no form in "html"'),
        ('{"kind": "search", "html": 7}', ':2: no form in "html"'),
        ('{"kind": "search", "html": "<p>"}', ':2: no form in "html"'),
        ('{"kind": "search", "html": "<form>", "url": "x"}', ":2: 'x' is no http"),
    ],
)
def test_a_line_that_is_none(
    tmp_path: Path, trainforms: Callable[..., Result], line: str, said: str
) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(f"{json.dumps(lines()[0])}\n{line}\n")
    with pytest.raises(ValueError, match=said):
        list(read_labelled(path))
    result = trainforms(path)
    assert result.status == 1
    assert len(result.err.splitlines()) == 1


def test_files_that_cannot_be_read(
    tmp_path: Path, trainforms: Callable[..., Result]
) -> None:
    (tmp_path / "broken.xz").write_bytes(b"no xz")
    (tmp_path / "broken.gz").write_bytes(gzip.compress(b"{}" * 5_000)[:-9])
    (tmp_path / "empty.jsonl").write_text("\n")
    for name, said in (
        ("none.jsonl", "No such file"),
        ("broken.xz", "broken.xz: "),
        ("broken.gz", "broken.gz: "),
        ("empty.jsonl", "no labelled form in it"),
        ("", "Is a directory"),
    ):
        result = trainforms(tmp_path / name)
        assert result.status == 1
        assert said in result.err
        assert len(result.err.splitlines()) == 1


def test_wrong_arguments(tmp_path: Path, trainforms: Callable[..., Result]) -> None:
    labels = write(tmp_path / "labels.jsonl", lines(2))
    for argv, said in (
        ((), "name one file of labelled forms"),
        ((labels, labels), "name one file of labelled forms"),
        ((labels, "--model", "nbb"), "did you mean nb?"),
        ((labels, "--what", "domains"), "did you mean domain?"),
        ((labels, "--modle", "nb"), "unknown option --modle"),
        ((labels, "-o", labels), "name another file"),
    ):
        result = trainforms(*argv)
        assert result.status == 2
        assert said in result.err
        assert len(result.err.splitlines()) == 1
    result = trainforms(labels, "-o", tmp_path / "none" / "m.json")
    assert result.status in {1, 2}
    assert "none" in result.err
