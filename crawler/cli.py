"""``leadline``: Scrapy's own command line with this project, from any directory."""

from __future__ import annotations

import os
import pkgutil
import sys


def main() -> None:
    """Run ``scrapy`` with the project's settings, unless others are named."""
    os.environ.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    arguments = sys.argv[1:]
    # Scrapy takes the first word that is no option for the name of the command.
    command = next((word for word in arguments if not word.startswith("-")), None)
    if arguments in (["--version"], ["-V"], ["version"]):
        _version()
    elif command is None:
        _usage()
    else:
        _check(command)
        # Imported after the settings module is named: Scrapy reads it on import.
        from scrapy.cmdline import execute  # noqa: PLC0415

        execute(["leadline", *arguments])


def _commands() -> tuple[list[str], list[str]]:
    """Names of our commands, and of Scrapy's others."""
    import scrapy.commands  # noqa: PLC0415

    import crawler.commands  # noqa: PLC0415

    ours, theirs = (
        {module.name for module in pkgutil.iter_modules(package.__path__)}
        for package in (crawler.commands, scrapy.commands)
    )
    return sorted(ours), sorted(theirs - ours)


def _check(command: str) -> None:
    """Answer an unknown command in one line, unless the project is another one."""
    if os.environ["SCRAPY_SETTINGS_MODULE"] != "crawler.settings":
        return
    from crawler.console import refuse, unknown  # noqa: PLC0415

    ours, theirs = _commands()
    if command not in {*ours, *theirs}:
        refuse(unknown("command", command, [*ours, *theirs]))


def _usage() -> None:
    _, theirs = _commands()
    print("leadline crawl inspect|hidden -a start=URL [-a NAME=VALUE ...]")
    print("leadline runspider FILE.py -a start=URL [-a NAME=VALUE ...]")
    print("leadline export SURVEY [--what WHAT] [--as FORMAT] [-o FILE]")
    print("leadline recluster SURVEY [--threshold T] [--mode MODE]")
    print("leadline report SURVEY [-o FILE]")
    print("leadline diff OLD NEW | --last N HOST [--as text|json]")
    print("leadline trainforms LABELS [-o FILE] [--model lr|nb] [--what kind|domain]")
    print("leadline classifyforms SURVEY|WARC|DIR ... [--as FORMAT] [-o FILE]")
    print("leadline trainfocus PAGES | --topic WORDS | --examples FILE [-o FILE]")
    print("leadline genspider -t leadline NAME URL")
    print("leadline demo")
    print("leadline COMMAND -h says more. Of Scrapy: " + ", ".join(theirs))


def _version() -> None:
    import scrapy  # noqa: PLC0415

    from crawler.version import VERSION  # noqa: PLC0415

    print(f"leadline {VERSION}, Scrapy {scrapy.__version__}")
