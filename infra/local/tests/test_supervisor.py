"""The supervisor starts children on ports that no other process uses."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from zest_local import supervisor
from zest_local.places import State


def test_port_of_another_server_is_reported(tmp_path: Path):
    state = State(tmp_path)
    state.create()
    child = supervisor.bedrock(state)
    port = int(supervisor.origin_of(state.bedrock).rsplit(":", 1)[1])
    with HTTPServer(("127.0.0.1", port), BaseHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        try:
            with pytest.raises(supervisor.NotRunning, match=f"port {port} of the bedrock-stand-in is in use"):
                child.start(seconds=1)
        finally:
            other.shutdown()
            child.stop()


def test_free_ports_are_not_assigned_by_the_system():
    assigned = Path("/proc/sys/net/ipv4/ip_local_port_range")
    lowest = int(assigned.read_text().split()[0]) if assigned.exists() else 49_152
    assert supervisor.free_port() < lowest
