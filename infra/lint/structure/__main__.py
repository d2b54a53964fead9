"""`python -m structure check` enforces the limits; `python -m structure figures` prints statistics."""

import sys
from pathlib import Path

from structure import lengths, python, rust, typescript
from structure.circles import circles, described
from structure.sources import Import, listed

# Maximum number of import cycles.
MAX_CIRCLES = 0
# Folders that are on the path of the Python programs.
PYTHON_PATH = (Path("infra/local"), Path("infra/local/tests"), Path("infra/lint"))


def imports_of(root: Path, files: list[Path]) -> list[Import]:
    """Returns all imports between files of the repository."""
    of = {suffix: [file for file in files if file.suffix in suffix] for suffix in (".py", ".rs", ".ts.tsx")}
    return [
        *rust.imports(root, of[".rs"]),
        *typescript.imports(root, of[".ts.tsx"]),
        *python.imports(root, of[".py"], PYTHON_PATH),
    ]


def main() -> int:
    """Runs `check` or `figures`. The second argument is the repository, by default the working directory."""
    kind, root = sys.argv[1], Path(sys.argv[2] if len(sys.argv) > 2 else ".")
    files = listed(root)
    imports = imports_of(root, files)
    found = circles(imports)
    if kind == "figures":
        print(lengths.figures(root, files))
        print(f"{len(found)} import cycles in {len(files)} files")
        return 0
    for circle in found:
        print(described(circle, imports))
    too_long = lengths.too_long(root, files)
    for line in too_long:
        print(line)
    if len(found) > MAX_CIRCLES:
        print(f"{len(found)} import cycles; at most {MAX_CIRCLES} are allowed.")
    return 1 if len(found) > MAX_CIRCLES or too_long else 0


if __name__ == "__main__":
    sys.exit(main())
