"""What forms are for: rules, naive Bayes, logistic regression, and Formasaurus.

    python -m bench.form_kinds [--datasets FOLDER] [--peer-python PATH]

Ten parts by domain: no model has seen a form of a domain that it is asked about. The
labels are those of Formasaurus (MIT), whose own model is trained anew on the same
parts, in an environment of its own; the one it comes with has seen all these forms.
"""

from __future__ import annotations

import argparse
import json
import lzma
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from sklearn.model_selection import GroupKFold

from bench.cluster import DATASETS
from bench.report import Check, print_checks
from crawler.forms.kind import FormsOptions, Kinds
from crawler.forms.kind_features import features
from crawler.forms.kind_labels import FORMASAURUS, read_labelled
from crawler.forms.kind_rules import KINDS, OTHER, SEARCH
from crawler.forms.kind_scores import fields, predicted
from crawler.scores import accuracy, score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.forms.kind_training import Labelled
    from crawler.items import Form

PEER = ("formasaurus==0.10.0",)
_PARTS = 10
_LONGEST = 900  # seconds


def word(form: Form) -> str:
    """The rule that is hardest to beat: a word for search, and no password."""
    shown = {field.type for field in form.fields if field.type != "hidden"}
    if not shown or "password" in shown:
        return OTHER
    lone = sum(field.type != "hidden" for field in form.fields) == 1
    if lone and shown <= {"checkbox", "select-one"}:
        return OTHER
    return SEARCH if "*search" in features(form) else OTHER


def peer(path: Path, labelled: Sequence[Labelled], python: str | None) -> list[str]:
    """What Formasaurus says of each form; empty when it cannot be asked."""
    part = [0] * len(labelled)
    groups = [item.domain for item in labelled]
    for number, (_, rest) in enumerate(GroupKFold(_PARTS).split(part, groups=groups)):
        for index in rest:
            part[index] = number
    with lzma.open(path) as file:
        rows = [json.loads(line) for line in file]
    asked = json.dumps(
        [
            {"html": row["html"], "type": row["type"], "part": number}
            for row, number in zip(rows, part, strict=True)
        ]
    )
    with tempfile.TemporaryDirectory() as folder:
        try:
            if python is None:
                venv.create(folder, with_pip=True)
                python = str(Path(folder, "bin", "python"))
                command = [python, "-m", "pip", "install", "-q", *PEER]
                subprocess.run(command, check=True, capture_output=True, timeout=280)  # noqa: S603
            done = subprocess.run(  # noqa: S603 - our own worker
                [python, "-I", Path(__file__).with_name("form_kinds_peer.py")],
                input=asked,
                capture_output=True,
                text=True,
                check=True,
                timeout=_LONGEST,
            )
        except (OSError, subprocess.SubprocessError) as error:
            told = getattr(error, "stderr", None) or str(error)
            print(f"skipped: formasaurus: {str(told)[-200:].strip()}")
            return []
    return [FORMASAURUS[name] for name in json.loads(done.stdout.splitlines()[-1])]


def print_searches(
    labelled: Sequence[Labelled], told: dict[str, list[str]]
) -> list[Check]:
    """Search or not, of all forms and of those with two fields or more."""
    print(
        "| search or not | P | R | F1 | >= 2 fields: P | R | F1 | accuracy, 8 kinds |"
    )
    print("|---" * 8 + "|")
    checks: list[Check] = []
    for name, kinds in told.items():
        pairs = [(item.kind, kind) for item, kind in zip(labelled, kinds, strict=True)]
        several = [
            pair
            for pair, item in zip(pairs, labelled, strict=True)
            if fields(item) >= 2
        ]
        every, some = (score(Counter(part), {SEARCH}) for part in (pairs, several))
        cells = [every.precision, every.recall, every.f1]
        cells += [some.precision, some.recall, some.f1]
        share = f"{accuracy(Counter(pairs)):.3f}" if len(set(kinds)) > 2 else "-"
        print(f"| {name} | {' | '.join(f'{c:.3f}' for c in cells)} | {share} |")
        if name == "logistic regression":
            checks += [
                Check("search F1", every.f1, ">=", 0.945),
                Check("search F1, >= 2 fields", some.f1, ">=", 0.91),
            ]
    return checks


def print_kinds(labelled: Sequence[Labelled], told: dict[str, list[str]]) -> None:
    """Precision, recall and F1 of every kind."""
    print(f"\n| kind | forms | {' | '.join(f'{name}: P, R, F1' for name in told)} |")
    print("|---" * (len(told) + 2) + "|")
    for kind in KINDS:
        cells = []
        for kinds in told.values():
            pairs = Counter(zip((x.kind for x in labelled), kinds, strict=True))
            of = score(pairs, {kind})
            cells.append(f"{of.precision:.3f}, {of.recall:.3f}, {of.f1:.3f}")
        print(f"| {kind} | {of.forms} | {' | '.join(cells)} |")


def milliseconds(forms: Sequence[Form], kind: Callable[[Form], object]) -> float:
    """Processor time for a form, the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for form in forms:
            kind(form)
        best = min(best, time.process_time() - start)
    return best / len(forms) * 1_000


def main(argv: Sequence[str] | None = None) -> int:
    """Print the tables; 1 when a check is not reached."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--datasets", type=Path, default=DATASETS)
    parser.add_argument("--peer-python", help="a Python that has formasaurus")
    given = parser.parse_args(argv)
    path = given.datasets / "formasaurus_forms.jsonl.xz"
    if not path.is_file():
        print(f"skipped: no file {path}")
        return 0
    labelled = list(read_labelled(path))
    forms = [item.form for item in labelled]
    paper = Kinds.of(FormsOptions(rules="paper"))
    models = {
        "naive Bayes": predicted(labelled, "nb"),
        "logistic regression": predicted(labelled, "lr"),
    }
    theirs = peer(path, labelled, given.peer_python)
    told = {
        "the paper's three rules": [paper(form).kind for form in forms],
        "a word for search, no password": [word(form) for form in forms],
        **({"Formasaurus 0.10.0, trained anew": theirs} if theirs else {}),
        **models,
    }
    domains = len({item.domain for item in labelled})
    print(f"{len(forms)} forms of {domains} domains, {_PARTS} parts by domain\n")
    checks = print_searches(labelled, told)
    print_kinds(labelled, {k: v for k, v in told.items() if len(set(v)) > 2})
    cost = milliseconds(forms, Kinds.of(FormsOptions()))
    print(f"\n{1_000 / cost:,.0f} forms a second, {cost:.3f} ms each, extraction apart")
    checks.append(Check("ms a form", cost, "<=", 0.3))
    print_checks(checks)
    return 0 if all(check.reached for check in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
