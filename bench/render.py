"""Ways to render on a site that is half static: what each finds, and how fast it is.

    python -m bench.render [--pages 60] [--items 20] [--modes none,auto]

Half of the pages are plain, of links and a script that writes a word. The others are of
two applications, one in the JavaScript of 2009 and one in that of 2020: each page is a
shell that asks for its record, shows links to the next one and to a plain page, and a
form to search by. What there is to find is known: pages, calls of scripts, forms.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from tests.servers.splash import splash_server
from tests.servers.web import Reply, Web, web
from tests.spiders.crawling import crawl, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

MODES = ("none", "auto", "splash", "playwright")
_HEAD = "<!doctype html><meta charset=utf-8><title>{0}</title>"
_OLD = """
var x = new XMLHttpRequest();
x.onload = function () {
  var r = JSON.parse(x.responseText), h = '';
  for (var i = 0; i < r.links.length; i++) {
    h += '<a href="' + r.links[i] + '">' + r.links[i] + '</a> ';
  }
  document.getElementById('app').innerHTML = '<h1>' + r.name + '</h1><p>' + h
    + '</p><form action="' + r.form + '"><input name="old"></form>';
};
x.open('GET', '/data' + location.pathname + '.json');
x.send();
"""
_NEW = """
const answer = await fetch('/data' + location.pathname + '.json');
const {name, links, form} = await answer.json();
document.querySelector('#app').innerHTML = `<h1>${name}</h1><p>${
  links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</p>
  <form action="${form}"><input name="new"></form>`;
"""


class Row(NamedTuple):
    """What one way did."""

    mode: str
    found: int
    calls: int
    forms: int
    requests: int
    rendered: int
    seconds: float


def replies(pages: int, items: int) -> dict[str, Reply]:
    """The site."""
    apps = {"old": "<script src=/old.js></script>", "new": ""}
    apps["new"] = "<script type=module src=/new.js></script>"
    start = "".join(f"<a href=/page/{n}>{n}</a> " for n in range(0, pages, 10))
    start += "".join(f"<a href=/{name}/1>{name}</a> " for name in apps)
    found = {
        "/": Reply(f"{_HEAD.format('Start')}<p>{start}"),
        "/site.js": Reply(
            "document.querySelector('i').textContent = 'now';", type="text/javascript"
        ),
        "/old.js": Reply(_OLD, type="text/javascript"),
        "/new.js": Reply(_NEW, type="text/javascript"),
    }
    for number in range(pages):
        links = "".join(
            f"<li><a href=/page/{(number + step) % pages}>page</a>"
            for step in (1, 2, 3)
        )
        words = " ".join(f"word{number}x{n}" for n in range(40))
        found[f"/page/{number}"] = Reply(
            f"{_HEAD.format(f'Page {number}')}<h1>Page {number}</h1><p>{words}</p>"
            f"<ul>{links}</ul><i></i><script src=/site.js></script>"
        )
    for name, script in apps.items():
        for number in range(1, items + 1):
            of = f"/data/{name}/{number}.json"
            found[f"/{name}/{number}"] = Reply(
                f"{_HEAD.format(name)}<body><div id=app></div>{script}"
            )
            after = [f"/{name}/{number % items + 1}", f"/part/{name}-{number}"]
            record = {"name": f"{name} {number}", "links": after, "form": "/find"}
            found[of] = Reply(json.dumps(record), type="application/json")
            found[f"/part/{name}-{number}"] = Reply(
                f"{_HEAD.format('Part')}<h1>Part {name} {number}</h1><p>plain"
            )
    return found


def measure(mode: str, site: Web, folder: Path, splash: str) -> Row:
    """Crawl the site in one way."""
    site.asked.clear()
    survey = folder / f"{mode}.sqlite"
    start = time.monotonic()
    done = crawl(
        "inspect",
        survey,
        *("-s", f"RENDER={mode}"),
        *("-s", f"SPLASH_URL={splash or 'http://127.0.0.1:8050'}"),
        start=f"{site.url}/",
    )
    seconds = time.monotonic() - start
    if done.status:
        raise SystemExit(f"{mode}: {done.err.strip().splitlines()[-1]}")
    paths = {urlsplit(row.url).path for row in rows(survey, "pages")}
    (run,) = rows(survey, "runs")
    calls = sum(path.startswith("/data/") for path in paths & site.replies.keys())
    whole = {path for path in site.replies if not path.endswith((".js", ".json"))}
    return Row(
        mode,
        len(paths & whole),
        calls,
        len({row.signature for row in rows(survey, "forms")}),
        len(site.asked),
        (run.stats or {}).get("render/pages", 0),
        seconds,
    )


def table(found: Sequence[Row], pages: int, calls: int) -> str:
    """The table of docs/bench.md."""
    names = ("rendered", "requests", "seconds", "pages/s")
    counts = (f"pages, of {pages}", f"calls, of {calls}", "forms, of 2")
    head = ("`RENDER=`", *counts, *names)
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [
        f"| {row.mode} | {row.found} | {row.calls} | {row.forms} | {row.rendered}"
        f" | {row.requests} | {row.seconds:.0f} | {row.found / row.seconds:.1f} |"
        for row in found
    ]
    return "\n".join(lines)


def main() -> None:
    """Print one row for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--items", type=int, default=20)
    parser.add_argument("--modes", default=",".join(MODES))
    given = parser.parse_args()
    modes = given.modes.split(",")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site = stack.enter_context(web(replies(given.pages, given.items)))
        splash = ""
        if "splash" in modes:
            splash = stack.enter_context(splash_server(folder))
        found = [measure(mode, site, folder, splash) for mode in modes]
        whole = [path for path in site.replies if not path.endswith((".js", ".json"))]
    print(table(found, len(whole), 2 * given.items))


if __name__ == "__main__":
    main()
