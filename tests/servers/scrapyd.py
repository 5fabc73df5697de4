"""A real Scrapyd in a directory of its own, spoken to by its HTTP API."""

from __future__ import annotations

import json
import time
import urllib.parse
import urllib.request
import uuid
from configparser import ConfigParser
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.servers.running import free_port, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONFIG = """\
[scrapyd]
bind_address = 127.0.0.1
http_port = {port}
eggs_dir = {directory}/eggs
logs_dir = {directory}/logs
dbs_dir = {directory}/dbs
max_proc = 2
poll_interval = 0.5
"""


@dataclass(frozen=True)
class Scrapyd:
    """A running Scrapyd."""

    url: str
    directory: Path

    def deploy(self, project: str, version: str, egg: Path) -> int:
        """Upload an egg: the number of its spiders."""
        boundary = uuid.uuid4().hex
        parts = [
            f"--{boundary}\r\nContent-Disposition: form-data;"
            f' name="{name}"\r\n\r\n{value}\r\n'
            for name, value in (("project", project), ("version", version))
        ]
        head = (
            f"--{boundary}\r\nContent-Disposition: form-data;"
            f' name="egg"; filename="{egg.name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = "".join(parts).encode() + head.encode() + egg.read_bytes()
        body += f"\r\n--{boundary}--\r\n".encode()
        kind = f"multipart/form-data; boundary={boundary}"
        return int(self._call("addversion.json", body, kind)["spiders"])

    def schedule(
        self, project: str, spider: str, settings: dict[str, str], **arguments: str
    ) -> str:
        """Start a job: its id."""
        fields = [("project", project), ("spider", spider), *arguments.items()]
        fields += [("setting", f"{name}={value}") for name, value in settings.items()]
        body = urllib.parse.urlencode(fields).encode()
        return str(self._call("schedule.json", body)["jobid"])

    def wait(self, project: str, job: str, seconds: float = 90) -> dict[str, Any]:
        """The finished job.

        :raises TimeoutError: with the end of its log.
        """
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for each in self._call(f"listjobs.json?project={project}")["finished"]:
                if each["id"] == job:
                    return dict(each)
            time.sleep(0.2)
        raise TimeoutError(self.log(project, job)[-2000:])

    def running(self, project: str) -> set[str]:
        """Jobs that run now."""
        jobs = self._call(f"listjobs.json?project={project}")["running"]
        return {str(each["id"]) for each in jobs}

    def cancel(self, project: str, job: str) -> str:
        """End a job, as Ctrl-C once does: what it was (``running``, ``pending``)."""
        fields = {"project": project, "job": job}
        body = urllib.parse.urlencode(fields).encode()
        return str(self._call("cancel.json", body)["prevstate"])

    def log(self, project: str, job: str) -> str:
        """What a job logged; empty before it started."""
        logs = list((self.directory / "logs" / project).glob(f"*/{job}.log"))
        return logs[0].read_text("utf-8") if logs else ""

    def spiders(self, project: str) -> list[str]:
        """Names of the spiders of a project."""
        return list(self._call(f"listspiders.json?project={project}")["spiders"])

    def _call(
        self, path: str, body: bytes | None = None, kind: str | None = None
    ) -> dict[str, Any]:
        headers = {"Content-Type": kind} if kind else {}
        request = urllib.request.Request(f"{self.url}/{path}", body, headers)
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = json.load(response)
        if answer["status"] != "ok":
            raise RuntimeError(answer.get("message", answer))
        return dict(answer)


@contextmanager
def scrapyd_server(
    directory: Path, python: Path, config: Path | None = None
) -> Iterator[Scrapyd]:
    """Run Scrapyd by *python*, whose packages its jobs have.

    Of *config* all but address, port, directories and pace is taken.
    """
    port = free_port()
    merged = ConfigParser()
    merged.read([config] if config else [])
    merged.read_string(CONFIG.format(port=port, directory=directory))
    # Scrapy reads it too.
    with (directory / "scrapy.cfg").open("w", encoding="utf-8") as file:
        merged.write(file)
    url = f"http://127.0.0.1:{port}"
    command: list[str | Path] = [python, "-m", "scrapyd"]
    ready = f"{url}/daemonstatus.json"
    with running(command, ready, directory / "scrapyd.log", cwd=directory):
        yield Scrapyd(url, directory)
