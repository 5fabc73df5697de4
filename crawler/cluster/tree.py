"""The trees that vectors are made of, as this room sees them.

Both the parser's tree and one decoded from a stored skeleton fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping


class Node(Protocol):
    """An element, a text (``-text``) or a comment (``-comment``)."""

    @property
    def tag(self) -> str | None: ...
    @property
    def tag_id(self) -> Hashable:
        """Equal for equal tags."""

    @property
    def attributes(self) -> Mapping[str, str | None]: ...
    @property
    def first_child(self) -> Node | None: ...
    @property
    def next(self) -> Node | None: ...
    @property
    def is_empty_text_node(self) -> bool: ...


class Tree(Protocol):
    """A document: ``root`` is its ``html`` element."""

    @property
    def root(self) -> Node | None: ...
    @property
    def body(self) -> Node | None: ...


class Document(Protocol):
    """What was made of a response; ``tree`` is None when it is not markup."""

    @property
    def tree(self) -> Tree | None: ...
    @property
    def kind(self) -> str: ...
