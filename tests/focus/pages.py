"""Labelled pages of some hosts, each with a word of its own."""

from __future__ import annotations

from crawler.focus.labelled import Labelled

HOSTS = ("a.example", "b.example", "c.example", "d.example")
PAGES = [
    Labelled(f"{text} {host.replace('.', '')}", label, host)
    for host in HOSTS
    for text, label in (
        ("solar panel battery", "on"),
        ("solar inverter price", "on"),
        ("football match score", "off"),
        ("pasta recipe dinner", "off"),
    )
]
