"""``scrapy trainforms``: a model of kinds or domains of forms from labelled ones."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from scrapy.commands import ScrapyCommand

from crawler.console import one_line, refuse, tell, unknown
from crawler.forms.kind_labels import read_labelled
from crawler.forms.kind_scores import predicted, table
from crawler.forms.linear_training import MODELS
from crawler.report import replacing

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

T = TypeVar("T")

WHAT: Final = ("kind", "domain")


class Command(ScrapyCommand):
    """Scores go to stdout, everything else to stderr."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "LABELS [options]"

    def short_desc(self) -> str:
        return "Train a model of the kinds or domains of forms, and say how good it is"

    def long_desc(self) -> str:
        return (
            'LABELS has a JSON object in each line: {"html": "<form ...>",'
            ' "kind": "search", "url": "https://h/"}; with --what domain pages whose'
            ' "domain" is known. Scores are those of forms whose site the model has'
            " not seen. A crawl uses the model with -s FORMS_MODEL=FILE, or"
            " -s FORMS_DOMAIN_MODEL=FILE."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "trainforms")
        parser.add_argument(
            "--what",
            metavar="WHAT",
            default=WHAT[0],
            help="kind (what a form is for) or domain (what a query interface"
            " searches) (default: %(default)s)",
        )
        parser.add_argument(
            "-o",
            "--output",
            metavar="FILE",
            help="file of the model to write (default: only scores are printed)",
        )
        parser.add_argument(
            "--model",
            metavar="MODEL",
            default=MODELS[0],
            help="lr (logistic regression) or nb (naive Bayes) (default: %(default)s)",
        )
        parser.add_argument(
            "--source", metavar="TEXT", default="", help="told in the model: from what"
        )
        parser.add_argument(
            "--licence", metavar="TEXT", default="", help="told in the model"
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before the labels are read."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"trainforms: unknown option {wrong[0]}")
        if len(args) != 1:
            refuse(
                "trainforms: name one file of labelled forms:"
                " scrapy trainforms LABELS [-o MODEL.json]"
            )
        if opts.what not in WHAT:
            refuse(f"trainforms: {unknown('--what', opts.what, WHAT)}")
        if opts.model not in MODELS:
            refuse(f"trainforms: {unknown('--model', opts.model, MODELS)}")
        if opts.output and Path(opts.output).exists() and _same(args[0], opts.output):
            refuse(f"trainforms: {opts.output} has the labels: name another file")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the scores; then train on all forms, and write that model."""
        path = Path(args[0])
        try:
            data = (_domains if opts.what == "domain" else _kinds)(path, opts)
        except ValueError as error:
            refuse(f"trainforms: {error}", 1)
        if opts.output:
            data["source"] = opts.source or path.name
            data["licence"] = opts.licence
            _write(data, opts.output)


def _kinds(path: Path, opts: argparse.Namespace) -> dict[str, Any]:
    from crawler.forms.kind_training import train  # noqa: PLC0415 - only here

    labelled = _read(read_labelled(path), path)
    _told([(item.kind, item.domain) for item in labelled])
    if _several({item.domain for item in labelled}):
        for line in table(labelled, predicted(labelled, opts.model, tell)):
            print(line)
    return _fitted(train, labelled, opts)


def _domains(path: Path, opts: argparse.Namespace) -> dict[str, Any]:
    from crawler.forms.domain_training import (  # noqa: PLC0415 - only here
        domain_table,
        predicted_domains,
        read_interfaces,
        train_domains,
    )

    labelled = _read(read_interfaces(path), path)
    _told([(item.domain, item.host) for item in labelled])
    if _several({item.host for item in labelled}):
        found = predicted_domains(labelled, opts.model, tell)
        for line in domain_table([item.domain for item in labelled], found):
            print(line)
    return _fitted(train_domains, labelled, opts)


def _fitted(
    train: Callable[[Sequence[T], str], dict[str, Any]],
    labelled: Sequence[T],
    opts: argparse.Namespace,
) -> dict[str, Any]:
    if not opts.output:
        return {}
    tell("training on all forms")
    return train(labelled, opts.model)


def _several(sites: set[str]) -> bool:
    if len(sites) < 2:
        tell("all forms are of one domain: none can be held out, no scores")
    return len(sites) > 1


def _same(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:
        return False


def _read(items: Iterable[T], path: Path) -> list[T]:
    found: list[T] = []
    for item in items:
        found.append(item)
        if len(found) % 1_000 == 0:
            tell(f"{len(found)} forms read")
    if not found:
        raise ValueError(f"{path}: no labelled form in it")
    return found


def _told(labels: Sequence[tuple[str, str]]) -> None:
    kinds = Counter(label for label, _ in labels)
    counts = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    domains = len({domain for _, domain in labels})
    tell(f"{len(labels)} forms of {domains} domains: {counts}")


def _write(data: dict[str, Any], output: str) -> None:
    weights = data.pop("weights")
    # A feature a line: what training again changes can be read.
    lines = ",\n".join(
        f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(row)}"
        for name, row in weights.items()
    )
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    try:
        with replacing(Path(output)) as file:
            file.write(f'{head},\n "weights": {{\n{lines}\n}}\n}}\n'.encode())
    except OSError as error:
        refuse(f"trainforms: {output}: {error.strerror}", 1)
    tell(f"{len(weights)} features in {output}")
