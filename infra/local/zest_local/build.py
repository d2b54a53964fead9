"""Builds the functions, the gateway and the front end if their sources changed."""

import hashlib
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from zest_local import say
from zest_local.places import FRONTEND, REPOSITORY, SITE, TARGET, TOOLS

# The packages that a Zest runs: functions, and stand-ins for AWS and vendors.
PACKAGES = ("local-functions", "gateway", "instacart-stand-in", "stripe-stand-in")
# The program of `local-functions`, which runs each function.
ALL_FUNCTIONS = "all-functions"


class BuildFailed(Exception):
    """A build failed. The message names it and its log."""


def binary(name: str, profile: str) -> Path:
    """Returns the path of a built binary."""
    return TARGET / ("release" if profile == "release" else "debug") / name


def everything(profile: str) -> None:
    """Builds everything that a Zest runs. The front end builds at the same time as the Rust packages, because cargo
    leaves cores idle at times.
    """
    with ThreadPoolExecutor(max_workers=1) as beside:
        front_end = beside.submit(site)
        rust(profile)
        front_end.result()


def rust(profile: str) -> None:
    """Builds the Rust packages. cargo prints its own progress."""
    # Dependencies have the same features as in the workspace, so `make test` does not build them again.
    command = ["cargo", "build", "--locked", *(f"--package={package}" for package in PACKAGES)]
    if profile == "release":
        command.append("--release")
    first = not binary("gateway", profile).exists()
    say.step("Building the functions and the gateway" + (" (the first time takes some minutes)" if first else ""))
    quiet = [] if first else ["--quiet"]
    if subprocess.run([*command, *quiet], cwd=REPOSITORY, check=False).returncode != 0:
        raise BuildFailed("the Rust code did not build; see cargo's messages above.")


def install_packages() -> None:
    """Installs the front end's packages from the lock file."""
    lock = _digest([FRONTEND / "package-lock.json", FRONTEND / "package.json"])
    installed = TOOLS / "npm-installed"
    if not (FRONTEND / "node_modules").exists() or _read(installed) != lock:
        say.step("Installing the front end's packages (once)")
        _npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        installed.write_text(lock)


def site() -> None:
    """Builds the front end into dist/."""
    install_packages()
    sources = _digest(_sources())
    built = TOOLS / "site-built"
    if not (SITE / "index.html").exists() or _read(built) != sources:
        say.step("Building the front end")
        # Without type checks, which `make check` and `make test` run.
        _npm("run", "bundle", "--silent")
        built.write_text(_digest(_sources()))


def _sources() -> list[Path]:
    skipped = {"node_modules", "dist", "tests", "test-results"}
    files = [REPOSITORY / "schema.graphql"]
    for folder, folders, names in os.walk(FRONTEND):
        folders[:] = sorted(name for name in folders if name not in skipped)
        files += [Path(folder) / name for name in sorted(names) if not name.endswith(".tsbuildinfo")]
    return files


def _npm(*arguments: str) -> None:
    done = subprocess.run(["npm", *arguments], cwd=FRONTEND, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        log = TOOLS / "npm.log"
        log.write_text(done.stdout + done.stderr)
        raise BuildFailed(f"npm {arguments[0]} failed; its output is in {log.relative_to(REPOSITORY)}.")


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(REPOSITORY)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _read(file: Path) -> str | None:
    return file.read_text() if file.exists() else None


if __name__ == "__main__":
    try:
        site()
    except BuildFailed as reason:
        say.fail(str(reason))
