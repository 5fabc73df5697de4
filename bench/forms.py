"""What is sent for a form: ours and other tools' beside headless Chromium's.

    python -m bench.forms [--rounds N] [--python PATH]
    python -m bench.forms --labelled FILE [--most N]

The forms are those of the tests, each submitted by a script and by each of its
buttons. A request agrees when method, URL, content type and body are those that
Chromium sent to a local server; the boundary of a multipart body is not compared.
Peers see the same pages in an environment of their own, made for the run; *python* is
one that has them already. With ``--labelled`` the forms are real ones: a file of JSON
lines, maybe packed by xz, with ``url`` and ``html``; every host becomes one of the
local server, and no script runs.
"""

from __future__ import annotations

import argparse
import base64
import json
import lzma
import re
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.forms_peers import TOOLS, Sent, ask, install, same
from crawler.dom import parse
from crawler.forms import NotHttpError, extract, submit
from tests.forms.browser_table import CASES, Case
from tests.servers.form_browser import form_browser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crawler.forms import Submission
    from crawler.items import Form, Submitter
    from tests.servers.form_browser import FormBrowser
    from tests.servers.recorder import Recorded

_FRAME = re.compile(r"<iframe\b", re.IGNORECASE)
_HOST = re.compile(
    r"""(?:https?://|(?<=["'])//)([a-z0-9.-]+)(?::\d+)?""", re.IGNORECASE
)
_SHOWN = 20


@dataclass(frozen=True)
class Page:
    """A page, and what is submitted on it."""

    case: Case
    targets: list[tuple[int, int | None]]
    """Number of the form, and of the button among those of the page."""

    def told(self) -> dict[str, Any]:
        """For a worker."""
        return {
            "body": base64.b64encode(self.case.body).decode(),
            "url": self.case.url,
            "content_type": self.case.content_type,
            "targets": self.targets,
        }


def forms_of(case: Case) -> tuple[Form, ...]:
    """The forms of a page, as a crawl reads them."""
    return extract(parse(case.body, url=case.url, content_type=case.content_type))


def ours(form: Form, case: Case, button: Submitter | None) -> Submission | None:
    """What we send."""
    try:
        return submit(form, case.values, submitter=button)
    except NotHttpError:
        return None


def _plain(made: Submission | Recorded | None) -> Sent:
    if made is None:
        return None
    return same(made.method, made.url, made.content_type, made.body)


def browse(case: Case, browser: FormBrowser) -> tuple[Page, list[Sent], list[Sent]]:
    """The page, what Chromium sends for each target, and what we do."""
    browser.show(case.body, case.url, case.content_type)
    buttons = browser.run(
        "[...document.querySelectorAll('button,input')].filter(part =>"
        " ['submit', 'image'].includes(part.type)).map(part => ["
        "[...document.querySelectorAll('form')].indexOf(part.form),"
        "[...document.querySelectorAll('button,input,select,textarea')]"
        ".filter(other => other.form === part.form).indexOf(part)])"
    )
    places = {tuple(place): number for number, place in enumerate(buttons)}
    targets: list[tuple[int, int | None]] = []
    theirs: list[Sent] = []
    made: list[Sent] = []
    for number, form in enumerate(forms_of(case)):
        browser.fill(number, case.values)
        pressed: list[Submitter | None] = [None, *form.submitters]
        for button in pressed:
            place = None if button is None else button.place
            targets.append(
                (number, None if place is None else places.get((number, place)))
            )
            found = ours(form, case, button)
            sent = browser.submit(number, place, sent=found is not None)
            theirs.append(_plain(sent))
            made.append(_plain(found))
    return Page(case, targets), theirs, made


def speed(pages: Sequence[Page], rounds: int) -> float:
    """Our CPU seconds: parse, extract and submit each target."""
    began = time.process_time()
    for _ in range(rounds):
        for page in pages:
            forms = forms_of(page.case)
            for form in forms:
                pressed: list[Submitter | None] = [None, *form.submitters]
                for button in pressed:
                    ours(form, page.case, button)
    return time.process_time() - began


