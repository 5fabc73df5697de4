"""What is measured on a document.

The visible text and what compares texts are in :mod:`crawler.dom.text`,
:mod:`crawler.dom.sketch` and :mod:`crawler.dom.twins`.
"""

from crawler.dom.document import PARSER, Document, parse
from crawler.dom.head import canonical_link, title
from crawler.dom.links import extract_links

__all__ = ["PARSER", "Document", "canonical_link", "extract_links", "parse", "title"]
