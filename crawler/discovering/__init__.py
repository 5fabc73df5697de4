"""The crawl for query interfaces: sites entered, ranked and left, interfaces kept."""
