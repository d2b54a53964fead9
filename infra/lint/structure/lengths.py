"""Lengths of files and functions."""

import math
from collections import defaultdict
from pathlib import Path

from structure import python, rust, typescript
from structure.sources import NAMES, is_test

# Maximum number of lines of a file.
MAX_LINES = 500


def too_long(root: Path, files: list[Path]) -> list[str]:
    """Returns one line per file over the limit."""
    counted = [(file, lines_of(root / file)) for file in files]
    return [
        f"{file} has {lines} lines; at most {MAX_LINES} are allowed." for file, lines in counted if lines > MAX_LINES
    ]


def lines_of(path: Path) -> int:
    """Returns the number of lines, including comments and blank lines."""
    return len(path.read_text().splitlines())


def figures(root: Path, files: list[Path]) -> str:
    """Returns a text: number and lengths of files and functions by language, for sources and tests."""
    of_files: dict[tuple[str, str], list[int]] = defaultdict(list)
    of_functions: dict[tuple[str, str], list[int]] = defaultdict(list)
    for file in files:
        kind = "tests" if is_test(file) else "sources"
        of_files[NAMES[file.suffix], kind].append(lines_of(root / file))
        for length, is_for_tests in functions_of(root / file):
            of_functions[NAMES[file.suffix], "tests" if is_for_tests else kind].append(length)
    head = f"{'mean':>6} {'p99':>5} {'most':>5}"
    lines = [f"{'lines of':20}  {'files':>6} {head}  {'functions':>9} {head}"]
    for key in sorted(of_files):
        lines.append(f"{' '.join(key):20}  {_row(of_files[key], 6)}  {_row(of_functions[key], 9)}")
    return "\n".join(lines)


def functions_of(path: Path) -> list[tuple[int, bool]]:
    """Returns the length of each function, and whether it is compiled only for tests."""
    if path.suffix == ".rs":
        return list(rust.functions(path))
    if path.suffix == ".py":
        return [(length, False) for length in python.functions(path.read_text())]
    return [(length, False) for length in typescript.functions(path)]


def _row(lengths: list[int], width: int) -> str:
    if not lengths:
        return f"{0:{width}} {'-':>6} {'-':>5} {'-':>5}"
    mean = sum(lengths) / len(lengths)
    return f"{len(lengths):{width}} {mean:6.1f} {percentile(lengths, 99):5} {max(lengths):5}"


def percentile(lengths: list[int], percent: int) -> int:
    """Returns a percentile by nearest rank."""
    ordered = sorted(lengths)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
