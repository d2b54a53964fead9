"""Finds or installs the required tools, or asks for them in one sentence."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from zest_local import say
from zest_local.places import LOCAL_CLOUD, SAM, TOOLS, VENV

NODE_AT_LEAST = 20
# The OCR packages are optional. Without them, the import of a photo fails with a message.
TEXT_RECOGNITION = ["tesseract-ocr", "tesseract-ocr-spa", "tesseract-ocr-fra"]


class Missing(Exception):
    """A tool is missing that the launcher may not install. The message states what to do."""


def prepare(with_dev_tools: bool) -> Path:
    """Checks the tools and sets up the Python environment; returns its interpreter."""
    _check_tools()
    _text_recognition()
    lists = [LOCAL_CLOUD / "requirements.txt"]
    if with_dev_tools:
        lists.append(LOCAL_CLOUD / "requirements-dev.txt")
    return virtual_environment(VENV, lists)


def _check_tools() -> None:
    if shutil.which("cargo") is None:
        raise Missing("cargo is missing. Install Rust with rustup (https://rustup.rs), open a new shell and run again.")
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        raise Missing(f"node or npm is missing. Install Node.js {NODE_AT_LEAST} or newer with npm and run again.")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    major = re.match(r"v(\d+)", version)
    if major is None or int(major.group(1)) < NODE_AT_LEAST:
        raise Missing(
            f"Node.js {NODE_AT_LEAST} or newer is needed; this is {version or 'unknown'}. Update it and run again."
        )
    packages = []
    if shutil.which("cc") is None:
        packages.append("build-essential")
    if not _can_make_environments():
        packages.append("python3-venv")
    if packages:
        install(packages)


def _text_recognition() -> None:
    if shutil.which("tesseract") is not None and _languages() >= {"eng", "spa", "fra"}:
        return
    # Ask only once, so that a refusal is not repeated at each start.
    asked = TOOLS / "text-recognition-asked"
    if asked.exists():
        return
    try:
        install(TEXT_RECOGNITION)
    except Missing as reason:
        say.note(f"Pictures cannot be read without tesseract; all else works. {reason}")
    TOOLS.mkdir(exist_ok=True)
    asked.write_text("")


def _languages() -> set[str]:
    listed = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False)
    return set(listed.stdout.split())


def _can_make_environments() -> bool:
    # Debian's Python has no venv by default.
    return (
        subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode
        == 0
    )


def install(packages: list[str]) -> None:
    """Installs Debian packages if permitted; otherwise raises `Missing` with the command to run."""
    command = "apt-get install -y " + " ".join(packages)
    if shutil.which("apt-get") is None:
        raise Missing(f"these are missing: {', '.join(packages)} (Debian's names). Install them and run again.")
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if prefix and subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode != 0:
        raise Missing(f"system packages are missing. Run: sudo {command}")
    say.step(f"Installing system packages: {', '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        done = subprocess.run(
            [*prefix, "apt-get", *arguments], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Missing(f"system packages could not be installed ({last}). Run: sudo {command}")


def sam() -> Path:
    """Returns the folder of the SAM CLI (340 MB). It has its own environment, for deployment tests and `make
    sam-local`.
    """
    return virtual_environment(SAM, [LOCAL_CLOUD / "requirements-sam.txt"]).parent


def virtual_environment(folder: Path, lists: list[Path]) -> Path:
    """Sets up a Python environment with these requirement files and returns its interpreter."""
    python = folder / "bin" / "python"
    for requirements in lists:
        stamp = folder / f".{requirements.stem}"
        wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
        if python.exists() and stamp.exists() and stamp.read_text() == wanted:
            continue
        say.step(f"Installing Python packages ({requirements.name}, once)")
        TOOLS.mkdir(exist_ok=True)
        if not python.exists():
            _run([sys.executable, "-m", "venv", str(folder)], "the Python environment could not be made")
        _run(
            [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", str(requirements)],
            "Python packages could not be installed",
        )
        stamp.write_text(wanted)
    return python


def _run(command: list[str], otherwise: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise Missing(f"{otherwise}: {last}")
