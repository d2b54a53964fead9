"""Lets containers reach the local cloud, which listens for this machine alone."""

import contextlib
import socket
import socketserver
import subprocess
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit


@contextlib.contextmanager
def to_containers(endpoint: str) -> Iterator[int]:
    """While it is open, the port of the cloud on the machine as containers see it."""
    port = urlsplit(endpoint).port or 80
    gateway = _bridge()
    try:
        server = Forwarder((gateway, 0), ("127.0.0.1", port)) if gateway else None
    except OSError:
        # Docker Desktop: the bridge is another machine's, and containers reach this one's loopback themselves.
        server = None
    if server is None:
        yield port
        return
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def _bridge() -> str:
    """This machine's address in Docker's own network; it is on no other."""
    asked = ["docker", "network", "inspect", "bridge", "--format", "{{(index .IPAM.Config 0).Gateway}}"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


class Forwarder(socketserver.ThreadingTCPServer):
    """Hands every connection on to one address."""

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
    # Either side may end at any time: then there is nothing left to hand on.
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
