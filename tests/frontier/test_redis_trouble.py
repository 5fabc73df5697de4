"""Servers that are not there, are none, refuse, go away, or lose what they had."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from crawler.frontier.backend import Batch, Counts
from crawler.frontier.errors import FrontierError
from crawler.frontier.redis_backend import RedisBackend
from tests.frontier.test_contract import entry, keys
from tests.servers.cutting import way_to
from tests.servers.redis import redis_server
from tests.servers.running import free_port
from tests.servers.web import web

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.servers.redis import RedisServer


def refusal(url: str) -> str:
    """The one line that opening gives."""
    with pytest.raises(FrontierError) as caught:
        RedisBackend.open(url, "k", patience=0)
    text = str(caught.value)
    assert "\n" not in text
    assert "secret" not in text
    return text


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("redis://me:secret@/0", "no host"),
        ("redis://:secret@127.0.0.1:port/0", "the port is no number"),
        ("redis://:secret@127.0.0.1:99999/0", "the port is no number"),
        ("redis://127.0.0.1:6379/frontier", "'frontier' is no number of a database"),
        ("http://127.0.0.1:6379/", "use redis://HOST:PORT/NUMBER"),
        ("redis://nowhere.invalid:6379/0", "its host is not known"),
        ("unix:///nowhere/redis.sock", "there is no such socket"),
    ],
)
def test_wrong_addresses(url: str, told: str) -> None:
    assert told in refusal(url)


def test_nothing_listens() -> None:
    url = f"redis://:secret@127.0.0.1:{free_port()}/0"
    assert refusal(url).endswith("nothing listens there")


def test_a_server_that_is_no_redis() -> None:
    with web({}) as site:
        told = refusal(site.url.replace("http:", "redis:"))
    assert told.startswith(site.url.replace("http:", "redis:"))


def test_a_database_that_is_not_there(redis_running: RedisServer) -> None:
    assert "DB index is out of range" in refusal(redis_running.url[:-1] + "1000")


def test_passwords(tmp_path: Path) -> None:
    with redis_server(tmp_path, "--requirepass", "secret") as server:
        assert "asks for a password" in refusal(server.url)
        wrong = server.url.replace("//", "//:other@")
        assert "refuses the user name or password" in refusal(wrong)
        right = server.url.replace("//", "//:secret@")
        RedisBackend.open(right, "k", patience=0).close()
        with server.client(password="secret") as client:
            client.execute_command("ACL", "SETUSER", "reader", "on", ">secret", "+get")
        reader = server.url.replace("//", "//reader:secret@")
        assert "its user may not use" in refusal(reader)


def test_a_replica_that_only_reads(redis_running: RedisServer, tmp_path: Path) -> None:
    with redis_server(tmp_path) as server, server.client() as client:
        client.execute_command("REPLICAOF", "127.0.0.1", str(redis_running.port))
        assert "a replica that only reads" in refusal(server.url)


def test_out_of_memory_keeps_what_was_there(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server, server.client() as client:
        backend = RedisBackend.open(server.url, "k", patience=0)
        backend.commit(Batch(push=list(map(entry, range(5)))))
        leases = backend.lease(3, {}, ())
        client.config_set("maxmemory", "1mb")
        batch = Batch(push=[entry(9)], done=[leases[0].number])
        with pytest.raises(FrontierError, match="out of memory"):
            backend.commit(batch)
        with pytest.raises(FrontierError, match="out of memory"):
            backend.commit(Batch(done=[leases[0].number]))
        backend.close()
        client.config_set("maxmemory", "0")
        again = RedisBackend.open(server.url, "k", patience=0)
        assert again.counts().seen == 5
        again.take_back([backend.worker])
        assert sorted(keys(again.lease(10, {}, ()))) == [0, 1, 2, 3, 4]
        again.close()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("SET", "meta", "mine"), "meta holds something else"),
        (("HSET", "meta", "format", "leadline-frontier 99"), "leadline-frontier 99"),
        (("HSET", "meta", "other", "1"), "meta holds something else"),
        (("HSET", "rows", "a", "b"), "rows is a hash without"),
        (("RPUSH", "alive", "a"), "alive is a list, not a zset"),
        (("SET", "state", "x"), "state is a string, not a hash"),
    ],
)
def test_keys_of_somebody_else_are_left_alone(
    redis_running: RedisServer, command: tuple[str, ...], told: str
) -> None:
    key = f"foreign-{abs(hash(command))}"
    name, where, *rest = command
    with redis_running.client() as client:
        client.execute_command(name, f"{{leadline:{key}}}:{where}", *rest)
        before = {each: client.dump(each) for each in client.keys(f"*{key}*")}
        with pytest.raises(
            FrontierError, match="choose another FRONTIER_KEY"
        ) as caught:
            RedisBackend.open(redis_running.url, key, patience=0)
        assert told in str(caught.value)
        assert {each: client.dump(each) for each in client.keys(f"*{key}*")} == before


def test_crawls_on_one_server_do_not_meet(redis_running: RedisServer) -> None:
    one = RedisBackend.open(redis_running.url, "one", patience=0)
    two = RedisBackend.open(redis_running.url, "two", patience=0)
    one.commit(Batch(push=[entry(1)]))
    assert two.counts() == Counts()
    assert two.commit(Batch(push=[entry(1)])) == [True]
    with redis_running.client() as client:
        mine = set(client.keys("*one}*"))
        assert all(each.startswith(b"{leadline:one}:") for each in mine)
    one.close()
    two.close()


@pytest.fixture(params=["always", "everysec"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RedisServer]:
    """A server that writes down what it does."""
    options = ("--appendonly", "yes", "--appendfsync", request.param)
    with redis_server(tmp_path, *options) as server:
        yield server


def test_a_server_that_is_killed_and_comes_back(durable: RedisServer) -> None:
    backend = RedisBackend.open(durable.url, "k", patience=30)
    backend.commit(Batch(push=list(map(entry, range(20)))))
    leases = backend.lease(5, {}, ())
    durable.kill()
    back = threading.Timer(1.0, durable.start)
    back.start()
    # It waits, and then goes on as if nothing had been.
    backend.commit(Batch(done=[each.number for each in leases[:3]], push=[entry(30)]))
    back.join()
    assert backend.counts() == Counts(seen=21, pending=16, leased=2)
    assert len(backend.lease(100, {}, ())) == 16
    backend.heartbeat()
    assert backend.counts().leased == 18
    backend.close()


def test_a_server_that_stays_away(tmp_path: Path) -> None:
    options = ("--appendonly", "yes")
    with redis_server(tmp_path, *options) as server:
        backend = RedisBackend.open(server.url, "k", patience=0.5)
        backend.commit(Batch(push=list(map(entry, range(20)))))
        leases = backend.lease(5, {}, ())
        server.kill()
        with pytest.raises(FrontierError, match=r"nothing listens there \(for 0.5 s\)"):
            backend.commit(Batch(done=[leases[0].number]))
        # Later calls do not wait, and a close is quiet.
        started = time.monotonic()
        with pytest.raises(FrontierError):
            backend.lease(5, {}, ())
        backend.close()
        assert time.monotonic() < started + 0.4
        server.start()
        again = RedisBackend.open(server.url, "k", patience=0)
        again.take_back([backend.worker])
        assert again.counts() == Counts(seen=20, pending=20)
        again.close()


def test_a_server_that_lost_what_it_had(tmp_path: Path) -> None:
    with redis_server(tmp_path) as server:
        backend = RedisBackend.open(server.url, "k", patience=10)
        backend.commit(Batch(push=list(map(entry, range(20)))))
        server.kill()
        server.start()
        with pytest.raises(FrontierError, match="lost what it had confirmed"):
            backend.commit(Batch(push=[entry(30)]))
        backend.close()


def test_an_answer_that_is_lost_is_told_again(redis_running: RedisServer) -> None:
    with way_to(redis_running.port) as way:
        url = f"redis://127.0.0.1:{way.port}/0"
        backend = RedisBackend.open(url, "lossy", patience=10)
        again = [entry(1), entry(2), entry(1)]
        way.lose = 1
        assert backend.commit(Batch(push=again)) == [True, True, False]
        way.lose = 2
        found = backend.lease(10, {}, ())
        assert keys(found) == [1, 2]
        way.lose = 1
        backend.commit(Batch(done=[found[0].number], failed=[(found[1].number, "x")]))
        assert way.lost == 4
        assert backend.counts() == Counts(seen=2, failed=1)
        backend.close()
