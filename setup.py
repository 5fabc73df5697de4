"""Scrapyd's eggs are built by ``setup.py bdist_egg`` only; the rest is pyproject.toml.

The local site of the tests is installed as ``crawler.demosite``, so that
``leadline demo`` works outside the clone too.
"""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["crawler*", "spiders*", "pipelines*"]),
        "crawler.demosite",
    ],
    package_dir={"crawler.demosite": "tests/site"},
)
