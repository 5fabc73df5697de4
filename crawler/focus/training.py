"""Train a page model: scikit-learn counts and fits, the result is plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crawler.focus.model import FORMAT, word_id
from crawler.focus.words import words

if TYPE_CHECKING:
    from collections.abc import Sequence


def train(
    pages: Sequence[str], on_topic: Sequence[bool], *, alpha: float = 1.0
) -> dict[str, Any]:
    """Multinomial naive Bayes over the words of *pages*; priors from the counts.

    The result is what :meth:`crawler.focus.PageModel.from_dict` reads.

    :param alpha: additive (Laplace) smoothing.
    :raises ValueError: when there are not pages of both kinds, with words in them: a
        model of one class would call every page relevant.
    """
    # Imported here: it takes seconds and 80 MB, and no crawl needs it.
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415
    from sklearn.naive_bayes import MultinomialNB  # noqa: PLC0415

    if len(pages) != len(on_topic):
        raise ValueError(f"{len(pages)} pages, but {len(on_topic)} labels")
    if len(set(on_topic)) < 2:
        raise ValueError("pages on the topic and pages off it are needed, not one kind")
    if not any(True for page in pages for _ in words(page)):
        raise ValueError("no page has a word in it")
    counter = CountVectorizer(analyzer=lambda page: list(words(page)))
    model = MultinomialNB(alpha=alpha).fit(
        counter.fit_transform(pages), [bool(label) for label in on_topic]
    )
    off, on = model.feature_log_prob_
    return {
        "format": FORMAT,
        "log_prior": [float(value) for value in model.class_log_prior_],
        "log_likelihood": {
            str(word_id(word)): [float(off[i]), float(on[i])]
            for word, i in sorted(counter.vocabulary_.items())
        },
    }
