"""Which network addresses a tenant's outbound calls may reach."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

Address = IPv4Address | IPv6Address

# Beyond what `is_global` refuses: it knows no cloud's own addresses, and takes for global what is
# delivered to several, what only tunnels, and, before Python 3.12.4, parts of 192.0.0.0/24.
_NEVER = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",  # this host
        "168.63.129.16/32",  # a cloud's control of its machines
        "169.254.0.0/16",  # link-local: metadata services
        "192.0.0.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",
        "::/128",
        "64:ff9b:1::/48",  # translated to addresses that are not seen here
        "2001::/32",
        "2002::/16",
        "fd00:ec2::254/128",  # metadata
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
)
_TRANSLATED = ip_network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an IPv4 address


def plain_address(text: str) -> Address:
    """Read an address; an IPv4 address inside of an IPv6 one is given as what it is."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv4Address):
        return address
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address


def is_reachable(text: str, *, may_be_private: bool = False) -> bool:
    """Tell whether a call may go to an address.

    Public ones, and with `may_be_private` also private networks and this machine; never link-local
    ones, where clouds keep the metadata of their machines, nor groups of machines.
    """
    address = plain_address(text)
    if any(address in network for network in _NEVER if network.version == address.version):
        return False
    return may_be_private or address.is_global


def is_address(text: str) -> bool:
    """Tell whether a host is written as an address, so that no look-up is needed to judge it."""
    try:
        plain_address(text)
    except ValueError:
        return False
    return True
