"""``scrapy trainforms``: a model of the kinds of forms from labelled ones."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand

from crawler.console import one_line, refuse, tell, unknown
from crawler.forms.kind_labels import read_labelled
from crawler.forms.kind_scores import predicted, table
from crawler.forms.kind_training import MODELS, Labelled
from crawler.report import replacing

if TYPE_CHECKING:
    import argparse


class Command(ScrapyCommand):
    """Scores go to stdout, everything else to stderr."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "LABELS [options]"

    def short_desc(self) -> str:
        return "Train a model of the kinds of forms, and say how good it is"

    def long_desc(self) -> str:
        return (
            'LABELS has a JSON object in each line: {"html": "<form ...>",'
            ' "kind": "search", "url": "https://h/"}. Scores are those of forms whose'
            " domain the model has not seen. A crawl uses the model with"
            " -s FORMS_MODEL=FILE."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "trainforms")
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
        if opts.model not in MODELS:
            refuse(f"trainforms: {unknown('--model', opts.model, MODELS)}")
        if opts.output and Path(opts.output).exists() and _same(args[0], opts.output):
            refuse(f"trainforms: {opts.output} has the labels: name another file")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the scores; then train on all forms, and write that model."""
        from crawler.forms.kind_training import train  # noqa: PLC0415 - only here

        try:
            labelled = _read(Path(args[0]))
            self._scores(labelled, opts.model)
            if opts.output:
                tell("training on all forms")
                data = train(labelled, opts.model)
        except ValueError as error:
            refuse(f"trainforms: {error}", 1)
        if opts.output:
            data["source"] = opts.source or Path(args[0]).name
            data["licence"] = opts.licence
            _write(data, opts.output)

    def _scores(self, labelled: list[Labelled], model: str) -> None:
        if len({item.domain for item in labelled}) < 2:
            tell("all forms are of one domain: none can be held out, no scores")
            return
        for line in table(labelled, predicted(labelled, model, tell)):
            print(line)


def _same(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:
        return False


def _read(path: Path) -> list[Labelled]:
    found: list[Labelled] = []
    for item in read_labelled(path):
        found.append(item)
        if len(found) % 1_000 == 0:
            tell(f"{len(found)} forms read")
    if not found:
        raise ValueError(f"{path}: no labelled form in it")
    kinds = Counter(item.kind for item in found)
    counts = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    domains = len({item.domain for item in found})
    tell(f"{len(found)} forms of {domains} domains: {counts}")
    return found


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
