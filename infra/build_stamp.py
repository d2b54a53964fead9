"""`make build` records a hash of the sources. `make deploy` refuses binaries of other sources or architectures."""

import hashlib
import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
STAMP = "target/lambda/built-from.json"
# Sources of the functions, and of the front end.
SOURCES = {
    "the functions": ("Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "lambdas"),
    "the front end": (
        *("schema.graphql", "frontend/package-lock.json", "frontend/vite.config.ts", "frontend/build"),
        *("frontend/index.html", "frontend/src", "frontend/content", "frontend/public"),
    ),
}
# Folders only for tests, and the folder and files that the build writes into frontend/src.
NOT_SOURCES = {"fuzz", "test-support", "tests", "events", "compiled"}
WRITTEN = "operations.ts"
MACHINES = {"arm64": 183, "x86_64": 62}
"""Value of e_machine in an ELF file."""


def main() -> None:
    """Writes the stamp of the current sources."""
    (REPOSITORY / STAMP).write_text(json.dumps(digests(REPOSITORY), indent=2))


def digests(repository: Path) -> dict[str, str]:
    """Returns the SHA-256 of the sources of each part, by name."""
    return {part: _digest(repository, names) for part, names in SOURCES.items()}


def outdated(repository: Path) -> list[str]:
    """Returns the parts whose sources have changed since the build; all parts if there is no stamp."""
    stamp = repository / STAMP
    built = json.loads(stamp.read_text()) if stamp.is_file() else {}
    return [part for part, digest in digests(repository).items() if built.get(part) != digest]


def of_another_machine(binaries: list[Path], architecture: str) -> list[str]:
    """Returns the folders of ELF programs for another architecture. Scripts run on all."""
    wrong = []
    for binary in binaries:
        with binary.open("rb") as file:
            head = file.read(20)
        if head[:4] == b"\x7fELF" and struct.unpack_from("<H", head, 18)[0] != MACHINES[architecture]:
            wrong.append(binary.parent.name)
    return wrong


def _digest(repository: Path, names: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for file in sorted(file for name in names for file in _files(repository / name)):
        digest.update(f"{file.relative_to(repository)}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    for file in path.rglob("*") if path.is_dir() else ():
        folders = set(file.relative_to(path).parts[:-1])
        if file.is_file() and not NOT_SOURCES & folders and not file.name.endswith(WRITTEN):
            yield file


if __name__ == "__main__":
    sys.exit(main())
