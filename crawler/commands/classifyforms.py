"""``scrapy classifyforms``: the query interfaces of many pages, by what they search."""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrapy.commands import ScrapyCommand

from crawler.console import one_line, refuse, tell, unknown
from crawler.form_sources import counts_text, labelled_sources, size_of, sources
from crawler.forms.catalogue_bayes import Bayes, Counts
from crawler.forms.catalogue_map import Setup, count_labelled, map_pages
from crawler.forms.catalogue_table import Catalogue
from crawler.forms.domain import Domains
from crawler.forms.kind import FormsOptions, Kinds
from crawler.mapreduce import batched, reduced, workers
from crawler.options import read_options
from crawler.report import View, lines, replacing
from crawler.store import SurveyError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from crawler.forms.catalogue import Entry, Term
    from crawler.mapreduce import Map

FORMATS: Final = ("jsonl", "csv")
_COLUMNS: Final = (
    "domain", "score", "page", "form", "name", "method", "action", "kind",
    "probability", "rule", "controls", "keywords",
)  # fmt: skip

_OPTIONS: Final[tuple[tuple[tuple[str, ...], dict[str, Any]], ...]] = (
    (
        ("--as",),
        {
            "dest": "form",
            "metavar": "FORMAT",
            "default": "jsonl",
            "help": "jsonl or csv (default: %(default)s)",
        },
    ),
    (
        ("-o", "--output"),
        {"metavar": "FILE", "help": "file to replace (default: stdout)"},
    ),
    (
        ("--all",),
        {"action": "store_true", "help": "dropped forms too, with the rule"},
    ),
    (
        ("--train",),
        {"metavar": "LABELS", "help": "learn the classes from labelled forms"},
    ),
    (
        ("--model",),
        {
            "metavar": "FILE",
            "help": "what was learned: written with --train, else read",
        },
    ),
    (
        ("--counts",),
        {"metavar": "FILE", "help": "CSV: in how many forms each name and keyword is"},
    ),
    (
        ("--scheduler",),
        {
            "metavar": "tcp://HOST:PORT",
            "default": "",
            "help": "Dask scheduler whose workers do the work",
        },
    ),
    (
        ("--workers",),
        {
            "metavar": "N",
            "type": int,
            "help": "local processes; 1: this one alone (default: by the work)",
        },
    ),
)


