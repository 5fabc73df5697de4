"""What a form is, what a browser would send, and what to leave alone.

Plain Python over a parsed document; nothing here sends a request.
"""

from __future__ import annotations

from crawler.forms.danger import danger
from crawler.forms.errors import FormError, FormValueError, NotHttpError
from crawler.forms.extract import extract
from crawler.forms.fill import fill
from crawler.forms.interface import schema
from crawler.forms.parameters import parameters
from crawler.forms.signature import signature
from crawler.forms.submit import Submission, submit
from crawler.forms.submittable import submittable
from crawler.forms.validity import Problem, invalid

__all__ = [
    "FormError",
    "FormValueError",
    "NotHttpError",
    "Problem",
    "Submission",
    "danger",
    "extract",
    "fill",
    "invalid",
    "parameters",
    "schema",
    "signature",
    "submit",
    "submittable",
]
