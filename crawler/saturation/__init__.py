"""Saturation: shapes of URLs, what their pages still teach, and when to stop."""

from __future__ import annotations

from crawler.saturation.bound import bound, needed
from crawler.saturation.evidence import Evidence
from crawler.saturation.names import Name, Namer
from crawler.saturation.options import SaturationOptions
from crawler.saturation.order import LEVELS
from crawler.saturation.places import Changes, Closing, Place
from crawler.saturation.policy import Saturation
from crawler.saturation.species import form_species

__all__ = [
    "LEVELS",
    "Changes",
    "Closing",
    "Evidence",
    "Name",
    "Namer",
    "Place",
    "Saturation",
    "SaturationOptions",
    "bound",
    "form_species",
    "needed",
]
