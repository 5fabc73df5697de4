"""What cannot be sent, told in one line."""

from __future__ import annotations


class FormError(ValueError):
    """A form that cannot be submitted as it was asked."""


class NotHttpError(FormError):
    """The form goes nowhere by HTTP: a dialog, ``javascript:``, ``mailto:``."""


class FormValueError(FormError):
    """A control cannot take a value; names the control and what it takes."""
