"""Imports run one way (leaves, rooms, adapters); what costs time is imported late."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parent.parent
PACKAGES = ("crawler", "spiders", "pipelines")

# A leaf and the leaves that it may import.
LEAVES: dict[str, set[str]] = {
    "items": set(),
    "model_file": set(),
    "options": set(),
    "scores": set(),
    "urls": {"items", "options"},
    "dom": {"items", "options", "urls"},
}
# A room and the rooms that it may import, besides leaves.
ROOMS: dict[str, set[str]] = {
    "cluster": set(),
    "focus": set(),
    "forms": set(),
    "frontier": set(),
    "harvest": {"forms"},
    "report": {"forms", "store"},
    "saturation": set(),
    "store": set(),
}
FRAMEWORK = {"itemadapter", "scrapy", "scrapy_splash", "scrapyd", "twisted"}
# Two to four seconds and 80 MB a process.
HEAVY = {"joblib", "scipy", "sklearn"}


@dataclass(frozen=True)
class Import:
    """One import statement's target, as seen from a module."""

    module: str
    target: str
    late: bool = False
    """Inside a function, or for type checking only."""

    @property
    def package(self) -> str:
        return self.target.partition(".")[0]


def imports(module: str, source: str) -> Iterator[Import]:
    """All imports of a module, relative ones resolved.

    >>> [i.target for i in imports("a.b", "from . import c; from .d import e")]
    ['a.c', 'a.d.e']
    >>> [i.late for i in imports("a", "import b\\ndef f():\\n    import c")]
    [False, True]
    """
    pending: list[tuple[ast.AST, bool]] = [(ast.parse(source), False)]
    while pending:
        node, late = pending.pop(0)
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, late)
        elif isinstance(node, ast.ImportFrom):
            parts = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                yield Import(module, f"{base}.{alias.name}", late)
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        guarded = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        pending += [(child, late or guarded) for child in ast.iter_child_nodes(node)]


def part(name: str) -> str:
    """The part of ``crawler`` that a dotted name lies in; empty for others.

    >>> part("crawler.urls.key.canonical"), part("crawler.items"), part("scrapy")
    ('urls', 'items', '')
    """
    names = name.split(".")
    return names[1] if names[0] == "crawler" and len(names) > 1 else ""


def below_adapters(each: Import) -> str | None:
    """Leaves and rooms are plain Python, and know only what is below them."""
    own = part(each.module)
    if own not in LEAVES and own not in ROOMS:
        return None
    if each.package in FRAMEWORK:
        return "no framework below the adapters"
    if each.package in {"spiders", "pipelines"}:
        return "adapters import rooms, not the other way"
    other = part(each.target)
    if not other or other == own:
        return None
    allowed = LEAVES[own] if own in LEAVES else {*LEAVES, *ROOMS[own]}
    return None if other in allowed else f"{own} may import {sorted(allowed)} only"


def top_is_known_to_its_root(each: Import) -> str | None:
    """Spiders use the crawler; pipelines are placed by the composition root alone."""
    if each.module.startswith("crawler.") and each.package == "spiders":
        return "the crawler knows no spider"
    if each.package == "pipelines" and not each.module.startswith("pipelines."):
        placed = each.module == "crawler.components"
        return None if placed else "only crawler.components places pipelines"
    if each.package == "tests":
        return "the product does not import its tests"
    return None


def heavy_is_late(each: Import) -> str | None:
    """scikit-learn is for training: nothing imports it on the way to a crawl."""
    trains = each.module.rpartition(".")[2].startswith("train")
    command = each.module.startswith("crawler.commands.")
    if each.late or (trains and not command):
        return None
    if each.package in HEAVY:
        return (
            f"{each.package} is imported in modules named train* or inside a function"
        )
    trainer = any(name.startswith("train") for name in each.target.split("."))
    return "a training module is imported inside a function" if trainer else None


def renderers_are_late(each: Import) -> str | None:
    """A crawl without rendering imports no renderer."""
    if each.package == "scrapy_splash" and each.module != "crawler.splash":
        return "scrapy_splash is imported through crawler.splash, which mends it"
    inside = part(each.module) in {"renderers", "splash"}
    if part(each.target) in {"renderers", "splash"} and not inside:
        return "renderers are loaded by their name, when RENDER says so"
    return None


