"""``scrapy genspider -t leadline NAME URL``: a spider of one's own to begin with."""

from __future__ import annotations

from pathlib import Path

from scrapy.commands import genspider

_OURS = Path(__file__).parents[1] / "templates" / "spiders"


class Command(genspider.Command):
    """Scrapy's command, with one template more."""

    def _find_template(self, template: str) -> Path | None:
        ours = _OURS / f"{template}.tmpl"
        return ours if ours.exists() else super()._find_template(template)

    def _list_templates(self) -> None:
        super()._list_templates()
        for file in sorted(_OURS.glob("*.tmpl")):
            print(f"   {file.stem}")  # in line with those above
