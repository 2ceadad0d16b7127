"""Free ports on the loopback address."""

import secrets
import socket

HOST = "127.0.0.1"
# Below the ranges from which Linux (32768) and macOS (49152) give ports to outgoing connections.
FIRST_PORT = 20000
PORT_RANGE = 10000


def is_free(port: int) -> bool:
    """Whether a server could listen on this port now."""
    with socket.socket() as probe:
        if probe.connect_ex((HOST, port)) == 0:
            return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Draw a port nobody listens on."""
    while not is_free(port := FIRST_PORT + secrets.randbelow(PORT_RANGE)):
        pass
    return port
