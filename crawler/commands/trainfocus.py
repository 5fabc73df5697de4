"""``scrapy trainfocus``: a page model from labelled pages, a topic, or examples."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.commands import ScrapyCommand

from crawler.console import one_line, refuse, tell, unknown
from crawler.focus.labelled import read_examples, read_pages
from crawler.focus.model import FORMAT, MODELS
from crawler.focus.topic import TopicModel
from crawler.report import replacing
from crawler.scores import score

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from crawler.focus.labelled import Fetch, Labelled

_FORM = (
    "name labelled pages (scrapy trainfocus PAGES --on LABEL), a topic"
    ' (--topic "used cars") or pages on it (--examples FILE|URL ...)'
)


class Command(ScrapyCommand):
    """Scores go to stdout, everything else to stderr."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "[PAGES] [options]"

    def short_desc(self) -> str:
        return "Train a page model for a focused crawl, and say how good it is"

    def long_desc(self) -> str:
        return (
            "PAGES is a folder with a folder of HTML files for each label, or a file"
            ' with a JSON object in each line: {"url": "https://h/", "html": "...",'
            ' "label": "on"}; a page without "html" is asked for. Scores are those of'
            " pages whose host the model has not seen. Without labelled pages, --topic"
            " or --examples make a model. A crawl uses it with -s FOCUS_MODEL=FILE."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "trainfocus")
        add = parser.add_argument
        add("-o", "--output", metavar="FILE", help="file of the model to write")
        add("--on", metavar="LABEL,...", default="on", help="labels on the topic (on)")
        add(
            "--model",
            metavar="MODEL",
            default="",
            help="nb (naive Bayes) or lr (logistic regression); default: both are"
            " scored, and the better one is written",
        )
        add("--topic", metavar="WORDS", default="", help="the topic in a few words")
        add(
            "--examples",
            metavar="FILE",
            nargs="+",
            default=[],
            help="three pages on it, or more",
        )
        add("--source", metavar="TEXT", default="", help="told in the model")
        add("--licence", metavar="TEXT", default="", help="told in the model")

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before a page is read."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"trainfocus: unknown option {wrong[0]}")
        if len(args) + bool(opts.topic) + bool(opts.examples) != 1:
            refuse(f"trainfocus: {_FORM}")
        if opts.model and opts.model not in MODELS:
            refuse(f"trainfocus: {unknown('--model', opts.model, MODELS)}")
        if not args and not opts.output:
            refuse("trainfocus: name the file of the model: -o MODEL.json")
        given = [*args, *opts.examples]
        if opts.output and any(_same(name, opts.output) for name in given):
            refuse(f"trainfocus: {opts.output} has the pages: name another file")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the scores; then train on all pages, and write that model."""
        try:
            data = self._trained(Path(args[0]), opts) if args else self._named(opts)
        except ValueError as error:
            refuse(f"trainfocus: {error}", 1)
        if opts.output and data is not None:
            _write(data, opts)

    def _named(self, opts: argparse.Namespace) -> dict[str, Any]:
        """A model without labelled pages."""
        if opts.topic:
            model = TopicModel.of_words(opts.topic)
        else:
            pages = list(read_examples(opts.examples, self._fetch))
            tell(f"{len(pages)} pages read")
            model = TopicModel.of_examples(pages)
        best = sorted(model.terms, key=lambda word: -model.terms[word])
        for word in best:
            print(f"{word:24}{model.terms[word]:8.3f}")
        return {"format": FORMAT, **model.as_dict()}

    def _trained(self, path: Path, opts: argparse.Namespace) -> dict[str, Any] | None:
        from crawler.focus.training import train  # noqa: PLC0415 - as trainforms does

        on = {name.strip() for name in opts.on.split(",") if name.strip()}
        labelled = _read(path, self._fetch)
        best = self._scored(labelled, on, opts.model)
        if not opts.output:
            return None
        tell(f"training {best} on all pages")
        texts, labels = [x.text for x in labelled], [x.label for x in labelled]
        data = train(texts, labels, on, model=best)
        return {**data, "pages": len(labelled), "source": opts.source or path.name}

    def _fetch(self, urls: Sequence[str]) -> Mapping[str, bytes]:
        from crawler.fetching import fetch  # noqa: PLC0415 - it brings the engine

        tell(f"asking for {len(urls)} pages")
        assert self.settings is not None
        bodies = fetch(urls, self.settings)
        for url in urls:
            if url not in bodies:
                tell(f"left out, it could not be had: {url[:200]}")
        return bodies

    def _scored(self, labelled: list[Labelled], on: set[str], model: str) -> str:
        """Print the scores of the models; the name of the best."""
        from crawler.focus.training_scores import (  # noqa: PLC0415 - as above
            predicted,
            table,
        )

        if len({item.host for item in labelled}) < 2:
            tell("all pages are of one host: none can be held out, no scores")
            return model or MODELS[0]
        reached: dict[str, float] = {}
        for name in [model] if model else MODELS:
            found = predicted(labelled, on, name, tell)
            pairs = Counter((labelled[i].label, label) for i, label in found.items())
            reached[name] = score(pairs, on).f1
            for line in table(labelled, found, on, name):
                print(line)
            print()
        return max(reached, key=lambda name: reached[name])


def _same(first: str, second: str) -> bool:
    try:
        return Path(first).samefile(second)
    except OSError:
        return False


def _read(path: Path, fetch: Fetch) -> list[Labelled]:
    found: list[Labelled] = []
    for item in read_pages(path, fetch):
        found.append(item)
        if len(found) % 1_000 == 0:
            tell(f"{len(found)} pages read")
    if not found:
        raise ValueError(f"{path}: no labelled page in it")
    labels = Counter(item.label for item in found)
    counts = ", ".join(f"{label} {count}" for label, count in labels.most_common())
    tell(f"{len(found)} pages of {len({x.host for x in found})} hosts: {counts}")
    return found


def _write(data: dict[str, Any], opts: argparse.Namespace) -> None:
    data = {**data, "licence": opts.licence}
    data.setdefault("source", opts.source)
    try:
        with replacing(Path(opts.output)) as file:
            file.write(json.dumps(data, ensure_ascii=False).encode())
    except OSError as error:
        refuse(f"trainfocus: {opts.output}: {error.strerror}", 1)
    words = data.get("weights") or data.get("terms") or {}
    tell(f"{len(words)} words in {opts.output}")
