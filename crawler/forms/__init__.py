"""What a form is: its controls, its identity, its parameters, and what to leave alone.

Plain Python over a parsed document; nothing here sends a request.
"""

from __future__ import annotations

from crawler.forms.danger import danger
from crawler.forms.extract import extract
from crawler.forms.parameters import parameters
from crawler.forms.signature import signature

__all__ = ["danger", "extract", "parameters", "signature"]
