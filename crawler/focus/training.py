"""Train a page model: scikit-learn counts and fits, the result is plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from crawler.focus.model import FORMAT, LINEAR, NAIVE_BAYES, PageModel
from crawler.focus.word_id import word_id
from crawler.focus.words import words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from crawler.focus.labelled import Labelled

MAX_WORDS: Final = 100_000
"""Words of a model: beyond, those on the fewest pages are left out."""
DECIMALS: Final = 8


def train(
    pages: Sequence[str],
    labels: Sequence[str],
    on: Collection[str],
    *,
    model: str = NAIVE_BAYES,
    alpha: float = 1.0,
) -> dict[str, Any]:
    """What :meth:`crawler.focus.PageModel.from_dict` reads.

    :param on: the labels that are on the topic.
    :param alpha: additive (Laplace) smoothing of naive Bayes.
    :raises ValueError: when there are not pages on the topic and off it, with words in
        them: a model of one class would call every page relevant.
    """
    # Imported here: it takes seconds and 80 MB, and no crawl needs it.
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415

    if len(pages) != len(labels):
        raise ValueError(f"{len(pages)} pages, but {len(labels)} labels")
    classes = _classes(labels, on)
    if not any(True for page in pages for _ in words(page)):
        raise ValueError("no page has a word in it")
    counter = CountVectorizer(
        analyzer=lambda page: list(words(page)), max_features=MAX_WORDS
    )
    counts = counter.fit_transform(pages)
    fitted, idf = (_linear if model == LINEAR else _naive_bayes)(counts, labels, alpha)
    names = counter.get_feature_names_out()
    # By hash: two words of one hash are one, and the rarer is left out.
    order = sorted(range(len(names)), key=lambda row: word_id(names[row]))
    bias, weights = fitted
    data = {
        "format": FORMAT,
        "model": model,
        "classes": classes,
        "on": sorted(on),
        "bias": _short(bias),
        "weights": {str(word_id(names[row])): _short(weights[row]) for row in order},
    }
    if idf is not None:
        kept = {str(word_id(names[row])): float(idf[row]) for row in order}
        data["idf"] = _short(kept.values())
    return data


def _classes(labels: Sequence[str], on: Collection[str]) -> list[str]:
    classes = sorted(set(labels))
    if missing := sorted(set(on) - set(classes)):
        raise ValueError(f"no page is labelled {missing[0]!r}: {', '.join(classes)}")
    if not on or set(on) == set(classes):
        raise ValueError("pages on the topic and pages off it are needed, not one kind")
    return classes


def _naive_bayes(counts: Any, labels: Sequence[str], alpha: float) -> Any:
    from sklearn.naive_bayes import MultinomialNB  # noqa: PLC0415 - as above

    fitted = MultinomialNB(alpha=alpha).fit(counts, labels)
    return (fitted.class_log_prior_, fitted.feature_log_prob_.T), None


def _linear(counts: Any, labels: Sequence[str], _alpha: float) -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415

    weigh = TfidfTransformer(sublinear_tf=True)
    vectors = weigh.fit_transform(counts)
    # Classes of unequal size are to be told as well; C as is usual for tf-idf vectors.
    fitted = LogisticRegression(C=30.0, class_weight="balanced", max_iter=1_000).fit(
        vectors, labels
    )
    bias, weights = fitted.intercept_, fitted.coef_.T
    if len(fitted.classes_) == 2:
        # Of two classes scikit-learn keeps only how much likelier the second is.
        bias = np.array([0.0, bias[0]])
        weights = np.hstack([np.zeros_like(weights), weights])
    return (bias, weights), weigh.idf_


def held_out(
    labelled: Sequence[Labelled],
    on: Collection[str],
    model: str = NAIVE_BAYES,
    folds: int = 10,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[int, PageModel]]:
    """For each page its index and a model that has seen no page of its host.

    In as many parts as there are hosts, *folds* at most. A part without which the rest
    is of one kind is left out.

    :raises ValueError: as :func:`train`; and when all pages are of one host.
    """
    from sklearn.model_selection import GroupKFold  # noqa: PLC0415 - as above

    hosts = [item.host for item in labelled]
    parts = min(folds, len(set(hosts)))
    if parts < 2:
        raise ValueError("pages of two hosts or more are needed to hold some out")
    texts, labels = [x.text for x in labelled], [x.label for x in labelled]
    _classes(labels, on)
    for number, (learn, rest) in enumerate(
        GroupKFold(parts).split(texts, groups=hosts), 1
    ):
        tell(f"part {number} of {parts}: {len(learn)} pages to learn from")
        told = [labels[i] for i in learn]
        known = set(on) & set(told)
        if not known or known == set(told):
            continue
        data = train([texts[i] for i in learn], told, known, model=model)
        trained = PageModel.from_dict(data)
        yield from ((int(i), trained) for i in rest)


def _short(values: Any) -> list[float]:
    return [round(float(value), DECIMALS) for value in values]