class Command(ScrapyCommand):
    """The catalogue goes to stdout, everything else to stderr."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "SURVEY|WARC|DIR ... [options]"

    def short_desc(self) -> str:
        return "Catalogue the query interfaces of surveys, WARC files and folders"

    def long_desc(self) -> str:
        return (
            "Forms that are no query interface are dropped (FORMS_RULES=paper: by the"
            " three published rules); the others are catalogued by what they search."
            ' --train LABELS learns other classes from JSON lines {"html": "<form>",'
            ' "class": "recipes"}. Work is shared among local processes when there is'
            " much of it, or goes to a Dask scheduler."
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        one_line(parser, "classifyforms")
        add = parser.add_argument
        for flags, given in _OPTIONS:
            add(*flags, **given)

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check everything that can be checked before anything is read."""
        super().process_options(args, opts)
        if wrong := [arg for arg in args if arg.startswith("-")]:
            refuse(f"classifyforms: unknown option {wrong[0]}")
        if not args:
            refuse(
                "classifyforms: name surveys, WARC files or folders:"
                " scrapy classifyforms SURVEY|WARC|DIR ..."
            )
        if opts.form not in FORMATS:
            refuse(f"classifyforms: {unknown('--as', opts.form, FORMATS)}")
        if opts.workers is not None and not 1 <= opts.workers <= 256:
            refuse(f"classifyforms: --workers {opts.workers} is not from 1 to 256")
        if opts.workers is not None and opts.scheduler:
            refuse("classifyforms: --workers are local: leave out one of --scheduler")
        if opts.scheduler and not opts.scheduler.startswith(("tcp://", "tls://")):
            refuse(
                f"classifyforms: --scheduler {opts.scheduler!r} is no address"
                " like tcp://127.0.0.1:8786"
            )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Learn, map, reduce, and write the catalogue."""
        try:
            setup = self._setup(opts)
            with workers(opts.scheduler, opts.workers) as mapped, Catalogue() as found:
                if opts.train:
                    setup = _learned(setup, mapped, opts)
                pages = chain.from_iterable(sources(arg, Path(arg)) for arg in args)
                parts = mapped(map_pages, setup, batched(pages, size_of))
                reduced(_told(parts), found)
                _write(found, opts)
        except (SurveyError, ValueError) as error:
            refuse(f"classifyforms: {error}", 1)
        except BrokenPipeError:
            sys.stderr.close()
        except OSError as error:
            name = error.filename or opts.output or "stdout"
            refuse(f"classifyforms: {name}: {error.strerror}", 1)

    def _setup(self, opts: argparse.Namespace) -> Setup:
        """Models as texts, checked: a wrong one is told before anything is read."""
        assert self.settings is not None
        options = read_options(FormsOptions, "FORMS", self.settings)
        Kinds.of(options)
        Domains.of(options.domain_model)
        counts = ""
        if opts.model and not opts.train:
            counts = Path(opts.model).read_text("utf-8")
            Bayes(Counts.from_dict(json.loads(counts), f"--model {opts.model}"))
        return Setup(
            options.rules,
            kind_model=_text(options.model) if options.rules == "default" else "",
            domain_model=_text(options.domain_model),
            counts=counts,
        )


def _text(path: str) -> str:
    return Path(path).read_text("utf-8") if path else ""


def _learned(setup: Setup, mapped: Map, opts: argparse.Namespace) -> Setup:
    batches = batched(labelled_sources(Path(opts.train)), size_of)
    counts: Counts = reduced(mapped(count_labelled, setup, batches), Counts())
    Bayes(counts)
    tell(f"learned from {_numbers(dict(counts.forms.most_common()))}")
    text = counts_text(counts.as_dict())
    if opts.model:
        with replacing(Path(opts.model)) as file:
            file.write(text.encode())
    return Setup(setup.rules, setup.kind_model, setup.domain_model, text)


def _told(parts: Iterator[Any]) -> Iterator[Any]:
    pages = forms = told = 0
    for part in parts:
        pages += part.pages
        forms += len(part.entries)
        if forms - told >= 20_000:
            told = forms
            tell(f"{forms} forms on {pages} pages read")
        yield part


def _write(found: Catalogue, opts: argparse.Namespace) -> None:
    rows = lines(_VIEW, found.entries(dropped=opts.all), opts.form)
    if opts.output in {None, "-"}:
        for row in rows:
            sys.stdout.buffer.write(row.encode())
        sys.stdout.buffer.flush()
    else:
        with replacing(Path(opts.output)) as file:
            file.writelines(row.encode() for row in rows)
    if opts.counts:
        with replacing(Path(opts.counts)) as file:
            file.writelines(row.encode() for row in _terms(found))
    rules, domains = found.counts("rule"), found.counts("domain")
    tell(f"{sum(found.counts('kind').values())} forms on {found.pages} pages")
    tell(f"dropped {_numbers(rules)}")
    tell(f"kept {_numbers(domains)}")


def _numbers(counts: dict[str, int]) -> str:
    each = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"{sum(counts.values())}: {each}" if counts else "none"


def _flat(entry: Entry) -> Iterator[dict[str, Any]]:
    yield {
        **{name: getattr(entry, name) for name in _COLUMNS},
        "keywords": " ".join(entry.keywords),
        "controls": " ".join(f"{kind}:{name}" for kind, name in entry.controls),
    }


_VIEW: Final = View(read=lambda _: iter(()), columns=_COLUMNS, flat=_flat)


def _terms(found: Catalogue) -> Iterator[str]:
    """What, term, forms; the most frequent first."""

    def flat(item: tuple[Term, int]) -> Iterator[dict[str, Any]]:
        (what, term), forms = item
        yield {"what": what, "term": term, "forms": forms}

    view = View(read=_VIEW.read, columns=("what", "term", "forms"), flat=flat)
    ordered = sorted(found.terms.items(), key=lambda item: (-item[1], item[0]))
    return lines(view, ordered, "csv")
