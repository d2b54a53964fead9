"""The structure checks find dependencies between files, and files that are too long, in small trees."""

import subprocess
from pathlib import Path

import pytest
from structure import __main__ as program
from structure import lengths
from structure.circles import circles, described
from structure.sources import Import, is_test


def imports(root: Path, files: dict[str, str]) -> list[Import]:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return program.imports_of(root, [Path(name) for name in files])


def tied(root: Path, files: dict[str, str]) -> set[tuple[str, str]]:
    """Returns pairs of the importing and the imported file."""
    return {(str(each.source), str(each.target)) for each in imports(root, files)}


RUST = {
    "a name of a sibling": ("use crate::b::Name;", "pub struct Name;", True),
    "a name through super": ("use super::b::Name;", "pub struct Name;", True),
    "a list of names": ("use crate::{b::{self, Name}, c};", "pub struct Name;", True),
    "a name by another name": ("use crate::b::Name as Other;", "pub struct Name;", True),
    "all names": ("use crate::b::*;", "pub struct Name;", True),
    "a path in code": ("fn f() { crate::b::g() }", "pub fn g() {}", True),
    "a path in a type": ("fn f(_: crate::b::Name) {}", "pub struct Name;", True),
    "a path through a module that is bound": ("use crate::b;\nfn f() { b::g() }", "pub fn g() {}", True),
    "an import within a function": ("fn f() { use crate::b::g; g() }", "pub fn g() {}", True),
    "a name that the root re-exports": ("use crate::Shown;", "pub struct Shown;", True),
    "a re-export": ("pub use crate::b::Name;", "pub struct Name;", False),
    "another crate's module of the same name": ("use other::b::Name;", "pub struct Name;", False),
    "a test's import": ("#[cfg(test)]\nmod tests { use crate::b::Name; }", "pub struct Name;", False),
    "a word in a comment": ("// use crate::b::Name;", "pub struct Name;", False),
}


@pytest.mark.parametrize(("text", "other", "is_tied"), RUST.values(), ids=RUST)
def test_rust_file_depends_on_files_whose_items_it_names(tmp_path: Path, text: str, other: str, is_tied: bool):
    root = "mod a;\nmod b;\npub use b::Shown;\n"
    found = tied(tmp_path, {"src/lib.rs": root, "src/a.rs": text, "src/b.rs": other})
    assert found == ({("src/a.rs", "src/b.rs")} if is_tied else set())


def test_rust_module_and_its_submodules_do_not_form_a_cycle(tmp_path: Path):
    files = {
        "src/lib.rs": "mod a;\nmod b;",
        "src/a.rs": "mod part;\npub struct Whole;\npub use part::Part;\nfn f() { part::g() }",
        "src/a/part.rs": "use super::Whole;\nuse crate::a::Whole as Same;\npub struct Part;\npub fn g() {}",
        "src/b.rs": "use crate::a::{Part, Whole};",
    }
    assert tied(tmp_path, files) == {
        ("src/a.rs", "src/a/part.rs"),
        ("src/b.rs", "src/a/part.rs"),
        ("src/b.rs", "src/a.rs"),
    }


def test_rust_modules_are_found_in_folders_path_attributes_and_other_targets(tmp_path: Path):
    files = {
        "src/lib.rs": "mod a;",
        "src/a/mod.rs": "mod b;\nmod c;",
        "src/a/b.rs": "use super::c::Name;",
        "src/a/c.rs": "pub struct Name;",
        "examples/show.rs": '#[path = "show/d.rs"]\nmod d;\nuse d::Name;',
        "examples/show/d.rs": "pub struct Name;",
    }
    assert tied(tmp_path, files) == {("src/a/b.rs", "src/a/c.rs"), ("examples/show.rs", "examples/show/d.rs")}


TYPESCRIPT = {
    "a name": ("import { b } from './b'", True),
    "a type": ("import type { B } from './b'", True),
    "all names": ("import * as b from './b'", True),
    "a re-export": ("export { b } from './b'", True),
    "a file with its ending": ("import { b } from './b.tsx'", True),
    "a module that comes later": ("const b = lazy(() => import('./b'))", True),
    "a package": ("import { b } from 'b'", False),
    "a file that is not measured": ("import './b.css'", False),
    "a word in a text": ("const b = \"import { b } from './b'\"", False),
}


@pytest.mark.parametrize(("text", "is_tied"), TYPESCRIPT.values(), ids=TYPESCRIPT)
def test_typescript_file_depends_on_imported_files(tmp_path: Path, text: str, is_tied: bool):
    found = tied(tmp_path, {"src/a.ts": text, "src/b.tsx": "export const b = <p />"})
    assert found == ({("src/a.ts", "src/b.tsx")} if is_tied else set())


