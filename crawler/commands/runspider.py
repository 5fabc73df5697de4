"""``scrapy runspider`` with arguments checked first and a true exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.commands.runspider import Command as ScrapyRunSpider

from crawler.checked import Checked

if TYPE_CHECKING:
    import argparse

    from scrapy.crawler import Crawler


class Command(Checked, ScrapyRunSpider):
    """Runs a spider from its file."""

    _arguments: dict[str, str]

    def check_words(self, args: list[str], given: dict[str, str]) -> None:
        """One file; what spider is in it is known when it runs."""
        super().check_words(args, given)
        if len(args) != 1:
            self.refuse("name one file: scrapy runspider FILE.py -a start=URL")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Keep the arguments for the spider that is found."""
        self._arguments = opts.spargs
        super().run(args, opts)

    def _create_crawler(self, spidercls: Any) -> Crawler:
        self.check_arguments(spidercls, self._arguments)
        return super()._create_crawler(spidercls)
