"""The containers' files: valid by the tool's own schema, safe, and of one piece."""

from __future__ import annotations

import shutil
import subprocess
import sys
from configparser import ConfigParser
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.building import FILES, ROOT, SOURCES
from tests.servers.running import missing

if TYPE_CHECKING:
    from pathlib import Path

COMPOSE = ROOT / "docker-compose.yml"


def compose_command() -> list[str]:
    """``docker compose`` or its forerunner; neither needs an engine to check a file."""
    for command in (["docker-compose"], ["docker", "compose"]):
        if shutil.which(command[0]):
            asked = [*command, "version"]
            if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
                return command
    return missing("no docker-compose (Debian: apt-get install docker-compose)")


def check(file: Path) -> subprocess.CompletedProcess[str]:
    command = [*compose_command(), "--file", str(file), "config", "--quiet"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))["services"]
    return found


def test_the_file_fits_the_schema() -> None:
    done = check(COMPOSE)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("healthcheck:", "healthchek:"),
        ("retries: 3", "retries: often"),
        ("image: scrapinghub", "imag: scrapinghub"),
    ],
)
def test_the_schema_catches_mistakes(tmp_path: Path, right: str, wrong: str) -> None:
    text = COMPOSE.read_text("utf-8")
    assert right in text
    broken = tmp_path / "docker-compose.yml"
    broken.write_text(text.replace(right, wrong), "utf-8")
    assert check(broken).returncode != 0


@pytest.mark.parametrize("name", sorted(services()))
def test_every_service_is_bounded_watched_and_private(name: str) -> None:
    service = services()[name]
    assert service["mem_limit"]
    assert service["healthcheck"]["test"]
    assert service["restart"] == "unless-stopped"
    assert service["cap_drop"] == ["ALL"]
    # They run the code they are given, or do what anybody says.
    assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))


@pytest.mark.parametrize("role", ["focus", "forms"])
def test_a_role_has_its_resource_and_limits_of_its_own(role: str) -> None:
    service = services()[role]
    options = [str(part) for part in service["command"]]
    # What the crawl asks for, and one at a time: a worker has one processor.
    assert f"--resources={role}=1" in options
    assert "--nthreads=1" in options
    assert float(service["cpus"]) <= 1
    assert service["mem_limit"]
    scheduler = next(part for part in options if part.startswith("tcp://"))
    assert scheduler == "tcp://dask:8786"
    assert "ports" not in service
    # The same options as a worker of the tests has, which are started without docker.
    help_ = subprocess.run(
        [sys.executable, "-m", "distributed.cli.dask_worker", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for option in options[4:]:
        assert option.partition("=")[0] in help_


def test_the_role_that_downloads_is_bounded_too() -> None:
    assert services()["scrapyd"]["cpus"]
    assert float(services()["dask"]["cpus"]) <= 1


def test_redis_keeps_what_it_confirmed() -> None:
    redis = services()["redis"]
    options = dict(zip(redis["command"][1::2], redis["command"][2::2], strict=True))
    assert options["--appendonly"] == "yes"
    assert options["--appendfsync"] == "always"
    assert options["--maxmemory-policy"] == "noeviction"
    assert redis["volumes"]


def test_postgresql_keeps_its_data_and_the_image_can_speak_to_it() -> None:
    postgresql = services()["postgresql"]
    assert postgresql["volumes"] == ["postgresql:/var/lib/postgresql/data"]
    asked = postgresql["healthcheck"]["test"]
    for name, option in (("POSTGRES_USER", "username"), ("POSTGRES_DB", "dbname")):
        assert f"--{option}={postgresql['environment'][name]}" in asked
    installed = (ROOT / "Dockerfile").read_text("utf-8")
    assert "postgresql" in installed.partition("pip install")[2].partition("\n")[0]


def test_splash_is_the_version_that_tests_use() -> None:
    version = services()["splash"]["image"].rpartition(":")[2]
    assert f"splash=={version}" in (ROOT / ".ci/install-splash").read_text("utf-8")


def test_the_image_is_built_of_what_the_packages_need() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    copied = {
        name for line in lines if line.startswith("COPY") for name in line.split()[1:-1]
    }
    assert copied == {*SOURCES, *FILES, "scrapyd.conf"}
    # The first line of .dockerignore leaves out everything else.
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert ignored[0] == "**"
    assert {line[1:] for line in ignored if line.startswith("!")} == copied
    assert all((ROOT / name).exists() for name in copied)
    assert "USER scrapyd" in lines


def test_the_project_is_known_to_scrapyd_without_an_egg() -> None:
    config = ConfigParser()
    config.read(ROOT / "scrapyd.conf")
    assert dict(config["settings"]) == {"leadline": "crawler.settings"}
