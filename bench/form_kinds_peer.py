"""Runs in the environment of Formasaurus: types of forms, each part by the others."""

import json
import sys

from formasaurus.formtype_model import get_model  # not installed beside us
from lxml import html


def main() -> None:
    """Read forms with type and part, print the predicted types."""
    rows = json.load(sys.stdin)
    forms = [form(row["html"]) for row in rows]
    found = [""] * len(rows)
    for part in sorted({row["part"] for row in rows}):
        learn = [i for i, row in enumerate(rows) if row["part"] != part]
        rest = [i for i, row in enumerate(rows) if row["part"] == part]
        model = get_model().fit(
            [forms[i] for i in learn], [rows[i]["type"] for i in learn]
        )
        for i, kind in zip(rest, model.predict([forms[i] for i in rest]), strict=True):
            found[i] = str(kind)
    print(json.dumps(found))


def form(text: str) -> html.HtmlElement:
    """The first form of a fragment."""
    return html.document_fromstring(text).xpath("//form")[0]


if __name__ == "__main__":
    main()
