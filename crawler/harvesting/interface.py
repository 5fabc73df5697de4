"""A form that a survey has, by what its user calls it."""

from __future__ import annotations

from typing import NamedTuple

from crawler.store import Survey, SurveyError, harvests, interfaces, readers


class Found(NamedTuple):
    """A form, and the URL of a page that shows it."""

    signature: str
    page: str


def find_interface(target: str, wanted: str) -> Found:
    """The form by its number in ``export --what forms``, how its signature begins, or
    the site that has it as its only query interface.

    :raises SurveyError: in one line, when there is none, or more than one.
    """
    with Survey.open(target) as survey:
        own = [
            row
            for row in survey.read(interfaces.read_interfaces)
            if wanted in {row.site, row.signature}
        ]
        if len(own) == 1:
            return Found(own[0].signature, own[0].page)
        if own and all(row.site == wanted for row in own):
            raise SurveyError(
                f"interface={wanted[:80]}: {survey.target} has {len(own)} query"
                " interfaces of this site: name one by its signature; see"
                " `scrapy export SURVEY --what interfaces --as csv`"
            )
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
