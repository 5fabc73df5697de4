"""A form that a survey has, by what its user calls it."""

from __future__ import annotations

from typing import NamedTuple

from crawler.store import Survey, SurveyError, harvests, readers


class Found(NamedTuple):
    """A form, and the URL of a page that shows it."""

    signature: str
    page: str


def find_interface(target: str, wanted: str) -> Found:
    """The form by its number in ``export --what forms``, or how its signature begins.

    :raises SurveyError: in one line, when there is none, or more than one.
    """
    with Survey.open(target) as survey:
        rows = list(survey.read(readers.read_forms))
        if wanted.isdecimal():
            if not 1 <= int(wanted) <= len(rows):
                raise SurveyError(
                    f"interface={wanted}: {survey.target} has {len(rows)} forms"
                )
            chosen = [rows[int(wanted) - 1]]
        else:
            chosen = [row for row in rows if row.signature == wanted] or [
                row for row in rows if row.signature.startswith(wanted)
            ]
        if len(chosen) != 1:
            what = "no form" if not chosen else f"{len(chosen)} forms"
            raise SurveyError(
                f"interface={wanted[:80]}: {what} in {survey.target} so called; see"
                " `scrapy export SURVEY --what forms`"
            )
        with survey.reading() as connection:
            page = harvests.page_url(connection, chosen[0].page)
    return Found(chosen[0].signature, page)
