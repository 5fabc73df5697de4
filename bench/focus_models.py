"""Page models on labelled pages, beside scikit-learn's own; links on a made graph.

    python -m bench.focus_models [--pages FOLDER] [--graph-only]

FOLDER has a folder of pages for each label, named by their URLs, quoted. The figures in
docs/bench.md are of the 628 pages on Ebola and on other things that ACHE has as sample
training data (`config/sample_training_data` of VIDA-NYU/ache). They are no part of this
project. Ten parts by registrable domain: no model has seen a page of a domain that it
is asked about. A topic in words has seen no page at all.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from bench.focus_graph import STRATEGIES, crawled, graph
from crawler.focus import PageModel, TopicModel
from crawler.focus.labelled import read_pages
from crawler.focus.training import train
from crawler.scores import score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crawler.focus import Scorer
    from crawler.focus.labelled import Labelled

TOPICS = (
    "ebola",
    "ebola virus",
    "ebola virus disease",
    "ebola outbreak",
    "ebola virus outbreak in africa",
)
ON = "positive"
PARTS = 10
SEEDS = range(5)


def peers() -> dict[str, Any]:
    """What scikit-learn has, with its own words and its defaults."""
    return {
        "scikit-learn MultinomialNB, counts": make_pipeline(
            CountVectorizer(), MultinomialNB()
        ),
        "scikit-learn MultinomialNB, binary": make_pipeline(
            CountVectorizer(binary=True), MultinomialNB()
        ),
        "scikit-learn LogisticRegression, tf-idf": make_pipeline(
            TfidfVectorizer(sublinear_tf=True), LogisticRegression(max_iter=1_000)
        ),
        "scikit-learn LinearSVC, tf-idf": make_pipeline(
            TfidfVectorizer(sublinear_tf=True), LinearSVC()
        ),
    }


def told(labelled: Sequence[Labelled], found: Sequence[bool]) -> str:
    pairs = Counter(
        (str(item.label == ON), str(bool(one)))
        for item, one in zip(labelled, found, strict=True)
    )
    of = score(pairs, {"True"})
    return f"{of.precision:.3f} | {of.recall:.3f} | {of.f1:.3f}"


def parts(labelled: Sequence[Labelled]) -> list[tuple[list[int], list[int]]]:
    hosts = [item.host for item in labelled]
    split = GroupKFold(PARTS).split(hosts, groups=hosts)
    return [([*map(int, a)], [*map(int, b)]) for a, b in split]


def by_parts(
    labelled: Sequence[Labelled], fit: Callable[[list[Labelled]], Callable[[str], bool]]
) -> list[bool]:
    found = [False] * len(labelled)
    for learn, rest in parts(labelled):
        judge = fit([labelled[i] for i in learn])
        for i in rest:
            found[i] = judge(labelled[i].text)
    return found


def ours(model: str) -> Callable[[list[Labelled]], Callable[[str], bool]]:
    def fit(learn: list[Labelled]) -> Callable[[str], bool]:
        texts, labels = [x.text for x in learn], [x.label for x in learn]
        scorer = PageModel.from_dict(train(texts, labels, {ON}, model=model))
        return lambda text: scorer.score(text) >= 0.5

    return fit


def theirs(peer: Any) -> Callable[[list[Labelled]], Callable[[str], bool]]:
    def fit(learn: list[Labelled]) -> Callable[[str], bool]:
        peer.fit([x.text for x in learn], [x.label == ON for x in learn])
        return lambda text: bool(peer.predict([text])[0])

    return fit


def pages_a_second(scorer: Scorer, labelled: Sequence[Labelled]) -> float:
    """By CPU time, of pages that are parsed already."""
    start = time.process_time()
    for item in labelled:
        scorer.score(item.text)
    return len(labelled) / (time.process_time() - start)


def examples(labelled: Sequence[Labelled], count: int) -> str:
    """Of *count* pages on the topic, drawn at random: F1 on all others."""
    reached = []
    on = [i for i, item in enumerate(labelled) if item.label == ON]
    for seed in SEEDS:
        drawn = set(random.Random(seed).sample(on, count))
        model = TopicModel.of_examples([labelled[i].text for i in sorted(drawn)])
        rest = [item for i, item in enumerate(labelled) if i not in drawn]
        line = told(rest, [model.score(item.text) >= 0.5 for item in rest])
        reached.append(float(line.split(" | ")[2]))
    return f"| | | {mean(reached):.3f} ({min(reached):.3f} to {max(reached):.3f})"


def page_models(folder: Path) -> None:
    labelled = list(read_pages(folder, lambda _: {}))
    labels = Counter(item.label for item in labelled)
    chars = mean(len(item.text) for item in labelled)
    hosts = len({item.host for item in labelled})
    print(
        f"{len(labelled)} pages of {hosts} domains, {chars:,.0f} characters: {labels}"
    )
    print("| | precision | recall | F1 |\n|---|---|---|---|")
    for name, model in (("naive Bayes", "nb"), ("logistic regression", "lr")):
        print(
            f"| {name} | {told(labelled, by_parts(labelled, ours(model)))} |",
            flush=True,
        )
    for name, peer in peers().items():
        line = told(labelled, by_parts(labelled, theirs(peer)))
        print(f"| {name} | {line} |", flush=True)
    for topic in TOPICS:
        scorer = TopicModel.of_words(topic)
        found = [scorer.score(item.text) >= 0.5 for item in labelled]
        print(f"| topic, in words: `{topic}` | {told(labelled, found)} |", flush=True)
    for count in (3, 5, 10):
        print(f"| {count} examples {examples(labelled, count)} |", flush=True)
    contains = [TOPICS[0] in item.text.casefold() for item in labelled]
    print(f"| contains `{TOPICS[0]}` | {told(labelled, contains)} |")
    texts, kinds = [x.text for x in labelled], [x.label for x in labelled]
    scorers = {
        "nb": PageModel.from_dict(train(texts, kinds, {ON}, model="nb")),
        "lr": PageModel.from_dict(train(texts, kinds, {ON}, model="lr")),
        "topic": TopicModel.of_words(TOPICS[1]),
    }
    for name, one in scorers.items():
        print(f"{name}: {pages_a_second(one, labelled):.0f} pages a second of CPU")


def links() -> None:
    print("| pages on the topic found at | 10 % | 20 % | 40 % |\n|---|---|---|---|")
    for strategy in STRATEGIES:
        shares = []
        for seed in SEEDS:
            made = graph(seed)
            order = crawled(made, strategy, seed)
            on = sum(page.on for page in made.values())
            shares.append(
                [
                    sum(made[url].on for url in order[: len(made) * part // 100]) / on
                    for part in (10, 20, 40)
                ]
            )
        cells = " | ".join(
            f"{mean(column):.2f}" for column in zip(*shares, strict=True)
        )
        print(f"| {strategy} | {cells} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path)
    parser.add_argument("--graph-only", action="store_true")
    given = parser.parse_args()
    if given.pages is not None and not given.graph_only:
        page_models(given.pages)
    links()


if __name__ == "__main__":
    main()
