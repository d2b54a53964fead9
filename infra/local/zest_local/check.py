"""`make check`: runs the checks for the changed files before a commit. `make test` runs all checks."""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from zest_local import checks
from zest_local.layers import CORES, LAYERS, Layer
from zest_local.places import REPOSITORY

# Maximum number of changed packages that are tested singly. Above it, testing the whole workspace is faster.
PACKAGES_AT_MOST = 5
RUST_SETTINGS = {"Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "clippy.toml"}
PYTHON_SETTINGS = {"pyproject.toml", "infra/local/requirements-dev.txt"}
CRATE_LISTS = {"Cargo.lock", "deny.toml"}
SOURCES = (".rs", ".ts", ".tsx", ".py")


@dataclass(frozen=True)
class Package:
    """A package of the Cargo workspace."""

    name: str
    folder: str
    """Relative to the repository root, with trailing slash."""
    needs_zest: bool = False
    """Its integration tests need a Zest, which `make test` starts."""


@dataclass(frozen=True)
class Plan:
    """The selected checks, and those that are skipped."""

    layers: list[Layer]
    skipped: list[str]


def main() -> int:
    """Checks the changes since the branch left main, or the uncommitted changes on main."""
    checks.forget_other_zests()
    parser = argparse.ArgumentParser(prog="check")
    parser.add_argument("--base", default="", help="the commit to compare with")
    parser.add_argument("--jobs", type=int, default=checks.default_jobs())
    arguments = parser.parse_args()
    base = arguments.base or base_commit()
    files = changed_files(base)
    print(f"{len(files)} files differ from {base[:10]}")
    # The front end also reads folders of data.
    rust, frontend = readers(files, "*.rs"), readers(files, "frontend", folders=True)
    found = plan(files, packages(), rust_readers=rust, frontend_reads=bool(frontend))
    for line in found.skipped:
        print(f"--- skipped: {line}")
    return checks.run(found.layers, arguments.jobs)


def plan(
    files: Iterable[str], workspace: list[Package], rust_readers: Iterable[str] = (), frontend_reads: bool = False
) -> Plan:
    """Returns the layers for these changed files. `rust_readers` are Rust files that reference one of them;
    `frontend_reads` states whether the front end references one.
    """
    names = set(files)
    rows = {layer.name: layer for layer in LAYERS}
    changed = sorted({owner.name for file in [*names, *rust_readers] if (owner := owner_of(file, workspace))})
    is_rust = bool(changed) or bool(names & RUST_SETTINGS)
    frontend = frontend_reads or any(file.startswith("frontend/") for file in names)
    manifest = any(file.endswith("Cargo.toml") for file in names)
    wanted = {
        "python": any(file.endswith(".py") for file in names) or bool(names & PYTHON_SETTINGS),
        "rust-format": is_rust or "rustfmt.toml" in names,
        "structure": any(file.endswith(SOURCES) for file in names),
        "crates": manifest or bool(names & CRATE_LISTS),
        "frontend": frontend,
        "unit": frontend,
        "clippy": is_rust,
    }
    layers = [rows[name] for name, is_wanted in wanted.items() if is_wanted]
    skipped = [f"{rows[name].title} (unchanged)" for name, is_wanted in wanted.items() if not is_wanted]
    tests = rust_tests([package for package in workspace if package.name in changed])
    if not tests:
        skipped.append("Rust tests (unchanged)")
    return Plan([*tests, *layers], skipped)


def rust_tests(changed: list[Package]) -> list[Layer]:
    """Returns the test layers of these packages. Clippy compiles the tests of the packages that depend on them."""
    if len(changed) > PACKAGES_AT_MOST:
        [rust] = [layer for layer in LAYERS if layer.name == "rust"]
        without = [argument for package in changed if package.needs_zest for argument in ("--exclude", package.name)]
        return [replace(rust, command=_with_python(*rust.command, *without), after=(), zest=False)]
    return [
        Layer(
            f"rust-{package.name}",
            f"Rust tests: {package.name}" + (" (its integration tests run in make test)" if package.needs_zest else ""),
            _with_python(
                *("cargo", "test", "--package", package.name, "--lib" if package.needs_zest else "--tests"),
                *("--locked", "--quiet", "--no-fail-fast"),
            ),
            lock=CORES,
        )
        for package in changed
    ]


def _with_python(*command: str) -> tuple[str, ...]:
    # Tests of the gateway start a local cloud with this Python.
    return ("env", f"ZEST_PYTHON={sys.executable}", *command)


def owner_of(file: str, workspace: Iterable[Package]) -> Package | None:
    """Returns the innermost package that contains a file."""
    owners = [package for package in workspace if file.startswith(package.folder) and not file.endswith(".md")]
    return max(owners, key=lambda package: len(package.folder), default=None)


def packages() -> list[Package]:
    """Returns the packages of the workspace."""
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1", "--locked"]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    return workspace_of(json.loads(done.stdout), REPOSITORY)


def workspace_of(metadata: dict[str, list[dict[str, str]]], repository: Path) -> list[Package]:
    """Returns the packages in the output of `cargo metadata`."""
    found = []
    for package in metadata["packages"]:
        folder = Path(package["manifest_path"]).parent
        needs_zest = any("ZEST_STATE" in file.read_text() for file in (folder / "tests").rglob("*.rs"))
        found.append(Package(package["name"], f"{folder.relative_to(repository)}/", needs_zest))
    return found


def base_commit() -> str:
    """Returns the commit at which this branch left main; on main, HEAD."""
    for main_branch in ("main", "origin/main"):
        done = _git("merge-base", "HEAD", main_branch, check=False)
        if done.returncode == 0:
            return done.stdout.strip()
    return "HEAD"


def changed_files(base: str) -> list[str]:
    """Returns the files that differ from a commit, including uncommitted and new ones."""
    differ = _git("diff", "--name-only", "-z", "--no-renames", base).stdout
    new = _git("ls-files", "--others", "--exclude-standard", "-z").stdout
    return sorted({name for name in (differ + new).split("\0") if name})


def readers(files: Iterable[str], where: str, folders: bool = False) -> list[str]:
    """Returns the files in `where` that reference one of `files`, or a folder of one, by relative path. Top-level
    folders do not count: too many files name them.
    """
    names = set(files)
    if folders:
        names |= {str(folder) for file in names for folder in Path(file).parents if "/" in str(folder)}
    patterns = [f"../{name}{end}" for name in sorted(names) for end in ("'", '"', "/'", '/"')]
    if not patterns:
        return []
    arguments = [argument for pattern in patterns for argument in ("-e", pattern)]
    return _git("grep", "--files-with-matches", "--fixed-strings", *arguments, "--", where, check=False).stdout.split()


def _git(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=check)


if __name__ == "__main__":
    sys.exit(main())
