"""The model of the kinds of forms: which file it is."""

from __future__ import annotations

from typing import Final

from crawler.forms.kind_rules import KINDS
from crawler.forms.linear_model import Layout

KIND_LAYOUT: Final = Layout(
    format="leadline-form-model/1",
    key="kinds",
    classes=KINDS,
    one="kind of form",
    setting="FORMS_MODEL",
    file="kind_model.json",
)
