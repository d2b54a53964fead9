"""The layers of `make test`. To add a check, add a row to `LAYERS`.

Uses only the standard library, because `make help` lists the layers before anything is installed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from zest_local.places import FRONTEND, LOCAL_CLOUD, REPOSITORY


@dataclass(frozen=True)
class Layer:
    """A command that passes or fails."""

    name: str
    """Name for `ONLY=`."""
    title: str
    """Name in the summary."""
    command: tuple[str, ...]
    """Run with our Python environment first on PATH."""
    folder: Path = REPOSITORY
    after: tuple[str, ...] = ()
    """Layers that must pass first; selected along with it."""
    zest: bool = False
    """Runs against a dedicated Zest, named in its environment."""
    packages: tuple[str, ...] = ()
    """Additional Debian packages; the first is also the program's name."""
    lock: str | None = None
    """Layers with the same lock do not run concurrently."""

    @property
    def whole_command(self) -> tuple[str, ...]:
        """Returns the command, including the start of its Zest."""
        starts_zest = ("python", "-m", "zest_local.zest_for_tests", self.name)
        return (*starts_zest, *self.command) if self.zest else self.command


# The layers with this lock use all cores. If they ran in parallel, their waits would time out.
CORES = "cores"
# Commands of the front end write the same generated files.
FRONTEND_FILES = "frontend"

# In start order: the Rust build, short checks, so that failures show early, then the long tests.
LAYERS = (
    Layer("build", "Rust build", ("cargo", "build", "--workspace", "--locked"), lock=CORES),
    Layer("rust-format", "Rust format", ("cargo", "fmt", "--all", "--check")),
    Layer("python", "Python format and lint", ("sh", "-c", "ruff check infra && ruff format --check infra")),
    Layer("site", "Front-end build", ("python", "-m", "zest_local.build"), lock=FRONTEND_FILES),
    Layer(
        "structure",
        "Import cycles, file lengths, wording",
        ("sh", "-c", "python -m pytest -q infra/lint && python -m structure check && python -m wording"),
    ),
    Layer("crates", "Crate licences, duplicates and sources", ("python", "-m", "zest_local.crates")),
    Layer(
        "frontend",
        "Front-end lint, messages and types",
        ("npm", "run", "--silent", "check"),
        FRONTEND,
        lock=FRONTEND_FILES,
    ),
    Layer("unit", "Front-end unit tests", ("npm", "test", "--silent"), FRONTEND, lock=FRONTEND_FILES),
    Layer("conformance", "Conformance suite", ("python", "-m", "conformance", "--check"), after=("build",)),
    Layer(
        "rust",
        "Rust tests",
        # `--tests` excludes examples, which clippy checks, and targets with `test = false`.
        ("cargo", "test", "--workspace", "--tests", "--locked", "--quiet", "--no-fail-fast"),
        after=("build", "site"),
        zest=True,
        lock=CORES,
    ),
    Layer(
        "browser",
        "Browser end-to-end tests",
        ("npm", "run", "--silent", "e2e"),
        FRONTEND,
        after=("build", "site"),
        zest=True,
        lock=CORES,
        packages=("chromium-headless-shell", "fonts-liberation"),
    ),
    Layer(
        "system",
        "System tests",
        (
            *("python", "-m", "pytest", "-q", "--durations=5"),
            *("-n", str(min(8, 2 * (os.cpu_count() or 1))), "--dist", "loadfile", "--no-loadscope-reorder"),
            str(LOCAL_CLOUD / "tests"),
        ),
        after=("build", "site"),
        zest=True,
        lock=CORES,
    ),
    Layer(
        "clippy",
        "Clippy",
        ("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"),
        lock=CORES,
    ),
    Layer(
        "aws",
        "Deployment tests",
        ("python", "-m", "pytest", "-q", "--durations=5", "infra/tests"),
        after=("build", "site"),
        lock=CORES,
    ),
    Layer(
        "rust-docs",
        "Rust documentation tests",
        ("cargo", "test", "--workspace", "--doc", "--locked", "--quiet"),
        lock=CORES,
    ),
    Layer(
        "ledger",
        "Credit ledger simulation",
        ("python", "-m", "measure.mutants"),
        lock=CORES,
    ),
)


class UnknownLayer(Exception):
    """An unknown layer name; the message lists the known ones."""


def chosen(only: str) -> list[Layer]:
    """Returns the layers named in `only` (separated by commas or blanks) and their dependencies in table order, or all
    layers if it is empty.
    """
    names = only.replace(",", " ").split()
    known = {layer.name: layer for layer in LAYERS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnknownLayer(f"unknown layers: {', '.join(unknown)}. The layers are: {', '.join(known)}.")
    wanted = set(names or known)
    for name in names:
        wanted.update(known[name].after)
    return [layer for layer in LAYERS if layer.name in wanted]


if __name__ == "__main__":
    print("  " + " ".join(layer.name for layer in LAYERS))
