"""What the system's own tables say of processes."""

import os
from pathlib import Path

PROC = Path("/proc")
ESTABLISHED = "01"


def children_of(parent: int, variable: bytes) -> list[int]:
    """The processes that a process has started with this variable in their environment."""
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
    """Whether a process holds an open connection to a port of this machine."""
    try:
        sockets = {os.readlink(file) for file in (PROC / str(pid) / "fd").iterdir()}
        tables = [(PROC / str(pid) / "net" / name).read_text() for name in ("tcp", "tcp6")]
    except OSError:
        return False
    rows = [line.split() for table in tables for line in table.splitlines()[1:]]
    remote = f":{port:04X}"
    return any(row[2].endswith(remote) and row[3] == ESTABLISHED and f"socket:[{row[9]}]" in sockets for row in rows)
