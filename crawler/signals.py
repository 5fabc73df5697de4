"""Signals of the project's own components."""

page_surveyed = object()
"""A page got its cluster: ``page`` (a Page) and ``new`` (its cluster is new)."""
