from __future__ import annotations

import pytest

from apps.tenants.network_address import is_reachable

NEVER = [
    "0.0.0.0",  # noqa: S104 - to be refused
    "0.1.2.3",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.192",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "fd00:ec2::254",
    "2002:7f00:1::",
    "2001:0:4136:e378::1",
    "64:ff9b:1::7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
]
PRIVATE = [
    "127.0.0.1",
    "127.8.9.1",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "198.18.0.1",
    "::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", NEVER)
def test_some_addresses_are_never_reached(address: str):
    assert not is_reachable(address)
    assert not is_reachable(address, may_be_private=True)


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_reached_by_leave_alone(address: str):
    assert not is_reachable(address)
    assert is_reachable(address, may_be_private=True)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_reached(address: str):
    assert is_reachable(address)
