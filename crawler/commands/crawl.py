"""``scrapy crawl`` with arguments checked first and a true exit status."""

from __future__ import annotations

import difflib

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.spiderloader import get_spider_loader

from crawler.checked import Checked

HINT = "scrapy crawl inspect -a start=URL"


class Command(Checked, ScrapyCrawl):
    """Runs a spider by its name."""

    requires_project = False

    def check_words(self, args: list[str], given: dict[str, str]) -> None:
        """One spider, and arguments that it takes."""
        super().check_words(args, given)
        assert self.settings is not None
        loader = get_spider_loader(self.settings)
        names = sorted(loader.list())
        if not args:
            self.refuse(f"name one spider ({', '.join(names)}): {HINT}")
        for arg in args[1:] if args[0] in names else args:
            if "://" in arg or "=" in arg:
                wanted = arg if "=" in arg.partition("://")[0] else f"start={arg}"
                self.refuse(f"{arg!r} is no spider: did you mean -a {wanted}?")
        if args[0] not in names:
            near = difflib.get_close_matches(args[0], names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}"
            self.refuse(f"unknown spider {args[0]!r}: {hint}")
        if len(args) > 1:
            self.refuse(f"one spider at a time, not also {args[1]!r}: {HINT}")
        self.check_arguments(loader.load(args[0]), given)