RULES: list[Callable[[Import], str | None]] = [
    below_adapters,
    top_is_known_to_its_root,
    heavy_is_late,
    renderers_are_late,
]


def project() -> list[Import]:
    return [
        each
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        for each in imports(dotted(path.relative_to(ROOT)), path.read_text("utf-8"))
    ]


def dotted(path: Path) -> str:
    """``a/b/__init__.py`` is ``a.b.__init__``, so that ``.`` is ``a.b`` from there."""
    return ".".join(path.with_suffix("").parts)


@pytest.mark.parametrize("rule", RULES)
def test_rule(rule: Callable[[Import], str | None]) -> None:
    found = project()
    assert len({each.module for each in found}) > 20
    wrong = [
        f"{each.module} imports {each.target}: {reason}"
        for each in found
        if (reason := rule(each))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("rule", "module", "source"),
    [
        (below_adapters, "crawler.urls.key", "import scrapy"),
        (below_adapters, "crawler.urls.key", "from scrapy.http import Request"),
        (below_adapters, "crawler.store.tables", "def f():\n    import itemadapter"),
        (
            below_adapters,
            "crawler.forms.extract",
            "if TYPE_CHECKING:\n    from twisted.python import failure",
        ),
        (below_adapters, "crawler.urls.key", "from crawler.dom import parse"),
        (below_adapters, "crawler.urls.__init__", "from ..dom import parse"),
        (below_adapters, "crawler.items", "from crawler import options"),
        (below_adapters, "crawler.forms.kind", "from crawler.cluster import Leader"),
        (below_adapters, "crawler.store.rows", "from crawler.report import page"),
        (below_adapters, "crawler.cluster.x", "from crawler.middlewares import scope"),
        (below_adapters, "crawler.cluster.x", "from crawler.addon import Leadline"),
        (below_adapters, "crawler.harvest.x", "import pipelines.store"),
        (top_is_known_to_its_root, "crawler.addon", "from spiders.base import X"),
        (top_is_known_to_its_root, "crawler.addon", "import pipelines.store"),
        (top_is_known_to_its_root, "spiders.base", "from pipelines import store"),
        (top_is_known_to_its_root, "crawler.commands.demo", "import tests.site"),
        (heavy_is_late, "crawler.focus.model", "import sklearn.naive_bayes"),
        (heavy_is_late, "crawler.commands.trainfocus", "import sklearn"),
        (heavy_is_late, "crawler.commands.x", "from crawler.focus import training"),
        (heavy_is_late, "spiders.base", "if X:\n    from scipy import sparse"),
        (renderers_are_late, "spiders.base", "from scrapy_splash import SplashRequest"),
        (renderers_are_late, "crawler.addon", "import crawler.splash"),
        (renderers_are_late, "crawler.addon", "from crawler.renderers import splash"),
    ],
)
def test_rule_catches(
    rule: Callable[[Import], str | None], module: str, source: str
) -> None:
    assert [each for each in imports(module, source) if rule(each)]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("crawler.urls.key", "import ada_url\nfrom crawler.options import x"),
        ("crawler.dom.links", "from crawler.urls import resolve"),
        ("crawler.cluster.leader", "from . import vector\nfrom .vector import pack"),
        ("crawler.harvest.x", "from crawler.forms import fill"),
        ("crawler.report.page", "from crawler.store import Survey"),
        ("crawler.focus.training", "from sklearn import naive_bayes"),
        ("crawler.commands.trainfocus", "def run():\n    import sklearn"),
        ("crawler.middlewares.scope", "import scrapy\nfrom crawler.urls import Scope"),
        ("crawler.components", "from pipelines.store import StorePipeline"),
        ("crawler.renderers.answer", "from crawler.splash import SlotPolicy"),
        ("spiders.base", "from crawler.addon import Leadline"),
    ],
)
def test_rules_allow(module: str, source: str) -> None:
    found = list(imports(module, source))
    assert found
    assert not [rule(each) for each in found for rule in RULES if rule(each)]
