"""What the code reads and writes by name, found in its source."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
CHANGERS = {"inc_value", "set_value", "max_value", "min_value"}
ANY = "*"


@dataclass(frozen=True)
class Module:
    """A module of the product, parsed."""

    name: str
    nodes: tuple[ast.AST, ...]

    @classmethod
    def of(cls, name: str, source: str) -> Module:
        return cls(name, tuple(ast.walk(ast.parse(source))))


def product() -> list[Module]:
    """All modules of the packages."""
    return [
        Module.of(str(path.relative_to(ROOT)), path.read_text("utf-8"))
        for package in ("crawler", "pipelines", "spiders")
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


def meta_keys(module: Module) -> set[str]:
    """Keys of ``meta`` that a module reads, sets or takes away.

    >>> source = "x.meta['a']; meta.get('b'); 'c' in r.meta; R(u, meta={'d': 1, **m})"
    >>> sorted(meta_keys(Module.of("m", source)))
    ['a', 'b', 'c', 'd']
    """
    return {
        key for node in module.nodes for key in (*_meta_used(node), *_meta_made(node))
    }


def _meta_used(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))):
            pass
        case ast.Call(
            func=ast.Attribute(value=value, attr="get" | "pop" | "setdefault"),
            args=[ast.Constant(value=str(key)), *_],
        ):
            pass
        case ast.Compare(left=ast.Constant(value=str(key)), comparators=[value]):
            pass
        case _:
            return
    if _is_meta(value):
        yield key


def _meta_made(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.keyword(arg="meta", value=value):
            yield from _keys(value)
        case ast.Assign(targets=[target], value=value):
            if _is_meta(target):
                yield from _keys(value)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            if _is_meta(target):
                yield from _keys(value)


def _is_meta(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute) and "meta" in {
        getattr(node, "id", ""),
        getattr(node, "attr", ""),
    }


def _keys(value: ast.expr) -> Iterator[str]:
    """Keys of the dictionaries that an expression may be; not of their values."""
    if isinstance(value, ast.IfExp):
        yield from _keys(value.body)
        yield from _keys(value.orelse)
    if isinstance(value, ast.Dict):
        for key in value.keys:
            if isinstance(key, ast.Constant):
                yield str(key.value)


def stats(module: Module) -> set[str]:
    """Stats that a module changes; what is computed is ``*``.

    >>> source = '''
    ... s.inc_value("a/b"); s.set_value(f"a/{x}/c", 1); s.inc_value("d" if e else "f")
    ... def _count(self, name): self.stats.inc_value(f"room/{name}")
    ... self._count("one"); self._count(f"{x}_two")'''
    >>> sorted(stats(Module.of("m", source)))
    ['a/*/c', 'a/b', 'd', 'f', 'room/*_two', 'room/one']
    """
    found: set[str] = set()
    counted: set[str] = set()
    for node in module.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr=attr), args=[name, *_]):
                if attr in CHANGERS:
                    found |= set(_texts(name))
                elif attr == "_count":
                    counted |= set(_texts(name))
    # A helper that counts under the prefix of its room: one for each of its calls.
    if counted:
        prefixes = {name for name in found if re.fullmatch(r"\w+/\*", name)}
        return (found - prefixes) | {
            prefix.replace(ANY, name) for prefix in prefixes for name in counted
        }
    return found


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else ANY
                for part in values
            )
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)
        case _:
            yield ANY


def settings(module: Module) -> set[str]:
    """Settings that a module reads or sets by name.

    >>> source = "crawler.settings.getint('A'); settings['B']; settings.set('C', 1)"
    >>> sorted(settings(Module.of("m", source)))
    ['A', 'B', 'C']
    """
    found: set[str] = set()
    for node in module.nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(value=value, attr=attr),
                args=[ast.Constant(value=str(name)), *_],
            ):
                if attr.startswith(("get", "set")) and _is_settings(value):
                    found.add(name)
            case ast.Subscript(value=value, slice=ast.Constant(value=str(name))):
                if _is_settings(value):
                    found.add(name)
    return found


def _is_settings(node: ast.expr) -> bool:
    return ast.unparse(node).rpartition(".")[2] == "settings"


def table(page: str) -> dict[str, list[str]]:
    r"""Rows of the tables of a page that begin with a name: its other cells.

    >>> table("| a | b |\n|---|---|\n| `X` | `1` | one \\| two |\n")
    {'X': ['`1`', 'one \\| two']}
    """
    rows: dict[str, list[str]] = {}
    for line in page.splitlines():
        if found := re.fullmatch(r"\| `([^`]+)` \| (.*) \|", line):
            assert found[1] not in rows, f"{found[1]} is there twice"
            rows[found[1]] = re.split(r"(?<!\\) \| ", found[2])
    return rows


def read(name: str) -> str:
    """A page of the docs."""
    return (ROOT / "docs" / name).read_text("utf-8")


# Methods that take a rule as their second argument.
DECIDERS = {"decide", "failed", "unfetched", "_drop", "_refuse"}
# Functions that return one, alone or with a detail.
JUDGES = re.compile(r"_?(refuse|judge)\w*|failure_reason")


def rules(module: Module) -> set[str]:
    """Rules of decisions that a module gives.

    >>> source = '''
    ... a.decide(u, "x-y", "d")
    ... def refuse(u):
    ...     if u: return "z", "detail"
    ...     return "w" if u else None
    ... def failure_reason(e):
    ...     for rule, word in (("v", "V"), ("u", "U")): return rule, word'''
    >>> sorted(rules(Module.of("m", source)))
    ['u', 'v', 'w', 'x-y', 'z']
    """
    found: set[str] = set()
    for node in module.nodes:
        match node:
            case ast.Call(
                func=ast.Attribute(attr=attr),
                args=[_, ast.Constant(value=str(rule)), *_],
            ):
                if attr in DECIDERS:
                    found.add(rule)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if JUDGES.fullmatch(name):
                    found |= {rule for each in ast.walk(node) for rule in _ruled(each)}
    return found


def _ruled(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Return(value=ast.Tuple(elts=[first, _])):
            yield from (rule for rule in _texts(first) if rule != ANY)
        case ast.Return(value=ast.Constant(value=str(rule))):
            yield rule
        case ast.Return(value=ast.IfExp() as value):
            yield from (rule for rule in _texts(value) if rule != ANY)
        case ast.For(target=ast.Tuple(elts=[ast.Name(id="rule"), _]), iter=pairs):
            for pair in getattr(pairs, "elts", []):
                yield from (rule for rule in _texts(pair.elts[0]) if rule != ANY)
