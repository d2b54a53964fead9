"""The source files of the repository and their syntax trees."""

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import tree_sitter_rust
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser, Query, QueryCursor

LANGUAGES = {
    ".rs": Language(tree_sitter_rust.language()),
    ".ts": Language(tree_sitter_typescript.language_typescript()),
    ".tsx": Language(tree_sitter_typescript.language_tsx()),
}
NAMES = {".rs": "Rust", ".ts": "TypeScript", ".tsx": "TypeScript", ".py": "Python"}


@dataclass(frozen=True)
class Import:
    """One file imports names of another file."""

    source: Path
    target: Path
    name: str


def listed(root: Path) -> list[Path]:
    """Returns tracked files, and untracked files that git does not ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    paths = sorted({Path(name) for name in output.split("\0") if name})
    return [path for path in paths if path.suffix in NAMES and (root / path).is_file()]


def is_test(path: Path) -> bool:
    """Returns whether a file belongs to tests, judging by its path."""
    stem = path.stem
    return bool({"tests", "e2e"} & set(path.parts)) or (
        stem in {"tests", "test-support", "conftest"} or stem.endswith((".test", ".e2e"))
    )


@cache
def parsed(path: Path) -> Node:
    """Returns the syntax tree of a Rust or TypeScript file. Syntax errors are error nodes."""
    tree = Parser(LANGUAGES[path.suffix]).parse(path.read_bytes())
    return tree.root_node


@cache
def _query(suffix: str, pattern: str) -> Query:
    return Query(LANGUAGES[suffix], pattern)


def found(path: Path, node: Node, pattern: str) -> dict[str, list[Node]]:
    """Returns the captures of a tree-sitter query below a node, by name of the capture, in file order."""
    return QueryCursor(_query(path.suffix, pattern)).captures(node)


def matches(path: Path, node: Node, pattern: str) -> list[dict[str, list[Node]]]:
    """Returns the matches of a tree-sitter query below a node, each with its captures."""
    return [captured for _, captured in QueryCursor(_query(path.suffix, pattern)).matches(node)]


def text(node: Node | None) -> str:
    """Returns the text of a node, empty for None."""
    return "" if node is None or node.text is None else node.text.decode()
