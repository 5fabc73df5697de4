"""What a survey says, for people and for other programs."""

from crawler.report.formats import FORMATS, lines
from crawler.report.output import replacing
from crawler.report.parquet import write_parquet
from crawler.report.views import VIEWS, View

__all__ = ["FORMATS", "VIEWS", "View", "lines", "replacing", "write_parquet"]
