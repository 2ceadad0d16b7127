"""The client asks one server, takes no more than it can use, and says what went wrong."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from journeyman_client.errors import ClientError
from journeyman_client.server import Server, is_address, path_of
from shelf import INDEX, Shelf, breaking_off
from tests.http_servers import dripping, serving

if TYPE_CHECKING:
    from tests.http_servers import Reply


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ((401, {}, b""), "key_refused"),
        ((403, {}, b""), "key_scope"),
        ((404, {}, b""), "not_there"),
        ((500, {}, b"<html>"), "answered"),
        ((302, {"Location": "http://127.0.0.1:1/"}, b""), "redirected"),
        ((200, {}, b"x" * 2000), "answer_too_large"),
        ((200, {"Content-Encoding": "gzip"}, gzip.compress(b"x" * 2000)), "answer_too_large"),
        ((200, {"Content-Encoding": "gzip"}, gzip.compress(b"x" * 900)[:-9]), "incomplete"),
        ((200, {"Content-Encoding": "gzip"}, b"x"), "incomplete"),
    ],
)
def test_a_bad_answer_has_its_name(shelf: Shelf, server: Server, reply: Reply, code: str):
    shelf.replies["/x"] = reply
    with pytest.raises(ClientError, check=lambda one: one.code == code):
        server.get("/x", most=1000)


def test_an_answer_that_breaks_off_is_none():
    with breaking_off(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx") as url:
        server = Server(url, "key")
        with pytest.raises(ClientError, check=lambda one: one.code == "incomplete"):
            server.get("/x", most=1000)


def test_an_answer_is_unpacked(shelf: Shelf, server: Server):
    shelf.replies["/x"] = (200, {"Content-Encoding": "gzip", "ETag": '"t"'}, gzip.compress(b"hi"))
    answer = server.get("/x", most=1000)
    assert (answer.body, answer.etag) == (b"hi", '"t"')


def test_the_servers_own_sentence_is_told_on_one_line(shelf: Shelf, server: Server):
    shelf.replies["/x"] = (400, {}, b'{"detail": "No\\u001b[31m such\\nchannel."}')
    with pytest.raises(ClientError) as raised:
        server.get("/x", most=1000)
    assert raised.value.detail.endswith("answered 400: No [31m such channel.")


def test_the_key_goes_nowhere_else(shelf: Shelf, server: Server):
    other = Shelf()
    with serving(other) as other.up:
        shelf.replies[INDEX] = (302, {"Location": other.up.url}, b"")
        with pytest.raises(ClientError, match="redirected"):
            server.get(INDEX, most=1000)
        assert other.up.asked == []
    assert shelf.up.asked[0].headers["authorization"] == "Bearer jm_agent_x_y"


def test_a_prefix_of_the_server_is_kept(shelf: Shelf):
    below = Server(f"{shelf.up.url}/jm/", "key")
    for path in ("/x", "/jm/x"):
        shelf.replies["/jm/x"] = (200, {}, b"hi")
        assert below.get(path, most=9).body == b"hi"


def test_no_proxy_stands_before_this_machine(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    shelf.replies["/x"] = (200, {}, b"hi")
    assert Server(shelf.up.url, "key").get("/x", most=9).body == b"hi"


def test_a_server_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("journeyman_client.server.LONGEST_ANSWER_S", 0.3)
    endless = dripping(b"HTTP/1.1 200 OK\r\n\r\n", b"x")
    with endless as url, pytest.raises(ClientError, check=lambda one: one.code == "incomplete"):
        Server(url, "key").get("/x", most=1000)


@pytest.mark.parametrize("start", [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 abc\r\n\r\n"])
def test_what_is_no_web_server_is_not_reached(start: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("journeyman_client.server.TIMEOUT_S", 0.3)
    silent = dripping(start, b"")
    with silent as url, pytest.raises(ClientError, check=lambda one: one.code == "unreachable"):
        Server(url, "key").get("/x", most=1000)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8000", "https://jm.example/team/", "http://[::1]:8000"]
)
def test_an_address_is_http(url: str):
    assert is_address(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "jm.example", "ftp://x", "file:///etc", "http://", "http://a:b@c", "http://a:x"),
        *("http://a b", "http://a/?x", "http://a/\n", "http://a:0", "http://[::1"),
    ],
)
def test_any_other_is_none(url: str):
    assert not is_address(url)


def test_an_index_does_not_say_who_is_asked():
    assert path_of("https://evil.example/a.zip?channel=beta") == "/a.zip?channel=beta"
    assert path_of("a.zip") == "/a.zip"
