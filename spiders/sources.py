"""What arguments name: start URLs, headers, and the files they are in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from crawler.urls import resolve, split
from crawler.urls.parse import blocked


def shortened(value: Any) -> str:
    """A value in one line of at most 100 characters, without user names in URLs."""
    text = re.sub(r"//[^/?#,]*@", "//...@", " ".join(str(value).split()))
    return text if len(text) <= 100 else text[:97] + "..."


def read_start(value: str) -> tuple[str, ...]:
    """Start URLs from a URL, a comma-separated list of them, or a file of them.

    A comma separates only before a scheme, since URLs may hold commas.

    >>> read_start("http://a.example/x,y,https://b.example/")
    ('http://a.example/x,y', 'https://b.example/')
    """
    if re.match(r"\s*[a-z][a-z0-9+.-]*:", value, re.IGNORECASE) is None:
        return _start_file(value)
    parts = re.split(r",(?=\s*[a-z][a-z0-9+.-]*://)", value, flags=re.IGNORECASE)
    return tuple(_start_url(part.strip()) for part in parts if part.strip())


def _start_file(value: str) -> tuple[str, ...]:
    form = "a URL with http:// or https://, or a file of URLs"
    path = Path(value.strip())
    if not value.strip():
        raise ValueError(f"empty; give {form}")
    if re.match(r"[\w-]+(\.[\w-]+)+", value) and not _exists(path):
        raise ValueError(f"did you mean https://{shortened(value)}? ({form})")
    lines = (line.strip() for line in read_file(path, f"give {form}").splitlines())
    urls = [_start_url(line) for line in lines if line and not line.startswith("#")]
    if not urls:
        raise ValueError("the file holds no URL")
    return tuple(dict.fromkeys(urls))


def read_file(path: Path, form: str) -> str:
    """The text of a file that an argument names.

    :raises ValueError: one line that ends in *form*, when there is none.
    """
    try:
        if path.is_dir():
            raise ValueError(f"a directory; {form}")
        if not path.is_file():
            raise ValueError(f"no such file; {form}")
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"not a text file in UTF-8; {form}") from None
    except OSError as error:
        raise ValueError(f"{error.strerror}; {form}") from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long
        return False


def _start_url(text: str) -> str:
    url = resolve(text, text) if re.match(r"https?://", text, re.IGNORECASE) else None
    if url is None:
        parts = split(text)
        if parts is not None and blocked(parts.port):
            raise ValueError(f"port {parts.port[1:]} is one that browsers refuse")
        raise ValueError(f"{shortened(text)!r} is not an absolute http(s) URL")
    if urlsplit(url).username is not None:
        raise ValueError(
            "a URL does not carry a user and a password; give them as"
            " headers='Authorization: Basic ...'"
        )
    return url.partition("#")[0]


def read_headers(value: str) -> tuple[tuple[str, str], ...]:
    r"""Headers from a file, a JSON object, or ``Name: value`` lines.

    >>> read_headers("Authorization: Bearer x\nX-Team: red")
    (('Authorization', 'Bearer x'), ('X-Team', 'red'))
    """
    text = value
    if "\n" not in value and ":" not in value:
        text = read_file(Path(value), "use 'Name: value', a JSON object, or a file")
    if text.lstrip().startswith("{"):
        found = _json_headers(text)
    else:
        lines = [line for line in text.splitlines() if line.strip()]
        found = [
            (name.strip(), content.strip())
            for name, _, content in (line.partition(":") for line in lines)
        ]
    for name, content in found:
        if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
            raise ValueError(
                f"{shortened(name)!r} is no header name; use 'Name: value'"
            )
        if re.search(r"[\r\n\0]", content):
            raise ValueError(f"the value of {name} holds a line break")
    return tuple(found)


def _json_headers(text: str) -> list[tuple[str, str]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = {"": {}}
    if any(isinstance(value, (dict, list)) for value in found.values()):
        raise ValueError("not a JSON object of names and values")
    return [(name, str(value)) for name, value in found.items()]
