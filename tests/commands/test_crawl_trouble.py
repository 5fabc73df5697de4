"""``scrapy crawl`` on sites in trouble: one line that says why, and status 1."""

from __future__ import annotations

import re
import signal
import socket
import ssl
import threading
import time
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.servers.web import Reply, web
from tests.spiders.crawling import Ran, crawl, rows, start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[[\w.]+\] [A-Z]+: .|leadline: ")


def readable(ran: Ran) -> None:
    """Nothing but log lines, no traceback, no name of an object."""
    for line in ran.err.splitlines():
        assert LINE.match(line), ran.err
    assert " object at 0x" not in ran.err
    assert len(ran.err.splitlines()) < 30


@contextmanager
def answering(answer: bytes, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server that gives the same bytes to each connection, and closes it."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:  # closed: the test is over
                    return
                threading.Thread(target=_answer, args=(connection,)).start()

        def _answer(connection: socket.socket) -> None:
            try:
                if context is not None:
                    connection = context.wrap_socket(connection, server_side=True)
                connection.recv(65536)
                connection.sendall(answer)
            except OSError:  # the client went away: that is the case
                pass
            finally:
                connection.close()

        thread = threading.Thread(target=serve)
        thread.start()
        scheme = "http" if context is None else "https"
        try:
            yield f"{scheme}://127.0.0.1:{server.getsockname()[1]}/"
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


def certificate(path: Path, host: str) -> ssl.SSLContext:
    """A server's TLS by a certificate that nobody signed, for *host*."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "nobody.example")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address(host))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p>x"


DISALLOW = Reply("User-agent: *\nDisallow: /", type="text/plain")
SITES: dict[str, tuple[dict[str, Reply], str]] = {
    "hangs": ({"/": Reply(seconds=30)}, "took longer than 2.0 seconds"),
    "loops": ({"/": Reply(status=302, headers=(("Location", "/"),))}, "redirect loop"),
    "disallows": ({"/robots.txt": DISALLOW}, "Forbidden by robots.txt"),
    "fails": ({"/robots.txt": Reply(status=503)}, "cannot be read: status 503"),
}


def test_every_start_page_tells_why_it_is_none(tmp_path: Path) -> None:
    told = {}
    with ExitStack() as servers:

        def begin(server: AbstractContextManager[str], reason: str) -> str:
            url = servers.enter_context(server)
            told[url] = reason
            return url

        begin(answering(b"\x00\x01 what?\r\n\r\n"), "the answer is not HTTP")
        silent = begin(answering(b""), "the connection was closed without an answer")
        told[silent.replace("http:", "https:")] = "closed without an answer"
        for host, reason in (
            ("127.0.0.1", "certificate verify failed (-a insecure=1 takes"),
            ("127.0.0.2", "the certificate is for another host (-a insecure=1"),
        ):
            context = certificate(tmp_path / f"{host}.pem", host)
            begin(answering(PAGE, context), reason)
        for replies, reason in SITES.values():
            told[servers.enter_context(web(replies)).url + "/"] = reason
        ran = crawl(
            "inspect",
            tmp_path / "s.sqlite",
            *("-s", "RETRY_TIMES=0", "-s", "DOWNLOAD_TIMEOUT=2"),
            start=",".join(told),
        )
    readable(ran)
    assert ran.status == 1
    assert ran.last_line.startswith("leadline: no start page was fetched: ")
    assert sum(reason in ran.last_line for reason in told.values()) >= 3
    found = {row.url: row.detail for row in rows(tmp_path / "s.sqlite", "decisions")}
    for url, reason in told.items():
        assert reason in found[url]
    assert not [text for text in found.values() if "twisted" in text or "<" in text]


def test_a_certificate_is_not_looked_at_when_asked_so(tmp_path: Path) -> None:
    survey = tmp_path / "s.sqlite"
    with answering(PAGE, certificate(tmp_path / "x.pem", "127.0.0.2")) as url:
        ran = crawl("inspect", survey, start=url, insecure=1)
    readable(ran)
    assert ran.status == 0
    assert "insecure=1: certificates are not verified" in ran.err
    assert rows(survey, "pages")


@pytest.mark.parametrize("times", [1, 2])
def test_interrupted_before_the_first_page(tmp_path: Path, times: int) -> None:
    survey = tmp_path / "s.sqlite"
    with (
        web({"/": Reply(seconds=60)}) as site,
        start(
            "crawl",
            "inspect",
            *("-a", f"start={site.url}/", "-a", "polite=0"),
            *("-s", f"STORE_URL={survey}", "-s", "DOWNLOAD_TIMEOUT=2"),
            cwd=tmp_path,
        ) as process,
    ):
        assert process.stderr
        told = []
        for line in process.stderr:
            told.append(line)
            if "Survey: " in line:
                break
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
        told += process.stderr
        status = process.wait(60)
    readable(Ran(status, "", "".join(told)))
    assert status == 1
    assert told[-1].startswith("leadline: ")
    assert rows(survey, "pages") == []


def test_a_debug_log_has_what_helps_to_debug(tmp_path: Path) -> None:
    with web({"/": Reply("<p>x")}) as site:
        ran = crawl(
            "inspect",
            tmp_path / "s.sqlite",
            *("-L", "debug", "-s", "STATS_DUMP=1", "-s", "CONTACT=me@h.test"),
            start=f"{site.url}/",
        )
        assert site.headers["/"]["User-Agent"].endswith(" (+me@h.test)")
    assert ran.status == 0
    for words in ("Overridden settings", "Enabled extensions", "store/pages"):
        assert words in ran.err
