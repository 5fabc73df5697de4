"""The truth about the site, told from the tables that serve it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from . import files, spellings
from .danger import DANGERS
from .form_table import FORMS
from .layout import LAYOUT_FORMS
from .model import path_pattern
from .records import MAX_PAGES, PAGE_SIZE
from .state import ACCOUNTS
from .templates import TEMPLATES, url_pattern
from .traps import TRAPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .catalogue import Catalogue
    from .forms import FormSpec
    from .model import Template


def truth(site: Catalogue) -> dict[str, Any]:
    """Templates, forms, parameters, traps, dangers: plain data for JSON.

    URLs are paths with their query. ``urls`` of a template are those that links
    lead to; what only forms lead to matches its ``pattern``.
    """
    forms = [_form(spec, site) for spec in FORMS.values()]
    user, password = next(iter(ACCOUNTS.items()))
    return {
        "site": asdict(site.options),
        "content_pages": site.plan.total(),
        "templates": [_template(template, site) for template in TEMPLATES],
        "forms": forms,
        "parameters": _parameters(),
        "traps": [
            {"name": t.name, "prefix": t.prefix, "start": t.start, "why": t.why}
            for t in TRAPS
            if site.options.traps
        ],
        "dangers": [
            {
                "name": name,
                "kind": found.kind,
                "pattern": f"^{found.pattern}$",
                "templates": list(found.templates),
            }
            for name, found in DANGERS.items()
        ],
        "redirects": [
            {"name": r.name, "pattern": f"^{r.pattern}$", "status": r.status}
            for r in files.RULES
        ],
        "assets": _assets(),
        "disallowed": list(files.DISALLOWED),
        "spellings": spellings.same_page(site),
        "same_content": spellings.same_content(site),
        "login": {"url": "/login", "user": user, "password": password},
        "database": {
            "records": len(site.records),
            "page_size": PAGE_SIZE,
            "max_pages": MAX_PAGES,
            "forms": ["search", "advanced"],
            "all": "/__records__",
        },
    }


def _assets() -> list[dict[str, Any]]:
    found: Iterable[files.Asset | files.Download] = (*files.ASSETS, *files.DOWNLOADS)
    return [
        {
            "name": asset.name,
            "pattern": f"^{asset.pattern}$",
            "type": asset.content_type,
            "size": asset.size if isinstance(asset, files.Download) else None,
        }
        for asset in found
    ]


def _template(template: Template, site: Catalogue) -> dict[str, Any]:
    urls = list(template.urls(site))
    return {
        "name": template.name,
        "pattern": url_pattern(template),
        "status": template.status,
        "content": template.content,
        "layout": template.layout,
        "count": len(urls),
        "urls": urls,
        "query": list(template.query),
    }


def _about(template: Template, url: str) -> str:
    match = path_pattern(template.path).fullmatch(url.partition("?")[0])
    return match.group(1) if match and match.groups() else ""


def _form(spec: FormSpec, site: Catalogue) -> dict[str, Any]:
    """A form, and on how many of the linked pages of each template it is."""
    places = []
    for template in TEMPLATES:
        fixed = spec.name in LAYOUT_FORMS[template.layout]
        if not fixed and all(place.form != spec.name for place in template.forms):
            continue
        urls = [
            url
            for url in template.urls(site)
            if fixed or spec.name in template.placed(site, _about(template, url))
        ]
        always = fixed or any(
            place.form == spec.name and place.when is None for place in template.forms
        )
        place = {"template": template.name, "always": always, "count": len(urls)}
        places.append(place if always else {**place, "urls": urls})
    return {
        "name": spec.name,
        "method": spec.method,
        "action": spec.action,
        "enctype": spec.enctype,
        "controls": [
            {"name": c.name, "type": c.type, "options": list(c.options)}
            for c in spec.controls
        ],
        "submitters": [list(pair) for pair in spec.submitters],
        "places": places,
    }


def _parameters() -> list[dict[str, Any]]:
    """Names of query and body parameters, and the templates and forms they are of."""
    found: dict[tuple[str, str], dict[str, Any]] = {}

    def entry(where: str, name: str) -> dict[str, Any]:
        blank = {"in": where, "name": name, "templates": [], "forms": []}
        return found.setdefault((where, name), blank)

    for template in TEMPLATES:
        for name in template.query:
            entry("query", name)["templates"].append(template.name)
    for spec in FORMS.values():
        where = "query" if spec.method == "GET" else "body"
        names = [control.name for control in spec.controls]
        names += [name for name, _ in spec.submitters if name]
        for name in dict.fromkeys(names):
            entry(where, name)["forms"].append(spec.name)
    return list(found.values())
