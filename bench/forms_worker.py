"""Form tools of others, in an environment of their own; run by :mod:`bench.forms`.

Reads pages as JSON from standard input, writes what each tool would send. Nothing of
this project is imported here: the environment has the peers alone.
"""

from __future__ import annotations

import base64
import json
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Sent = list[str]
"""Method, URL, content type, body (latin-1)."""
_BUTTONS = (
    "button:not([type]), button[type=''], button[type=submit], button[type=bogus],"
    " input[type=submit], input[type=image]"
)


def _scrapy_response(page: dict[str, Any]) -> Any:
    from scrapy.http import HtmlResponse  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415 - one peer

    headers = {"Content-Type": page["content_type"]}
    body = base64.b64decode(page["body"])
    return HtmlResponse(page["url"], body=body, headers=headers)


def _of_scrapy(request: Any) -> Sent:
    kind = (request.headers.get("Content-Type") or b"").decode()
    return [request.method, request.url, kind, request.body.decode("latin-1")]


def form2request(page: dict[str, Any]) -> Iterator[Sent | None]:
    """zyte's: a selector of a form, and what to click."""
    from form2request import form2request as make  # type: ignore[import-not-found]  # noqa: PLC0415 - one peer

    response = _scrapy_response(page)
    forms = response.css("form")
    buttons = response.css(_BUTTONS)
    for form, button in page["targets"]:
        # A peer's tree may have fewer buttons.
        if button is not None and button >= len(buttons):
            yield None
            continue
        click = False if button is None else buttons[button].root
        yield _tried(
            lambda: _of_scrapy(
                make(forms[form], click=click).to_scrapy(callback=None)  # noqa: B023 - called at once
            )
        )


def from_response(page: dict[str, Any]) -> Iterator[Sent | None]:
    """Scrapy's ``FormRequest.from_response``: a button by its attributes."""
    from scrapy.http import FormRequest  # noqa: PLC0415 - one peer

    response = _scrapy_response(page)
    buttons = response.css(_BUTTONS)
    for form, button in page["targets"]:
        if button is not None and button >= len(buttons):
            yield None
            continue
        options: dict[str, Any] = {"dont_click": True}
        if button is not None:
            told = buttons[button].attrib.items()
            wanted = {name: value for name, value in told if '"' not in value}
            # A button that has nothing to say sends nothing of its own.
            options = {"clickdata": wanted} if wanted else {"dont_click": True}
        yield _tried(
            lambda: _of_scrapy(  # called at once
                FormRequest.from_response(response, formnumber=form, **options)  # noqa: B023 - the same
            )
        )


def mechanicalsoup(page: dict[str, Any]) -> Iterator[Sent | None]:
    """MechanicalSoup on html5lib's tree, the one that a browser builds."""
    import bs4  # noqa: PLC0415 - one peer
    import mechanicalsoup as tool  # type: ignore[import-not-found]  # noqa: PLC0415 - the same
    import requests  # noqa: PLC0415 - the same

    charset = page["content_type"].partition("charset=")[2]
    body = base64.b64decode(page["body"])
    for number, button in page["targets"]:

        def make(number: int = number, button: int | None = button) -> Sent:
            soup = bs4.BeautifulSoup(body, "html5lib", from_encoding=charset)
            form = tool.Form(soup.select("form")[number])
            form.choose_submit(
                False if button is None else soup.select(_BUTTONS)[button]
            )
            options = tool.Browser.get_request_kwargs(form.form, page["url"])
            made = requests.Request(**options).prepare()
            data: Any = made.body or b""
            text = data if isinstance(data, str) else data.decode("latin-1")
            kind = made.headers.get("Content-Type") or ""
            kind = kind.decode() if isinstance(kind, bytes) else kind
            return [str(made.method), str(made.url), kind, text]

        yield _tried(make)


def _tried(make: Callable[[], Sent]) -> Sent | None:
    """None for what a tool refuses, or fails at."""
    try:
        return make()
    except Exception:  # noqa: BLE001 - whatever a peer raises, it has no answer
        return None


def main() -> None:
    """All pages, and the CPU seconds that they took."""
    request = json.load(sys.stdin)
    tools = {
        "form2request": form2request,
        "from_response": from_response,
        "MechanicalSoup": mechanicalsoup,
    }
    tool = tools[request["tool"]]
    answers = [list(tool(page)) for page in request["pages"]]
    began = time.process_time()
    for _ in range(request["rounds"]):
        for page in request["pages"]:
            for _ in tool(page):
                pass
    seconds = time.process_time() - began
    json.dump({"answers": answers, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