def table(
    pages: Sequence[Page], truth: Sequence[list[Sent]], found: dict[str, Any]
) -> None:
    """A row for each tool: agreement by kind of form, and requests a second."""
    kinds = list(dict.fromkeys(page.case.kind or "filled" for page in pages))
    print(f"| | requests | {' | '.join(kinds)} | requests a second |")
    print("|---" * (len(kinds) + 3) + "|")
    for name, (answers, seconds, rounds) in found.items():
        right: dict[str, int] = defaultdict(int)
        total: dict[str, int] = defaultdict(int)
        for page, wanted, given in zip(pages, truth, answers, strict=True):
            kind = page.case.kind or "filled"
            # Values are given to ours alone.
            skip = bool(page.case.values) and name != "Leadline"
            total[kind] += 0 if skip else len(wanted)
            right[kind] += 0 if skip else sum(map(_equal, wanted, given))
        cells = [f"{right[kind]}/{total[kind]}" for kind in kinds]
        whole = f"{sum(right.values())}/{sum(total.values())}"
        share = sum(right.values()) / sum(total.values())
        done = sum(len(wanted) for wanted in truth) * rounds
        rate = f"{done / seconds:,.0f}"
        print(f"| {name} | {whole} ({share:.0%}) | {' | '.join(cells)} | {rate} |")


def _equal(wanted: Sent, given: Sent) -> bool:
    return wanted == given


def real(path: Path, most: int) -> list[Case]:
    """The forms of a labelled file, for the local server."""
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(most), strict=False)]
    found = []
    for number, row in enumerate(rows):
        html = _FRAME.sub("<x-frame", _HOST.sub(r"http://\1.test", row["html"]))
        url = _HOST.sub(r"http://\1.test", row["url"].partition("#")[0])
        found.append(Case(f"{number} {row['url']}", html, url=url))
    return found


def differences(
    cases: Sequence[Case], browser: FormBrowser
) -> tuple[list[Page], list[list[Sent]]]:
    """Tell how many of the submissions agree, and show the first that do not.

    The pages, and what Chromium sends.
    """
    pages: list[Page] = []
    truth: list[list[Sent]] = []
    right = total = 0
    for case in cases:
        page, theirs, made = browse(case, browser)
        pages.append(page)
        truth.append(theirs)
        for target, wanted, given in zip(page.targets, theirs, made, strict=True):
            total += 1
            right += wanted == given
            if wanted != given and total - right <= _SHOWN:
                print(f"{case.name} {target}\n  theirs {wanted}\n  ours   {given}")
    forms = sum(len({form for form, _ in page.targets}) for page in pages)
    print(f"{forms} real forms, {right} of {total} submissions agree")
    return pages, truth


def others(python: Path, pages: Sequence[Page], truth: Sequence[list[Sent]]) -> None:
    """How many of the submissions of real forms the peers make."""
    told = [page.told() for page in pages]
    for tool in TOOLS:
        if (answer := ask(python, tool, told, 1)) is None:
            continue
        right = sum(
            sum(map(_equal, wanted, given))
            for wanted, given in zip(truth, answer[0], strict=True)
        )
        rate = sum(map(len, truth)) / answer[1]
        print(f"{tool}: {right} agree, {rate:,.0f} a second")
    rate = sum(map(len, truth)) / speed(pages, 1)
    print(f"Leadline: {rate:,.0f} a second")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--python", help="of an environment that has the peers")
    parser.add_argument("--labelled", type=Path, help="real forms, as JSON lines")
    parser.add_argument("--most", type=int, default=2_000, help="of the real forms")
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        form_browser(Path(folder)) as browser,
    ):
        if args.labelled is not None:
            browser.browser.without_scripts()
            pages, truth = differences(real(args.labelled, args.most), browser)
            if args.python:
                others(Path(args.python), pages, truth)
            return
        browsed = [browse(case, browser) for case in CASES]
    pages = [page for page, _, _ in browsed]
    truth = [theirs for _, theirs, _ in browsed]
    found: dict[str, Any] = {
        "Leadline": (
            [made for _, _, made in browsed],
            speed(pages, args.rounds),
            args.rounds,
        )
    }
    with tempfile.TemporaryDirectory() as folder:
        python = Path(args.python) if args.python else install(folder)
        told = [page.told() for page in pages]
        for tool in TOOLS if python else ():
            answer = ask(python, tool, told, args.rounds) if python else None
            if answer is not None:
                found[tool] = (*answer, args.rounds)
    forms = sum(len(forms_of(case)) for case in CASES)
    requests = sum(map(len, truth))
    print(f"{len(CASES)} pages, {forms} forms, {requests} submissions\n")
    table(pages, truth, found)


if __name__ == "__main__":
    main()
