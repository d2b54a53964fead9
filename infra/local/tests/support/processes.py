"""Reads processes and TCP connections from /proc."""

import os
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
ESTABLISHED = "01"


def children_of(parent: int, variable: bytes) -> list[int]:
    found = []
    for folder in PROC.iterdir():
        if folder.name.isdigit():
            try:
                is_child = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent
                if is_child and variable in (folder / "environ").read_bytes().split(b"\0"):
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def is_connected_to(pid: int, port: int) -> bool:
    """Returns whether a process has an open connection to a local port."""
    return any(remote == port for _, remote in _connections(pid))


def is_connected_from(pid: int, port: int) -> bool:
    """Returns whether a process has an open connection from this local port."""
    return any(local == port for local, _ in _connections(pid))


def _connections(pid: int) -> list[tuple[int, int]]:
    sockets = set()
    try:
        tables = [(PROC / str(pid) / "net" / name).read_text() for name in ("tcp", "tcp6")]
        for file in (PROC / str(pid) / "fd").iterdir():
            # A socket may be closed while the folder is read.
            with suppress(FileNotFoundError):
                sockets.add(os.readlink(file))
    except OSError:
        return []
    rows = [line.split() for table in tables for line in table.splitlines()[1:]]
    open_rows = [row for row in rows if row[3] == ESTABLISHED and f"socket:[{row[9]}]" in sockets]
    return [(_port(row[1]), _port(row[2])) for row in open_rows]


def _port(address: str) -> int:
    return int(address.rpartition(":")[2], 16)
