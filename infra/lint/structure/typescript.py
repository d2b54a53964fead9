"""Finds imports between TypeScript files, and the lengths of functions."""

import os
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Node

from structure.sources import Import, found, matches, parsed, text

# Type imports and dynamic import() are also dependencies.
IMPORTS = """
(import_statement source: (string (string_fragment) @source)) @statement
(export_statement source: (string (string_fragment) @source)) @statement
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @source))) @statement
"""
NAMES = "[(import_specifier name: (_) @name) (export_specifier name: (_) @name) (import_clause (identifier) @name)]"
# Functions with a name: declarations, methods, and functions assigned to variables, fields or properties.
FUNCTIONS = """
(function_declaration) @function
(generator_function_declaration) @function
(method_definition) @function
(variable_declarator value: [(arrow_function) (function_expression)] @function)
(public_field_definition value: [(arrow_function) (function_expression)] @function)
(pair value: [(arrow_function) (function_expression)] @function)
"""


def imports(root: Path, files: list[Path]) -> Iterator[Import]:
    """Yields the relative imports of TypeScript files."""
    known = set(files)
    for source in files:
        tree = parsed(root / source)
        for match in matches(root / source, tree, IMPORTS):
            target = _file_of(source, text(match["source"][0]), known)
            if target is not None:
                names = [text(name) for name in found(root / source, match["statement"][0], NAMES).get("name", [])]
                yield from (Import(source, target, name) for name in names or ["(the module)"])


def _file_of(source: Path, specifier: str, known: set[Path]) -> Path | None:
    if not specifier.startswith("."):
        return None
    place = os.path.normpath(source.parent / specifier)
    candidates = (place, f"{place}.ts", f"{place}.tsx", f"{place}/index.ts", f"{place}/index.tsx")
    return next((Path(candidate) for candidate in candidates if Path(candidate) in known), None)


def functions(path: Path) -> Iterator[int]:
    """Yields the number of lines of each function with a name, also of nested ones."""
    yield from (_lines(node) for node in found(path, parsed(path), FUNCTIONS).get("function", []))


def _lines(node: Node) -> int:
    return node.end_point.row - node.start_point.row + 1