def test_import_of_a_folder_resolves_to_its_index(tmp_path: Path):
    files = {"src/a.ts": "import { b } from '../src/b'", "src/b/index.ts": "export const b = 1"}
    assert tied(tmp_path, files) == {("src/a.ts", "src/b/index.ts")}


PYTHON = {
    "a module": ("import tools.b", True),
    "a name of a module": ("from tools.b import name", True),
    "a module of a package": ("from tools import b", True),
    "a neighbour": ("from .b import name", True),
    "a neighbour by its own name": ("from . import b", True),
    "another package": ("import b2", False),
    "an import within a function": ("def f():\n    from tools.b import name", True),
}


@pytest.mark.parametrize(("text", "is_tied"), PYTHON.values(), ids=PYTHON)
def test_python_file_depends_on_imported_files(tmp_path: Path, text: str, is_tied: bool):
    here = "infra/local/tools"
    found = tied(tmp_path, {f"{here}/__init__.py": "", f"{here}/a.py": text, f"{here}/b.py": "name = 1"})
    assert ((f"{here}/a.py", f"{here}/b.py") in found) == is_tied


def test_cycles_are_found_and_described_with_their_imports(tmp_path: Path):
    files = {
        "a.ts": "import { b } from './b'",
        "b.ts": "import { c, d } from './c'",
        "c.ts": "import { a } from './a'",
        "d.ts": "import { a } from './a'\nimport { e } from './e'",
        "e.ts": "import type { D } from './d'",
        "f.ts": "import { e } from './e'",
    }
    found_imports = imports(tmp_path, files)
    found = circles(found_imports)
    assert found == [[Path("a.ts"), Path("b.ts"), Path("c.ts")], [Path("d.ts"), Path("e.ts")]]
    assert described(found[0], found_imports) == (
        "3 files import each other in a circle:\n  a.ts -> b.ts: b\n  b.ts -> c.ts: c, d\n  c.ts -> a.ts: a"
    )


def test_check_fails_above_the_cycle_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / "a.ts").write_text("import './b'")
    (tmp_path / "b.ts").write_text("import './a'")
    for most, code in ((1, 0), (0, 1)):
        monkeypatch.setattr(program, "MAX_CIRCLES", most)
        monkeypatch.setattr("sys.argv", ["structure", "check", str(tmp_path)])
        assert program.main() == code
    assert "a.ts -> b.ts" in capsys.readouterr().out


def test_file_length_counts_all_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a.py").write_text("x = 1\n" * 3)
    monkeypatch.setattr(lengths, "MAX_LINES", 3)
    assert lengths.too_long(tmp_path, [Path("a.py")]) == []
    monkeypatch.setattr(lengths, "MAX_LINES", 2)
    assert lengths.too_long(tmp_path, [Path("a.py")]) == ["a.py has 3 lines; at most 2 are allowed."]


def test_function_length_spans_signature_to_end(tmp_path: Path):
    files = {
        "a.rs": "fn a() {\n}\n#[cfg(test)]\nmod t {\n#[test]\nfn b() {\n\n}\n}",
        "b.ts": "function a() {\n}\nconst b = () => {\n\n}\nclass C { d() { } }\nit('is not counted', () => {\n})",
        "c.py": "@x\ndef a():\n    pass\nclass B:\n    async def c(self): ...\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert {name: sorted(lengths.functions_of(tmp_path / name)) for name in files} == {
        "a.rs": [(2, False), (3, True)],
        "b.ts": [(1, False), (2, False), (3, False)],
        "c.py": [(1, False), (2, False)],
    }


@pytest.mark.parametrize(
    ("sample", "expected"), [([1], 1), (list(range(1, 101)), 99), (list(range(1, 201)), 198), ([5, 1, 9], 9)]
)
def test_percentile_is_one_of_the_values(sample: list[int], expected: int):
    assert lengths.percentile(sample, 99) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("frontend/src/lib/a.test.ts", True),
        ("frontend/tests/e2e/a.e2e.ts", True),
        ("lambdas/app/tests/a.rs", True),
        ("lambdas/extract/src/text_layout/tests.rs", True),
        ("lambdas/test-support/src/fakes.rs", False),
        ("frontend/src/lib/latest.ts", False),
    ],
)
def test_file_is_recognised_by_its_path(path: str, expected: bool):
    assert is_test(Path(path)) == expected
