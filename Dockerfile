# Scrapyd with Leadline installed, and Dask for its roles. docs/deploy.md tells how to use it.
FROM python:3.11-slim

WORKDIR /src
COPY pyproject.toml setup.py README.md LICENSE ./
COPY crawler crawler
COPY spiders spiders
COPY pipelines pipelines
COPY tests/site tests/site
# Scrapyd 1.6 imports pkg_resources, which left setuptools 81.
RUN pip install --no-cache-dir ".[dask,postgresql]" "scrapyd>=1.6,<2" "setuptools<81" \
    && rm -rf /src \
    && useradd --system --create-home --home-dir /var/lib/scrapyd scrapyd

# For Scrapyd, and for Scrapy, which looks up the project by its name.
COPY scrapyd.conf /etc/scrapyd/scrapyd.conf
COPY scrapyd.conf /etc/scrapy.cfg

# Jobs run here: surveys/, logs/ and eggs/ are in the volume.
WORKDIR /var/lib/scrapyd
USER scrapyd
VOLUME /var/lib/scrapyd
EXPOSE 6800

HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:6800/daemonstatus.json', timeout=8)"]

CMD ["scrapyd"]
