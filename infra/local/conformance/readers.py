"""Readers of recipes: programs that follow the protocol of `conformance/README.md`."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from zest_local import environment
from zest_local.places import LOCAL_CLOUD, TARGET, TOOLS

from conformance.cases import Case
from conformance.compare import Object

SECONDS = 120
PEERS = Path(__file__).with_name("peers")
PYTHON_PEERS = ("recipe-scrapers", "extruct")

# Kinds of cases that readers of schema.org data claim, if the page has such data.
DATA_KINDS = {
    *("charset", "entities", "invalid-json", "json-ld-ingredients", "json-ld-shape", "json-ld-steps"),
    *("microdata", "nutrition", "picture", "times", "yield"),
}
DATA_MARKS = (b"application/ld+json", b"itemprop=")


@dataclass(frozen=True)
class Reader:
    """A command, and the cases that it claims to read."""

    name: str
    command: list[str]
    claims: Callable[[Case], bool] = lambda _: True

    def read(self, case: Case) -> list[Object]:
        """Returns the JSON objects that the reader prints; none if it exceeds SECONDS."""
        options = []
        for option in ("url", "language"):
            if option in case.expected:
                options += [f"--{option}", case.expected[option]]
        if case.task == "scale":
            options += ["--servings", str(case.expected["scale"]["servings"])]
        is_lines = case.task == "lines"
        command = [*self.command, *options, "--lines" if is_lines else str(case.input)]
        with case.input.open("rb") as text:
            stdin = text if is_lines else subprocess.DEVNULL
            try:
                done = subprocess.run(command, stdin=stdin, capture_output=True, timeout=SECONDS, check=False)
            except subprocess.TimeoutExpired:
                return []
        return _objects(done.stdout.decode("utf-8", errors="replace"))


def ours(profile: str = "debug") -> Reader:
    """Returns the command `extract` of this commit."""
    return Reader("Zest", [str(TARGET / profile / "extract"), "--format", "json"])


def peers() -> list[Reader]:
    """Returns other readers: two Python packages and an npm package. Raises environment.Missing."""
    python = environment.virtual_environment(TOOLS / "peers", [LOCAL_CLOUD / "requirements-peers.txt"])
    script = PEERS / "python_reader.py"
    readers = [Reader(name, [str(python), str(script), name], _has_data) for name in PYTHON_PEERS]
    npm_script = _npm_environment() / "npm_reader.mjs"
    return [*readers, Reader("recipe-data-scraper (npm)", ["node", str(npm_script)], _has_data)]


def _has_data(case: Case) -> bool:
    is_page = case.task == "recipes" and case.input.suffix == ".html"
    return is_page and case.kind in DATA_KINDS and any(mark in case.input.read_bytes() for mark in DATA_MARKS)


def _npm_environment() -> Path:
    """Returns the folder with the npm packages and a copy of the script, because node resolves packages from a script's
    folder.
    """
    folder = TOOLS / "peers-npm"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = (PEERS / "package-lock.json").read_bytes()
    installed = folder / "package-lock.json"
    is_current = (folder / "node_modules").is_dir() and installed.exists() and installed.read_bytes() == wanted
    for file in PEERS.glob("*.[jm]*s*"):
        shutil.copyfile(file, folder / file.name)
    if not is_current:
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(command, cwd=folder, check=False).returncode != 0:
            raise environment.Missing("the npm packages of other readers could not be installed")
    return folder


def _objects(text: str) -> list[Object]:
    decoder = json.JSONDecoder()
    objects, rest = [], text.strip()
    while rest:
        try:
            found, end = decoder.raw_decode(rest)
        except json.JSONDecodeError:
            break
        objects.append(found)
        rest = rest[end:].lstrip()
    return objects
