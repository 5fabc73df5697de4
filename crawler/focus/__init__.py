"""Focus: how much a page is about the topic, and which links lead there."""

from crawler.focus.link_features import features
from crawler.focus.link_model import LinkModel
from crawler.focus.model import PageModel, Scorer, load_model, scorer_of
from crawler.focus.options import FocusOptions
from crawler.focus.topic import TopicModel
from crawler.focus.words import words

__all__ = [
    "FocusOptions",
    "LinkModel",
    "PageModel",
    "Scorer",
    "TopicModel",
    "features",
    "load_model",
    "scorer_of",
    "words",
]
