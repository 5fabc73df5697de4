"""``hidden`` with a form that only a script makes, and only a script sends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from crawler.middlewares.render import no_browser
from tests.servers.running import missing
from tests.servers.web import Reply, web
from tests.spiders.crawling import crawl
from tests.spiders.harvested import records

if TYPE_CHECKING:
    from pathlib import Path

MAKES = ("audi", "fiat", "opel", "seat")
CARS = [f"{MAKES[number % 4]} No {number}" for number in range(24)]
PAGE = """<!doctype html><title>Cars</title><div id=app></div><script type=module>
document.getElementById('app').innerHTML = `<form id=find>
<label>Make <select name=make><option value="">any</option>%s</select></label>
<button>Search</button></form><div id=out></div>`;
document.getElementById('find').addEventListener('submit', async (event) => {
  event.preventDefault();
  const make = event.target.elements.make.value;
  const answer = await fetch('/cars/' + (make || 'any') + '.json');
  const {cars} = await answer.json();
  document.getElementById('out').innerHTML = cars.length ? '<ul class=cars>' + cars.map(
    (car) => `<li><a href="/car/${car.id}">${car.name}</a> <b>${car.price}</b></li>`
  ).join('') + '</ul>' : '<p>No results found.</p>';
});
</script>""".replace("%s", "".join(f"<option>{make}</option>" for make in MAKES))


def test_a_form_that_a_script_makes_and_sends(tmp_path: Path) -> None:
    if told := no_browser(""):
        missing(told)
    replies = {"/": Reply(PAGE)}
    for make in ("", *MAKES):
        cars = [
            {"id": number, "name": name, "price": 100 + number}
            for number, name in enumerate(CARS)
            if name.startswith(make) and make
        ]
        replies[f"/cars/{make or 'any'}.json"] = Reply(
            json.dumps({"cars": cars}), type="application/json"
        )
    survey = tmp_path / "survey.sqlite"
    with web(replies) as site:
        done = crawl(
            "hidden",
            survey,
            *("-s", "RENDER=playwright", "-s", "RENDER_WAIT=0.2"),
            start=f"{site.url}/",
            form=1,
        )
        asked = list(site.asked)
    assert done.status == 0, done.err
    names = {row.fields.get("name") or str(row.fields) for row in records(survey)}
    assert len(records(survey)) == len(CARS), names
    assert {f"GET /cars/{make}.json" for make in MAKES} <= set(asked)
    # Never by its address, which shows nothing.
    assert not [line for line in asked if line.startswith("GET /?make=")]
