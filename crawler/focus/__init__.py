"""Focus: how much a page is about the topic."""

from crawler.focus.model import FocusOptions, PageModel
from crawler.focus.words import words

__all__ = ["FocusOptions", "PageModel", "words"]
