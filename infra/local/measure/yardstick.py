"""Measurement data outside the repository: location, parts, and scoring programs."""

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from zest_local.places import REPOSITORY, TOOLS

PAGE_SUFFIXES = (".testhtml", ".html")
# Number of labelled sentences in the test set: those with the smallest digests. Others are training data.
TEST_SENTENCES = 2000
# A site is held out if this number divides its digest.
HELD_ONE_IN = 5
# Half of the sources of wild lines are held out.
WILD_HELD_ONE_IN = 2
# A quarter of the second corpus's other sites is held out.
SECOND_SITES_HELD_ONE_IN = 4

# Name of each part, and whether it is the held-out one (None: all).
PARTS: dict[str, list[tuple[str, bool | None]]] = {
    "": [("all sites", None)],
    "tune": [("the sites that are tuned on", False)],
    "held": [("the sites that are held back", True)],
}
PARTS["both"] = PARTS["tune"] + PARTS["held"]

Row = dict[str, Any]


class NotMeasured(Exception):
    """Something cannot be measured. The message has the reason."""


class Yardstick:
    """A folder with score.py, score_lines.py and data."""

    def __init__(self, folder: Path):
        self.folder = folder
        for program in ("score.py", "score_lines.py"):
            if not (folder / program).is_file():
                raise NotMeasured(f"{program} is not in {folder} (set another folder with YARDSTICK=)")

    def corpus(self) -> Path:
        """Returns the pages of the first corpus, unpacked once into .local."""
        return self._unpacked("corpus-dev.tar.zst", "CORPUS= names a folder of pages")

    def corpus_1b(self) -> Path:
        """Returns more pages of the first corpus, of other sites, unpacked once into .local."""
        return self._unpacked("corpus1b-dev.tar.zst", "the training needs it")

    def second_corpus(self) -> Path:
        """Returns the pages of the second, newer corpus, unpacked once into .local."""
        return self._unpacked("corpus2-dev.tar.zst", "CORPUS= names a folder of pages")

    def media(self) -> Path:
        """Returns the pictures and files, unpacked once into .local."""
        return self._unpacked("media-dev.tar.zst", "PACK= names an unpacked pack")

    def _unpacked(self, name: str, otherwise: str) -> Path:
        archive = self.folder / name
        if not archive.is_file():
            raise NotMeasured(f"{name} is not in {self.folder} ({otherwise})")
        found = archive.stat()
        part = name.split("-", 1)[0]
        unpacked = TOOLS / "yardstick" / f"{part}-{found.st_size}-{int(found.st_mtime)}"
        if not unpacked.is_dir():
            partial = unpacked.with_name(unpacked.name + ".part")
            shutil.rmtree(partial, ignore_errors=True)
            partial.mkdir(parents=True)
            command = ["tar", "--use-compress-program=zstd -d --long=27", "-xf", str(archive), "-C", str(partial)]
            run(command, f"{name} could not be unpacked")
            partial.rename(unpacked)
        # The archive may have one folder at the top.
        inner = list(unpacked.iterdir())
        return inner[0] if len(inner) == 1 else unpacked

    def scorer(self) -> ModuleType:
        """Returns score.py as a module."""
        file = self.folder / "score.py"
        spec = importlib.util.spec_from_file_location("yardstick_score", file)
        if spec is None or spec.loader is None:
            raise NotMeasured(f"{file} is not executable")
        scorer = importlib.util.module_from_spec(spec)
        # The yardstick may be read-only.
        was, sys.dont_write_bytecode = sys.dont_write_bytecode, True
        try:
            spec.loader.exec_module(scorer)
        finally:
            sys.dont_write_bytecode = was
        return scorer

    def lines(self, name: str) -> list[Row]:
        """Returns the rows of a file of lines, compressed or not; none if it is missing."""
        for file in (self.folder / name, self.folder / f"{name}.zst"):
            if file.is_file():
                return rows(file)
        return []

    def hard_pages(self) -> set[str]:
        """Returns the ids of the pages that no generic reader can read."""
        file = self.folder / "hard_pages_dev.tsv"
        if not file.is_file():
            return set()
        return {line.split("\t", 1)[0] for line in file.read_text(encoding="utf-8").splitlines() if line}

    def run(self, program: str, *arguments: str | Path) -> str:
        """Runs a program of the yardstick and returns its output."""
        command = [sys.executable, str(self.folder / program), *map(str, arguments)]
        # The yardstick may be read-only.
        return run(command, f"{program} failed", PYTHONDONTWRITEBYTECODE="1")


def run(command: list[str], otherwise: str, **variables: str) -> str:
    """Runs a command and returns its output. If it fails, raises NotMeasured with the last error line."""
    environment = {**os.environ, **variables}
    try:
        done = subprocess.run(
            command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False, encoding="utf-8"
        )
    except OSError as error:
        raise NotMeasured(f"{otherwise} ({error})") from error
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NotMeasured(f"{otherwise} ({last})")
    return done.stdout


def rows(file: Path) -> list[Row]:
    """Returns the objects of a JSON Lines file, which may be compressed with zstd."""
    if file.suffix == ".zst":
        text = run(["zstd", "-dc", str(file)], f"{file.name} could not be unpacked")
    else:
        text = file.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def pages(corpus: Path) -> list[Path]:
    """Returns all pages of a corpus that have an expected result, in fixed order."""
    found: dict[Path, Path] = {}
    for suffix in reversed(PAGE_SUFFIXES):
        found.update((page.with_suffix(""), page) for page in corpus.glob(f"*/*{suffix}"))
    return [page for _, page in sorted(found.items()) if page.with_suffix(".json").is_file()]


def is_held(site: str) -> bool:
    """Returns whether a site of the first corpus is held out (one in five)."""
    return _digest(site) % HELD_ONE_IN == 0


def is_held_of_second(site: str) -> bool:
    """Returns whether a site of the second corpus is held out: the same fifth, and a quarter of the other sites."""
    return is_held(site) or _digest(site) % SECOND_SITES_HELD_ONE_IN == 2


def in_part(held: bool | None, is_held: Callable[[str], bool]) -> Callable[[str], bool]:
    """Returns a function that decides whether a site belongs to a part of PARTS."""
    return lambda site: held is None or is_held(site) == held


def is_held_of_wild(source: str) -> bool:
    """Returns whether a source of wild lines is held out: those with odd digests."""
    return _digest(source) % WILD_HELD_ONE_IN == 1


def _digest(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def of_sites(found: Iterable[Row], part: Callable[[str], bool]) -> list[Row]:
    """Returns the rows whose source is a site of this part."""
    return [row for row in found if part(str(row.get("source", "")).split("/", 1)[0])]


def test_sentences(labelled: Iterable[Row]) -> list[Row]:
    """Returns the test set, which is not used for training: the first row of each test sentence."""
    first: dict[str, Row] = {}
    for row in labelled:
        first.setdefault(row["sentence"], row)
    by_digest = sorted(first, key=lambda sentence: hashlib.sha256(sentence.encode()).hexdigest())
    return [first[sentence] for sentence in by_digest[:TEST_SENTENCES]]
