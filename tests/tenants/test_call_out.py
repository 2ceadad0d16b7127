from __future__ import annotations

import datetime
import socket
import ssl
import time
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from apps.errors import DomainError
from apps.tenants.call_out import LARGEST_ANSWER, CallFailed, OutboundCall, Reach, call_out
from tests.http_servers import dripping, in_json, serving

if TYPE_CHECKING:
    from pathlib import Path

ANYWHERE = Reach(may_be_private=True)


def fail(call: OutboundCall, reach: Reach = ANYWHERE) -> DomainError:
    with pytest.raises(DomainError) as caught:
        call_out(call, reach=reach)
    return caught.value


def names(monkeypatch: pytest.MonkeyPatch, **known: list[str]) -> list[str]:
    """Let host names resolve as given, each look-up to the next of its addresses; answers them."""
    asked: list[str] = []
    really = socket.getaddrinfo

    def look_up(host: str, port: int, *more: Any, **words: Any) -> list[Any]:
        if host.split(".", 1)[0] not in known:  # an address, as a connection is opened
            return really(host, port, *more, **words)
        asked.append(host)
        address = known[host.split(".", 1)[0]][asked.count(host) - 1]
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_a_call_is_sent_as_it_is_written():
    with serving(lambda _: in_json({"ok": True}, 201)) as server:
        call = OutboundCall(
            "PUT", f"{server.url}/a b/ü?q=x y", {"X-Key": "1", "Idempotency-Key": "k"}, b'{"a": 1}'
        )
        answer = call_out(call, reach=ANYWHERE)
    assert (answer.status, answer.body) == (201, b'{"ok": true}')
    asked = server.asked[0]
    assert (asked.method, asked.path, asked.json) == ("PUT", "/a%20b/%C3%BC?q=x%20y", {"a": 1})
    assert asked.headers["host"] == f"127.0.0.1:{server.port}"
    assert asked.headers["idempotency-key"] == "k"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0"])
def test_this_machine_is_out_of_reach(host: str):
    error = fail(OutboundCall("GET", f"http://{host}:9/"), Reach())
    assert error.code == "address_refused"
    assert isinstance(error, CallFailed)
    assert not error.was_sent


@pytest.mark.parametrize(
    "address", ["10.1.2.3", "169.254.169.254", "::ffff:192.168.0.1", "fe80::1"]
)
def test_a_name_with_a_private_address_is_out_of_reach(
    address: str, monkeypatch: pytest.MonkeyPatch
):
    names(monkeypatch, inside=[address])
    assert fail(OutboundCall("GET", "https://inside.example/"), Reach()).code == "address_refused"


def test_metadata_is_out_of_reach_whoever_asks():
    error = fail(OutboundCall("GET", "http://169.254.169.254/latest/meta-data"))
    assert error.code == "address_refused"


def test_a_name_that_changes_its_mind_gains_nothing(monkeypatch: pytest.MonkeyPatch):
    with serving(lambda _: in_json(1)) as first, serving(lambda _: in_json(2)):
        asked = names(monkeypatch, twice=["127.0.0.1", "10.0.0.9"])
        call_out(OutboundCall("GET", f"http://twice.example:{first.port}/"), reach=ANYWHERE)
    assert asked == ["twice.example"]
    assert first.asked[0].headers["host"] == f"twice.example:{first.port}"


def test_a_redirect_is_an_answer_and_not_followed():
    with serving(lambda _: in_json({"secret": 1})) as inner:
        there = {"Location": inner.url}
        with serving(lambda _: (302, there, b"")) as server:
            answer = call_out(OutboundCall("GET", server.url), reach=ANYWHERE)
    assert answer.status == 302
    assert inner.asked == []


def test_the_proxies_of_the_environment_are_not_asked(monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(lambda _: in_json(1)) as server:
        assert call_out(OutboundCall("GET", server.url), reach=ANYWHERE).status == 200


DRIPS = [
    (b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x"),
    (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
    (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
]


@pytest.mark.parametrize(("start", "drop"), DRIPS, ids=["body", "headers", "interim answers"])
def test_the_time_limit_is_for_the_whole_call(start: bytes, drop: bytes):
    began = time.monotonic()
    with dripping(start, drop) as url:
        error = fail(OutboundCall("GET", url, timeout_s=0.5))
    assert error.code == "timed_out"
    assert isinstance(error, CallFailed)
    assert error.was_sent
    assert time.monotonic() - began < 1.5


def test_a_resolver_that_hangs_costs_no_more_than_the_time_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(3))
    began = time.monotonic()
    assert fail(OutboundCall("GET", "http://slow.example", timeout_s=0.3)).code == "timed_out"
    assert time.monotonic() - began < 1.5


def test_an_answer_that_is_too_large_is_not_read_to_its_end():
    with serving(lambda _: (200, {}, b"x" * (LARGEST_ANSWER + 1))) as server:
        assert fail(OutboundCall("GET", server.url)).code == "answer_too_large"
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    with dripping(endless, b"10000\r\n" + b"x" * 65536 + b"\r\n", every_s=0.001) as url:
        assert fail(OutboundCall("GET", url, timeout_s=10)).code == "answer_too_large"


def test_nobody_there_is_told_from_an_answer_that_was_lost():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    error = fail(OutboundCall("POST", url))
    assert isinstance(error, CallFailed)
    assert (error.code, error.was_sent) == ("unreachable", False)
    with dripping(b"nonsense\r\n\r\n", b"") as url:
        error = fail(OutboundCall("POST", url, timeout_s=2))
    assert isinstance(error, CallFailed)
    assert (error.code, error.was_sent) == ("broken_off", True)


@pytest.mark.parametrize(
    ("host", "allowed", "is_let"),
    [
        ("api.example.org", ("api.example.org",), True),
        ("API.example.org.", ("api.example.org",), True),
        ("api.example.org", ("*.example.org",), True),
        ("example.org", ("*.example.org",), False),
        ("evil-example.org", ("*.example.org",), False),
        ("api.example.org.evil.net", ("api.example.org",), False),
    ],
)
def test_listed_hosts_alone_are_reached(
    host: str, allowed: tuple[str, ...], is_let: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [])
    error = fail(OutboundCall("GET", f"http://{host}/"), Reach(hosts=allowed))
    assert (error.code == "host_not_allowed") is not is_let


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://",
        "http://user:word@example.org/",
        "http://example.org:99999/",
        "example.org",
    ],
)
def test_what_is_no_address_of_a_tool_is_refused(url: str):
    assert fail(OutboundCall("GET", url), Reach()).code == "invalid_url"


def test_a_certificate_must_be_for_the_host_and_from_a_known_issuer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    made = certificate(tmp_path, "tools.example")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(made)
    names(monkeypatch, tools=["127.0.0.1"] * 3, other=["127.0.0.1"] * 3)
    with serving(lambda _: in_json(1), tls=tls) as server:
        call = OutboundCall("GET", f"https://tools.example:{server.port}/")
        assert "certificate" in fail(call).detail.lower()
        monkeypatch.setenv("SSL_CERT_FILE", str(made))
        assert call_out(call, reach=ANYWHERE).status == 200
        other = OutboundCall("GET", f"https://other.example:{server.port}/")
        error = fail(other)
        assert isinstance(error, CallFailed)
        assert (error.code, error.was_sent) == ("unreachable", False)
    assert len(server.asked) == 1


def certificate(folder: Path, host: str) -> Path:
    """A certificate that issued itself, with its key, as a server wants them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName(host), x509.IPAddress(ip_address("127.0.0.2"))]
            ),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = folder / f"{host}.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(private + made.public_bytes(Encoding.PEM))
    return file
