"""What a form is, what a browser would send, and what to leave alone.

Plain Python over a parsed document; nothing here sends a request.
"""

from __future__ import annotations

from crawler.forms.danger import danger
from crawler.forms.errors import FormError, FormValueError, NotHttpError
from crawler.forms.extract import extract
from crawler.forms.parameters import parameters
from crawler.forms.signature import signature
from crawler.forms.submit import Submission, submit

__all__ = [
    "FormError",
    "FormValueError",
    "NotHttpError",
    "Submission",
    "danger",
    "extract",
    "parameters",
    "signature",
    "submit",
]
