"""Forwards connections of containers to the local cloud, which listens only on loopback."""

import contextlib
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


@contextlib.contextmanager
def to_containers(endpoint: str) -> Iterator[int]:
    """Yields the port at which containers reach the cloud."""
    port = urlsplit(endpoint).port or 80
    gateway = _bridge()
    try:
        server = Forwarder((gateway, 0), ("127.0.0.1", port)) if gateway else None
    except OSError:
        # In Docker Desktop the bridge is in a VM, and containers reach the loopback of the host directly.
        server = None
    if server is None:
        yield port
        return
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def _bridge() -> str:
    """Returns the address of the host in Docker's bridge network."""
    asked = ["docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


class Forwarder(socketserver.ThreadingTCPServer):
    """Forwards each connection to one address."""

    daemon_threads = True

    def __init__(self, at: tuple[str, int], to: tuple[str, int]):
        self.to = to
        super().__init__(at, _Connection)


class _Connection(socketserver.BaseRequestHandler):
    server: Forwarder

    def handle(self) -> None:
        with socket.create_connection(self.server.to) as other:
            back = threading.Thread(target=_copy, args=(other, self.request), daemon=True)
            back.start()
            _copy(self.request, other)
            back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    # Either side may close at any time.
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
