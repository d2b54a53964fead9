"""The layers of `make test`, in their order: a new check is one row here.

Only the standard library is used: `make help` lists them before anything is installed.
"""

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
    """It runs against a Zest of the tests' own, which its environment names."""
    packages: tuple[str, ...] = ()
    """Debian packages that it needs besides those of `make run`; the first has the name of the program."""


LAYERS = (
    Layer("rust-format", "Rust is formatted", ("cargo", "fmt", "--all", "--check")),
    Layer("python", "Python is formatted and clean", ("sh", "-c", "ruff check infra && ruff format --check infra")),
    Layer(
        "structure",
        "Circles of imports, lengths of files",
        ("sh", "-c", "python -m pytest -q infra/lint && python -m structure check"),
    ),
    Layer("crates", "Crates: licences, duplicates, sources", ("python", "-m", "zest_local.crates")),
    Layer("frontend", "Front end: Biome, messages, types", ("npm", "run", "--silent", "check"), FRONTEND),
    Layer("unit", "Front end: unit tests", ("npm", "test", "--silent"), FRONTEND),
    Layer("build", "Rust builds", ("cargo", "build", "--workspace", "--locked")),
    Layer(
        "clippy",
        "Clippy",
        ("cargo", "clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"),
    ),
    Layer(
        "ledger",
        "Simulation of the credit ledger",
        # The deliberate mistakes are compiled here alone, and so looked at by clippy here alone.
        (
            "sh",
            "-c",
            "cargo clippy --package billing --features mutants --all-targets --locked --quiet -- -D warnings"
            " && cargo run --package billing --features mutants --example simulate --locked --quiet -- 100000",
        ),
    ),
    Layer("site", "The front end builds", ("python", "-m", "zest_local.build")),
    Layer(
        "aws",
        "Deployment to AWS: sam, rights",
        ("python", "-m", "pytest", "-q", "--durations=5", "infra/tests"),
        after=("build", "site"),
    ),
    Layer(
        "rust",
        "Rust tests",
        ("cargo", "test", "--workspace", "--locked", "--quiet", "--no-fail-fast"),
        after=("build", "site"),
        zest=True,
    ),
    Layer(
        "system",
        "The whole system",
        ("python", "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "--durations=5", str(LOCAL_CLOUD / "tests")),
        after=("build", "site"),
        zest=True,
    ),
    Layer(
        "browser",
        "The newcomer's way, in a browser",
        ("npm", "run", "--silent", "e2e"),
        FRONTEND,
        after=("build", "site"),
        zest=True,
        packages=("chromium", "fonts-liberation"),
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
