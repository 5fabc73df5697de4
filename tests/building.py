"""Build the distributions, and an environment that has everything but the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ("crawler", "spiders", "pipelines", "tests/site")
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
OURS = ("crawler", "spiders", "pipelines", "leadline", "__editable__")


def build(directory: Path, kind: str) -> Path:
    """The file that ``setup.py KIND`` makes: bdist_egg, bdist_wheel or sdist.

    In a copy, since setuptools writes into the source tree.
    """
    source, out = directory / "source", directory / kind
    if not source.exists():
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
        for name in SOURCES:
            shutil.copytree(ROOT / name, source / name, ignore=ignore)
        for name in FILES:
            if (ROOT / name).exists():
                shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "setup.py", "--quiet", kind, "--dist-dir", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (made,) = out.iterdir()
    return made


def bare_environment(directory: Path) -> Path:
    """Python of an environment with the packages of this one, without the project.

    Here the project may be installed, and would be imported instead of an egg.
    """
    environment = directory / "bare"
    venv.create(environment, symlinks=True)
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = environment / "lib" / name / "site-packages"
    for source in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for entry in Path(source).iterdir():
            if not entry.name.startswith(OURS) and entry.name != "__pycache__":
                (packages / entry.name).symlink_to(entry)
    return environment / "bin" / "python"
