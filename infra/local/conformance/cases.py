"""The cases: each has an input file and a file with the expected output of a reader."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_local.places import REPOSITORY

FOLDER = REPOSITORY / "conformance"
EXPECTED = ".expected.json"
# A case has one of these keys, which states what the reader must do with the input.
TASKS = ("recipes", "lines", "scale")


class BadCase(Exception):
    """A case does not have exactly one input and one task. The message names it."""


@dataclass(frozen=True)
class Case:
    """An input and the expected output."""

    name: str
    """Kind and file name, as in `json-ld-steps/steps-howtosection`."""
    input: Path
    expected: dict[str, Any]

    @property
    def kind(self) -> str:
        """Returns the name of the folder, which states the problem in such inputs."""
        return self.name.split("/", 1)[0]

    @property
    def task(self) -> str:
        """Returns the task, one of `TASKS`."""
        return next(task for task in TASKS if task in self.expected)


def load(folder: Path = FOLDER) -> list[Case]:
    """Returns all cases, sorted by path. Raises BadCase."""
    return [_case(file) for file in sorted((folder / "cases").glob(f"*/*{EXPECTED}"))]


def _case(file: Path) -> Case:
    stem = file.name.removesuffix(EXPECTED)
    name = f"{file.parent.name}/{stem}"
    inputs = [other for other in file.parent.glob(f"{stem}.*") if other != file and other.stem == stem]
    if len(inputs) != 1:
        raise BadCase(f"{name} has {len(inputs)} inputs")
    expected = json.loads(file.read_text(encoding="utf-8"))
    if sum(task in expected for task in TASKS) != 1:
        raise BadCase(f"{name} must have exactly one of {', '.join(TASKS)}")
    return Case(name, inputs[0], expected)
