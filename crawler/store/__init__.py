"""The survey database: what the runs of a job found out, and why not more.

Tables and columns are described in ``docs/reference/survey.md``.
"""

from crawler.store.encode import VectorFormat
from crawler.store.errors import SurveyError, SurveyWriteError
from crawler.store.options import StoreOptions
from crawler.store.rows import MemberRow, Summary
from crawler.store.survey import Survey
from crawler.store.writer import SurveyWriter

__all__ = [
    "MemberRow",
    "StoreOptions",
    "Summary",
    "Survey",
    "SurveyError",
    "SurveyWriteError",
    "SurveyWriter",
    "VectorFormat",
]
