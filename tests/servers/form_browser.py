"""What a browser sends for a form: filled by script, submitted, recorded."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.servers.chromium import chromium
from tests.servers.recorder import recorder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.servers.chromium import Browser
    from tests.servers.recorder import Recorded, Recorder

_SECONDS = 5.0
_NOTHING = 0.3
"""How long to wait for a request that is not expected."""

# Values as ``crawler.forms.submit`` takes them, put in as a script would.
_FILL = """
(() => {
  const form = document.querySelectorAll('form')[FORM], values = VALUES;
  window.parts = [...document.querySelectorAll('input,button,select,textarea')]
    .filter(part => part.form === form);
  for (const [name, value] of Object.entries(values)) {
    const named = parts
      .filter(part => part.name === name && !part.matches(':disabled'));
    if (value === null) { named.forEach(part => { part.disabled = true; }); continue; }
    const ticks = named.every(part => ['checkbox', 'radio'].includes(part.type));
    const wanted = Array.isArray(value) ? value : [value];
    named.forEach((part, at) => {
      if (ticks) {
        part.checked =
          typeof value === 'boolean' ? value : wanted.includes(part.value);
      } else if (part.type === 'select-multiple') {
        for (const option of part.options)
          option.selected = wanted.includes(option.value);
      } else if (named.length === 1) {
        part.value = wanted[0];
      } else if (wanted[at] === null) {
        part.disabled = true;
      } else {
        part.value = wanted[at];
      }
    });
  }
  Element.prototype.setAttribute.call(form, 'novalidate', '');
  Element.prototype.removeAttribute.call(form, 'target');
  return parts.length;
})()
"""


# The controls of each form of a document, by their place among all forms and controls
# of the document; and the names of those elements.
_OWNED = """
(() => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  return SOURCES.map(source => {
    const page = frame.contentDocument;
    page.open(); page.write(source); page.close();
    const all = [...page.querySelectorAll('form,input,button,select,textarea')]
      .filter(part => part.namespaceURI.endsWith('xhtml'));
    const forms = all.filter(part => part.localName === 'form');
    const places = [...all.keys()];
    const owned = forms.map(form => places.filter(at => all[at].form === form));
    return [owned, all.map(part => part.localName)];
  });
})()
"""


@dataclass(frozen=True)
class FormBrowser:
    """A browser and the server that all its requests go to."""

    browser: Browser
    server: Recorder

    def show(self, html: bytes, url: str, content_type: str) -> int:
        """Load a page; the number of its forms."""
        self.server.show(html, content_type)
        self.browser.open(url)
        return int(self.browser.run("document.querySelectorAll('form').length"))

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression on the page."""
        return self.browser.run(script)

    def fill(self, form: int, values: dict[str, Any]) -> int:
        """Put values in; the number of the form's controls."""
        script = _FILL.replace("FORM", str(form)).replace("VALUES", json.dumps(values))
        return int(self.browser.run(script))

    def submit(self, form: int, button: int | None, *, sent: bool) -> Recorded | None:
        """Submit what was filled, by the button at a place among the controls.

        *sent* says whether a request is expected.
        """
        how, what = ("submit", "") if button is None else ("requestSubmit", "parts[N]")
        # A control may be called "submit", and a form "forms".
        which = f"document.querySelectorAll('form')[{form}]"
        script = f"HTMLFormElement.prototype.{how}.call({which}, {what})"
        self.browser.run(script.replace("parts[N]", f"parts[{button}]"))
        return self.server.next(_SECONDS if sent else _NOTHING)

    def owned(self, sources: list[str]) -> list[tuple[list[list[int]], list[str]]]:
        """For each document the controls of each form, and all these elements.

        A control is its place among the forms and controls of the document.
        """
        self.show(b"<!doctype html><p>x", "http://f.test/", "text/html")
        script = _OWNED.replace("SOURCES", json.dumps(sources))
        return [(owned, names) for owned, names in self.browser.run(script)]


@contextmanager
def form_browser(folder: Path) -> Iterator[FormBrowser]:
    """Start both; *folder* is for the profile of the browser."""
    with recorder() as server, chromium(folder, server.port) as browser:
        yield FormBrowser(browser, server)
