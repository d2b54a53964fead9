"""Finds dependencies between Rust files, and the lengths of functions.

A file depends on another if it names an item defined there, in `use` or in a path such as `lines::read`. `mod` and `pub
use` alone create no dependency. A name imported through a re-export counts for the file that defines it. References to
the enclosing module (`import.rs` for files in `import/`) and code for tests only are ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tree_sitter import Node

from structure.sources import Import, found, parsed, text

PATHS = """
[(scoped_identifier) (scoped_type_identifier)] @path
"""
ITEMS = {
    "struct_item", "enum_item", "union_item", "trait_item", "type_item", "function_item", "const_item", "static_item",
}  # fmt: skip
FUNCTIONS = "(function_item) @function"


@dataclass
class Module:
    """A module: a file or an inline module."""

    file: Path
    parent: "Module | None"
    modules: dict[str, "Module"] = field(default_factory=dict)
    items: set[str] = field(default_factory=set)
    # Local names that `use` declarations (public or private) introduce, with their paths.
    bound: dict[str, list[str]] = field(default_factory=dict)
    globs: list[list[str]] = field(default_factory=list)
    # Paths that the module refers to: in `use` declarations other than re-exports, and in code.
    named: list[list[str]] = field(default_factory=list)

    def crate(self) -> "Module":
        """Returns the crate root."""
        return self if self.parent is None else self.parent.crate()

    def around(self) -> set[Path]:
        """Returns the files of this module and its ancestors."""
        return {self.file} if self.parent is None else {self.file} | self.parent.around()


def imports(root: Path, files: list[Path]) -> Iterator[Import]:
    """Yields the dependencies between files of the same crate. cargo prevents cycles between crates."""
    known = set(files)
    for file in files:
        if _is_crate_root(file):
            module = Module(file, None)
            _read(root, known, module, parsed(root / file), _folder(file, is_root=True))
            yield from _imports_of(module)


def _is_crate_root(file: Path) -> bool:
    kind = file.parent.name
    return (
        (kind == "src" and file.name in ("lib.rs", "main.rs"))
        or kind in ("bin", "examples", "tests", "benches")
        or (file.name == "main.rs" and file.parent.parent.name in ("bin", "examples", "tests", "benches"))
        or file.name == "build.rs"
    )


def _folder(file: Path, *, is_root: bool) -> Path:
    return file.parent if is_root or file.name == "mod.rs" else file.with_suffix("")


def _read(root: Path, known: set[Path], module: Module, body: Node, folder: Path) -> None:
    attributes: list[str] = []
    for node in body.named_children:
        if node.type == "attribute_item":
            attributes.append(text(node))
            continue
        if node.type in ("line_comment", "block_comment"):
            continue
        is_for_tests = any("cfg(test)" in attribute or "#[test]" in attribute for attribute in attributes)
        path = next((a.split('"')[1] for a in attributes if a.startswith("#[path")), None)
        attributes = []
        if is_for_tests:
            continue
        name = text(node.child_by_field_name("name"))
        if node.type == "mod_item":
            inner = node.child_by_field_name("body")
            if inner is not None:
                child = module.modules[name] = Module(module.file, module)
                _read(root, known, child, inner, folder / name)
            else:
                _read_file(root, known, module, name, _candidates(module.file, folder, name, path))
        elif node.type == "use_declaration":
            is_public = any(child.type == "visibility_modifier" for child in node.children)
            _bind(module, node.child_by_field_name("argument"), [], is_public=is_public)
        else:
            if node.type in ITEMS:
                module.items.add(name)
            # A `use` inside a function counts, too.
            for use in found(module.file, node, "(use_declaration) @use").get("use", []):
                _bind(module, use.child_by_field_name("argument"), [], is_public=False)
            paths = found(module.file, node, PATHS).get("path", [])
            module.named += [path for path in map(_path, paths) if path]


def _candidates(file: Path, folder: Path, name: str, path: str | None) -> list[Path]:
    if path is not None:
        return [file.parent / path]
    return [folder / f"{name}.rs", folder / name / "mod.rs"]


def _read_file(root: Path, known: set[Path], module: Module, name: str, candidates: list[Path]) -> None:
    for file in candidates:
        if file in known:
            child = module.modules[name] = Module(file, module)
            _read(root, known, child, parsed(root / file), _folder(file, is_root=False))


def _path(node: Node | None) -> list[str]:
    """Returns the segments of a path; none for other forms such as `<T as Trait>::name`."""
    if node is None:
        return []
    if node.type in ("scoped_identifier", "scoped_type_identifier"):
        front = node.child_by_field_name("path")
        rest = _path(front)
        return [*rest, text(node.child_by_field_name("name"))] if rest else []
    return [text(node)] if node.type in ("identifier", "type_identifier", "crate", "self", "super") else []


def _bind(module: Module, node: Node | None, front: list[str], *, is_public: bool) -> None:
    if node is None:
        return
    if node.type == "scoped_use_list":
        front = front + _path(node.child_by_field_name("path"))
        _bind(module, node.child_by_field_name("list"), front, is_public=is_public)
    elif node.type == "use_list":
        for child in node.named_children:
            _bind(module, child, front, is_public=is_public)
    elif node.type == "use_wildcard":
        path = front + _path(node.named_children[0] if node.named_children else None)
        module.globs.append(path)
        if not is_public:
            module.named.append([*path, "*"])
    elif node.type == "use_as_clause":
        path = front + _path(node.child_by_field_name("path"))
        _note(module, text(node.child_by_field_name("alias")), path, is_public=is_public)
    else:
        path = front + _path(node)
        if path[-1:] == ["self"]:
            path.pop()
        if path:
            _note(module, path[-1], path, is_public=is_public)


def _note(module: Module, name: str, path: list[str], *, is_public: bool) -> None:
    if [name] != path:
        module.bound[name] = path
    if not is_public:
        module.named.append(path)


def _imports_of(module: Module) -> Iterator[Import]:
    for path in module.named:
        target = _definer(module, path, 0)
        if target is not None and target.file not in module.around():
            yield Import(module.file, target.file, path[-1])
    for child in module.modules.values():
        yield from _imports_of(child)


def _definer(module: Module, path: list[str], depth: int) -> Module | None:
    """Returns the module that defines the item of a path, or None if it is in another crate."""
    at = _start(module, path[0], depth)
    for name in path[1:]:
        if at is None:
            return None
        if name == "super":
            at = at.parent
        elif name in at.modules:
            at = at.modules[name]
        elif name not in at.items:
            return _through(at, name, depth) or at
        else:
            return at
    return at


def _start(module: Module, name: str, depth: int) -> Module | None:
    if name == "crate":
        return module.crate()
    if name == "self":
        return module
    if name == "super":
        return module.parent
    if name in module.modules:
        return module.modules[name]
    return _through(module, name, depth)


def _through(module: Module, name: str, depth: int) -> Module | None:
    """Returns the module that defines a name introduced by `use`."""
    # Limit the depth, because two modules may re-export each other.
    if depth > 8:
        return None
    if name in module.bound:
        return _definer(module, module.bound[name], depth + 1)
    for path in module.globs:
        source = _definer(module, path, depth + 1)
        if source is not None and (name in source.items or name in source.modules or name in source.bound):
            return source
    return None


def functions(path: Path) -> Iterator[tuple[int, bool]]:
    """Yields the number of lines of each function, also of nested ones, and whether it is compiled only for tests."""
    for node in found(path, parsed(path), FUNCTIONS).get("function", []):
        yield node.end_point.row - node.start_point.row + 1, _is_for_tests(node)


def _is_for_tests(node: Node) -> bool:
    at: Node | None = node
    while at is not None:
        before = at.prev_named_sibling
        while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
            if before.type == "attribute_item" and ("cfg(test)" in text(before) or "test]" in text(before)):
                return True
            before = before.prev_named_sibling
        at = at.parent
    return False
