"""nginx on a free port of 127.0.0.1, serving one directory under many editions.

``/7/a.html`` is ``a.html`` with ``7`` put where it says ``@EDITION@``: so a small
tree is a site of any size, no two pages of it equal.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CONF = """
worker_processes 1; daemon off; pid {home}/nginx.pid; error_log {home}/error.log;
events {{ worker_connections 512; }}
http {{
  types {{ text/html html; text/css css; text/plain txt; }}
  default_type text/html; access_log off; keepalive_requests 1000000;
  client_body_temp_path {home}/t; proxy_temp_path {home}/t; fastcgi_temp_path {home}/t;
  uwsgi_temp_path {home}/t; scgi_temp_path {home}/t;
  server {{
    listen 127.0.0.1:{port}; root {root};
    location ~ ^/([0-9]+)/(.*)$ {{
      alias {root}/$2; sub_filter @EDITION@ $1; sub_filter_once off;
    }}
  }}
}}
"""


@contextmanager
def serve(root: Path, home: Path) -> Iterator[str]:
    """The base URL of *root* while the context lasts; *home* takes its own files.

    :raises RuntimeError: when nginx is missing or does not answer.
    """
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        raise RuntimeError("nginx is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    conf = home / "nginx.conf"
    conf.write_text(_CONF.format(home=home, root=root, port=port))
    process = subprocess.Popen([program, "-c", str(conf), "-p", str(home)])  # noqa: S603 - found above
    try:
        _wait(port)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("nginx does not answer")
