"""The layers of `make test`: a new check is one row here.

Only the standard library is used: `make help` lists them before anything is installed.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from zest_local.places import FRONTEND, LOCAL_CLOUD, REPOSITORY


@dataclass(frozen=True)
class Layer:
    """One command that passes or fails."""

    name: str
    """What `ONLY=` takes."""
    title: str
    """What the summary says."""
    command: tuple[str, ...]
    """Found on the path with our Python environment first: `python`, `ruff` and their like are ours."""
    folder: Path = REPOSITORY
    after: tuple[str, ...] = ()
    """Layers that must have passed before it; they are run for it."""
    zest: bool = False
    """It runs against a Zest of its own, which its environment names."""
    packages: tuple[str, ...] = ()
    """Debian packages that it needs besides those of `make run`; the first has the name of the program."""
    lock: str | None = None
    """Layers with the same lock never run at the same time."""

    @property
    def whole_command(self) -> tuple[str, ...]:
        """The command, with what starts its Zest."""
        starts_zest = ("python", "-m", "zest_local.zest_for_tests", self.name)
        return (*starts_zest, *self.command) if self.zest else self.command


# Cargo locks its target folder, and uses every core by itself.
CARGO = "cargo"
# The commands of the front end write the same generated files.
FRONTEND_FILES = "frontend"

# Layers start in this order, as soon as what they need has passed: first what others need, then the short ones, so
# that their failures show early, then the longest.
LAYERS = (
    Layer("build", "Rust build", ("cargo", "build", "--workspace", "--locked"), lock=CARGO),
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
    Layer(
        "rust",
        "Rust tests",
        # `--tests` leaves out examples, which clippy checks, and every target that has `test = false`.
        ("cargo", "test", "--workspace", "--tests", "--locked", "--quiet", "--no-fail-fast"),
        after=("build", "site"),
        zest=True,
        lock=CARGO,
    ),
    Layer(
        "browser",
        "Browser end-to-end tests",
        ("npm", "run", "--silent", "e2e"),
        FRONTEND,
        after=("build", "site"),
        zest=True,
        packages=("chromium", "fonts-liberation"),
    ),
    Layer(
        "system",
        "System tests",
        # Twice as many workers as cores: the tests wait about half of the time.
        (
            *("python", "-m", "pytest", "-q", "--durations=5"),
            *("-n", str(min(8, 2 * (os.cpu_count() or 1))), "--dist", "loadfile", "--no-loadscope-reorder"),
            str(LOCAL_CLOUD / "tests"),
        ),
        after=("build", "site"),
        zest=True,
    ),
    Layer(
        "clippy",
        "Clippy",
        ("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"),
        lock=CARGO,
    ),
    Layer(
        "aws",
        "Deployment tests",
        ("python", "-m", "pytest", "-q", "--durations=5", "infra/tests"),
        after=("build", "site"),
    ),
    Layer(
        "rust-docs",
        "Rust documentation tests",
        ("cargo", "test", "--workspace", "--doc", "--locked", "--quiet"),
        lock=CARGO,
    ),
    Layer(
        "ledger",
        "Credit ledger simulation",
        # The deliberate mistakes are compiled here alone, and so looked at by clippy here alone.
        (
            "sh",
            "-c",
            "cargo clippy --package billing --features mutants --all-targets --locked --quiet -- -D warnings"
            " && cargo run --package billing --features mutants --example simulate --locked --quiet -- 100000",
        ),
        lock=CARGO,
    ),
)


class UnknownLayer(Exception):
    """A name that no layer has; the text lists those that there are."""


def chosen(only: str) -> list[Layer]:
    """The layers that a list of names, divided by commas or blanks, asks for, with those that they need; all for an
    empty one. They keep their order."""
    names = only.replace(",", " ").split()
    known = {layer.name: layer for layer in LAYERS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnknownLayer(f"no layer is called {', '.join(unknown)}. There are: {', '.join(known)}.")
    wanted = set(names or known)
    for name in names:
        wanted.update(known[name].after)
    return [layer for layer in LAYERS if layer.name in wanted]


if __name__ == "__main__":
    print("  " + " ".join(layer.name for layer in LAYERS))
