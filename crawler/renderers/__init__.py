"""Renderers: download handlers that run a page's scripts before it is a response."""
