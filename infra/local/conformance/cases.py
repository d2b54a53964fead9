"""The cases: an input, and beside it what is expected of a reader."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_local.places import REPOSITORY

FOLDER = REPOSITORY / "conformance"
EXPECTED = ".expected.json"
# One of these says what the input is for.
TASKS = ("recipes", "lines", "scale")


class BadCase(Exception):
    """A case without input or task; the message names it."""


@dataclass(frozen=True)
class Case:
    """An input and its expectation."""

    name: str
    """Kind and file name, as in `json-ld-steps/steps-howtosection`."""
    input: Path
    expected: dict[str, Any]

    @property
    def kind(self) -> str:
        """What goes wrong in such inputs: the name of the folder."""
        return self.name.split("/", 1)[0]

    @property
    def task(self) -> str:
        """One of `TASKS`."""
        return next(task for task in TASKS if task in self.expected)


def load(folder: Path = FOLDER) -> list[Case]:
    """All cases by name. Raises BadCase."""
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
