"""Finds imports between Python files, and the lengths of functions."""

import ast
from collections.abc import Iterator
from pathlib import Path

from structure.sources import Import


def imports(root: Path, files: list[Path], folders: tuple[Path, ...]) -> Iterator[Import]:
    """Yields the imports between the files. Modules are looked up in the repository root, in the given folders (the
    Python path) and in the folder of the importing file.
    """
    known = set(files)
    for source in files:
        for node in ast.walk(ast.parse((root / source).read_text())):
            for module, name in _named(node, source):
                target = _file_of(module, name, known, (*folders, source.parent))
                if target is not None and target != source:
                    yield Import(source, target, name or module.rpartition(".")[2])


def _named(node: ast.AST, source: Path) -> Iterator[tuple[str, str]]:
    """Yields imported modules (with dots or slashes) and names. Relative imports begin with the path of the package."""
    if isinstance(node, ast.Import):
        yield from ((alias.name, "") for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        package = ""
        if node.level > 0:
            parts = source.parent.parts
            package = "/".join(parts[: len(parts) - node.level + 1]) + "/"
        for alias in node.names:
            yield package + (node.module or "").replace(".", "/"), alias.name


def _file_of(module: str, name: str, known: set[Path], folders: tuple[Path, ...]) -> Path | None:
    """Returns the file of the submodule `name`, or else of the module."""
    path = Path(module.replace(".", "/"))
    for folder in (Path(), *folders):
        place = folder / path
        for candidate in (place / f"{name}.py", place.with_suffix(".py"), place / "__init__.py"):
            if candidate in known:
                return candidate
    return None


def functions(text: str) -> Iterator[int]:
    """Yields the number of lines of each function and method, also of nested ones, without decorators."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1
