"""What can go wrong with a survey, in one clear line each."""

from __future__ import annotations


class SurveyError(Exception):
    """The survey cannot be opened or read; the message is one line for the user."""


class SurveyWriteError(SurveyError):
    """A transaction could not be committed: nothing of it is in the survey."""
